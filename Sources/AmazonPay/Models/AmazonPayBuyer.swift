public import FerryCore

/// The buyer as Amazon knows them, as far as the scopes ask for it. Personal: it prints as "redacted".
public struct AmazonPayBuyer: Hashable, Sendable {
  /// Names the buyer to this merchant.
  public let buyerId: String?
  /// Nil without the scope of that name; so are the others.
  public let name: String?
  /// Where the buyer is written to.
  public let email: String?
  /// The buyer's own, not the receiver's.
  public let phoneNumber: String?
  /// Null for merchants that Amazon has not admitted to it.
  public let primeMembershipTypes: [String]?
  /// Only in the answer to Get Buyer, like the fields below.
  public let postalCode: String?
  /// ISO 3166-1, two letters.
  public let countryCode: String?
  /// In answers of Get Buyer only.
  public let shippingAddress: AmazonPayAddress?
  /// In answers of Get Buyer only.
  public let billingAddress: AmazonPayAddress?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension AmazonPayBuyer: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    buyerId = object.value("buyerId")
    name = object.value("name")
    email = object.value("email")
    phoneNumber = object.value("phoneNumber")
    primeMembershipTypes = object.value("primeMembershipTypes")
    postalCode = object.value("postalCode")
    countryCode = object.value("countryCode")
    shippingAddress = object.value("shippingAddress")
    billingAddress = object.value("billingAddress")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(buyerId, "buyerId")
    try object.write(name, "name")
    try object.write(email, "email")
    try object.write(phoneNumber, "phoneNumber")
    try object.write(primeMembershipTypes, "primeMembershipTypes")
    try object.write(postalCode, "postalCode")
    try object.write(countryCode, "countryCode")
    try object.write(shippingAddress, "shippingAddress")
    try object.write(billingAddress, "billingAddress")
  }
}

extension AmazonPayBuyer: Redacted {}
