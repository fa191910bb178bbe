public import FerryCore

/// The money of a checkout: the totals that the provider has confirmed, and the operations.
public struct Payment: Codable, Hashable, Sendable {
  /// The provider's id of the charge.
  public let reference: String
  /// The amount that was ever authorized. It stays after a release.
  public internal(set) var authorized: Money
  public internal(set) var captured: Money
  public internal(set) var refunded: Money
  /// Set if the provider has declined the authorization or the capture.
  public internal(set) var declined: DeclineReason?
  public internal(set) var operations: [Operation]
  /// The first known one comes first.
  public internal(set) var disputes: [Dispute]
  /// When the first captured money was seen.
  public internal(set) var capturedAt: Moment?
  /// When the provider releases uncaptured money, if it has said so.
  public internal(set) var lapsesAt: Moment?
  /// When the merchant was warned of that.
  public internal(set) var lapseWarnedAt: Moment?
  /// Why authorized money was released, if any was.
  public internal(set) var release: Release?
  /// The facts for a receipt, as far as the provider reports them.
  public internal(set) var facts: PaymentFacts?
  /// The provider has reported that it is deciding about the authorization.
  var wasPending: Bool
  var wasDecided: Bool
  /// The provider has reported a capture under way.
  var wasCapturing: Bool
  /// The provider has reported that uncaptured money was released.
  var wasVoided: Bool
  /// The number of moves of captured money between sales and suspense.
  var transfers: Int

  init(reference: String, currency: Currency) {
    self.reference = reference
    authorized = .zero(currency)
    captured = .zero(currency)
    refunded = .zero(currency)
    operations = []
    disputes = []
    wasPending = false
    wasDecided = false
    wasCapturing = false
    wasVoided = false
    transfers = 0
  }

  /// Why authorized money was released.
  public enum Release: String, Codable, Hashable, Sendable {
    /// It was captured in part, and the provider captures once.
    case afterCapture = "after-capture"
    case byBuyer = "by-buyer"
    case byMerchant = "by-merchant"
    case byProvider = "by-provider"
    /// Nobody captured it in time.
    case lapsed
  }

  package var currency: Currency { authorized.currency }

  /// The provider is still deciding about the authorization or the capture.
  public var isPending: Bool {
    declined == nil && captured.isZero && !wasVoided && (wasCapturing || wasPending && !wasDecided)
  }

  /// True if there is money: captured and neither refunded nor lost, or authorized and not released.
  var holdsMoney: Bool { captured.minorUnits - lost.minorUnits > refunded.minorUnits || capturable.isPositive }

  /// Authorized money that was released without a capture, or whose capture was declined.
  public var voided: Money {
    Money(minorUnits: holdsNoMore ? max(0, authorized.minorUnits - captured.minorUnits) : 0, currency)
  }

  /// Authorized money that is no longer held: captured, voided or declined.
  var released: Money {
    holdsNoMore ? authorized : Money(minorUnits: min(captured.minorUnits, authorized.minorUnits), currency)
  }

  private var holdsNoMore: Bool { wasVoided || declined != nil }

  /// True if the merchant has asked for a capture here, as opposed to the provider's console.
  package var hasCaptures: Bool { operations.contains { $0.kind == .capture } }

  public var capturable: Money { Money(minorUnits: authorized.minorUnits - released.minorUnits, currency) }

  /// The captured amount, less the refunded total, less every refund that is under way and not in that total yet, less
  /// what open and lost disputes claim.
  public var refundable: Money { refundable(reserving: disputed) }

  /// - Parameters:
  ///   - allowance: What may be refunded beyond the capture, in minor units.
  ///   - reserve: What disputes claim of it.
  func refundable(beyondCapture allowance: Int64 = 0, reserving reserve: Money) -> Money {
    Money(minorUnits: max(0, max(0, kept + allowance) - reserve.minorUnits), currency)
  }

  /// Captured money, in minor units, that is neither refunded nor being refunded. Negative if more was refunded
  /// than captured.
  package var kept: Int64 {
    operations.reduce(captured.minorUnits - refunded.minorUnits) { kept, operation in
      guard operation.kind == .refund, operation.isUnderWay else { return kept }
      return kept - (operation.amount.minorUnits - operation.refunded(of: self))
    }
  }

  /// The operation under way: there is one at most.
  public var current: Operation? { operations.first(where: \.isUnderWay) }

  /// Notes when operations became unknown. A clock that was ahead may have put that into the future.
  mutating func noteDoubts(at now: Moment) {
    for index in operations.indices where operations[index].state == .unknown || operations[index].unknownSince != nil {
      operations[index].unknownSince =
        operations[index].state == .unknown ? min(operations[index].unknownSince ?? now, now) : nil
    }
  }
}

