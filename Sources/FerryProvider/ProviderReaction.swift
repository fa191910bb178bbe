public import FerryCheckout

/// The consequence of an answer.
public enum ProviderReaction: Sendable {
  /// The command is complete.
  case done(Outcome, ProviderFindings)
  /// The command needs another request.
  case next(stage: String, ProviderFindings)
  /// The inquiry has proved that nothing happened: the request at this stage may be sent again.
  case nothingHappened(stage: String)
  /// The request at this stage is sent again under the command's next reference: the provider refuses this one, and has
  /// done nothing under it.
  case newReference(stage: String, ProviderFindings)
  case failed(ProviderFailure)

  /// Why the answer cannot be recorded as an outcome: the provider's failure, or that of a record that cannot be stored.
  package var failure: ProviderFailure? {
    switch self {
    case .done(_, let findings), .next(_, let findings), .newReference(_, let findings): findings.failure
    case .nothingHappened: nil
    case .failed(let failure): failure
    }
  }
}

/// A provider's name of one of its objects. References of different kinds never meet, though their values may be equal.
public struct ProviderReference: Codable, Hashable, Comparable, Sendable {
  /// The provider's own word: "session", "charge".
  public var kind: String
  public var value: String

  public init(_ kind: String, _ value: String) {
    self.kind = kind
    self.value = value
  }

  /// The kind of references to disputes. A signed notification that names one is about that dispute.
  public static let disputeKind = "dispute"

  /// The kinds of references to money that moves: reports name them. Sessions and orders may have the same numbers.
  public static let kindsOfTransactions: Set = [
    "charge", "charge-permission", disputeKind, "payment", "refund", "transaction",
  ]

  public static func < (left: Self, right: Self) -> Bool { (left.kind, left.value) < (right.kind, right.value) }
}

/// Facts from an answer, besides the events.
public struct ProviderFindings: Sendable {
  /// The provider's memory after the answer; nil leaves it as it is.
  public var record: [UInt8]?
  /// Set if there is a memory that cannot be stored. This failure takes the place of the answer.
  public private(set) var failure: ProviderFailure?
  /// The provider's references that belong to the checkout from now on.
  public var references: [ProviderReference]
  /// The buyer; nil leaves the known details.
  public var details: BuyerDetails?
  /// The selection that the details belong to: they are kept only if it is the checkout's. Nil where buyers do not select.
  public var selection: Selection?
  /// True if the buyer may have paid by another means than they selected, and the provider does not name it. The
  /// selected means is then no longer shown.
  public var forgetsSelectedMethod = false
  /// Something a person should know: an unknown state, a missing field.
  public var remarks: [String]
  /// Set if the answer shows that the settings or the contract are at fault.
  public var misconfiguration: Misconfiguration?

  public init(
    record: @autoclosure () throws(ProviderFailure) -> [UInt8]? = nil, references: [ProviderReference] = [],
    details: BuyerDetails? = nil,
    selection: Selection? = nil, remarks: [String] = [], misconfiguration: Misconfiguration? = nil
  ) {
    do throws(ProviderFailure) { self.record = try record() } catch { failure = error }
    self.references = references
    self.details = details
    self.selection = selection
    self.remarks = remarks
    self.misconfiguration = misconfiguration
  }
}

/// A problem that a person must fix in the settings, or in the account at the provider. It holds no secret and no personal
/// datum.
public struct Misconfiguration: Hashable, Sendable, CustomStringConvertible {
  /// The provider's deed, with its own message if it sent one.
  public var reason: String
  public var fix: String

  public init(reason: String, fix: String) {
    self.reason = reason
    self.fix = fix
  }

  public var description: String { "\(reason) \(fix)" }
}

/// Why there is no outcome. (A definite refusal by the provider is an outcome.)
public enum ProviderFailure: Error, Hashable, Sendable {
  /// It did not happen, and a retry may work.
  case transient(reason: String, retryAfter: Duration?)
  /// It may have happened.
  case unknownOutcome(reason: String)
  /// The provider says that it has done it, in an answer that cannot be read. A repetition usually brings the same.
  case unreadable(reason: String)
  /// It cannot work before a person fixes something.
  case misconfigured(reason: String, fix: String)
  /// The provider's clock is ahead of ours by this: seal again.
  case clockOff(Duration)

  public var reason: String {
    switch self {
    case .transient(let reason, _): reason
    case .unknownOutcome(let reason), .unreadable(let reason): reason
    case .misconfigured(let reason, let fix): "\(Misconfiguration(reason: reason, fix: fix))"
    case .clockOff: "The provider's clock differs from this machine's."
    }
  }

  /// Nil for all others.
  public var misconfiguration: Misconfiguration? {
    if case .misconfigured(let reason, let fix) = self { Misconfiguration(reason: reason, fix: fix) } else { nil }
  }
}
