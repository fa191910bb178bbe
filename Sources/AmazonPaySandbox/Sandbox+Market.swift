public import FerryCore
public import FerrySandbox
public import FerryWeb

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

  /// The countries of the test buyers' addresses in the other regions.
  public static let furtherMarkets = [
    FurtherMarket(account: DemoAccount.unitedStates.name, unitedStates),
    FurtherMarket(account: DemoAccount.europe.name, unitedKingdom),
    FurtherMarket(account: DemoAccount.europe.name, germany),
  ]

  public static let paymentOptions = [PaymentOption.chargedLater]

  /// In dollars. Sales tax is added, at the rate of Seattle in every state; Alaska and Hawaii have dearer delivery.
  private static let unitedStates = Market(
    country: "US",
    name: { language in
      switch language {
      case .japanese: "アメリカ"
      case .english: "United States"
      case .spanish: "Estados Unidos"
      case .swedish: "USA"
      }
    },
    languages: [.english],
    tax: TaxRule(rate: rate(basisPoints: 1_035), rounding: .halfUp, included: false),
    prices: [
      prices(
        .usd, small: 8_999, large: 14_999, delivery: 499, to: "US",
        zones: [(regions: ["AK", "Alaska", "HI", "Hawaii"], price: 1_299)])
    ])

  /// In pounds, with 20 % VAT.
  private static let unitedKingdom = Market(
    country: "GB",
    name: { language in
      switch language {
      case .japanese: "イギリス"
      case .english: "United Kingdom"
      case .spanish: "Reino Unido"
      case .swedish: "Storbritannien"
      }
    },
    languages: [.english],
    tax: TaxRule(rate: rate(basisPoints: 2_000), rounding: .halfUp, included: true),
    hasRegions: false, hasPostalCodes: true,
    prices: [prices(.gbp, small: 7_999, large: 12_999, delivery: 399, to: "GB")])

  /// In euros, with 19 % VAT.
  private static let germany = Market(
    country: "DE",
    name: { language in
      switch language {
      case .japanese: "ドイツ"
      case .english: "Germany"
      case .spanish: "Alemania"
      case .swedish: "Tyskland"
      }
    },
    languages: [.english],
    tax: TaxRule(rate: rate(basisPoints: 1_900), rounding: .halfUp, included: true),
    hasRegions: false, hasPostalCodes: true,
    prices: [prices(.eur, small: 8_990, large: 14_990, delivery: 490, to: "DE")])

  /// All in minor units.
  private static func prices(
    _ currency: Currency, small: Int64, large: Int64, delivery: Int64, to country: String,
    zones: [(regions: [String], price: Int64)] = []
  ) -> Market.PriceList {
    func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency) }
    return Market.PriceList(
      small: money(small), large: money(large),
      shipping: ShippingRule(
        standard: money(delivery),
        zones: zones.map { ShippingRule.Zone(regions: $0.regions, price: money($0.price)) }, countries: [country]))
  }

  private static func rate(basisPoints: Int64) -> Rate {
    guard let rate = Rate(basisPoints: basisPoints) else {
      preconditionFailure("\(basisPoints) basis points are a rate.")
    }
    return rate
  }
}
