public import FerryCore
public import FerryHTTP

/// An answer without documented members: all are `additional`. It prints as "redacted", because it may hold tokens and signed
/// addresses.
public struct UntypedAnswer: Hashable, Sendable, LenientCodable, AmazonPayObject, Redacted {
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool { true }

  mutating func code(_ members: inout MemberCoder) {}
}
