import FerryCheckout
import FerryCore
import Testing

@Suite("Prices")
struct QuoteTests {
  static func content(
    _ prices: [(Int, Int64)], rate: Int64 = 1_000, rounding: Rounding = .down, included: Bool = true,
    shipping: ShippingRule? = nil
  ) throws -> OrderContent {
    OrderContent(
      currency: .jpy,
      lines: prices.enumerated().map { index, line in
        OrderLine(sku: "s\(index)", name: "Line \(index)", quantity: line.0, unitPrice: .yen(line.1))
      },
      tax: TaxRule(try #require(Rate(thousandths: rate * 10)), rounding: rounding, included: included),
      shipping: shipping)
  }

  @Test("Included tax is part of the total, and computed on goods and delivery together")
  func included() throws {
    let content = try Self.content([(2, 8_980), (1, 15_980)], shipping: ShippingRule(standard: .yen(540)))
    let quote = try Quote(content, region: "東京都")
    #expect(quote.subtotal == .yen(33_940))
    #expect(quote.shipping == .yen(540))
    #expect(quote.total == .yen(34_480))
    #expect(quote.tax == .yen(3_134))
  }

  @Test(
    "Added tax is added to the total, rounded once",
    arguments: zip(
      [Rounding.down, .up, .halfUp, .halfEven], [Int64(10), 11, 11, 10]))
  func added(_ rounding: Rounding, _ tax: Int64) throws {
    // 105 at 10 % is 10.5; line by line it would be 3 times 3.5.
    let content = try Self.content([(1, 35), (1, 35), (1, 35)], rounding: rounding, included: false)
    let quote = try Quote(content, region: nil)
    #expect(quote.tax == .yen(tax))
    #expect(quote.total == .yen(105 + tax))
  }

  @Test(
    "Delivery to Hokkaido and Okinawa has its own price in either script",
    arguments: [
      ("北海道", 1_080), ("Hokkaido", 1_080), ("hokkaido", 1_080), (" HOKKAIDO ", 1_080), ("沖縄県", 1_080),
      ("Okinawa", 1_080), ("東京都", 540), ("Tokyo", 540), ("", 540),
    ] as [(String, Int64)])
  func zones(_ region: String, _ price: Int64) throws {
    #expect(try Quote(Attempt.content, region: region).shipping == .yen(price))
  }

  @Test("Without an address the standard price applies, and without a rule delivery is free")
  func noAddress() throws {
    #expect(try Quote(Attempt.content, region: nil).total == .yen(9_520))
    #expect(try Quote(try Self.content([(1, 100)]), region: "沖縄県").shipping == .yen(0))
  }

  @Test("An overflow is an error")
  func overflow() throws {
    let content = try Self.content([(9_999, .max / 2)])
    #expect(throws: MoneyError.overflow) { try Quote(content, region: nil) }
  }
}
