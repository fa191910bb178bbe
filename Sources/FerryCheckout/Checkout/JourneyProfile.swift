import FerryCore

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
  /// How long the provider takes at most to decide about a payment or an operation that is pending. A person looks at what
  /// takes longer.
  public var decisionTime: Duration
  /// Whether money moves only when we settle. If so, a checkout that we have not settled can be cancelled for certain.
  public var settlesOnlyByUs: Bool
  /// Whether the provider has a call that ends its session.
  public var canCancelSession: Bool
  /// Whether a charge is captured once, so that what a partial capture leaves is let go with it.
  public var capturesOnce: Bool
  /// Whether the provider tells how each of our refunds stands. If so, its total decides about none of them: it holds those
  /// that somebody made in the provider's console, too.
  public var namesRefunds: Bool
  /// How long before an uncaptured authorization lapses somebody is told; nil for never.
  public var lapseWarning: Duration?
  /// How often the provider is asked about an authorization that nobody captures, until it lapses; nil for never.
  public var authorizedCheck: Duration?
  /// When the provider is asked about captured money that could still be refunded: durations since the checkout began. After
  /// the last it is left alone.
  public var paidChecks: [Duration]

  /// Three days.
  public static let usualDecisionTime = Duration.seconds(3 * 86_400)

  public init(
    journey: Journey, lifetime: Duration, quietSchedule: [Duration], pendingSchedule: [Duration],
    settlesOnlyByUs: Bool, canCancelSession: Bool, capturesOnce: Bool = false, namesRefunds: Bool = false,
    decisionTime: Duration = usualDecisionTime, lapseWarning: Duration? = nil, authorizedCheck: Duration? = nil,
    paidChecks: [Duration] = []
  ) {
    self.journey = journey
    self.lifetime = lifetime
    self.quietSchedule = quietSchedule
    self.pendingSchedule = pendingSchedule
    self.settlesOnlyByUs = settlesOnlyByUs
    self.canCancelSession = canCancelSession
    self.capturesOnce = capturesOnce
    self.namesRefunds = namesRefunds
    self.decisionTime = decisionTime
    self.lapseWarning = lapseWarning
    self.authorizedCheck = authorizedCheck
    self.paidChecks = paidChecks
  }

  /// The wait before question number `count` (0 is the first), counted since the buyer went.
  func quietWait(_ count: Int) -> Duration {
    guard count >= quietSchedule.count else { return quietSchedule[count] }
    return (quietSchedule.last ?? .zero) + quietStep * (count - quietSchedule.count + 1)
  }

  /// The wait before question number `count` about a pending payment, counted since the question before.
  func pendingWait(_ count: Int) -> Duration {
    pendingSchedule.isEmpty ? .seconds(60) : pendingSchedule[min(count, pendingSchedule.count - 1)]
  }

  /// How many of the schedule's times have gone by after a while: the number of the next question.
  func quietCount(after elapsed: Duration) -> Int {
    if let count = quietSchedule.firstIndex(where: { $0 > elapsed }) { return count }
    let beyond = elapsed - (quietSchedule.last ?? .zero)
    return quietSchedule.count + Int(beyond.wholeMilliseconds / max(1000, quietStep.wholeMilliseconds))
  }

  /// The distance between questions after the schedule's last.
  private var quietStep: Duration {
    guard let last = quietSchedule.last else { return .seconds(60) }
    let step = quietSchedule.count > 1 ? last - quietSchedule[quietSchedule.count - 2] : last
    return max(.seconds(1), step)
  }
}
