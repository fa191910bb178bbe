public import FerryCore
public import FerryHTTP

/// An answer without documented members. It prints as "redacted", because it may hold tokens and signed addresses.
public struct UntypedAnswer: Hashable, Sendable, Redacted {
  public let members: [String: UntypedJSON]

  public subscript(name: String) -> UntypedJSON? { members[name] }
}

extension UntypedAnswer: Codable {
  public init(from decoder: any Decoder) throws {
    members = try decoder.singleValueContainer().decode([String: UntypedJSON].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }
}
