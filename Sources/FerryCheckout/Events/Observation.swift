public import FerryCore

/// How the provider sees a checkout at one moment. Observations merge: any order and any repetition of the same ones gives
/// the same state.
public struct Observation: Codable, Hashable, Sendable {
  public enum Session: Codable, Hashable, Sendable {
    /// Alive; the buyer may still act.
    case open
    case completed
    case ended(SessionEnd)
    /// A state that we do not know: not final.
    case unrecognised(String)
  }

  /// The provider's id of the session.
  public var sessionReference: String?
  public var session: Session?
  /// What the buyer has chosen so far.
  public var selection: Selection?
  /// Our own amount as the provider has it stored.
  public var asked: Money?
  /// Where the buyer pays.
  public var paymentPage: String?
  public var charge: ChargeObservation?
  /// Operations that the provider has definitely refused after it had taken them on, such as a refund that a bank turned
  /// down days later.
  public var failures: [OperationFailure]
  /// How operations stand that the provider tells apart. Those that failed are among `failures`.
  public var reports: [OperationReport]

  public init(
    sessionReference: String? = nil, session: Session? = nil, selection: Selection? = nil, asked: Money? = nil,
    paymentPage: String? = nil, charge: ChargeObservation? = nil, failures: [OperationFailure] = [],
    reports: [OperationReport] = []
  ) {
    self.sessionReference = sessionReference
    self.session = session
    self.selection = selection
    self.asked = asked
    self.paymentPage = paymentPage
    self.charge = charge
    self.failures = failures
    self.reports = reports
  }
}

/// An operation that did not happen after all.
public struct OperationFailure: Codable, Hashable, Sendable {
  public var operation: OperationID
  public var rejection: Rejection

  public init(_ operation: OperationID, _ rejection: Rejection) {
    self.operation = operation
    self.rejection = rejection
  }
}

/// How an operation stands that has not failed, by the provider's own word about this one.
public struct OperationReport: Codable, Hashable, Sendable {
  public enum State: String, Codable, Hashable, Sendable {
    /// The provider has it and is deciding.
    case pending
    case done
    /// The provider knows it no more.
    case lost
  }

  public var operation: OperationID
  /// The provider's id of it; nil where it has not told one.
  public var reference: String?
  public var state: State

  public init(_ operation: OperationID, reference: String?, _ state: State) {
    self.operation = operation
    self.reference = reference
    self.state = state
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
    /// Authorized money was let go, by us, by the provider or by time.
    case voided
    case unrecognised(String)
  }

  /// The provider's id of the charge.
  public var reference: String
  public var state: State
  public var authorized: Money
  public var captured: Money
  public var refunded: Money
  /// When the provider lets go of what is authorized and not captured.
  public var lapsesAt: Moment?
  /// Why it has let go of authorized money; of state `voided` only.
  public var release: Payment.Release?
  /// The time of the last change of state, refunds aside; nil if the provider does not tell it.
  public var changedAt: Moment?

  public init(
    reference: String, state: State, authorized: Money, captured: Money, refunded: Money, lapsesAt: Moment? = nil,
    release: Payment.Release? = nil, changedAt: Moment? = nil
  ) {
    self.reference = reference
    self.state = state
    self.authorized = authorized
    self.captured = captured
    self.refunded = refunded
    self.lapsesAt = lapsesAt
    self.release = release
    self.changedAt = changedAt
  }
}
