import FerryCore
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

  private static var parts: [(name: String, path: WritableKeyPath<PostalAddress, String?>)] {
    [
      ("name", \.name), ("addressLine1", \.addressLine1), ("addressLine2", \.addressLine2),
      ("addressLine3", \.addressLine3), ("city", \.city), ("county", \.county), ("district", \.district),
      ("stateOrRegion", \.stateOrRegion), ("postalCode", \.postalCode), ("countryCode", \.countryCode),
      ("phoneNumber", \.phoneNumber),
    ]
  }

  var body: JSONValue {
    .object(Self.parts.map { JSONValue.Member(name: $0, value: JSONValue(self[keyPath: $1])) })
  }
}

extension PostalAddress {
  /// The address of a request; trimmed, codes in capitals ("Additional payment button – address formatting and validation").
  init(_ body: JSONValue) {
    func part(_ name: String) -> String? { (body[name]?.text?.trimmed).flatMap { $0.isEmpty ? nil : $0 } }
    self.init()
    for (name, path) in Self.parts { self[keyPath: path] = part(name) }
    county = county ?? part("districtOrCounty")
    postalCode = postalCode?.uppercased()
    countryCode = countryCode?.uppercased()
  }
}

extension PostalAddress {
  /// The address as on a parcel, without name and telephone number.
  var writtenLines: [String] {
    AddressBody(
      name: nil, lines: [addressLine1, addressLine2, addressLine3].compactMap(\.self), city: city,
      region: stateOrRegion, postalCode: postalCode, country: countryCode, phone: nil
    ).writtenLines(country: nil)
  }
}

/// An address in every test buyer's address book. Forms and scripts use its id.
struct TestAddress: Hashable {
  let id: String
  private let address: PostalAddress

  func postal(for buyer: TestBuyer) -> PostalAddress {
    var postal = address
    postal.name = buyer.name
    return postal
  }

  static func book(of region: MerchantRegion) -> [TestAddress] {
    switch region {
    case .japan:
      [
        TestAddress("tokyo", "目黒区見本町1-2-3", "サンプルタワー10階", state: "東京都", "153-0064", "JP", phone: "0312345678"),
        TestAddress(
          "osaka", "大阪市北区見本3-2-4", "サンプルビル12F", "株式会社サンプル", state: "大阪府", "530-0005", "JP",
          phone: "0661234567"),
        TestAddress("hokkaido", "札幌市中央区見本1条2丁目", state: "北海道", "060-0001", "JP", phone: "0111234567"),
        TestAddress("okinawa", "那覇市見本1-2-2", state: "沖縄県", "900-0021", "JP", phone: "0981234567"),
      ]
    case .europe:
      [
        TestAddress("berlin", "Musterstraße 11", city: "Berlin", "10115", "DE", phone: "030 1234567"),
        TestAddress("london", "1 Example Street", "Flat 4", city: "London", "EC1A 1BB", "GB", phone: "020 7946 0000"),
      ]
    case .northAmerica:
      [
        TestAddress(
          "seattle", "500 Example Avenue N", city: "Seattle", state: "WA", "98109-1210", "US", phone: "206-555-0100"),
        TestAddress(
          "anchorage", "12 Example Road", city: "Anchorage", state: "AK", "99501", "US", phone: "907-555-0100"),
      ]
    }
  }

  private init(
    _ id: String, _ line1: String, _ line2: String? = nil, _ line3: String? = nil, city: String? = nil,
    state: String? = nil, _ postalCode: String, _ country: String, phone: String
  ) {
    self.id = id
    address = PostalAddress(
      addressLine1: line1, addressLine2: line2, addressLine3: line3, city: city, stateOrRegion: state,
      postalCode: postalCode, countryCode: country, phoneNumber: phone)
  }
}