/// A capture, refund or void that was asked for after the payment.
public struct Operation: Codable, Hashable, Sendable {
  public enum Kind: String, Codable, Hashable, Sendable {
    case capture
    case refund
    case void
  }

  public enum State: Codable, Hashable, Sendable {
    /// Committed, with its command.
    case requested(CommandNumber)
    /// The provider has it and is deciding.
    case pending
    /// The outcome is unknown, or the provider reports another amount than was asked for. A later answer may show it; else
    /// a person decides by `resolve`.
    case unknown
    case succeeded
    case failed(Rejection)
  }

  public let id: OperationID
  public let kind: Kind
  /// The amount that was asked for.
  public let amount: Money
  /// The parts of the order that it was asked for; nil if it was asked for by amount.
  public let parts: [PricedOrder.Part]?
  /// Of a refund: the reason, if the merchant has stated one.
  public let reason: StatedReason?
  /// The amount that the provider reports, or that a person has found, if it differs from `amount`.
  public internal(set) var reportedAmount: Money?
  /// The command that asked for it.
  public let command: CommandNumber
  public internal(set) var state: State
  /// When it became unknown; nil if it is not.
  var unknownSince: Moment?
  /// The provider's total before the operation (captured, refunded or voided). Success shows as a rise above it.
  public let before: Money
  public let requestedAt: Moment
  /// The provider's own id of it, once it has named one.
  public internal(set) var reference: String?
  /// True if the provider reports the state of this one, so that its totals do not decide about it.
  let isNamed: Bool
  /// The checkout's last command when the provider called the operation already done. The answer to a later question
  /// must show it.
  var saidDone: CommandNumber?

  init(
    id: OperationID, kind: Kind, amount: Money, command: CommandNumber, before: Money, requestedAt: Moment,
    isNamed: Bool = false, parts: [PricedOrder.Part]? = nil, reason: StatedReason? = nil
  ) {
    self.id = id
    self.kind = kind
    self.amount = amount
    self.parts = parts
    self.reason = reason
    self.command = command
    state = .requested(command)
    self.before = before
    self.requestedAt = requestedAt
    self.isNamed = isNamed
  }

  public var isUnderWay: Bool {
    switch state {
    case .requested, .pending, .unknown: true
    case .succeeded, .failed: false
    }
  }

  /// The longest way of a request without an answer to the provider. GMO's own client waits three minutes for an answer; two more are
  /// for requests on their way and clocks that differ.
  package static let lateArrival = Duration.seconds(300)

  /// Until then a request of unknown outcome may still arrive at the provider; nil for another one.
  var mayArriveUntil: Moment? { unknownSince.map { $0 + Self.lateArrival } }

  var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// The part of a refund's amount, in minor units, that the provider's total includes.
  func refunded(of payment: Payment) -> Int64 {
    if isNamed { return state == .succeeded ? min(amount.minorUnits, moved.minorUnits) : 0 }
    return min(max(0, payment.refunded.minorUnits - before.minorUnits), amount.minorUnits)
  }

  /// The amount that it has moved, or will have moved, as far as is known.
  package var moved: Money { reportedAmount ?? amount }
}

/// A merchant's reason for a refund: a word, a note, or both.
public struct StatedReason: Codable, Hashable, Sendable, CustomStringConvertible {
  /// A `RefundReason`, or the word of a later version.
  public let word: String?
  /// The merchant's own words. They do not name the buyer.
  public let note: String?

  /// Nil if nothing is stated.
  /// - Throws: `OrderProblems` for a note that is empty or too long, or has control characters.
  public init?(_ reason: RefundReason?, note: String?) throws(OrderProblems) {
    guard reason != nil || note != nil else { return nil }
    guard note.map({ WrittenText.isSound($0, 1...RefundReason.longestNote) }) ?? true else {
      let advice = "Write 1 to \(RefundReason.longestNote) characters, without control characters."
      throw OrderProblems([OrderProblem("/refundNote", advice)])
    }
    word = reason?.rawValue
    self.note = note
  }

  /// As timelines have it: "defective: The bag was torn".
  public var description: String { [word, note].compactMap(\.self).joined(separator: ": ") }

  /// As providers have it: the note, or else the word as a phrase: "Not received".
  public var phrase: String {
    note ?? word.map { $0.prefix(1).uppercased() + $0.dropFirst().replacing("-", with: " ") } ?? ""
  }
}
