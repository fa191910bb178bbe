public import FerryCore

/// An address as Amazon gives it. Any part may be missing: a Japanese one often has no city, with ward and street in the
/// first line. Personal: it prints as "redacted".
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
  /// Where the country has them.
  public let county: String?
  /// Where the country has them.
  public let district: String?
  /// In Japan the prefecture, in kanji or in Latin letters.
  public let stateOrRegion: String?
  /// In Japan `NNN-NNNN`.
  public let postalCode: String?
  /// ISO 3166-1, two letters.
  public let countryCode: String?
  /// The receiver's.
  public let phoneNumber: String?
  /// Members that have no type here.
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
