public import FerryCore

extension PaymentOrderSandbox {
  /// Sweden, in kronor first: prices with 25 % VAT, rounded to the öre; delivery within the Nordic countries.
  public static let market = Market(
    country: "SE",
    name: { language in
      switch language {
      case .japanese: "スウェーデン"
      case .english: "Sweden"
      case .spanish: "Suecia"
      case .swedish: "Sverige"
      }
    },
    languages: [.swedish, .english],
    tax: TaxRule(rate: vat, rounding: .halfUp, included: true),
    hasRegions: false,
    hasPostalCodes: true,
    prices: [
      prices("SEK", small: 99_900, large: 169_900, delivery: 5_900),
      prices("NOK", small: 99_900, large: 169_900, delivery: 5_900),
      prices("DKK", small: 69_900, large: 119_900, delivery: 3_900),
      prices("EUR", small: 8_990, large: 14_990, delivery: 590),
    ])

  /// All in minor units.
  private static func prices(_ code: String, small: Int64, large: Int64, delivery: Int64) -> Market.PriceList {
    guard let currency = Currency(code) else { preconditionFailure("\(code) is a currency.") }
    func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency) }
    return Market.PriceList(
      small: money(small), large: money(large),
      shipping: ShippingRule(standard: money(delivery), zones: [], countries: ["SE", "NO", "DK", "FI"]),
      methods: Instrument.offered(in: currency).filter(\.isApp).map(\.name))
  }

  private static let vat: Rate = {
    guard let rate = Rate(basisPoints: 2_500) else { preconditionFailure("25 % is a rate.") }
    return rate
  }()
}
