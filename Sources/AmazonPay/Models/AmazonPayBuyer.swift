public import FerryCore
public import FerryHTTP

/// The buyer's data, as far as the scopes ask for them. An empty text counts as missing. Personal: it prints as "redacted".
public struct AmazonPayBuyer: Hashable, Sendable, LenientCodable, AmazonPayObject, Redacted {
  /// The buyer's id, different for each merchant.
  public internal(set) var buyerId: String?
  /// Nil without the scope of that name, like the properties below.
  public internal(set) var name: String?
  public internal(set) var email: String?
  /// The buyer's own number, not the receiver's.
  public internal(set) var phoneNumber: String?
  /// Null unless Amazon has enabled it for the merchant.
  public internal(set) var primeMembershipTypes: [String]?
  /// Only in the answer to Get Buyer, like the properties below.
  public internal(set) var postalCode: String?
  /// ISO 3166-1, two letters.
  public internal(set) var countryCode: String?
  /// Only in the answer to Get Buyer.
  public internal(set) var shippingAddress: AmazonPayAddress?
  /// Only in the answer to Get Buyer.
  public internal(set) var billingAddress: AmazonPayAddress?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  /// The answer does not repeat the token.
  public func answers(_ call: AmazonPayCall) -> Bool { buyerId != nil }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.text(&buyerId, "buyerId")
    try members.text(&name, "name")
    try members.text(&email, "email")
    try members.text(&phoneNumber, "phoneNumber")
    try members.member(&primeMembershipTypes, "primeMembershipTypes")
    try members.text(&postalCode, "postalCode")
    try members.text(&countryCode, "countryCode")
    try members.member(&shippingAddress, "shippingAddress")
    try members.member(&billingAddress, "billingAddress")
  }
}

/// An address in an answer. Any part may be missing, and an empty one counts as missing: a Japanese address often has no
/// city, and ward and street are in the first line. Personal: it prints as "redacted".
public struct AmazonPayAddress: Hashable, Sendable, LenientCodable, Redacted {
  public internal(set) var name: String?
  /// Street and number; in Japan ward and street.
  public internal(set) var addressLine1: String?
  /// In Japan the building.
  public internal(set) var addressLine2: String?
  /// In Japan the company.
  public internal(set) var addressLine3: String?
  /// Often nil in Japan.
  public internal(set) var city: String?
  /// Nil in countries without them.
  public internal(set) var county: String?
  /// Nil in countries without them.
  public internal(set) var district: String?
  /// In Japan the prefecture, in kanji or in Latin letters.
  public internal(set) var stateOrRegion: String?
  /// In Japan `NNN-NNNN`.
  public internal(set) var postalCode: String?
  /// ISO 3166-1, two letters.
  public internal(set) var countryCode: String?
  public internal(set) var phoneNumber: String?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  mutating func code(_ members: inout MemberCoder) throws {
    try members.text(&name, "name")
    try members.text(&addressLine1, "addressLine1")
    try members.text(&addressLine2, "addressLine2")
    try members.text(&addressLine3, "addressLine3")
    try members.text(&city, "city")
    try members.text(&county, "county")
    try members.text(&district, "district")
    try members.text(&stateOrRegion, "stateOrRegion")
    try members.text(&postalCode, "postalCode")
    try members.text(&countryCode, "countryCode")
    try members.text(&phoneNumber, "phoneNumber")
  }
}

/// The address that a shop passes to the additional payment button ("Additional payment button – address formatting and
/// validation", Amazon Pay documentation). Personal: it prints as "redacted".
public struct AddressDetails: Hashable, Sendable, LenientCodable, Redacted {
  public var name = ""
  /// Street and number; in Japan everything after the prefecture.
  public var addressLine1 = ""
  /// In Japan the building.
  public var addressLine2: String?
  /// In Japan the company.
  public var addressLine3: String?
  /// Required outside Japan.
  public var city: String?
  public var districtOrCounty: String?
  /// Required in Japan and in the United States; not allowed for UK, GB, SG, AE and MX.
  public var stateOrRegion: String?
  /// In capitals.
  public var postalCode = ""
  /// ISO 3166-1, two letters.
  public var countryCode = ""
  public var phoneNumber = ""
  public var additional: [String: UntypedJSON] = [:]

  /// Trims all parts, and changes postal code and country code to capitals.
  public init(
    name: String,
    addressLine1: String,
    addressLine2: String? = nil,
    addressLine3: String? = nil,
    city: String? = nil,
    districtOrCounty: String? = nil,
    stateOrRegion: String? = nil,
    postalCode: String,
    countryCode: String,
    phoneNumber: String
  ) {
    self.name = Self.trimmed(name)
    self.addressLine1 = Self.trimmed(addressLine1)
    self.addressLine2 = addressLine2.map(Self.trimmed)
    self.addressLine3 = addressLine3.map(Self.trimmed)
    self.city = city.map(Self.trimmed)
    self.districtOrCounty = districtOrCounty.map(Self.trimmed)
    self.stateOrRegion = stateOrRegion.map(Self.trimmed)
    self.postalCode = Self.trimmed(postalCode).uppercased()
    self.countryCode = Self.trimmed(countryCode).uppercased()
    self.phoneNumber = Self.trimmed(phoneNumber)
  }

  init() {}

  private static func trimmed(_ text: String) -> String {
    var rest = text.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&name, "name")
    try members.required(&addressLine1, "addressLine1")
    try members.member(&addressLine2, "addressLine2")
    try members.member(&addressLine3, "addressLine3")
    try members.member(&city, "city")
    try members.member(&districtOrCounty, "districtOrCounty")
    try members.member(&stateOrRegion, "stateOrRegion")
    try members.required(&postalCode, "postalCode")
    try members.required(&countryCode, "countryCode")
    try members.required(&phoneNumber, "phoneNumber")
  }
}
