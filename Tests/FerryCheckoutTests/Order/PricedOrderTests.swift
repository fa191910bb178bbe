import FerryCore
import FerryTesting
import Testing

@testable import FerryCheckout

@Suite("Prices, taxes and shares of orders")
struct PricedOrderTests {
  @Test("An order has the prices and taxes of its vector", arguments: OrderVector.all)
  func vectors(_ vector: OrderVector) throws {
    let content = vector.content
    let order = try PricedOrder(content, shipping: vector.shipping)
    let included = content.tax.included
    #expect(
      order.parts.taxes.map { [$0.base.minorUnits, $0.tax.minorUnits] }
        == vector.groups.map { [included ? $0.amount - $0.tax : $0.amount, $0.tax] })
    #expect(order.parts.map(\.price.minorUnits).reduce(0, +) == vector.price)
    #expect(order.parts.map(\.tax.minorUnits).reduce(0, +) == vector.tax)
    if let discounts = vector.discounts {
      #expect(order.parts.filter { $0.line != nil }.map(\.discount.minorUnits) == discounts)
    }
    if let taxes = vector.partTaxes { #expect(order.parts.map(\.tax.minorUnits) == taxes) }
    let quote = try Quote(content, region: nil)
    #expect(quote.total.minorUnits == vector.due ?? vector.price)
    #expect(quote.tax.minorUnits == vector.tax && quote.taxes == order.parts.taxes)
    #expect(content.isFree == quote.total.isZero)
    #expect(CheckedOrder.problems(reference: "R-1", content: content).isEmpty)
  }

  @Test(
    "One piece after the other has its part of the line's tax",
    arguments: [("5: a coupon on three pieces", [62, 61, 62]), ("12: three pieces", [200, 199, 200])])
  func pieces(_ name: String, _ taxes: [Int64]) throws {
    let vector = try #require(OrderVector.all.first { $0.name == name })
    let order = try PricedOrder(vector.content, shipping: vector.shipping)
    var earlier: [PricedOrder.Part] = []
    for _ in taxes { earlier += try order.pieces(of: [LineQuantity(id: "s0", quantity: 1)], after: earlier) }
    #expect(earlier.map(\.tax.minorUnits) == taxes)
  }

