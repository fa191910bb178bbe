import FerryCheckout
import FerryCore
import Testing

@Suite("Captures and refunds by line")
struct LineOperationTests {
  /// Three cups at 10 % and tea at 8 %, with a coupon and delivery: the shares of the coupon are 158 and 342, the taxes of the lines
  /// 258, 454 and 49.
  private static func paid(_ capture: CapturePolicy = .automatic) throws -> Attempt {
    let content = OrderContent(
      currency: .jpy,
      lines: [
        OrderLine(sku: "cup", name: "Cup", quantity: 3, unitPrice: .yen(1_000)),
        OrderLine(
          sku: "tea", name: "Tea", quantity: 1, unitPrice: .yen(6_480), tax: .rate(try #require(Rate(percent: "8")))),
      ],
      tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: ShippingRule(standard: .yen(540)),
      discounts: [NamedAmount("Spring", .yen(500))])
    var attempt = try Attempt(capture: capture, content: content)
    try attempt.goToPaid()
    return attempt
  }

  private static func pieces(_ counts: (String, Int)...) -> [LineQuantity] {
    counts.map { LineQuantity(id: $0.0, quantity: $0.1) }
  }

  @Test("Pieces are captured one by one, and have the amount and tax of the line in all")
  func inPieces() throws {
    var attempt = try Self.paid(.manual)
    var captured: Int64 = 0
    for (number, amount) in [947, 948, 947].enumerated() {
      let id = OperationID("k\(number)")
      try attempt.receive(.capture(id, nil, lines: Self.pieces(("cup", 1))))
      #expect(attempt.outstanding.map(\.kind) == [.capture(id, .yen(Int64(amount)))])
      captured += Int64(amount)
      try attempt.answer("capture", .observed(.captured(.yen(captured))))
    }
    #expect(throws: Refusal.lines(.exceeded("cup", left: 0))) {
      try attempt.receive(.capture("k3", nil, lines: Self.pieces(("cup", 1))))
    }
    try attempt.receive(.capture("k4", nil, lines: Self.pieces(("tea", 1), ("shipping", 1))))
    try attempt.answer("capture", .observed(.captured()))
    #expect(attempt.totals == [9_520, 9_520, 0, 0])
    let operations = attempt.checkout.payment?.operations ?? []
    #expect(operations.flatMap { $0.parts ?? [] }.map(\.tax.minorUnits) == [86, 86, 86, 454, 49])
  }

  @Test("A refund by line has the line's share of the coupon, and its tax")
  func refund() throws {
    var attempt = try Self.paid()
    try attempt.receive(.refund("r1", nil, lines: Self.pieces(("tea", 1))))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r1", .yen(6_138))])
    let parts = try #require(attempt.checkout.payment?.operations.first?.parts)
    let eight = try #require(Rate(percent: "8"))
    #expect(parts.taxes == [TaxBody(percent: eight, kind: nil, base: .yen(5_684), tax: .yen(454))])
    #expect(parts.lines == Self.pieces(("tea", 1)))
  }

  @Test("The same id with the same lines is the same operation, with others it is refused")
  func repeated() throws {
    var attempt = try Self.paid()
    try attempt.receive(.refund("r1", nil, lines: Self.pieces(("cup", 1))))
    #expect(try attempt.receive(.refund("r1", nil, lines: Self.pieces(("cup", 1)))).isEmpty)
    for lines in [Self.pieces(("cup", 2)), Self.pieces(("tea", 1))] {
      #expect(throws: Refusal.operationReused) { try attempt.receive(.refund("r1", nil, lines: lines)) }
    }
    #expect(throws: Refusal.operationReused) { try attempt.receive(.refund("r1", .yen(947))) }
    #expect(attempt.checkout.payment?.operations.count == 1)
  }

  @Test("Lines that the order has not are refused, and nothing changes")
  func wrong() throws {
    var attempt = try Self.paid()
    let before = attempt.checkout
    let cases: [(Money?, [LineQuantity], Refusal.LinesProblem)] = [
      (nil, Self.pieces(("pot", 1)), .unknown("pot")), (nil, Self.pieces(("cup", 4)), .exceeded("cup", left: 3)),
      (nil, Self.pieces(("cup", 0)), .exceeded("cup", left: 3)),
      (nil, Self.pieces(("cup", -1)), .exceeded("cup", left: 3)),
      (nil, Self.pieces(("cup", .max)), .exceeded("cup", left: 3)),
      (nil, Self.pieces(("cup", 1), ("cup", 1)), .repeated("cup")), (.yen(1), Self.pieces(("cup", 1)), .besideAmount),
    ]
    for (amount, lines, problem) in cases {
      #expect(throws: Refusal.lines(problem)) { try attempt.receive(.refund("r1", amount, lines: lines)) }
    }
    #expect(throws: Refusal.invalidAmount) { try attempt.receive(.refund("r1", nil, lines: [])) }
    #expect(attempt.checkout == before)
  }

  @Test("An amount is attributed to no line, and both are bounded by the total")
  func mixed() throws {
    var attempt = try Self.paid(.manual)
    try attempt.receive(.capture("k1", .yen(9_000)))
    try attempt.answer("capture", .observed(.captured(.yen(9_000))))
    #expect(throws: Refusal.amountExceeded(.yen(520))) {
      try attempt.receive(.capture("k2", nil, lines: Self.pieces(("tea", 1))))
    }
    try attempt.receive(.refund("r1", nil, lines: Self.pieces(("tea", 1))))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r1", .yen(6_138))])
  }

