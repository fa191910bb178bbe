import FerryCheckout
import FerryCore
import Testing

/// An order that costs nothing in some region.
@Suite("Nothing to pay")
struct FreeOrderTests {
  /// A gift whose delivery is free to Hokkaido.
  private static func gift(standard: Int64 = 600, paidOtherwise: Int64? = nil) -> OrderContent {
    OrderContent(
      currency: .jpy, lines: [OrderLine(sku: "gift", name: "Gift", quantity: 1, unitPrice: .yen(0))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true),
      shipping: ShippingRule(standard: .yen(standard), zones: [.init(regions: ["Hokkaido"], price: .yen(0))]),
      paidOtherwise: paidOtherwise.map { [NamedAmount("Gift card", .yen($0))] })
  }

  @Test("A buyer whose address makes the order free cannot confirm, and can after a change of the address")
  func region() throws {
    #expect(!Self.gift().isFree)
    var attempt = try Attempt(content: Self.gift())
    try attempt.goToReviewing(Attempt.sapporo)
    #expect(attempt.checkout.quote?.total == .yen(0))
    let before = attempt.checkout
    #expect(throws: Refusal.nothingToPay) { try attempt.confirm() }
    #expect(attempt.checkout == before)
    try attempt.receive(.leave(change: .address))
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    #expect(attempt.outstanding.map(\.kind) == [.authorize(.yen(600))])
  }

  @Test(
    "An order is free if no address leaves anything to pay",
    arguments: [(0, nil, true), (600, nil, false), (600, 599, false), (600, 600, true), (600, 10_000, true)]
      as [(Int64, Int64?, Bool)])
  func isFree(_ standard: Int64, _ paidOtherwise: Int64?, _ isFree: Bool) throws {
    let content = Self.gift(standard: standard, paidOtherwise: paidOtherwise)
    #expect(content.isFree == isFree)
    #expect(try Quote(content, region: nil).total == .yen(max(0, standard - (paidOtherwise ?? 0))))
    #expect(CheckedOrder.problems(reference: "R-1", content: content).isEmpty)
  }
}
