/// Makes a POST repeatable: Amazon answers the same key and request with the first answer. At most 32 characters of
/// `A-Z a-z 0-9 - _`, so a UUID fits only without its hyphens.
public struct IdempotencyKey: Hashable, Sendable {
  /// In characters, all of which are ASCII.
  public static let maximumLength = 32

  /// The key as it is sent.
  public let text: String

  /// - Throws: `InvalidField`.
  public init(_ text: String) throws(InvalidField) {
    let field = "x-amz-pay-idempotency-key"
    guard !text.isEmpty else { throw InvalidField(field: field, fault: .missing) }
    guard text.utf8.count <= Self.maximumLength else {
      throw InvalidField(field: field, fault: .tooLong(limit: Self.maximumLength))
    }
    let isAllowed = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isAllowed else { throw InvalidField(field: field, fault: .characters(allowed: "A-Z a-z 0-9 - _")) }
    self.text = text
  }
}
