import FerryCore

/// What the shop sells, at which prices, and what tax and delivery add. All of it comes from here, never from a page.
struct Catalogue: Sendable {
  let products: [Product]
  let currency: Currency
  let tax: TaxRule
  /// Ferry applies it to the address that the buyer chooses at the provider.
  let shipping: ShippingRule

  /// Two tablets, in yen, with 10 % consumption tax in the price, rounded down; delivery for ¥1,080 to Hokkaido and
  /// Okinawa and for ¥540 elsewhere in Japan, and none abroad.
  static let demo = Catalogue(
    products: [
      Product(sku: "fire-hd8", name: "Fire HD8", price: .yen(8_980), drawing: .smallTablet),
      Product(sku: "fire-hd10", name: "Fire HD10", price: .yen(15_980), drawing: .largeTablet),
    ],
    currency: .jpy,
    tax: TaxRule(rate: .tenPercent, rounding: .down, included: true),
    shipping: ShippingRule(
      standard: .yen(540),
      zones: [
        ShippingRule.Zone(
          regions: ["北海道", "Hokkaido", "Hokkaidō", "沖縄県", "沖縄", "Okinawa", "Okinawa-ken"], price: .yen(1_080))
      ],
      countries: ["JP"]))

  func product(sku: String) -> Product? {
    products.first { $0.sku == sku }
  }

  /// For "from ¥540".
  var lowestShipping: Money {
    shipping.zones.map(\.price).reduce(shipping.standard) { $1.minorUnits < $0.minorUnits ? $1 : $0 }
  }

  /// A cart as Ferry is told of it. Products that are no longer sold drop out.
  func content(of cart: Cart) -> OrderContent {
    let lines = cart.lines.compactMap { line in
      product(sku: line.sku).map {
        OrderLine(sku: $0.sku, name: $0.name, quantity: line.quantity, unitPrice: $0.price)
      }
    }
    return OrderContent(currency: currency, lines: lines, tax: tax, shipping: shipping)
  }
}
