public import FerryCore

/// The rules of a provider's journey and money, as data. A checkout keeps them from its creation.
public struct JourneyProfile: Codable, Hashable, Sendable {
  public enum Journey: String, Codable, Hashable, Sendable {
    /// The buyer selects address and means of payment at the provider, reviews in the shop, then pays.
    case selectThenPay
    /// The buyer pays at once.
    case pay
  }

  public var journey: Journey
  public var sessionOrigin: SessionOrigin
  /// A checkout can be paid for this long.
  public var lifetime: Duration
  /// The times of questions about a buyer on the payment page, counted from when they left. After the last, its
  /// distance to the one before repeats until the checkout ends.
  public var quietSchedule: [Duration]
  /// The waits between questions about a pending payment; the last repeats. The times of the questions follow from the
  /// beginning of the wait: a question that somebody asks between two of them moves neither.
  public var pendingSchedule: [Duration]
  /// The longest time that the provider takes to decide about a pending payment or operation. If it takes longer, the
  /// payment is held, and a person looks at it.
  public var decisionTime: Duration
  /// True if money moves only when we settle. A checkout that we have not settled can then be cancelled with certainty.
  public var settlesOnlyByUs: Bool
  /// True if the provider has a call that ends its session.
  public var canCancelSession: Bool
  public var cancelReport: CancelReport
  public var pendingPage: PendingPage
  public var captures: CaptureRule
  public var refunds: RefundRule
  /// True if the provider reports the state of each refund. Its refunded total then decides about none of ours,
  /// because it includes refunds that were made in the provider's console.
  public var namesRefunds: Bool
  public var excessRefund: ExcessRefund
  /// The time from the warning to the lapse of an uncaptured authorization; nil for no warning.
  public var lapseWarning: Duration?
  /// The wait between checks of an uncaptured authorization, until it lapses; nil for no checks.
  public var authorizedCheck: Duration?
  /// The times of checks of captured money that can still be refunded, counted from the creation of the checkout.
  public var paidChecks: [Duration]

  /// The proof that a session was made for the checkout, when the buyer brings it back.
  public enum SessionOrigin: Codable, Hashable, Sendable {
    /// The provider repeats the return URL that the session was made with, or the server makes the session itself.
    case proven
    /// The provider repeats nothing. A session is attached once, only after the buyer has left and while the checkout can be
    /// paid. Remaining risk: the thief of a session id who brings it back before the buyer does sees the buyer's review.
    /// - `masksReview`: True hides the buyer's data in the review until the checkout is paid.
    case unproven(masksReview: Bool)
  }

  /// The report of a buyer's cancellation on the payment page.
  public enum CancelReport: String, Codable, Hashable, Sendable {
    /// The provider reports it: the buyer's return by the cancel link makes us ask, and means nothing by itself.
    case provider
    /// By the buyer's return alone, and no call ends the payment page. Buyers only authorize there, and we alone capture. A
    /// checkout is cancelled as soon as the provider shows no payment; it is asked on for as long as a new checkout could be
    /// paid. What a buyer authorizes meanwhile is voided if the checkout was cancelled. If it has expired, the money pays the
    /// order as long as no other checkout has paid it or may pay it.
    case returnLink
  }

  /// The provider's payment page while a payment is pending.
  public enum PendingPage: String, Codable, Hashable, Sendable {
    /// The buyer cannot use it again.
    case closed
    /// It shows how to pay, for example the slip for a counter. The buyer may open it again.
    case open
  }

  /// The provider's rule for captures of authorized money.
  public enum CaptureRule: String, Codable, Hashable, Sendable {
    /// In several parts, until nothing is left or the rest is voided.
    case several
    /// Once, in whole or in part. The provider voids the rest with a partial capture.
    case once
    /// Once, and in whole.
    case whole

    /// True if nothing can be captured after the first capture.
    var isOnce: Bool {
      switch self {
      case .several: false
      case .once, .whole: true
      }
    }
  }

  /// The provider's rule for refunds of captured money.
  public enum RefundRule: Codable, Hashable, Sendable {
    /// In parts, at any time.
    case partial
    /// In whole, at any time.
    case whole
    /// In whole until the provider has settled with the merchant, which it has so long after the capture; then in
    /// parts.
    case wholeBeforeSettlement(Duration)
  }

  /// The limit of the provider's refunded total, compared with the captured one. A total beyond it needs a person.
  public enum ExcessRefund: Codable, Hashable, Sendable {
    case none
    /// In per cent of the captured amount: the console lets a merchant refund more, to pay for the cost of a return.
    /// - `most`: The maximum by currency. In these currencies alone the merchant can ask us for such a refund. Nil in profiles
    ///   that were stored before anybody could.
    case percent(Int, most: [Money]? = nil)

    /// The largest refunded total for a captured amount, in minor units.
    package func limit(_ captured: Money) -> Int64 {
      guard case .percent(let percent, _) = self else { return captured.minorUnits }
      let (product, overflow) = captured.minorUnits.multipliedReportingOverflow(by: Int64(100 + percent))
      return overflow ? .max : product / 100
    }

    /// The amount above the captured one that the merchant can ask for, in minor units.
    func allowance(_ captured: Money) -> Int64 {
      guard case .percent(_, let most?) = self, let most = most.first(where: { $0.currency == captured.currency })
      else { return 0 }
      return min(most.minorUnits, limit(captured) - captured.minorUnits)
    }
  }

  /// Three days.
  public static let usualDecisionTime = Duration.seconds(3 * 86_400)

