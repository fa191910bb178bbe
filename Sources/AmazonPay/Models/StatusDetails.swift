public import FerryCore

/// An object's state and its reasons. A charge permission has a list of reasons; all other objects have one at most.
/// Both are a list here.
public struct StatusDetails<State, Reason>: Hashable, Sendable
where
  State: RawRepresentable<String> & Hashable & Sendable,
  Reason: RawRepresentable<String> & Hashable & Sendable
{
  /// A reason and Amazon's text about it.
  public struct Explanation: Hashable, Sendable {
    public let reason: Open<Reason>
    /// A text for people. For a closed charge permission it is the merchant's own text.
    public let text: String?
    fileprivate let additional: [String: JSONValue]
  }

  public let state: Open<State>
  /// The reasons, each with Amazon's text; empty for none.
  public let explanations: [Explanation]
  /// The time of the last change of state.
  public let lastUpdated: Moment?
  /// Members without a typed property.
  public let additional: [String: JSONValue]
  private let isList: Bool

  /// The reasons without their texts; empty for none.
  public var reasons: [Open<Reason>] { explanations.map(\.reason) }

  /// The first reason.
  public var reason: Open<Reason>? { explanations.first?.reason }
}

extension StatusDetails: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    state = try object.required("state")
    if let reason = object.value("reasonCode", as: Open<Reason>.self) {
      let text = object.value("reasonDescription", as: String.self)
      explanations = [Explanation(reason: reason, text: text, additional: [:])]
      isList = false
    } else {
      explanations = object.values("reasons")
      isList = !explanations.isEmpty
    }
    lastUpdated = object.moment("lastUpdatedTimestamp")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(state, "state")
    if isList {
      try object.write(explanations, "reasons")
    } else {
      try object.write(explanations.first?.reason, "reasonCode")
      try object.write(explanations.first?.text, "reasonDescription")
    }
    try object.write(lastUpdated, "lastUpdatedTimestamp")
  }
}

extension StatusDetails.Explanation: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reason = try object.required("reasonCode")
    text = object.value("reasonDescription")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(reason, "reasonCode")
    try object.write(text, "reasonDescription")
  }
}

/// The environment of an object, as Amazon Pay spells it in answers.
public enum ReleaseEnvironment: String, Hashable, Sendable, CaseIterable {
  /// No real money moves.
  case sandbox = "Sandbox"
  /// Real money moves. This spelling is not certain.
  case live = "Live"
}
