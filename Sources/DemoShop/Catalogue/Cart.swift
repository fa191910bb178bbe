import FerryCore

/// A buyer's cart. Quantities are set, never added, so that a form sent twice changes nothing.
struct Cart: Codable, Hashable, Sendable {
  struct Line: Codable, Hashable, Sendable {
    let sku: String
    var quantity: Int
  }

  /// The possible quantities of one product.
  static let quantities = 0...10

  private(set) var lines: [Line] = []

  init() {}

  var isEmpty: Bool { lines.isEmpty }

  var count: Int { lines.reduce(0) { $0 + $1.quantity } }

  func quantity(of sku: String) -> Int { lines.first { $0.sku == sku }?.quantity ?? 0 }

  /// - Parameter quantity: Within `quantities`; 0 removes the product.
  mutating func set(_ sku: String, to quantity: Int) {
    let quantity = min(max(quantity, Self.quantities.lowerBound), Self.quantities.upperBound)
    if quantity == 0 {
      lines.removeAll { $0.sku == sku }
    } else if let index = lines.firstIndex(where: { $0.sku == sku }) {
      lines[index].quantity = quantity
    } else {
      lines.append(Line(sku: sku, quantity: quantity))
    }
  }

  /// Removes the content of another cart: the products that were bought while this one was changed.
  mutating func subtract(_ bought: Cart) {
    for line in bought.lines { set(line.sku, to: quantity(of: line.sku) - line.quantity) }
  }
}

/// A cart at the catalogue's prices, without products that are no longer sold.
struct PricedCart: Sendable {
  struct Line: Sendable {
    let product: Product
    let quantity: Int
    let amount: Money
  }

  let lines: [Line]
  let subtotal: Money

  /// - Throws: `MoneyError` when the amounts do not fit.
  init(_ cart: Cart, _ catalogue: Catalogue) throws(MoneyError) {
    var lines: [Line] = []
    for line in cart.lines {
      guard let product = catalogue.product(sku: line.sku) else { continue }
      let amount = try product.price.multiplied(by: Int64(line.quantity))
      lines.append(Line(product: product, quantity: line.quantity, amount: amount))
    }
    self.lines = lines
    subtotal = try Money.sum(lines.map(\.amount), in: catalogue.currency)
  }
}
