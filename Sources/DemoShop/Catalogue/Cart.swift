import FerryCore

/// What a buyer has put together. Quantities are set, never counted up, so that a form sent twice changes nothing.
struct Cart: Codable, Hashable, Sendable {
  struct Line: Codable, Hashable, Sendable {
    let sku: String
    var quantity: Int
  }

  /// How many of one product an order can have.
  static let quantities = 0...10

  private(set) var lines: [Line] = []

  init() {}

  var isEmpty: Bool { lines.isEmpty }

  var count: Int { lines.reduce(0) { $0 + $1.quantity } }

  func quantity(of sku: String) -> Int {
    lines.first { $0.sku == sku }?.quantity ?? 0
  }

  /// - Parameter quantity: Within `quantities`; 0 takes the product out.
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

  /// Takes out what another cart holds: what was bought while this one went on.
  mutating func subtract(_ bought: Cart) {
    for line in bought.lines { set(line.sku, to: quantity(of: line.sku) - line.quantity) }
  }
}

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
