/// What a provider's journey is like, as data that a checkout keeps from its creation.
public struct JourneyProfile: Codable, Hashable, Sendable {
  public enum Journey: String, Codable, Hashable, Sendable {
    /// The buyer chooses address and means of payment at the provider, reviews in the shop, then pays.
    case selectThenPay
    /// The buyer pays at once.
    case pay
  }

  public var journey: Journey
  /// How long a checkout can be paid.
  public var lifetime: Duration
  /// When to ask about a buyer who has gone to pay and is quiet: durations since he went. After the last, its distance to
  /// the one before repeats until the checkout's end.
  public var quietSchedule: [Duration]
  /// How long to wait before asking again what a pending payment became; the last repeats.
  public var pendingSchedule: [Duration]
  /// Whether money moves only when we settle. If so, a checkout that we have not settled can be cancelled for certain.
  public var settlesOnlyByUs: Bool
  /// Whether the provider has a call that ends its session.
  public var canCancelSession: Bool

  public init(
    journey: Journey, lifetime: Duration, quietSchedule: [Duration], pendingSchedule: [Duration],
    settlesOnlyByUs: Bool, canCancelSession: Bool
  ) {
    self.journey = journey
    self.lifetime = lifetime
    self.quietSchedule = quietSchedule
    self.pendingSchedule = pendingSchedule
    self.settlesOnlyByUs = settlesOnlyByUs
    self.canCancelSession = canCancelSession
  }

  /// The wait before question number `count` (0 is the first), counted since the buyer went.
  func quietWait(_ count: Int) -> Duration { Self.wait(count, quietSchedule) }

  /// The wait before question number `count` about a pending payment, counted since the question before.
  func pendingWait(_ count: Int) -> Duration {
    pendingSchedule.isEmpty ? .seconds(60) : pendingSchedule[min(count, pendingSchedule.count - 1)]
  }

  private static func wait(_ count: Int, _ schedule: [Duration]) -> Duration {
    guard let last = schedule.last else { return .seconds(60) * (count + 1) }
    guard count >= schedule.count else { return schedule[count] }
    let step = schedule.count > 1 ? last - schedule[schedule.count - 2] : last
    return last + step * (count - schedule.count + 1)
  }
}
