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
