public import FerryCore
public import FerryHTTP

/// An object's state and its reasons. A charge permission has a list of reasons; all other objects have one at most.
/// Both are a list here.
public struct StatusDetails<State, Reason>: Hashable, Sendable
where
  State: RawRepresentable<String> & Hashable & Sendable,
  Reason: RawRepresentable<String> & Hashable & Sendable
{
  /// A reason and Amazon's text about it.
  public struct Explanation: Hashable, Sendable {
    public internal(set) var reason: Open<Reason> = .unknown("")
    /// A text for people. For a closed charge permission it is the merchant's own text.
    public internal(set) var text: String?
    var additional: [String: UntypedJSON] = [:]
  }

  public internal(set) var state: Open<State> = .unknown("")
  /// The reasons, each with Amazon's text; empty for none.
  public internal(set) var explanations: [Explanation] = []
  public internal(set) var lastUpdated: Moment?
  public internal(set) var additional: [String: UntypedJSON] = [:]
  private var isList = false

  public var reasons: [Open<Reason>] { explanations.map(\.reason) }

  public var reason: Open<Reason>? { explanations.first?.reason }
}

extension StatusDetails: LenientCodable {
  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&state, "state")
    var reason = isList ? nil : reason
    var text = isList ? nil : explanations.first?.text
    try members.member(&reason, "reasonCode")
    if let reason {
      try members.member(&text, "reasonDescription")
      explanations = [Explanation(reason: reason, text: text)]
    } else {
      try members.list(&explanations, "reasons")
      isList = !explanations.isEmpty
    }
    try members.member(&lastUpdated, "lastUpdatedTimestamp")
  }
}

extension StatusDetails.Explanation: LenientCodable {
  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&reason, "reasonCode")
    try members.member(&text, "reasonDescription")
  }
}

/// The environment of an object, as Amazon Pay spells it in answers.
public enum ReleaseEnvironment: String, Hashable, Sendable, CaseIterable {
  /// No real money moves.
  case sandbox = "Sandbox"
  /// Real money moves. This spelling is not certain.
  case live = "Live"
}