  @Test("Delivery at two rates is one piece, which is left or not")
  func delivery() throws {
    let vector = try #require(OrderVector.all.first { $0.name == "9: delivery as the goods" })
    let order = try PricedOrder(vector.content, shipping: vector.shipping)
    let all = ["s0", "s1", "shipping"].map { LineQuantity(id: $0, quantity: 1) }
    #expect(order.pieces(after: []) == all)
    let delivery = try order.pieces(of: [all[2]], after: [])
    #expect(delivery.count == 2 && order.pieces(after: delivery).map(\.quantity) == [1, 1, 0])
    #expect(throws: Refusal.lines(.exceeded("shipping", left: 0))) {
      try order.pieces(of: [all[2]], after: delivery)
    }
  }

  @Test("The parts and the taxes of any order add up, and nothing is below zero")
  func sums() throws {
    var count = 0
    for seed in UInt64(1)...3_000 {
      let content = Self.content(seed)
      guard CheckedOrder.problems(reference: "R-1", content: content).isEmpty else { continue }
      count += 1
      for shipping in content.shippingPrices {
        let (order, quote) = (try PricedOrder(content, shipping: shipping), try Quote(content, shipping: shipping))
        func sum(_ amount: KeyPath<PricedOrder.Part, Money>) -> Int64 {
          order.parts.reduce(0) { $0 + $1[keyPath: amount].minorUnits }
        }
        let reductions = (quote.discount?.minorUnits ?? 0) + (quote.paidOtherwise?.minorUnits ?? 0)
        let added = content.tax.included ? 0 : quote.tax.minorUnits
        #expect(
          quote.subtotal.minorUnits + quote.shipping.minorUnits + added - reductions == quote.total.minorUnits,
          "Seed \(seed)")
        #expect(sum(\.due) == quote.total.minorUnits && sum(\.tax) == quote.tax.minorUnits, "Seed \(seed)")
        #expect(sum(\.gross) == quote.subtotal.minorUnits + quote.shipping.minorUnits, "Seed \(seed)")
        #expect(sum(\.discount) == quote.discount?.minorUnits ?? 0, "Seed \(seed)")
        // Rounded once for each rate.
        for rate in quote.taxes {
          let whole = content.tax.included ? try rate.base.adding(rate.tax) : rate.base
          let tax = try content.tax.tax(in: whole, at: rate.percent)
          #expect(rate.tax == tax, "Seed \(seed)")
        }
        #expect(Set(quote.taxes.map { $0.percent.percent + ($0.kind?.rawValue ?? "") }).count == quote.taxes.count)
        #expect(order.parts.allSatisfy { $0.isSound }, "Seed \(seed)")
        #expect(order.parts.allSatisfy { $0.band != nil || $0.tax.isZero }, "Seed \(seed)")
      }
    }
    #expect(count > 2_500)
  }

  @Test("All pieces of any order, in any steps, add up to the whole, and no step is below zero")
  func steps() throws {
    for seed in UInt64(1)...3_000 {
      let content = Self.content(seed)
      guard CheckedOrder.problems(reference: "R-1", content: content).isEmpty else { continue }
      var random = SplitMix64(seed: seed)
      let order = try PricedOrder(content, shipping: content.shipping?.standard ?? .zero(content.currency))
      var left = order.parts.lines
      var steps: [PricedOrder.Part] = []
      while let place = left.indices.randomElement(using: &random) {
        let count = Int.random(in: 1...left[place].quantity, using: &random)
        steps += try order.pieces(of: [LineQuantity(id: left[place].id, quantity: count)], after: steps)
        left[place].quantity -= count
        if left[place].quantity == 0 { left.remove(at: place) }
      }
      #expect(steps.allSatisfy { $0.isSound }, "Seed \(seed)")
      for whole in order.parts {
        let pieces = steps.filter { $0.id == whole.id && $0.band == whole.band }
        #expect(pieces.reduce(0) { $0 + $1.quantity } == whole.quantity, "Seed \(seed)")
        let amounts: [KeyPath<PricedOrder.Part, Money>] = [\.gross, \.discount, \.tax, \.paidOtherwise, \.due]
        for amount in amounts {
          #expect(
            pieces.reduce(0) { $0 + $1[keyPath: amount].minorUnits } == whole[keyPath: amount].minorUnits,
            "Seed \(seed)")
        }
      }
    }
  }

  /// An order of up to five lines, with small amounts, so that roundings matter.
  private static func content(_ seed: UInt64) -> OrderContent {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }
    func reductions(_ most: Int64) -> [NamedAmount]? {
      number(0...1) == 0 ? nil : (0...number(0...1)).map { NamedAmount("Less \($0)", .yen(number(1...max(1, most)))) }
    }
    func tax() -> PartTax? {
      [
        nil, .untaxed, .rate(.zero), .rate(.tenPercent), .rate(.tenPercent, .excise),
        Rate(percent: "8.875").map { .rate($0) },
      ]
      .randomElement(using: &random) ?? nil
    }
    let lines = (0...number(0...4)).map { place in
      let (quantity, price) = (number(1...5), number(0...40))
      return OrderLine(
        sku: "s\(place)", name: "Line", quantity: Int(quantity), unitPrice: .yen(price), tax: tax(),
        discounts: reductions(quantity * price / 3))
    }
    let shipping = ShippingRule(
      standard: .yen(number(0...30)), zones: [.init(regions: ["Hokkaido"], price: .yen(number(0...60)))],
      tax: number(0...1) == 0 ? .asGoods : tax())
    return OrderContent(
      currency: .jpy, lines: lines,
      tax: TaxRule(
        [.zero, .tenPercent, Rate(thousandths: 19_000) ?? .zero][Int(number(0...2))],
        rounding: Rounding.allCases[Int(number(0...3))], included: number(0...1) == 0),
      shipping: number(0...3) == 0 ? nil : shipping, discounts: reductions(20), paidOtherwise: reductions(80))
  }
}

extension PricedOrder.Part {
  /// True if no amount is below zero, and no reduction above what it reduces.
  fileprivate var isSound: Bool {
    [gross, discount, amount, tax, price, paidOtherwise, due].allSatisfy { !$0.isNegative }
  }
}
