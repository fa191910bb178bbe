public import FerryCore
public import FerryWeb

extension CheckoutSandbox {
  /// Colombia, in pesos or dollars: prices with 19 % IVA, rounded to the cent; delivery is cheaper in Bogotá and its department
  /// than elsewhere in Colombia, and there is none abroad. The codes of documents are those of a payer from Colombia
  /// (`documentType`).
  public static let market = Market(
    country: "CO",
    name: { language in
      switch language {
      case .japanese: "コロンビア"
      case .english, .spanish, .swedish: "Colombia"
      }
    },
    languages: [.spanish, .english],
    tax: TaxRule(rate: iva, rounding: .halfUp, included: true),
    documentTypes: ["CC", "CE", "NIT", "PPN"],
    prices: [
      prices(.cop, small: 38_990_000, large: 64_990_000, delivery: 1_890_000, nearby: 990_000),
      prices(.usd, small: 9_900, large: 16_500, delivery: 500, nearby: 250),
    ])

  /// A hold, which PlacetoPay calls check-in.
  public static let paymentOptions = [PaymentOption.chargedLater]

  /// All in minor units.
  private static func prices(
    _ currency: Currency, small: Int64, large: Int64, delivery: Int64, nearby: Int64
  ) -> Market.PriceList {
    func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency) }
    return Market.PriceList(
      small: money(small), large: money(large),
      shipping: ShippingRule(
        standard: money(delivery),
        zones: [
          ShippingRule.Zone(
            regions: ["Bogotá", "Bogotá D.C.", "Bogotá, D.C.", "Bogota", "Cundinamarca"], price: money(nearby))
        ],
        countries: ["CO"]))
  }

  private static let iva: Rate = {
    guard let rate = Rate(basisPoints: 1_900) else { preconditionFailure("19 % is a rate.") }
    return rate
  }()
}
