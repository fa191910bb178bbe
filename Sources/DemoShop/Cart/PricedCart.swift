import FerryCore

/// A cart at the catalogue's prices. Products that are no longer sold drop out.
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
