package import FerryCore
package import FerryWeb

extension Market.PriceList {
  /// The prices of a demo, all in minor units.
  /// - Parameters:
  ///   - special: An article with a tax of its own.
  ///   - countries: Goods are delivered there.
  ///   - zones: Regions with another delivery price.
  ///   - methods: The names of payment methods besides cards.
  package init(
    _ currency: Currency, small: Int64, large: Int64,
    special: (kind: Market.Article.Kind, price: Int64, tax: PartTax)? = nil,
    delivery: Int64, to countries: [String],
    zones: [(regions: [String], price: Int64)] = [], methods: [String] = []
  ) {
    func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency) }
    self.init(
      small: money(small), large: money(large),
      special: special.map { Market.Article($0.kind, price: money($0.price), tax: $0.tax) },
      shipping: ShippingRule(
        standard: money(delivery), zones: zones.map { .init(regions: $0.regions, price: money($0.price)) },
        countries: countries),
      methods: methods)
  }
}

extension Rate {
  /// - Parameter percent: "8.25".
  package static func demo(_ percent: String) -> Rate {
    guard let rate = Rate(percent: percent) else { preconditionFailure("\(percent) is no rate.") }
    return rate
  }
}