  public init(
    journey: Journey, lifetime: Duration, quietSchedule: [Duration], pendingSchedule: [Duration],
    settlesOnlyByUs: Bool, canCancelSession: Bool, captures: CaptureRule = .several, refunds: RefundRule = .partial,
    namesRefunds: Bool = false, excessRefund: ExcessRefund = .none,
    decisionTime: Duration = usualDecisionTime, lapseWarning: Duration? = nil, authorizedCheck: Duration? = nil,
    paidChecks: [Duration] = [], sessionOrigin: SessionOrigin = .proven,
    cancelReport: CancelReport = .provider, pendingPage: PendingPage = .closed
  ) {
    self.journey = journey
    self.sessionOrigin = sessionOrigin
    self.cancelReport = cancelReport
    self.pendingPage = pendingPage
    self.lifetime = lifetime
    self.quietSchedule = quietSchedule
    self.pendingSchedule = pendingSchedule
    self.settlesOnlyByUs = settlesOnlyByUs
    self.canCancelSession = canCancelSession
    self.captures = captures
    self.refunds = refunds
    self.namesRefunds = namesRefunds
    self.excessRefund = excessRefund
    self.decisionTime = decisionTime
    self.lapseWarning = lapseWarning
    self.authorizedCheck = authorizedCheck
    self.paidChecks = paidChecks
  }

  /// The time of question number `count` (0 is the first), counted from when the buyer left.
  func quietWait(_ count: Int) -> Duration {
    guard count >= quietSchedule.count else { return quietSchedule[count] }
    return (quietSchedule.last ?? .zero) + quietStep * (count - quietSchedule.count + 1)
  }

  /// The next question about something pending: the first time on the schedule after the last question.
  /// - Parameter began: The beginning of the wait. If it is later than the last question, the schedule begins with that.
  func pendingQuestion(since began: Moment, after last: Moment) -> Moment {
    let began = min(began, last)
    let elapsed = last.since(began)
    var time = Duration.zero
    for wait in pendingSchedule {
      time += wait
      if time > elapsed { return began + time }
    }
    let step = max(.seconds(1), pendingSchedule.last ?? .seconds(60))
    let passed = (elapsed - time).wholeMilliseconds / step.wholeMilliseconds
    return began + time + step * Int(passed + 1)
  }

  /// The number of the next question on the quiet schedule.
  func quietCount(after elapsed: Duration) -> Int {
    if let count = quietSchedule.firstIndex(where: { $0 > elapsed }) { return count }
    let beyond = elapsed - (quietSchedule.last ?? .zero)
    return quietSchedule.count + Int(beyond.wholeMilliseconds / max(1000, quietStep.wholeMilliseconds))
  }

  /// The distance between questions after the schedule's last time.
  private var quietStep: Duration {
    guard let last = quietSchedule.last else { return .seconds(60) }
    let step = quietSchedule.count > 1 ? last - quietSchedule[quietSchedule.count - 2] : last
    return max(.seconds(1), step)
  }
}

// MARK: The stored form

/// Durations of this module's values are stored as whole milliseconds, as moments are. The compiler's own `Codable` uses
/// these in the place of the standard library's, which stores two integers, one of them too large for most JSON readers.
extension KeyedEncodingContainer {
  mutating func encode(_ value: Duration, forKey key: Key) throws {
    try encode(value.wholeMilliseconds, forKey: key)
  }

  mutating func encodeIfPresent(_ value: Duration?, forKey key: Key) throws {
    try encodeIfPresent(value?.wholeMilliseconds, forKey: key)
  }

  mutating func encode(_ values: [Duration], forKey key: Key) throws {
    try encode(values.map(\.wholeMilliseconds), forKey: key)
  }

  /// The usual rules are left out: a profile that was stored before there were others has the same form.
  mutating func encode(_ origin: JourneyProfile.SessionOrigin, forKey key: Key) throws {
    try encodeIfPresent(origin == .proven ? nil : origin, forKey: key)
  }

  mutating func encode(_ report: JourneyProfile.CancelReport, forKey key: Key) throws {
    try encodeIfPresent(report == .provider ? nil : report, forKey: key)
  }

  mutating func encode(_ page: JourneyProfile.PendingPage, forKey key: Key) throws {
    try encodeIfPresent(page == .closed ? nil : page, forKey: key)
  }
}

extension KeyedDecodingContainer {
  func decode(_: Duration.Type, forKey key: Key) throws -> Duration {
    .milliseconds(try decode(Int64.self, forKey: key))
  }

  func decodeIfPresent(_: Duration.Type, forKey key: Key) throws -> Duration? {
    try decodeIfPresent(Int64.self, forKey: key).map { .milliseconds($0) }
  }

  func decode(_: [Duration].Type, forKey key: Key) throws -> [Duration] {
    try decode([Int64].self, forKey: key).map { .milliseconds($0) }
  }

  func decode(_ type: JourneyProfile.SessionOrigin.Type, forKey key: Key) throws -> JourneyProfile.SessionOrigin {
    try decodeIfPresent(type, forKey: key) ?? .proven
  }

  func decode(_ type: JourneyProfile.CancelReport.Type, forKey key: Key) throws -> JourneyProfile.CancelReport {
    try decodeIfPresent(type, forKey: key) ?? .provider
  }

  func decode(_ type: JourneyProfile.PendingPage.Type, forKey key: Key) throws -> JourneyProfile.PendingPage {
    try decodeIfPresent(type, forKey: key) ?? .closed
  }

  /// Earlier versions had no limit. The widest of all providers holds none of their checkouts without need.
  func decode(_ type: JourneyProfile.ExcessRefund.Type, forKey key: Key) throws -> JourneyProfile.ExcessRefund {
    try decodeIfPresent(type, forKey: key) ?? .percent(15)
  }
}
