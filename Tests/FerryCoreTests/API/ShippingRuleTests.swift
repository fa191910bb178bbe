import FerryCore
import Foundation
import Testing

@Suite("Delivery prices")
struct ShippingRuleTests {
  private static let rule = ShippingRule(
    standard: .yen(600),
    zones: [
      ShippingRule.Zone(regions: ["北海道", "Hokkaido"], price: .yen(1_500)),
      ShippingRule.Zone(regions: ["沖縄県", "Okinawa"], price: .yen(2_000)),
    ])

  private static func japanese(
    _ region: String? = nil, lines: [String] = [], city: String? = nil, code: String? = nil
  ) -> AddressBody {
    AddressBody(lines: lines, city: city, region: region, postalCode: code, country: "JP")
  }

  @Test(
    "A Japanese address finds its zone by prefecture, lines or postal code",
    arguments: [
      (japanese("ほっかいどう"), 1_500), (japanese("Hokkaidō"), 1_500), (japanese("Hokkaidô"), 1_500),
      (japanese("Hokkaidou"), 1_500), (japanese("HOKKAI-DO"), 1_500), (japanese("Hokkai-do"), 1_500),
      (japanese("Hokkaido Prefecture"), 1_500), (japanese("Ｈokkaido"), 1_500),
      (japanese(lines: ["北海道札幌市中央区北一条西2-1"]), 1_500), (japanese("", code: "060-0001"), 1_500),
      (japanese(code: "060-0001"), 1_500), (japanese(city: "北海道"), 1_500), (japanese("北海道札幌市"), 1_500),
      (japanese("日本", lines: ["", "沖縄県那覇市"]), 2_000), (japanese("沖縄"), 2_000), (japanese("Okinawa-ken"), 2_000),
      (japanese("おきなわ"), 2_000), (japanese("東京都", code: "060-0001"), 600), (japanese("Tokyo"), 600),
      (japanese(lines: ["東京都目黒区見本1-8-1"]), 600), (japanese(code: "153-0064"), 600),
    ] as [(AddressBody, Int64)])
  func japan(_ address: AddressBody, _ price: Int64) {
    #expect(Self.rule.price(to: address) == DeliveryPrice(.yen(price)))
  }

  @Test("If nothing tells the region, the standard price is uncertain")
  func uncertain() {
    let rule = Self.rule
    for address in [
      Self.japanese(), Self.japanese(" "), Self.japanese("日本"), Self.japanese(code: "811-5101"),
      Self.japanese(lines: ["札幌市中央区"]), AddressBody(country: "DE"), AddressBody(),
    ] {
      #expect(ShippingRule(standard: .yen(600)).price(to: address) == DeliveryPrice(.yen(600)))
      guard address.country != "DE" else { continue }
      #expect(rule.price(to: address) == DeliveryPrice(.yen(600), isUncertain: true), "\(address)")
    }
    // A country with no zone, and one whose regions are not known to Ferry.
    #expect(!rule.price(to: AddressBody(country: "DE")).isUncertain)
    let bavarian = ShippingRule(standard: .yen(1), zones: [.init(regions: ["Bayern"], price: .yen(2))])
    #expect(bavarian.price(to: AddressBody(country: "DE")).isUncertain)
    #expect(!bavarian.price(to: AddressBody(region: "Hessen", country: "DE")).isUncertain)
    let coded = ShippingRule(standard: .yen(1), zones: [.init(postalCodes: ["20"], price: .yen(2))])
    #expect(coded.price(to: AddressBody(country: "FR")).isUncertain)
    #expect(!coded.price(to: AddressBody(postalCode: "75001", country: "FR")).isUncertain)
  }

  @Test(
    "A zone's region is found in other countries in each of its spellings",
    arguments: [
      ("Málaga", AddressBody(region: "Malaga", country: "ES")),
      ("Malaga", AddressBody(region: "Andalucía", postalCode: "29001", country: "ES")),
      ("Málaga", AddressBody(postalCode: "29.001", country: "ES")),
      ("Andalucía", AddressBody(region: "ANDALUCIA", postalCode: "29001", country: "ES")),
      ("Baleares", AddressBody(region: "Illes Balears", country: "ES")),
      ("HI", AddressBody(region: "Hawaii", country: "US")),
      ("Hawaii", AddressBody(region: "hi", country: "us")), ("PR", AddressBody(country: "PR")),
      ("Puerto Rico", AddressBody(region: "PR", country: "US")), ("NA", AddressBody(region: "Napoli", country: "IT")),
      ("Bogotá, D.C.", AddressBody(region: "BOGOTA D.C.", country: "CO")), ("Tokyo", AddressBody(region: "Tokyo-to")),
    ] as [(String, AddressBody)])
  func others(_ name: String, _ address: AddressBody) {
    let countries = address.country == nil ? ["JP"] : nil
    let rule = ShippingRule(standard: .yen(1), zones: [.init(regions: [name], price: .yen(2))], countries: countries)
    #expect(rule.price(to: address) == DeliveryPrice(.yen(2)))
  }

