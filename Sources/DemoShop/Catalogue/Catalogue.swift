public import FerryCore

/// What the shop sells, and at which prices. Prices come from here, never from a page.
public struct Catalogue: Sendable {
  public let products: [Product]
  public let currency: Currency

  /// Two tablets, in yen.
  public static let demo = Catalogue(
    products: [
      Product(sku: "fire-hd8", name: "Fire HD8", price: .yen(8_980), drawing: .smallTablet),
      Product(sku: "fire-hd10", name: "Fire HD10", price: .yen(15_980), drawing: .largeTablet),
    ],
    currency: .jpy)

  public func product(sku: String) -> Product? {
    products.first { $0.sku == sku }
  }
}
