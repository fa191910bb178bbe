public import FerryCore

/// A claim to captured money, by the buyer's bank or the provider, as it is known at present.
public struct Dispute: Codable, Hashable, Sendable {
  /// The origin of the facts: the provider as soon as it has told of the dispute, else the first that has.
  public enum Source: String, Codable, Hashable, Sendable {
    /// The provider, whose answers count from then on.
    case provider
    case report
    case person
  }

  /// The provider's id, or the operator's.
  public let id: DisputeID
  public internal(set) var source: Source
  public internal(set) var state: DisputeState
  public internal(set) var reason: DisputeReason
  /// Nil while it is not known: everything that was captured is disputed then.
  public internal(set) var amount: Money?
  public internal(set) var openedAt: Moment
  public internal(set) var respondBy: Moment?
  /// The time of the provider's last change that is known, by its own clock.
  var changedAt: Moment?
  /// The number of changes, so that each movement in the ledger has a name of its own.
  var changes = 0
  /// The question about it that is under way.
  var question: CommandNumber?
  /// The last question about it.
  var askedAt: Moment?
  /// True once the provider has named its state.
  var isRead = false
  /// True if a person has recorded something of the provider's dispute since the provider's last change.
  var isOverruled = false
  /// The shop's answers, oldest first.
  var answers: [DisputeAnswer]?

  init(id: DisputeID, source: Source, state: DisputeState, at moment: Moment) {
    self.id = id
    self.source = source
    self.state = state
    reason = .other
    openedAt = moment
  }

  /// The time between two questions about an open dispute: a day, or an hour if the provider has not shown it on the first day.
  private func interval(at moment: Moment) -> Duration {
    isRead || moment >= openedAt + .seconds(86_400) ? .seconds(86_400) : .seconds(3600)
  }

  /// When the provider is asked about it: daily, and at the deadline of the response. Nil if it decides nothing more, or
  /// cannot be asked.
  var questionAt: Moment? {
    guard source == .provider, state.isOpen, question == nil else { return nil }
    guard let askedAt else { return openedAt }
    let next = askedAt + interval(at: askedAt)
    guard let respondBy, askedAt < respondBy else { return next }
    return min(next, respondBy)
  }
}

// Synthesized coding uses these. An earlier version stored payments without disputes, and reads those that have none.

extension KeyedDecodingContainer {
  func decode(_ type: [Dispute].Type, forKey key: Key) throws -> [Dispute] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}

extension KeyedEncodingContainer {
  mutating func encode(_ disputes: [Dispute], forKey key: Key) throws {
    try encodeIfPresent(disputes.isEmpty ? nil : disputes, forKey: key)
  }
}

/// A report about a dispute. Parts that are nil leave the known ones as they are.
public struct DisputeReport: Codable, Hashable, Sendable {
  public var id: DisputeID
  /// Nil for a word that is not known here.
  public var state: DisputeState?
  public var reason: DisputeReason?
  public var amount: Money?
  public var openedAt: Moment?
  public var respondBy: Moment?
  /// The time of the last change by the provider's clock: of two reports the later one counts.
  public var changedAt: Moment?

  public init(
    _ id: DisputeID, state: DisputeState?, reason: DisputeReason? = nil, amount: Money? = nil, openedAt: Moment? = nil,
    respondBy: Moment? = nil, changedAt: Moment? = nil
  ) {
    self.id = id
    self.state = state
    self.reason = reason
    self.amount = amount
    self.openedAt = openedAt
    self.respondBy = respondBy
    self.changedAt = changedAt
  }
}

extension Payment {
  /// Adds what is reported to what is known. A report that is older than the known state changes nothing. A person's word counts
  /// until the provider has news.
  /// - Parameter now: The dispute was opened then if the report does not say when.
  mutating func merge(_ report: DisputeReport, from source: Dispute.Source, at now: Moment) {
    let index = disputes.firstIndex { $0.id == report.id }
    var dispute =
      index.map { disputes[$0] }
      ?? Dispute(id: report.id, source: source, state: .needsResponse, at: report.openedAt ?? now)
    if let known = dispute.changedAt, let reported = report.changedAt, source == .provider,
      reported < known || reported == known && dispute.isOverruled
    {
      return
    }
    let before = dispute
    if source == .provider, report.state != nil { dispute.isRead = true }
    dispute.isOverruled = source != .provider && dispute.source == .provider
    dispute.changedAt = report.changedAt ?? dispute.changedAt
    dispute.state = report.state ?? dispute.state
    dispute.reason = report.reason ?? dispute.reason
    dispute.openedAt = report.openedAt ?? dispute.openedAt
    // The deadline of a dispute that had ended is over.
    dispute.respondBy = report.respondBy ?? (dispute.state.isOpen && !before.state.isOpen ? nil : dispute.respondBy)
    // An amount of another currency says nothing about this money.
    if let amount = report.amount, amount.currency == currency, amount.isPositive { dispute.amount = amount }
    // A loss is a movement of money: its amount no longer follows later captures.
    if dispute.state == .lost { dispute.amount = dispute.amount ?? captured }
    if dispute != before { dispute.changes += 1 }
    if let index { disputes[index] = dispute } else { disputes.append(dispute) }
  }

  /// Adds a dispute whose id alone is known. One that was recorded before becomes the provider's, which can be asked about it.
  mutating func noticeDispute(_ id: DisputeID, at now: Moment) {
    if let index = disputes.firstIndex(where: { $0.id == id }) {
      disputes[index].source = .provider
    } else {
      disputes.append(Dispute(id: id, source: .provider, state: .needsResponse, at: now))
    }
  }

  /// True while a question about a dispute is under way.
  public var isAskedAboutDisputes: Bool { disputes.contains { $0.question != nil } }

  // MARK: Money

  /// The amount that disputes claim, in minor units.
  func claimed(by isMeant: (Dispute) -> Bool) -> Int64 {
    disputes.reduce(0) { sum, dispute in
      guard isMeant(dispute) else { return sum }
      let (total, overflow) = sum.addingReportingOverflow((dispute.amount ?? captured).minorUnits)
      return overflow ? .max : total
    }
  }

  /// The amount that open and lost disputes claim. It may be more than was captured.
  public var disputed: Money {
    Money(minorUnits: claimed { $0.state.isOpen || $0.state == .lost }, currency)
  }

  public var hasOpenDispute: Bool { disputes.contains(where: \.state.isOpen) }

  /// The amount that the merchant can refund although a dispute is open.
  public var refundableDespiteDispute: Money { refundable(reserving: lost) }

  /// The amount that lost disputes have taken.
  public var lost: Money { Money(minorUnits: claimed { $0.state == .lost }, currency) }

  /// The dispute that stands in the way of a refund; nil for none.
  /// - Parameter despiteDispute: True if the merchant refunds although a dispute is open.
  func disputeInTheWay(despiteDispute: Bool) -> DisputeID? {
    disputes.first { $0.state == .lost || $0.state.isOpen && !despiteDispute }?.id
  }

  /// True if the buyer has more back than was captured: refunds and lost disputes together.
  public var isPaidBackTwice: Bool {
    lost.isPositive && refunded.minorUnits > captured.minorUnits - min(captured.minorUnits, lost.minorUnits)
  }
}
