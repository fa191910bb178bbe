import FerrySandbox

/// An address in Amazon Pay's form; every part may be missing. In Japan `stateOrRegion` is the prefecture, `city` is usually
/// null, and the first line has ward and street.
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

/// An address in every test buyer's address book. Forms and scripts use its id.
struct TestAddress: Hashable {
  let id: String
  private let address: PostalAddress

  /// The address with the buyer's name.
  func postal(for buyer: TestBuyer) -> PostalAddress {
    var postal = address
    postal.name = buyer.name
    return postal
  }

  /// The address books of the three regions.
  static func book(of region: MerchantRegion) -> [TestAddress] {
    switch region {
    case .japan: [tokyo, osaka, hokkaido, okinawa]
    case .europe: [berlin, london]
    case .northAmerica: [seattle, anchorage]
    }
  }

  private static let tokyo = TestAddress(
    id: "tokyo",
    address: PostalAddress(
      addressLine1: "目黒区見本町1-2-3", addressLine2: "サンプルタワー10階", stateOrRegion: "東京都", postalCode: "153-0064",
      countryCode: "JP", phoneNumber: "0312345678"))
  private static let osaka = TestAddress(
    id: "osaka",
    address: PostalAddress(
      addressLine1: "大阪市北区見本3-2-4", addressLine2: "サンプルビル12F", addressLine3: "株式会社サンプル",
      stateOrRegion: "大阪府", postalCode: "530-0005", countryCode: "JP", phoneNumber: "0661234567"))
  private static let hokkaido = TestAddress(
    id: "hokkaido",
    address: PostalAddress(
      addressLine1: "札幌市中央区見本1条2丁目", stateOrRegion: "北海道", postalCode: "060-0001", countryCode: "JP",
      phoneNumber: "0111234567"))
  private static let okinawa = TestAddress(
    id: "okinawa",
    address: PostalAddress(
      addressLine1: "那覇市見本1-2-2", stateOrRegion: "沖縄県", postalCode: "900-0021", countryCode: "JP",
      phoneNumber: "0981234567"))
  private static let berlin = TestAddress(
    id: "berlin",
    address: PostalAddress(
      addressLine1: "Musterstraße 11", city: "Berlin", postalCode: "10115", countryCode: "DE",
      phoneNumber: "030 1234567"))
  private static let london = TestAddress(
    id: "london",
    address: PostalAddress(
      addressLine1: "1 Example Street", addressLine2: "Flat 4", city: "London", postalCode: "EC1A 1BB",
      countryCode: "GB", phoneNumber: "020 7946 0000"))
  private static let seattle = TestAddress(
    id: "seattle",
    address: PostalAddress(
      addressLine1: "500 Example Avenue N", city: "Seattle", stateOrRegion: "WA", postalCode: "98109-1210",
      countryCode: "US", phoneNumber: "206-555-0100"))
  private static let anchorage = TestAddress(
    id: "anchorage",
    address: PostalAddress(
      addressLine1: "12 Example Road", city: "Anchorage", stateOrRegion: "AK", postalCode: "99501", countryCode: "US",
      phoneNumber: "907-555-0100"))
}
