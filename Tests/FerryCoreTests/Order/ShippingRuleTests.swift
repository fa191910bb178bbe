import FerryCore
import Testing

@Suite("What delivery costs")
struct ShippingRuleTests {
  private let rule = ShippingRule(
    standard: .yen(540),
    zones: [
      ShippingRule.Zone(regions: ["北海道", "Hokkaido"], price: .yen(1_080)),
      ShippingRule.Zone(regions: ["沖縄県", "Okinawa", "New  South Wales", "Hokkaido"], price: .yen(2_000)),
    ])

  @Test(
    "Goes by the region's name, whatever its case and blanks",
    arguments: [
      ("北海道", 1_080), ("Hokkaido", 1_080), ("HOKKAIDO", 1_080), (" hokkaido ", 1_080), ("沖縄県", 2_000),
      ("new south wales", 2_000), ("\u{3000}沖縄県", 2_000),
    ])
  func zones(region: String, price: Int64) {
    #expect(rule.price(to: region) == .yen(price))
  }

  @Test(
    "Is the standard price for every other region, and where none is known", arguments: ["東京都", "", " ", "Hokkai", nil])
  func standard(region: String?) {
    #expect(rule.price(to: region) == .yen(540))
    #expect(ShippingRule(standard: .yen(300)).price(to: region) == .yen(300))
  }
}
