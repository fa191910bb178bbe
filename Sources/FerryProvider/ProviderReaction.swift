public import FerryCheckout

/// What follows from an answer.
public enum ProviderReaction: Sendable {
  /// The command is done with.
  case done(Outcome, ProviderFindings)
  /// The command needs another request.
  case next(stage: String, ProviderFindings)
  /// The inquiry has proved that nothing happened: the request at this stage may be sent again.
  case nothingHappened(stage: String)
  case failed(ProviderFailure)
}

/// What an answer brings besides events.
public struct ProviderFindings: Sendable {
  /// The provider's memory after the answer; nil leaves it as it is.
  public var record: [UInt8]?
  /// The provider's ids that belong to the checkout from now on.
  public var references: [String]
  /// Who buys; nil leaves what is known.
  public var details: BuyerDetails?
  /// The choice that the details belong to: they are kept only if the checkout stands by it. Absent where buyers do not
  /// choose.
  public var choice: Selection?
  /// Something a person should know: an unknown state, a missing field.
  public var remarks: [String]

  public init(
    record: [UInt8]? = nil, references: [String] = [], details: BuyerDetails? = nil,
    choice: Selection? = nil, remarks: [String] = []
  ) {
    self.record = record
    self.references = references
    self.details = details
    self.choice = choice
    self.remarks = remarks
  }
}

/// Why there is no outcome. (What the provider definitely refuses is an outcome.)
public enum ProviderFailure: Error, Hashable, Sendable {
  /// It did not happen, and trying again later may work.
  case transient(reason: String, retryAfter: Duration?)
  /// It may have happened.
  case unknownOutcome(reason: String)
  /// The provider says that it has done it, in an answer that cannot be read. A repetition as a rule brings the same.
  case unreadable(reason: String)
  /// It cannot work before somebody mends something.
  case misconfigured(reason: String, fix: String)
  /// The provider's clock is ahead of ours by this: sign again.
  case clockOff(Duration)

  public var reason: String {
    switch self {
    case .transient(let reason, _): reason
    case .unknownOutcome(let reason), .unreadable(let reason): reason
    case .misconfigured(let reason, let fix): "\(reason) \(fix)"
    case .clockOff: "The provider's clock differs from this machine's."
    }
  }
}
