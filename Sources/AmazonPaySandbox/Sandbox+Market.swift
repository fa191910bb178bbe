public import FerryCore

extension Sandbox {
  /// Japan, in yen: prices with 10 % consumption tax, rounded down; delivery for ¥1,080 to Hokkaido and Okinawa and for ¥540
  /// elsewhere in Japan, and none abroad.
  public static let market = Market(
    country: "JP",
    name: { language in
      switch language {
      case .japanese: "日本"
      case .english, .swedish: "Japan"
      case .spanish: "Japón"
      }
    },
    languages: [.japanese, .english],
    tax: TaxRule(rate: .tenPercent, rounding: .down, included: true),
    prices: [
      Market.PriceList(
        small: .yen(8_980), large: .yen(15_980),
        shipping: ShippingRule(
          standard: .yen(540),
          zones: [
            ShippingRule.Zone(
              regions: ["北海道", "Hokkaido", "Hokkaidō", "沖縄県", "沖縄", "Okinawa", "Okinawa-ken"], price: .yen(1_080))
          ],
          countries: ["JP"]))
    ])
}
