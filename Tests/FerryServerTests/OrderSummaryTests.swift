import FerryCheckout
import FerryCore
import FerryTesting
import FerryWeb
import Testing

@testable import FerryServer

@Suite("The lines and amounts of an order on pages")
struct OrderSummaryTests {
  private static func percent(_ text: String) throws -> PartTax { .rate(try #require(Rate(percent: text))) }

  private static func order(
    _ currency: Currency, _ lines: [OrderLine], included: Bool = true, _ percent: String,
    discounts: [NamedAmount]? = nil, paidOtherwise: [NamedAmount]? = nil
  ) throws -> OrderContent {
    let rule = TaxRule(try #require(Rate(percent: percent)), rounding: .halfUp, included: included)
    return OrderContent(currency: currency, lines: lines, tax: rule, discounts: discounts, paidOtherwise: paidOtherwise)
  }

  /// A book at 6 % and a cup at 25 %, with a coupon and a gift card.
  private static func swedish() throws -> OrderContent {
    func kronor(_ amount: Int64) -> Money { Money(minorUnits: amount, .sek) }
    return try order(
      .sek,
      [
        OrderLine(sku: "c", name: "Mugg", quantity: 1, unitPrice: kronor(14_900)),
        OrderLine(sku: "b", name: "Bok", quantity: 1, unitPrice: kronor(24_900), tax: try percent("6")),
      ], "25", discounts: [NamedAmount("Vår <3", kronor(5_000))],
      paidOtherwise: [NamedAmount("Presentkort", kronor(10_000))])
  }

  /// The rows as names and amounts.
  private static func rows(_ content: OrderContent, _ language: Language) throws -> [String] {
    let quote = try Quote(content, shipping: .zero(content.currency))
    let html = OrderSummary(content: content, language: language).totals(quote).text
    return html.matches(of: /<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/).map { "\($0.1): \($0.2)".replacing("\u{A0}", with: " ") }
  }

  @Test("Discounts and gift cards are subtracted by name, and each rate has its tax")
  func several() throws {
    let rows = try Self.rows(Self.swedish(), .swedish)
    #expect(
      rows == [
        "Delsumma: 398,00 kr", "Vår &lt;3: -50,00 kr", "Frakt: 0,00 kr", "varav moms 25 % på 104,22 kr: 26,06 kr",
        "varav moms 6 % på 205,40 kr: 12,32 kr", "Presentkort: -100,00 kr", "Totalt: 248,00 kr",
      ])
  }

  @Test("Added taxes are rows like the others, included ones stand apart")
  func added() throws {
    let line = OrderLine(sku: "t", name: "Tea", quantity: 1, unitPrice: Money(minorUnits: 20_000, .usd))
    let content = try Self.order(.usd, [line], included: false, "8.875")
    let quote = try Quote(content, shipping: .zero(.usd))
    #expect(
      try Self.rows(content, .english) == [
        "Subtotal: $200.00", "Delivery: $0.00", "plus tax 8.875 % on $200.00: $17.75", "Total: $217.75",
      ])
    #expect(!OrderSummary(content: content, language: .english).totals(quote).text.contains("within"))
    let swedish = try Self.swedish()
    let included = OrderSummary(content: swedish, language: .swedish).totals(try Quote(swedish, shipping: .zero(.sek)))
    #expect(included.text.matches(of: /class="within"/).count == 2)
  }

  @Test(
    "A rate is written as people of the language write it",
    arguments: [
      (Language.english, "of which tax 8.875 % on"), (.japanese, "うち消費税8.875%（税抜"),
      (.spanish, "incluye impuesto 8,875 % sobre"),
      (.swedish, "varav moms 8,875 % på"),
    ])
  func languages(_ language: Language, _ text: String) throws {
    let line = OrderLine(sku: "t", name: "Tea", quantity: 1, unitPrice: .yen(10_000))
    let rows = try Self.rows(try Self.order(.jpy, [line], "8.875"), language)
    #expect(rows.count == 4 && rows[2].hasPrefix(text), "\(rows)")
  }

  @Test("An untaxed order has no row of tax")
  func untaxed() throws {
    let line = OrderLine(sku: "t", name: "Libro", quantity: 1, unitPrice: .yen(100), tax: .untaxed)
    #expect(try Self.rows(try Self.order(.jpy, [line], "19"), .spanish).count == 3)
  }

  @Test("Lines show their own discounts, and their rate only if rates differ")
  func lines() throws {
    let cup = OrderLine(
      sku: "c", name: "Cup", quantity: 2, unitPrice: .yen(1_000), discounts: [NamedAmount("Outlet", .yen(300))])
    let alone = OrderSummary(content: try Self.order(.jpy, [cup], "10"), language: .english).lines.text
    #expect(alone.contains(#"2 × ¥1,000</span><span class="each">Outlet -¥300</span>"#), "\(alone)")
    #expect(alone.contains(#"<p class="amount">¥1,700</p>"#))
    let tea = OrderLine(sku: "t", name: "Tea", quantity: 1, unitPrice: .yen(500), tax: try Self.percent("8"))
    let mixed = try Self.order(.jpy, [cup, tea], "10")
    let both = OrderSummary(content: mixed, language: .english).lines.text
    #expect(both.contains("2 × ¥1,000 · 10\u{A0}%") && both.contains("1 × ¥500 · 8\u{A0}%"), "\(both)")
    // The rows add up from the amounts of the lines.
    #expect(try Self.rows(mixed, .english).first == "Subtotal: ¥2,200")
  }

  @Test("Line discount, coupon and gift card leave the total of the review")
  func page() async throws {
    try await TestServer.run { server in
      let verifier = Verifier(SystemRandomness())
      let order = TestApp.order(verifier.challenge, review: "browser", of: TestServer.mixedOrder)
      let handoff = try #require(try await server.create(order).decoded(CheckoutBody.self).app)
      let app = TestApp(
        server: server, verifier: verifier, id: handoff.checkout, token: try #require(handoff.clientToken),
        ticket: try #require(handoff.ticket?.text))
      let browser = try await app.open(app.ticket)
      _ = try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie)
      let page = try await server.visit("/ferry/review/\(app.id)", cookie: browser.cookie).text
      for text in [
        "Outlet -¥300", "<dt>Spring &lt;1&gt;</dt><dd>-¥500</dd>", "うち消費税8%（税抜¥2,017）</dt><dd>¥161",
        "うち消費税10%（税抜¥3,020）</dt><dd>¥302", "<dt>Gift card</dt><dd>-¥1,000</dd>", "<dt>合計</dt><dd>¥4,500</dd>",
      ] { #expect(page.contains(text), "\(text)") }
    }
  }
}
