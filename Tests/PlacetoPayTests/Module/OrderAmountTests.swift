import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import PlacetoPay
import PlacetoPayModule
import Testing

/// The amount of a new session: what PlacetoPay's page and the buyer's bank show.
@Suite("PlacetoPay: amounts, taxes and items of orders")
struct OrderAmountTests {
  private static func line(_ pesos: Int64, _ tax: PartTax? = nil) -> OrderLine {
    OrderLine(sku: "s\(pesos)", name: "Taza", quantity: 1, unitPrice: .cop(pesos), tax: tax)
  }

  private static func percent(_ percent: String, _ kind: TaxKind? = nil) -> PartTax {
    .rate(Rate(percent: percent) ?? .zero, kind)
  }

  /// An order at 19 %, tax included.
  private static func order(_ lines: [OrderLine], delivery: Int64? = nil, _ tax: PartTax? = .untaxed) -> OrderContent {
    OrderContent(
      currency: .cop, lines: lines,
      tax: TaxRule(Rate(percent: "19") ?? .zero, rounding: .halfUp, included: true),
      shipping: delivery.map { ShippingRule(standard: .cop($0), tax: tax) })
  }

  /// The body of the request for the payment page.
  private func request(_ content: OrderContent, country: String = "CO") throws -> String {
    let provider = try Sale.provider {
      $0.country = country
      $0.currencies = [.cop, .usd]
    }
    try provider.check(content)
    let cups = try SoldOrder(content, at: provider, ScriptedPlacetoPay(), language: .spanish)
    let total = try #require(cups.checkout.quote).total
    return String(decoding: try cups.request(.authorize(total)).content, as: UTF8.self)
  }

  private func expect(
    _ text: String, _ details: [(String, String)], taxes: [(String, String, String)], total: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let currency = text.contains(#""currency":"USD""#) ? "USD" : "COP"
    let details = details.map { #"{"amount":\#($0.1),"kind":"\#($0.0)"}"# }.joined(separator: ",")
    let taxes = taxes.map { #"{"amount":\#($0.1),"base":\#($0.2),"kind":"\#($0.0)"}"# }.joined(separator: ",")
    let amount = #""amount":{"currency":"\#(currency)","details":[\#(details)],"taxes":[\#(taxes)],"total":\#(total)}"#
    #expect(text.contains(amount), "\(text)", sourceLocation: sourceLocation)
  }

  @Test("What is not taxed is in no base")
  func untaxed() throws {
    let text = try request(Self.order([Self.line(119_000), Self.line(50_000, .untaxed)], delivery: 10_000))
    expect(
      text, [("subtotal", "150000"), ("shipping", "10000")], taxes: [("valueAddedTax", "19000", "100000")],
      total: "179000")
  }

  @Test("Two rates of one kind are one tax")
  func twoRates() throws {
    let text = try request(
      Self.order(
        [Self.line(119_000), Self.line(52_500, Self.percent("5")), Self.line(30_000, .untaxed)], delivery: 12_000))
    expect(
      text, [("subtotal", "180000"), ("shipping", "12000")], taxes: [("valueAddedTax", "21500", "150000")],
      total: "213500")
  }

  @Test("A consumption tax is a kind of its own")
  func excise() throws {
    let meal = Self.line(32_400, Self.percent("8", .excise))
    expect(
      try request(Self.order([meal])), [("subtotal", "30000")], taxes: [("exciseDuty", "2400", "30000")],
      total: "32400")
    expect(
      try request(Self.order([meal, Self.line(119_000)])), [("subtotal", "130000")],
      taxes: [("valueAddedTax", "19000", "100000"), ("exciseDuty", "2400", "30000")], total: "151400")
  }

  @Test("A coupon lowers tax and base, a gift card only what is left to pay; both are discounts")
  func reductions() throws {
    var content = Self.order([Self.line(119_000)], delivery: 10_000)
    content.discounts = [NamedAmount("Cupón", .cop(11_900))]
    content.paidOtherwise = [NamedAmount("Tarjeta de regalo", .cop(20_000))]
    expect(
      try request(content), [("subtotal", "101900"), ("discount", "31900"), ("shipping", "10000")],
      taxes: [("valueAddedTax", "17100", "90000")], total: "97100")
    content.discounts = nil
    content.paidOtherwise = [NamedAmount("Tarjeta de regalo", .cop(128_000))]
    expect(
      try request(content), [("subtotal", "100000"), ("discount", "128000"), ("shipping", "10000")],
      taxes: [("valueAddedTax", "19000", "100000")], total: "1000")
  }

  @Test("A gift with taxed delivery has no subtotal, and a region that makes it free is no obstacle")
  func gift() throws {
    var content = Self.order([Self.line(0)], delivery: 11_900, nil)
    content.shipping?.zones = [.init(regions: ["Bogotá"], price: .cop(0))]
    expect(
      try request(content), [("shipping", "11900")], taxes: [("valueAddedTax", "1900", "10000")], total: "11900")
  }

  @Test("In Puerto Rico the general tax is a sales tax, added to the price")
  func puertoRico() throws {
    func dollars(_ dollars: Int64) -> Money { Money(minorUnits: dollars * 100, .usd) }
    let lines = [(100, "10", nil), (20, "5", .excise)] as [(Int64, String, TaxKind?)]
    let content = OrderContent(
      currency: .usd,
      lines: lines.map { price, percent, kind in
        OrderLine(
          sku: percent, name: "Cup", quantity: 1, unitPrice: dollars(price), tax: Self.percent(percent, kind))
      }, tax: TaxRule(.zero, rounding: .halfUp, included: false))
    expect(
      try request(content, country: "PR"), [("subtotal", "120")],
      taxes: [("stateTax", "10", "100"), ("exciseDuty", "1", "20")], total: "131")
  }

  @Test("Names and article numbers that PlacetoPay would refuse are cut on the wire, and refuse no order")
  func names() throws {
    let marks = "e" + String(repeating: "\u{301}", count: 150)
    var content = Self.order([Self.line(119_000)])
    for name in [String(repeating: "茶", count: 200), marks, String(repeating: "👩‍👩‍👧", count: 40), "Café (1 lb.), #2!"] {
      content.lines[0].name = name
      content.lines[0].sku = String(name.unicodeScalars.prefix(64).map(Character.init))
      #expect(try request(content).contains(#""total":119000"#), "\(name)")
    }
    content.lines = (1...120).map { OrderLine(sku: "\($0)", name: "Taza", quantity: 1, unitPrice: .cop(1)) }
    #expect(try request(content).split(separator: #""sku":"#).count == 51)
  }
}
