/// The buyer as Amazon knows them. Personal: it prints as "redacted".
public struct AmazonPayBuyer: Hashable, Sendable {
  /// Names the buyer to this merchant.
  public let buyerId: String?
  public let name: String?
  public let email: String?
  public let phoneNumber: String?
}

extension AmazonPayBuyer: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    buyerId = object.value("buyerId")
    name = object.value("name")
    email = object.value("email")
    phoneNumber = object.value("phoneNumber")
  }
}

extension AmazonPayBuyer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var debugDescription: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
