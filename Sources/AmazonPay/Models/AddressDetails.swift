public import FerryCore

/// The address that a shop hands over with the additional payment button ("Additional payment button – address formatting
/// and validation", Amazon Pay documentation). Blanks at both ends go, and postal and country codes are written in
/// capitals. Personal: it prints as "redacted".
public struct AddressDetails: Hashable, Sendable {
  /// The receiver.
  public var name: String
  /// Street and number; in Japan what comes after the prefecture.
  public var addressLine1: String
  /// In Japan the building.
  public var addressLine2: String?
  /// In Japan the company.
  public var addressLine3: String?
  /// Not needed in Japan.
  public var city: String?
  /// One member for both.
  public var districtOrCounty: String?
  /// Needed in Japan and in the United States; not taken for UK, GB, SG, AE and MX.
  public var stateOrRegion: String?
  /// In capitals.
  public var postalCode: String
  /// ISO 3166-1, two letters.
  public var countryCode: String
  /// The receiver's.
  public var phoneNumber: String
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// Trims all parts, and writes postal and country code in capitals.
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
