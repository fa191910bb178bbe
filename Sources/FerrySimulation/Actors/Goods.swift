import FerryCore

/// The content of an order, drawn at random: lines with quantities, a coupon, a gift card.
struct Goods {
  let content: OrderContent

  init(_ bench: ProviderBench, _ chance: Chance) {
    var content = bench.order
    let currency = content.currency
    func money(_ range: ClosedRange<Int>) -> Money {
      Money(minorUnits: Int64(range.lowerBound + chance.below(range.count)), currency)
    }
    content.lines = (0...chance.below(3)).map { number in
      OrderLine(
        sku: "sku-\(number)", name: "Thing \(number)", quantity: 1 + chance.below(3), unitPrice: money(900...4_000))
    }
    if chance.happens(perMille: 250) { content.discounts = [NamedAmount("Coupon", money(1...300))] }
    if chance.happens(perMille: 250) { content.paidOtherwise = [NamedAmount("Gift card", money(1...300))] }
    self.content = content
  }

  /// Some pieces of an order's lines.
  static func pieces(of lines: [LineBody], _ chance: Chance) -> [LineQuantity] {
    let line = chance.pick(lines)
    let one = LineQuantity(id: line.id, quantity: 1 + chance.below(line.quantity))
    let others = lines.filter { $0.id != line.id && chance.happens(perMille: 300) }
    return [one] + others.map { LineQuantity(id: $0.id, quantity: $0.quantity) }
  }
}