  @Test("Of what was captured by line, nothing else is refunded by line")
  func refundedWithoutCapture() throws {
    var attempt = try Self.paid(.manual)
    try attempt.receive(.capture("k1", nil, lines: Self.pieces(("cup", 2))))
    try attempt.answer("capture", .observed(.captured(.yen(1_895))))
    #expect(throws: Refusal.lines(.exceeded("tea", left: 0))) {
      try attempt.receive(.refund("r1", nil, lines: Self.pieces(("tea", 1))))
    }
    #expect(attempt.checkout.linesLeft(for: .capture) == Self.pieces(("cup", 1), ("tea", 1), ("shipping", 1)))
    #expect(attempt.checkout.linesLeft(for: .refund) == Self.pieces(("cup", 2)))
    try attempt.receive(.refund("r1", nil, lines: Self.pieces(("cup", 1))))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r1", .yen(947))])
    #expect(attempt.checkout.linesLeft(for: .refund) == Self.pieces(("cup", 1)))
  }

  @Test("Pieces of an operation that failed are left for another")
  func failed() throws {
    var attempt = try Self.paid()
    try attempt.receive(.refund("r1", nil, lines: Self.pieces(("cup", 3))))
    #expect(attempt.checkout.linesLeft(for: .refund) == Self.pieces(("tea", 1), ("shipping", 1)))
    try attempt.answer("refund", .rejected(.notAllowed))
    #expect(attempt.checkout.linesLeft(for: .refund) == Self.pieces(("cup", 3), ("tea", 1), ("shipping", 1)))
    try attempt.receive(.refund("r2", nil, lines: Self.pieces(("cup", 3))))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r2", .yen(2_842))])
  }

  @Test("After the one capture of a provider that captures once, nothing is left, whatever is asked for")
  func once() throws {
    let content = OrderContent(
      currency: .jpy,
      lines: [
        OrderLine(sku: "cup", name: "Cup", quantity: 1, unitPrice: .yen(1_000)),
        OrderLine(sku: "2", name: "Tea", quantity: 1, unitPrice: .yen(7_980)),
        OrderLine(sku: "pot", name: "Pot", quantity: 1, unitPrice: .yen(200)),
        OrderLine(sku: "pot", name: "Pot, chipped", quantity: 1, unitPrice: .yen(340)),
      ],
      tax: TaxRule(.tenPercent, rounding: .down, included: true))
    #expect(content.lineIDs == ["cup", "2", "3", "4"])
    var attempt = try Attempt(Attempt.captureOnce, capture: .manual, content: content)
    try attempt.goToPaid()
    try attempt.receive(.capture("k1", nil, lines: Self.pieces(("cup", 1))))
    try attempt.answer("capture", .observed(.captured(.yen(1_000))))
    for lines in [Self.pieces(("cup", 1)), Self.pieces(("2", 1))] {
      #expect(throws: Refusal.nothingLeft(.released(.afterCapture))) {
        try attempt.receive(.capture("k2", nil, lines: lines))
      }
    }
  }

  @Test("A line whose SKU stands for something else has its number")
  func ids() throws {
    func ids(_ skus: String...) -> [String] {
      OrderContent(
        currency: .jpy, lines: skus.map { OrderLine(sku: $0, name: "A", quantity: 1, unitPrice: .yen(1)) },
        tax: TaxRule(.tenPercent, rounding: .down, included: true)
      ).lineIDs
    }
    #expect(ids("2", "x", "x") == ["2", "line-2", "3"])
    #expect(ids("shipping", "a") == ["1", "a"])
    #expect(ids("a", "a") == ["1", "2"])
  }
}
