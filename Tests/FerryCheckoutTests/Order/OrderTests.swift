import FerryCheckout
import FerryCore
import Testing

@Suite("Orders")
struct OrderTests {
  private static func problems(_ content: OrderContent, reference: String = "R-1") throws -> [OrderProblem] {
    let error = #expect(throws: OrderProblems.self) { try CheckedOrder(reference: reference, content: content) }
    return try #require(error).problems
  }

  private static let wrong: [(String, @Sendable (inout OrderContent) -> Void)] = [
    ("/order/lines", { $0.lines = [] }),
    ("/order/lines", { $0.lines = Array(repeating: $0.lines[0], count: 201) }),
    ("/order/lines", { $0.lines[0].unitPrice = .yen(.max) }),
    ("/order/lines/0/id", { $0.lines[0].id = "shipping" }),
    ("/order/lines/0/id", { $0.lines[0].id = "" }),
    (
      "/order/lines/0/tax",
      {
        $0.lines[0].tax = .untaxed
        $0.lines[0].tax?.percent = .zero
      }
    ),
    ("/order/lines/0/tax/rule", { $0.lines[0].tax = .asGoods }),
    ("/order/lines/0/discounts", { $0.lines[0].discounts = [NamedAmount("Sale", .yen(8_981))] }),
    ("/order/lines/0/discounts/0/amount/amount", { $0.lines[0].discounts = [NamedAmount("Sale", .yen(-1))] }),
    ("/order/discounts", { $0.discounts = [NamedAmount("Coupon", .yen(8_981))] }),
    ("/order/discounts/0/name", { $0.discounts = [NamedAmount("", .yen(1))] }),
    ("/order/discounts/0/amount/amount", { $0.discounts = [NamedAmount("Coupon", .yen(0))] }),
    ("/order/paidOtherwise/0/amount/currency", { $0.paidOtherwise = [NamedAmount("Card", .zero(.eur))] }),
    ("/order/lines/0/sku", { $0.lines[0].sku = "" }),
    ("/order/shipping/countries", { $0.shipping?.countries = [] }),
    ("/order/shipping/countries/1", { $0.shipping?.countries = ["JP", "Japan"] }),
    ("/order/shipping/countries/0", { $0.shipping?.countries = ["jp"] }),
    ("/order/shipping/countries/1", { $0.shipping?.countries = ["DE", "UK"] }),
    ("/order/shipping/countries/0", { $0.shipping?.countries = ["UK"] }),
    ("/order/shipping/countries/0", { $0.shipping?.countries = ["EU"] }),
    ("/order/shipping/countries/0", { $0.shipping?.countries = ["ZZ"] }),
    ("/order/shipping/zones/0/regions/0", { $0.shipping?.zones[0].regions = [""] }),
    ("/order/shipping/zones/0/regions/0", { $0.shipping?.zones[0].regions = [" "] }),
    ("/order/shipping/zones/0/regions/1", { $0.shipping?.zones[0].regions = ["Hokkaido", " \u{3000}"] }),
    ("/order/shipping/zones/0/regions/0", { $0.shipping?.zones[0].regions = ["Hokkaido\n"] }),
    ("/order/lines/0/sku", { $0.lines[0].sku = String(repeating: "a", count: 65) }),
    ("/order/lines/0/sku", { $0.lines[0].sku = "a\u{1B}[2J" }),
    ("/order/lines/0/name", { $0.lines[0].name = "" }),
    ("/order/lines/0/name", { $0.lines[0].name = String(repeating: "a", count: 201) }),
    ("/order/lines/0/name", { $0.lines[0].name = String(repeating: "か\u{3099}", count: 101) }),
    ("/order/lines/0/name", { $0.lines[0].name = "tea\ntea" }),
    ("/order/lines/0/quantity", { $0.lines[0].quantity = 0 }),
    ("/order/lines/0/quantity", { $0.lines[0].quantity = -1 }),
    ("/order/lines/0/quantity", { $0.lines[0].quantity = 10_000 }),
    ("/order/lines/0/unitPrice/amount", { $0.lines[0].unitPrice = .yen(-1) }),
    ("/order/lines/0/unitPrice/currency", { $0.lines[0].unitPrice = .zero(.eur) }),
    (
      "/order/lines/1/unitPrice/amount",
      {
        $0.lines.append($0.lines[0]); $0.lines[1].unitPrice = .yen(-1)
      }
    ),
    ("/order/shipping/standard/amount", { $0.shipping?.standard = .yen(-1) }),
    ("/order/shipping/standard/currency", { $0.shipping?.standard = .zero(.usd) }),
    ("/order/shipping/zones/0/price/amount", { $0.shipping?.zones[0].price = .yen(-1) }),
    ("/order/shipping/zones/0/price/currency", { $0.shipping?.zones[0].price = .zero(.usd) }),
    ("/order/shipping/zones/0/regions", { $0.shipping?.zones[0].regions = [] }),
  ]

