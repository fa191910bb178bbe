public import FerryCore

/// An answer whose members the Amazon Pay documentation does not name. It prints as "redacted", for it may hold tokens and
/// signed addresses.
public struct UntypedAnswer: Hashable, Sendable {
  /// All that came.
  public let members: [String: JSONValue]

  /// One of the members.
  public subscript(name: String) -> JSONValue? { members[name] }
}

extension UntypedAnswer: Codable {
  public init(from decoder: any Decoder) throws {
    members = try decoder.singleValueContainer().decode([String: JSONValue].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}

extension UntypedAnswer: Redacted {}
