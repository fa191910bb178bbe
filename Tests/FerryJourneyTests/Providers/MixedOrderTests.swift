import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

/// A book at 6 % and two cups at 25 %, a coupon, and a voucher. The values follow from the shares and the rounding that
/// `PricedOrder` states.
@Suite("Orders of several rates, with a coupon and a voucher, at every provider", .timeLimit(.minutes(10)))
struct MixedOrderTests {
  @Test("The order is paid and refunded by line, and the three books agree", arguments: ProviderBench.allCases)
  func refundedByLine(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    try await world.run {
      let file = try await world.payMixed("sold", .automatic)
      let id = file.checkout.id
      let quote = try #require(file.checkout.quote)
      #expect(quote.taxes.map(\.percent.percent) == ["6", "25"])
      #expect(quote.taxes.map(\.tax.minorUnits) == [1_281, 6_395])
      #expect(quote.taxes.map(\.base.minorUnits) == [21_343, 25_581])
      #expect([quote.discount, quote.paidOtherwise, quote.total].map { $0?.minorUnits } == [5_000, 10_000, 44_600])

      let cup = try await world.operate(.refund("cup", nil, lines: [Self.cups(1)]), on: id)
      #expect(cup.state == .succeeded && cup.amount.minorUnits == 11_059)
      #expect(cup.parts?.taxes.map(\.tax.minorUnits) == [2_708])
      let book = try await world.operate(.refund("book", nil, lines: [Self.book]), on: id)
      #expect(book.state == .succeeded && book.amount.minorUnits == 18_480)
      await #expect(throws: Refusal.lines(.exceeded("cup", left: 1))) {
        try await world.operate(.refund("cups", nil, lines: [Self.cups(2)]), on: id)
      }
      // The voucher's part is not the provider's.
      let rest = try await world.operate(.refund("rest", nil), on: id)
      #expect(rest.amount.minorUnits == 11_058 + 4_003)
      try await world.expectBooks(try await world.file(id), captured: 44_600, refunded: 44_600)
    }
  }

  @Test(
    "Lines are captured in two parts where the provider has parts, else in one, and only what was captured goes back",
    arguments: ProviderBench.allCases)
  func capturedByLine(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    try await world.run {
      let id = try await world.payMixed("sent", .manual).checkout.id
      let first = PaymentOrder.capture("first", nil, lines: [Self.book, Self.cups(1)])
      let second = PaymentOrder.capture("second", nil, lines: [Self.cups(1), Self.delivery])
      var captured: Int64 = 44_600
      switch world.provider.profile.captures {
      case .several:
        let sent = try await world.operate(first, on: id)
        #expect(sent.amount.minorUnits == 29_539)
        await #expect(throws: Refusal.lines(.exceeded("book", left: 0))) {
          try await world.operate(.capture("again", nil, lines: [Self.book]), on: id)
        }
        let rest = try await world.operate(second, on: id)
        #expect(rest.amount.minorUnits == 15_061)
      case .once:
        captured = 29_539
        let sent = try await world.operate(first, on: id)
        #expect(sent.amount.minorUnits == captured)
        await #expect(throws: Refusal.nothingLeft(.released(.afterCapture))) {
          try await world.operate(second, on: id)
        }
        await #expect(throws: Refusal.lines(.exceeded("cup", left: 1))) {
          try await world.operate(.refund("cups", nil, lines: [Self.cups(2)]), on: id)
        }
      case .whole:
        await #expect(throws: Refusal.self) { try await world.operate(first, on: id) }
        try await world.operate(.capture("all", nil, lines: [Self.book, Self.cups(2), Self.delivery]), on: id)
      }
      try await world.operate(.refund("book", nil, lines: [Self.book]), on: id)
      try await world.expectBooks(try await world.file(id), captured: captured, refunded: 18_480)
    }
  }

  private static let book = LineQuantity(id: "book", quantity: 1)
  private static func cups(_ quantity: Int) -> LineQuantity { LineQuantity(id: "cup", quantity: quantity) }
  private static let delivery = LineQuantity(id: OrderContent.deliveryID, quantity: 1)
}

extension ProviderWorld {
  fileprivate func payMixed(_ reference: String, _ capture: CapturePolicy) async throws -> CheckoutFile {
    let six = try #require(Rate(percent: "6"))
    let content = OrderContent(
      currency: bench.order.currency,
      lines: [
        OrderLine(sku: "book", name: "Book", quantity: 1, unitPrice: minor(24_900), tax: .rate(six)),
        OrderLine(sku: "cup", name: "Cup", quantity: 2, unitPrice: minor(14_900)),
      ],
      tax: TaxRule(try #require(Rate(percent: "25")), rounding: .halfUp, included: true),
      shipping: ShippingRule(standard: minor(4_900)), discounts: [NamedAmount("Coupon", minor(5_000))],
      paidOtherwise: [NamedAmount("Voucher", minor(10_000))])
    let created = try await engine.create(new(reference, content, capture)).file
    try await engine.update(created.checkout.id) { file, _ in file.buyerFacts = Self.buyer }
    try act(.approve, on: try await toPayment(created))
    return try await finish(created.checkout.id)
  }

  /// Expects that provider, checkout and ledger have the same money.
  fileprivate func expectBooks(
    _ file: CheckoutFile, captured: Int64, refunded: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(moved(file) == [captured, refunded], sourceLocation: sourceLocation)
    let payment = try #require(file.checkout.payment)
    #expect(
      [payment.captured, payment.refunded].map(\.minorUnits) == [captured, refunded], sourceLocation: sourceLocation)
    #expect(sandbox.money.allSatisfy { $0.held.isZero }, sourceLocation: sourceLocation)
    let kept = captured - refunded
    #expect(
      try await balances() == (kept == 0 ? [:] : [.receivable: kept, .sales: -kept]), sourceLocation: sourceLocation)
    #expect(try await discrepancies([file]).isEmpty, sourceLocation: sourceLocation)
  }
}
