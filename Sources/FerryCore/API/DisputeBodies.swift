/// A dispute of a payment: the buyer's bank or the provider claims captured money back from the shop.
public struct DisputeBody: Codable, Hashable, Sendable {
  /// The provider's id of the dispute, or the operator's.
  public var id: String
  /// A `DisputeState`. States may be added: an unknown one is not an end.
  public var state: String
  /// A `DisputeReason`. Reasons may be added.
  public var reason: String
  /// The disputed amount. Missing while it is not known: the dispute counts as one about everything that was captured.
  public var amount: Money?
  public var openedAt: Moment
  /// The deadline of the shop's response; missing if there is none, or it is not known.
  public var respondBy: Moment?
  /// The origin of the facts: "provider" as soon as it has told of the dispute; else "report" or "person".
  public var source: String
  /// The shop's last answer to the provider; missing if none was sent.
  public var answer: DisputeAnswerBody?

  public init(
    id: String, state: DisputeState, reason: DisputeReason, amount: Money?, openedAt: Moment, respondBy: Moment?,
    source: String, answer: DisputeAnswerBody? = nil
  ) {
    self.id = id
    self.state = state.rawValue
    self.reason = reason.rawValue
    self.amount = amount
    self.openedAt = openedAt
    self.respondBy = respondBy
    self.source = source
    self.answer = answer
  }

  /// True while nobody has decided.
  public var isOpen: Bool { DisputeState(rawValue: state)?.isOpen ?? true }
}

/// The body of `PUT /v1/checkouts/{id}/disputes/{dispute}`: what an operator has read in a letter, an e-mail or the
/// provider's console. What is missing stays as it was recorded before.
public struct RecordDisputeBody: Codable, Hashable, Sendable {
  public var state: DisputeState
  public var reason: DisputeReason?
  /// If nobody has named one, everything that was captured is disputed.
  public var amount: Money?
  public var openedAt: Moment?
  public var respondBy: Moment?
  /// True if a settlement report of the provider tells of it.
  public var fromReport: Bool?

  public init(
    state: DisputeState, reason: DisputeReason? = nil, amount: Money? = nil, openedAt: Moment? = nil,
    respondBy: Moment? = nil, fromReport: Bool? = nil
  ) {
    self.state = state
    self.reason = reason
    self.amount = amount
    self.openedAt = openedAt
    self.respondBy = respondBy
    self.fromReport = fromReport
  }
}

/// The state of a dispute. The words are the common ones of dispute interfaces (Stripe's `Dispute.status`, for
/// example); each provider's own are mapped to them.
public enum DisputeState: String, ClosedValue, Hashable, CaseIterable, Sendable {
  /// The shop must answer, or the dispute is lost.
  case needsResponse
  /// The provider or the bank decides.
  case underReview
  /// The money stays with the shop. The dispute may be opened again.
  case won
  /// The buyer has the money back. It is no refund.
  case lost
  /// The claim was taken back, or closed without a decision.
  case withdrawn

  /// True while nobody has decided.
  public var isOpen: Bool { self == .needsResponse || self == .underReview }
}

/// The reason that the buyer gives for a dispute.
public enum DisputeReason: String, ClosedValue, Hashable, CaseIterable, Sendable {
  case fraud
  case notReceived
  case notAsDescribed
  /// A refund was promised, and did not come.
  case creditNotProcessed
  case duplicate
  case wrongAmount
  /// The order or a subscription was cancelled before.
  case cancelled
  case other
}