  @Test("An invalid field is named", arguments: Self.wrong.indices)
  func fields(_ index: Int) throws {
    var content = Attempt.content
    Self.wrong[index].1(&content)
    let problems = try Self.problems(content)
    #expect(problems.map(\.pointer) == [Self.wrong[index].0])
    #expect(problems.first?.detail.isEmpty == false)
  }

  @Test("A country's code that people write and addresses do not have is answered with the right one")
  func wrongCountries() throws {
    for (written, advice) in [
      ("UK", "Write GB."), ("uk", "Write GB."), ("EL", "Write GR."), ("EU", "Name each country"),
    ] {
      var content = Attempt.content
      content.shipping?.countries = [written]
      #expect(try Self.problems(content).first?.detail.hasPrefix(advice) == true, "\(written)")
    }
    var content = Attempt.content
    content.shipping?.countries = ["GB", "AX", "TW", "XK"]
    #expect(try Self.problems(content).map(\.pointer) == ["/order/shipping/countries/3"])
  }

  @Test("An address without a country is delivered to only if no countries are listed")
  func unknownCountry() {
    let listed = ShippingRule(standard: .yen(1), countries: ["JP"])
    #expect(listed.delivers(to: "JP") && listed.delivers(to: "jp") && !listed.delivers(to: "US"))
    #expect(!listed.delivers(to: nil) && !listed.delivers(to: ""))
    let everywhere = ShippingRule(standard: .yen(1))
    #expect(everywhere.delivers(to: "US") && everywhere.delivers(to: nil))
  }

  @Test("All invalid fields are named at once, each once, with the earlier problems")
  func together() throws {
    var content = Attempt.content
    content.lines[0].quantity = 0
    content.lines[0].unitPrice = Money(minorUnits: -1, .eur)
    content.lines.append(OrderLine(sku: "", name: "", quantity: 1, unitPrice: .yen(1)))
    content.shipping?.countries = ["jp", "Japan"]
    content.shipping?.zones[0].regions = []
    let expected = [
      "/orderReference", "/order/lines/0/quantity", "/order/lines/0/unitPrice/currency",
      "/order/lines/0/unitPrice/amount", "/order/lines/1/sku", "/order/lines/1/name", "/order/shipping/countries/0",
      "/order/shipping/countries/1", "/order/shipping/zones/0/regions",
    ]
    #expect(try Self.problems(content, reference: "").map(\.pointer) == expected)
    let besides = [OrderProblem("/provider", "Unknown."), OrderProblem("/order/lines/0/quantity", "Too few.")]
    let error = #expect(throws: OrderProblems.self) {
      try CheckedOrder(reference: "", content: content, besides: besides)
    }
    #expect(error?.problems.map(\.pointer) == expected + ["/provider"])
    #expect(throws: OrderProblems.self) {
      try CheckedOrder(reference: "R-1", content: Attempt.content, besides: besides)
    }
  }

  @Test(
    "A reference has 1 to 64 code points, as in JSON Schema, and no control characters",
    arguments: [
      "", String(repeating: "r", count: 65), String(repeating: "e\u{301}", count: 33), "A-1\u{1B}[2J", "A\n1",
      "A\u{9B}2J", "A\u{7F}", "A\u{202E}1", "A\u{2028}1",
    ])
  func reference(_ reference: String) throws {
    #expect(try Self.problems(Attempt.content, reference: reference).map(\.pointer) == ["/orderReference"])
  }

  @Test("One checkout is live at a time, and none can follow a paid one")
  func attempts() throws {
    var attempt = try Attempt()
    #expect(throws: Order.AttemptRefusal.live("c1")) { try attempt.order.open("c2", stated: Attempt.stated()) }
    try attempt.receive(.cancel(.buyer))
    var second = try Attempt(attempt.order, id: "c2")
    try second.goToPaid()
    #expect(throws: Order.AttemptRefusal.paid("c2")) { try second.order.open("c3", stated: Attempt.stated()) }
  }

  @Test("A held checkout stays the live one until a person has decided")
  func held() throws {
    var attempt = try Place.held.attempt()
    #expect(throws: Order.AttemptRefusal.live("c1")) { try attempt.order.open("c2", stated: Attempt.stated()) }
    try attempt.receive(.resolve(.reject))
    try attempt.answer("read", .observed(.captured(.yen(9_000))))
    #expect(throws: Order.AttemptRefusal.live("c1")) { try attempt.order.open("c2", stated: Attempt.stated()) }
    try attempt.answer("refund", .observed(.captured(.yen(9_000), refunded: 9_000)))
    try attempt.answer(
      "void", .observed(.charge(.voided, authorized: Attempt.total, captured: .yen(9_000), refunded: 9_000)))
    #expect(attempt.order.live == nil)
  }

  @Test("A new checkout may have new content")
  func newContent() throws {
    var attempt = try Attempt()
    try attempt.receive(.cancel(.buyer))
    var content = Attempt.content
    content.lines[0].quantity = 2
    try attempt.order.open("c2", stated: try Attempt.stated(content))
    #expect(attempt.order.content == content)
    #expect(attempt.checkout.content == Attempt.content)
  }
}
