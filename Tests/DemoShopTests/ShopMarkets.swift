import DemoShop
import FerryCore

extension ShopMarket {
  /// Yen, and a provider at which buyers select their address.
  static let japan = ShopMarket(
    Market(
      country: "JP", name: { $0 == .japanese ? "日本" : "Japan" }, languages: [.japanese, .english],
      tax: TaxRule(rate: .tenPercent, rounding: .down, included: true),
      prices: [
        Market.PriceList(
          small: .yen(8_980), large: .yen(15_980),
          shipping: ShippingRule(
            standard: .yen(540),
            zones: [ShippingRule.Zone(regions: ["北海道", "Hokkaido", "沖縄県", "Okinawa"], price: .yen(1_080))],
            countries: ["JP"]))
      ]),
    providers: ["amazon-pay", "test-bank"])

  /// Pesos and dollars, and a provider at which buyers only pay.
  static let colombia = ShopMarket(
    Market(
      country: "CO", name: { _ in "Colombia" }, languages: [.spanish, .english],
      tax: TaxRule(rate: Rate(basisPoints: 1_900) ?? .zero, rounding: .halfUp, included: true),
      documentTypes: ["CC", "CE"], prices: [prices(.cop, times: 2_000), prices(.usd, times: 1)]),
    providers: ["andes-pay"])

  private static func prices(_ currency: Currency, times factor: Int64) -> Market.PriceList {
    func money(_ units: Int64) -> Money { Money(minorUnits: units * factor, currency) }
    return Market.PriceList(
      small: money(9_900), large: money(16_500),
      shipping: ShippingRule(
        standard: money(500), zones: [ShippingRule.Zone(regions: ["Bogotá"], price: money(250))], countries: ["CO"]))
  }
}
