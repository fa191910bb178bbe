public import FerryCore

/// The buyer's data, as far as the scopes ask for them. Personal: it prints as "redacted".
public struct AmazonPayBuyer: Hashable, Sendable {
  /// The buyer's id, different for each merchant.
  public let buyerId: String?
  /// Nil without the scope of that name, like the properties below.
  public let name: String?
  /// The buyer's e-mail address.
  public let email: String?
  /// The buyer's own number, not the receiver's.
  public let phoneNumber: String?
  /// Null unless Amazon has enabled it for the merchant.
  public let primeMembershipTypes: [String]?
  /// Only in the answer to Get Buyer, like the properties below.
  public let postalCode: String?
  /// ISO 3166-1, two letters.
  public let countryCode: String?
  /// Only in the answer to Get Buyer.
  public let shippingAddress: AmazonPayAddress?
  /// Only in the answer to Get Buyer.
  public let billingAddress: AmazonPayAddress?
  /// Members without a typed property.
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

/// An address in an answer. Any part may be missing: a Japanese address often has no city, and ward and street are in
/// the first line. Personal: it prints as "redacted".
public struct AmazonPayAddress: Hashable, Sendable {
  /// The receiver.
  public let name: String?
  /// Street and number; in Japan ward and street.
  public let addressLine1: String?
  /// In Japan the building.
  public let addressLine2: String?
  /// In Japan the company.
  public let addressLine3: String?
  /// Often nil in Japan.
  public let city: String?
  /// Nil in countries without them.
  public let county: String?
  /// Nil in countries without them.
  public let district: String?
  /// In Japan the prefecture, in kanji or in Latin letters.
  public let stateOrRegion: String?
  /// In Japan `NNN-NNNN`.
  public let postalCode: String?
  /// ISO 3166-1, two letters.
  public let countryCode: String?
  /// The receiver's.
  public let phoneNumber: String?
  /// Members without a typed property.
  public let additional: [String: JSONValue]
}

extension AmazonPayAddress: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    name = object.value("name")
    addressLine1 = object.value("addressLine1")
    addressLine2 = object.value("addressLine2")
    addressLine3 = object.value("addressLine3")
    city = object.value("city")
    county = object.value("county")
    district = object.value("district")
    stateOrRegion = object.value("stateOrRegion")
    postalCode = object.value("postalCode")
    countryCode = object.value("countryCode")
    phoneNumber = object.value("phoneNumber")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(name, "name")
    try object.write(addressLine1, "addressLine1")
    try object.write(addressLine2, "addressLine2")
    try object.write(addressLine3, "addressLine3")
    try object.write(city, "city")
    try object.write(county, "county")
    try object.write(district, "district")
    try object.write(stateOrRegion, "stateOrRegion")
    try object.write(postalCode, "postalCode")
    try object.write(countryCode, "countryCode")
    try object.write(phoneNumber, "phoneNumber")
  }
}

extension AmazonPayAddress: Redacted {}

/// The address that a shop passes to the additional payment button ("Additional payment button – address formatting and
/// validation", Amazon Pay documentation). Personal: it prints as "redacted".
public struct AddressDetails: Hashable, Sendable {
  /// The receiver.
  public var name: String
  /// Street and number; in Japan everything after the prefecture.
  public var addressLine1: String
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
  public var postalCode: String
  /// ISO 3166-1, two letters.
  public var countryCode: String
  /// The receiver's.
  public var phoneNumber: String
  /// Members without a typed property. For a member with one, the property is written.
  public var additional: [String: JSONValue] = [:]

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

  private static func trimmed(_ text: String) -> String {
    var rest = text.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

extension AddressDetails: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    name = try object.required("name")
    addressLine1 = try object.required("addressLine1")
    addressLine2 = object.value("addressLine2")
    addressLine3 = object.value("addressLine3")
    city = object.value("city")
    districtOrCounty = object.value("districtOrCounty")
    stateOrRegion = object.value("stateOrRegion")
    postalCode = try object.required("postalCode")
    countryCode = try object.required("countryCode")
    phoneNumber = try object.required("phoneNumber")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(name, "name")
    try object.write(addressLine1, "addressLine1")
    try object.write(addressLine2, "addressLine2")
    try object.write(addressLine3, "addressLine3")
    try object.write(city, "city")
    try object.write(districtOrCounty, "districtOrCounty")
    try object.write(stateOrRegion, "stateOrRegion")
    try object.write(postalCode, "postalCode")
    try object.write(countryCode, "countryCode")
    try object.write(phoneNumber, "phoneNumber")
  }
}

extension AddressDetails: Redacted {}
