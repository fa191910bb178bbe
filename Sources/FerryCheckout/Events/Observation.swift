public import FerryCore

/// The provider's view of a checkout at one moment. Observations merge: any order and any repetition of the same ones
/// gives the same state.
public struct Observation: Codable, Hashable, Sendable {
  public enum Session: Codable, Hashable, Sendable {
    /// Alive; the buyer may still act.
    case open
    case completed
    case ended(SessionEnd)
    /// An unknown state: not final.
    case unrecognised(String)
  }

  /// The provider's id of the session.
  public var sessionReference: String?
  public var session: Session?
  /// The buyer's present selection.
  public var selection: Selection?
  /// Our own amount as the provider has it stored.
  public var asked: Money?
  /// The URL of the provider's payment page.
  public var paymentPage: String?
  public var charge: ChargeObservation?
  /// The buyer's attempts to pay that the provider has declined while its session lives on, oldest first: they may try
  /// again.
  public var declinedAttempts: [DeclinedAttempt]
  /// Operations that the provider has refused for good after it had accepted them, such as a refund that a bank
  /// rejected days later.
  public var failures: [OperationFailure]
  /// The states of operations that the provider reports one by one. Failed ones are in `failures`.
  public var reports: [OperationReport]
  /// Disputes of the payment.
  public var disputes: [DisputeReport]

  public init(
    sessionReference: String? = nil, session: Session? = nil, selection: Selection? = nil, asked: Money? = nil,
    paymentPage: String? = nil, charge: ChargeObservation? = nil, declinedAttempts: [DeclinedAttempt] = [],
    failures: [OperationFailure] = [],
    reports: [OperationReport] = [], disputes: [DisputeReport] = []
  ) {
    self.sessionReference = sessionReference
    self.session = session
    self.selection = selection
    self.asked = asked
    self.paymentPage = paymentPage
    self.charge = charge
    self.declinedAttempts = declinedAttempts
    self.failures = failures
    self.reports = reports
    self.disputes = disputes
  }
}

/// A failed attempt of the buyer to pay, at a provider whose session stays open. A decline that also
/// ends the session is a `SessionEnd`, or a charge of state `declined`.
public struct DeclinedAttempt: Codable, Hashable, Sendable {
  /// The reference of the charge that showed the attempt while it was pending, or would have.
  public var reference: String
  public var reason: DeclineReason

  public init(reference: String, reason: DeclineReason) {
    self.reference = reference
    self.reason = reason
  }
}

/// An operation that has failed after the provider had accepted it.
public struct OperationFailure: Codable, Hashable, Sendable {
  public var operation: OperationID
  public var rejection: Rejection

  public init(_ operation: OperationID, _ rejection: Rejection) {
    self.operation = operation
    self.rejection = rejection
  }
}

/// The state of one operation that has not failed, as the provider reports it.
public struct OperationReport: Codable, Hashable, Sendable {
  public enum State: String, Codable, Hashable, Sendable {
    /// The provider has it and is deciding.
    case pending
    case done
    /// The provider no longer knows it, or names a state that is not known here.
    case lost
  }

  public var operation: OperationID
  /// The provider's id of it, if it has named one.
  public var reference: String?
  public var state: State
  /// The operation's amount as the provider reports it; nil if it reports none.
  public var amount: Money?

  public init(_ operation: OperationID, reference: String?, _ state: State, amount: Money? = nil) {
    self.operation = operation
    self.reference = reference
    self.state = state
    self.amount = amount
  }
}

/// The money as the provider has it. Amounts are totals so far, never differences.
public struct ChargeObservation: Codable, Hashable, Sendable {
  public enum State: Codable, Hashable, Sendable {
    /// The provider is deciding.
    case pending
    case authorized
    /// Being captured, which can take days.
    case capturing
    case captured
    case declined(DeclineReason)
    /// Authorized money was released: by us, by the provider, or because it lapsed.
    case voided
    case unrecognised(String)
  }

  /// The provider's id of the charge.
  public var reference: String
  public var state: State
  public var authorized: Money
  public var captured: Money
  public var refunded: Money
  /// When the provider releases authorized money that is not captured.
  public var lapsesAt: Moment?
  /// Why authorized money was released; of state `voided` only.
  public var release: Payment.Release?
  /// The time of the last change of state, refunds aside; nil if the provider does not tell it.
  public var changedAt: Moment?
  /// The facts for a receipt; nil if the provider tells none.
  public var facts: PaymentFacts?
  /// An amount as the provider wrote it, if it cannot be read. The one that was asked for stands in its place, until a person
  /// has accepted it.
  public var unreadable: String?

  public init(
    reference: String, state: State, authorized: Money, captured: Money, refunded: Money, lapsesAt: Moment? = nil,
    release: Payment.Release? = nil, changedAt: Moment? = nil, facts: PaymentFacts? = nil, unreadable: String? = nil
  ) {
    self.reference = reference
    self.state = state
    self.authorized = authorized
    self.captured = captured
    self.refunded = refunded
    self.lapsesAt = lapsesAt
    self.release = release
    self.changedAt = changedAt
    self.facts = facts
    self.unreadable = unreadable
  }
}

/// The buyer's selection at the provider, without personal data, which is in `BuyerDetails` only.
public struct Selection: Codable, Hashable, Sendable {
  /// A digest that changes whenever buyer, address or means of payment change.
  public var fingerprint: String
  /// A digest of buyer and address alone, because the buyer may still change the means of payment on the payment page.
  /// Nil if the provider cannot tell them apart.
  public var destination: String?
  /// State or prefecture of the delivery address, for the price.
  public var region: String?
  public var country: String?
  /// The answer of the order's shipping rule for the whole address, which the selection does not keep. Nil if the provider
  /// knows region and country only.
  public var delivery: Delivery?

  public init(
    fingerprint: String, destination: String? = nil, region: String?, country: String?, delivery: Delivery? = nil
  ) {
    self.fingerprint = fingerprint
    self.destination = destination
    self.region = region
    self.country = country
    self.delivery = delivery
  }

  /// True if buyer, address and means of payment are the same. An earlier version stored selections without `delivery`.
  func isSame(as other: Selection?) -> Bool { fingerprint == other?.fingerprint }

  /// True if buyer and address are the same, and with them the price, whatever the means of payment.
  public func sharesDestination(with other: Selection) -> Bool {
    guard let destination, let others = other.destination else { return fingerprint == other.fingerprint }
    return destination == others
  }
}

/// The buyer's details as the provider gives them. They are stored in one table and nowhere else.
public struct BuyerDetails: Codable, Hashable, Sendable {
  public var buyer: BuyerBody?
  public var shippingAddress: AddressBody?
  public var paymentDescriptor: String?
  /// The last digits of the card or account that has paid.
  public var lastDigits: String?

  public init(
    buyer: BuyerBody?, shippingAddress: AddressBody?, paymentDescriptor: String?, lastDigits: String? = nil
  ) {
    self.buyer = buyer
    self.shippingAddress = shippingAddress
    self.paymentDescriptor = paymentDescriptor
    self.lastDigits = lastDigits
  }
}