  @Test("A region's name counts in its own country only")
  func sameName() {
    let rule = ShippingRule(standard: .yen(1), zones: [.init(regions: ["California"], price: .yen(2))])
    #expect(rule.price(to: AddressBody(region: "CA", country: "US")).price == .yen(2))
    #expect(rule.price(to: AddressBody(region: "CA", country: "IT")).price == .yen(1))
  }

  @Test(
    "A code of two countries is the region of the address's country, where no zone names that by itself",
    arguments: [
      ("CA", "US", 2), ("California", "US", 2), ("Kalifornien", "US", 1), ("CA", "IT", 3), ("Cagliari", "IT", 3),
      ("CO", "IT", 4), ("CO", "US", 4), ("Como", "IT", 4), ("Colorado", "US", 4),
    ] as [(String, String, Int64)])
  func twoCountries(_ region: String, _ country: String, _ price: Int64) {
    var rule = ShippingRule(
      standard: .yen(1),
      zones: [
        .init(regions: ["CA"], price: .yen(2)), .init(regions: ["Cagliari"], price: .yen(3)),
        .init(regions: ["CO"], price: .yen(4)),
      ])
    for _ in 1...2 {
      #expect(rule.price(to: AddressBody(region: region, country: country)).price == .yen(price))
      rule.zones.reverse()
    }
  }

  @Test("A region that may be another's in a country that the address does not tell is uncertain")
  func noCountry() {
    let rule = ShippingRule(standard: .yen(1), zones: [.init(regions: ["東京都"], price: .yen(2))])
    #expect(rule.price(to: AddressBody(region: "Tokyo")) == DeliveryPrice(.yen(1), isUncertain: true))
    #expect(rule.price(to: AddressBody(region: "東京都")) == DeliveryPrice(.yen(2)))
  }

  @Test(
    "The longest beginning of a postal code counts, before any region, in any way of writing",
    arguments: [
      ("900-0001", "沖縄県", 3), ("９００ー０００１", nil, 3), ("9000001", nil, 3), ("901-0101", "沖縄県", 2), ("907 1801", nil, 4),
      ("sw1a 1aa", nil, 5), ("SW1A1AA", nil, 5), ("153-0064", "東京都", 1), ("153-0064", "沖縄県", 2),
    ] as [(String, String?, Int64)])
  func codes(_ code: String, _ region: String?, _ price: Int64) {
    let rule = ShippingRule(
      standard: .yen(1),
      zones: [
        .init(regions: ["沖縄県"], price: .yen(2)), .init(postalCodes: ["９", "90-0"], price: .yen(3)),
        .init(postalCodes: ["907"], price: .yen(4)), .init(postalCodes: ["SW1 A"], price: .yen(5)),
        .init(postalCodes: ["901"], price: .yen(2)),
      ])
    #expect(rule.price(to: AddressBody(region: region, postalCode: code, country: "JP")).price == .yen(price))
  }

  @Test("A zone is written with what it names, and read without the rest")
  func zoneJSON() throws {
    let price = #""price":{"amount":"1","currency":"JPY"}"#
    for (zone, json) in [
      (ShippingRule.Zone(regions: ["東京都"], price: .yen(1)), #"{\#(price),"regions":["東京都"]}"#),
      (ShippingRule.Zone(postalCodes: ["900"], price: .yen(1)), #"{"postalCodes":["900"],\#(price)}"#),
    ] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(zone), as: UTF8.self) == json)
      #expect(try JSONDecoder().decode(ShippingRule.Zone.self, from: Data(json.utf8)) == zone)
    }
  }

  @Test("A delivery price is an amount, with a mark if it is uncertain", arguments: [false, true])
  func priceJSON(_ isUncertain: Bool) throws {
    let price = DeliveryPrice(.yen(600), isUncertain: isUncertain)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(price)
    let mark = isUncertain ? #","isUncertain":true"# : ""
    #expect(String(decoding: json, as: UTF8.self) == #"{"amount":"600","currency":"JPY"\#(mark)}"#)
    #expect(try JSONDecoder().decode(DeliveryPrice.self, from: json) == price)
  }
}
