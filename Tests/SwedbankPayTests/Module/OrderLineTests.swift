import FerryCheckout
import FerryCore
import FerryHTTP
import FerryTesting
import SwedbankPayModule
import Testing

@testable import SwedbankPay

/// The lines of payment orders: amounts and VAT, references, texts.
@Suite("Swedbank Pay: lines of payment orders")
struct OrderLineTests {
  typealias Line = SentLines.Line

  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let content: @Sendable () throws -> OrderContent
    let lines: [Line]
    var testDescription: String { name }
  }

  static let examples = [
    Example(
      name: "a book at 6 % and a cup at 25 %",
      content: { try .sek([.line("Bok", 10_600, "6"), .line("Mugg", 12_500)]) },
      lines: [Line("PRODUCT", 10_600, 600, 600), Line("PRODUCT", 12_500, 2_500, 2_500)]),
    Example(
      name: "several lines of a rate share its VAT",
      content: {
        try .sek(
          [.line("Mugg", 14_900), .line("Te", 8_900, "6"), .line("Bok", 24_900, "6")],
          delivery: ShippingRule(standard: .sek(4_900)))
      },
      lines: [
        Line("PRODUCT", 14_900, 2_980, 2_500), Line("PRODUCT", 8_900, 504, 600), Line("PRODUCT", 24_900, 1_409, 600),
        Line("SHIPPING_FEE", 4_900, 980, 2_500),
      ]),
    Example(
      name: "delivery as the goods has a line for each rate",
      content: {
        try .sek(
          [.line("Böcker", 65_000, "6"), .line("Skivor", 35_000)], included: false,
          delivery: ShippingRule(standard: .sek(10_000), tax: .asGoods))
      },
      lines: [
        Line("PRODUCT", 68_900, 3_900, 600), Line("PRODUCT", 43_750, 8_750, 2_500),
        Line("SHIPPING_FEE", 6_890, 390, 600), Line("SHIPPING_FEE", 4_375, 875, 2_500),
      ]),
    Example(
      name: "three rates and none",
      content: {
        try .sek([
          .line("A", 11_900), .line("B", 11_200, "12"), .line("C", 10_600, "6"), .line("D", 5_000, "untaxed"),
        ])
      },
      lines: [
        Line("PRODUCT", 11_900, 2_380, 2_500), Line("PRODUCT", 11_200, 1_200, 1_200), Line("PRODUCT", 10_600, 600, 600),
        Line("PRODUCT", 5_000, 0, 0),
      ]),
    Example(
      name: "a coupon has a line for each rate",
      content: { try .sek([.line("Mugg", 14_900), .line("Bok", 24_900, "6")], discount: 5_000) },
      lines: [
        Line("PRODUCT", 14_900, 2_980, 2_500), Line("PRODUCT", 24_900, 1_409, 600),
        Line("DISCOUNT", -1_872, -374, 2_500), Line("DISCOUNT", -3_128, -177, 600),
      ]),
    Example(
      name: "a coupon on prices without VAT takes its VAT along",
      content: { try .sek([.line("Mugg", 10_000)], included: false, discount: 2_000) },
      lines: [Line("PRODUCT", 12_500, 2_500, 2_500), Line("DISCOUNT", -2_500, -500, 2_500)]),
    Example(
      name: "pieces of one price", content: { try .sek([.line("Te", 999, quantity: 3)]) },
      lines: [Line("PRODUCT", 2_997, 599, 2_500)]),
    Example(
      name: "a gift card has no VAT",
      content: { try .sek([.line("Te", 2_500, "8")], giftCard: 500) },
      lines: [Line("PRODUCT", 2_500, 185, 800), Line("DISCOUNT", -500, 0, 0)]),
    Example(
      name: "a gift card that leaves less than the VAT has the difference",
      content: { try .sek([.line("Mugg", 2_500)], giftCard: 2_400) },
      lines: [Line("PRODUCT", 2_500, 500, 2_500), Line("DISCOUNT", -2_400, -400, 0)]),
    Example(
      name: "a rate with three decimals is rounded half up, and its VAT is exact",
      content: { try .sek([.line("Cup", 20_000, "8.875")], included: false) },
      lines: [Line("PRODUCT", 21_775, 1_775, 888)]),
  ]

  @Test("Lines state their price and VAT, discounts a negative line for each rate, gift cards one", arguments: examples)
  func lines(_ example: Example) throws {
    let content = try example.content()
    try Sale.provider().check(content)
    let sent = try SentLines(creating: content)
    try sent.check()
    let lines = try sent.lines
    #expect(lines == example.lines)
    #expect(sent.amount == example.lines.map(\.amount).reduce(0, +))
  }

  @Test("A line whose price with VAT cannot be divided by its pieces is one piece, and its name has their number")
  func undivided() throws {
    let item = try #require(
      try SentLines(creating: .sek([.line("Kopp", 333, quantity: 2)], included: false)).json.first)
    // 666 and 166.5 of VAT.
    #expect(try item.whole("amount") == 833 && item.whole("unitPrice") == 833 && item.whole("quantity") == 1)
    #expect(item["name"]?.string == "2 x Kopp")
  }

  // MARK: References and texts

  @Test(
    "References have letters, digits, - and _ only, and stand for one line each",
    arguments: [
      (
        ["TEA.100/500 g", "12,5", "kaffe 250 g", "A+B", "Å-1"], ["TEA-100-500-g", "12-5", "kaffe-250-g", "A-B", "--1"]
      ),
      (["s", "s", "t"], ["1", "2", "t"]), (["A.B", "A B", "A_B"], ["1", "2", "A_B"]),
      (["お茶", "2", "tea"], ["1", "2", "tea"]), (["s", "s", "1"], ["1", "2", "3"]), (["2", "1"], ["2", "1"]),
      (["gift-card", "discount-25", "cup"], ["1", "2", "cup"]),
    ])
  func references(_ skus: [String], _ references: [String]) throws {
    var lines = try skus.map { try OrderLine.line("Te", 1_000, sku: $0) }
    // Two lines may have one SKU.
    for place in lines.indices { lines[place].id = "line-\(place)" }
    let content = try OrderContent.sek(
      lines, delivery: ShippingRule(standard: .sek(500)), discount: 100, giftCard: 100)
    try Sale.provider().check(content)
    let sent = try SentLines(creating: content)
    try sent.check()
    #expect(sent.references == references + ["delivery-25", "discount-25", "gift-card"])
  }

  @Test(
    "A long name is cut between two characters on the wire only",
    arguments: [
      ("Ekologiskt sencha-te från Uji, första skörden, 100 g", "Ekologiskt sencha-te från Uji, första sk"),
      (String(repeating: "A", count: 41), String(repeating: "A", count: 40)),
      (String(repeating: "B", count: 39) + "å", String(repeating: "B", count: 39) + "å"),
      (String(repeating: "B", count: 39) + "x\u{301}", String(repeating: "B", count: 39)),
      ("Te 🍵 <b>", "Te - -b-"), ("Te\u{A0}100\u{2003}g", "Te 100 g"), (" ", "-"), ("👩‍👩‍👧", "-"),
      ("a" + String(repeating: "\u{301}", count: 60), "-"), ("日本茶 100 g – 5 % & mer", "日本茶 100 g – 5 % & mer"),
    ])
  func texts(_ name: String, _ text: String) throws {
    let content = try OrderContent.sek([.line(name, 1_000, sku: "te")])
    try Sale.provider().check(content)
    let item = try #require(try SentLines(creating: content).json.first)
    #expect(item["description"]?.string == text && item["name"]?.string == text)
    #expect(content.lines[0].name == name)
  }

  @Test("A rate above 100 % is refused at its line")
  func tooHighRate() throws {
    let content = try OrderContent.sek([.line("A", 100), .line("B", 100, "100.01")])
    let provider = try Sale.provider()
    do {
      try provider.check(content)
      Issue.record("The rate is taken.")
    } catch {
      #expect(error.pointer == "/order/lines/1")
    }
  }

  @Test("Prices before a discount that cannot be added up with their VAT are refused, not computed")
  func overflow() throws {
    let content = try OrderContent.sek([.line("A", .max / 10 * 9)], included: false, discount: .max / 10 * 8)
    let provider = try Sale.provider()
    #expect(throws: OrderProblem.self) { try provider.check(content) }
  }

  // MARK: Random orders

  @Test("Lines of random orders add up, and so do those of their captures and refunds by line")
  func random() throws {
    var (random, sold, parts) = (SplitMix64(seed: 34), 0, 0)
    for number in 1...300 {
      let content = try Self.order(&random)
      // The discounts of some are above their prices, and some leave nothing to pay.
      guard let quote = try? Quote(content, region: nil), quote.total.isPositive else { continue }
      try Sale.provider().check(content)
      var cups = try Sale(capture: .manual, content: content)
      let sent = try SentLines(cups.bank.sent("create").first?.order)
      try sent.check()
      #expect(sent.amount == quote.total.minorUnits, "order \(number)")
      #expect(sent.vat == min(quote.tax.minorUnits, quote.total.minorUnits), "order \(number)")
      sold += 1
      guard number.isMultiple(of: 3) else { continue }
      try cups.pay()
      // Some pieces of each line, then all others.
      let first = content.lineIDs.enumerated().map { place, id in
        LineQuantity(id: id, quantity: Int.random(in: 0...content.lines[place].quantity, using: &random))
      }
      let rest = first.enumerated().map { place, line in
        LineQuantity(id: line.id, quantity: content.lines[place].quantity - line.quantity)
      }
      let delivery = quote.shipping.isPositive ? [LineQuantity(id: OrderContent.deliveryID, quantity: 1)] : []
      var isWhole = true
      for (step, lines) in [first, rest + delivery].enumerated() {
        let lines = lines.filter { $0.quantity > 0 }
        let (capture, refund) = (OperationID("c\(step)"), OperationID("r\(step)"))
        do { try cups.apply(.capture(capture, nil, lines: lines)) } catch is Refusal {
          // The pieces cost nothing.
          isWhole = isWhole && lines.isEmpty
          continue
        }
        try cups.apply(.refund(refund, nil, lines: lines))
        #expect(cups.state(capture) == .succeeded && cups.state(refund) == .succeeded, "order \(number)")
        parts += 1
      }
      for request in cups.bank.sent("captures") { try SentLines(request.transaction).check() }
      for request in cups.bank.sent("reversals") {
        let refund = try SentLines(request.transaction)
        try refund.check()
        let lines = try refund.lines
        #expect(lines.allSatisfy { $0.amount > 0 && $0.type != "DISCOUNT" })
      }
      let payment = try #require(cups.checkout.payment)
      #expect(payment.refunded == payment.captured, "order \(number)")
      #expect(payment.captured == quote.total || !isWhole, "order \(number)")
    }
    #expect(sold > 200 && parts > 100)
  }

  private static func order(_ random: inout SplitMix64) throws -> OrderContent {
    func tax() throws -> PartTax? {
      let rates: [PartTax?] = [
        nil, .untaxed, .rate(.zero), .rate(try .percent("6")), .rate(try .percent("12")), .rate(try .percent("8.875")),
        .rate(try .percent("6"), .excise),
      ]
      return rates.randomElement(using: &random) ?? nil
    }
    func amounts(_ chance: Int, _ most: Int64) -> [NamedAmount]? {
      guard Int.random(in: 1...chance, using: &random) == 1, most > 0 else { return nil }
      return [NamedAmount("Rabatt", .sek(.random(in: 1...most, using: &random)))]
    }
    var lines: [OrderLine] = []
    for place in 0..<Int.random(in: 1...6, using: &random) {
      let price = Int64.random(in: 0...(Bool.random(using: &random) ? 20 : 50_000), using: &random)
      let quantity = Int.random(in: 1...12, using: &random)
      lines.append(
        OrderLine(
          sku: "a\(place)", name: "Vara \(place)", quantity: quantity, unitPrice: .sek(price), tax: try tax(),
          discounts: amounts(4, price * Int64(quantity))))
    }
    let goods = try lines.reduce(Int64(0)) { try $0 + $1.amount.minorUnits }
    var shipping: ShippingRule?
    if Bool.random(using: &random) {
      let rule: PartTax? = Bool.random(using: &random) ? .asGoods : try tax()
      shipping = ShippingRule(standard: .sek(.random(in: 0...9_900, using: &random)), tax: rule)
    }
    return OrderContent(
      currency: .sek, lines: lines,
      tax: TaxRule(
        try .percent("25"), rounding: [.down, .up, .halfUp, .halfEven].randomElement(using: &random) ?? .down,
        included: Bool.random(using: &random)),
      shipping: shipping, discounts: amounts(2, goods / 2), paidOtherwise: amounts(3, goods))
  }
}
