/// An address as Amazon Pay answers it; every part may be missing. In Japan `stateOrRegion` is the prefecture, `city` is
/// usually null, and ward and street stand in the first line.
struct PostalAddress: Codable, Hashable {
  var name: String?
  var addressLine1: String?
  var addressLine2: String?
  var addressLine3: String?
  var city: String?
  var county: String?
  var district: String?
  var stateOrRegion: String?
  var postalCode: String?
  var countryCode: String?
  var phoneNumber: String?

  var body: JSONValue {
    [
      "name": JSONValue(name), "addressLine1": JSONValue(addressLine1), "addressLine2": JSONValue(addressLine2),
      "addressLine3": JSONValue(addressLine3), "city": JSONValue(city), "county": JSONValue(county),
      "district": JSONValue(district), "stateOrRegion": JSONValue(stateOrRegion),
      "postalCode": JSONValue(postalCode), "countryCode": JSONValue(countryCode),
      "phoneNumber": JSONValue(phoneNumber),
    ]
  }
}
