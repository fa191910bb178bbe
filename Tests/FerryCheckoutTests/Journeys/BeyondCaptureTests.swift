import FerryCheckout
import FerryCore
import FerryTesting
import Foundation
import Testing

/// Amazon Pay lets a merchant refund more than was captured, for the cost of a return.
@Suite("Refunds above the captured amount")
struct BeyondCaptureTests {
  private static func money(_ units: Int64, _ currency: Currency) -> Money { Money(minorUnits: units, currency) }

  /// As Amazon Pay has it.
  private static let allowed = JourneyProfile.ExcessRefund.percent(
    15, most: [.yen(8_400), money(7_500, .usd), money(7_500, .gbp), money(7_500, .eur)])

  private static func captured(_ total: Money, refunded: Int64 = 0) -> Observation {
    .charge(.captured, authorized: total, captured: total, refunded: refunded)
  }

  /// A checkout that has paid and captured a total.
  private static func paid(_ total: Money, _ excess: JourneyProfile.ExcessRefund = allowed) throws -> Attempt {
    var profile = Attempt.captureOnce
    profile.excessRefund = excess
    let content = OrderContent(
      currency: total.currency, lines: [OrderLine(sku: "s", name: "S", quantity: 1, unitPrice: total)],
      tax: TaxRule(.tenPercent, rounding: .down, included: true))
    var attempt = try Attempt(profile, content: content)
    try attempt.goToReviewing()
    try attempt.confirm()
    try attempt.answer("read", .observed(.open(Attempt.tokyo)))
    let page = Observation(sessionReference: "s1", session: .open, asked: total, paymentPage: "https://pay.example/1")
    try attempt.answer("authorize", .observed(page))
    try attempt.receive(.returned(session: "s1"))
    try attempt.answer("settle", .observed(captured(total)))
    try #require(attempt.phase == .paid)
    return attempt
  }

  @Test(
    "All refunds together may reach the captured amount and its allowance, if the shop says so",
    arguments: [
      (.yen(10_000), 11_500), (.yen(100_000), 108_400), (.yen(9_999), 11_498), (money(60_000, .eur), 67_500),
      (money(1_000, .usd), 1_150), (money(1_001, .gbp), 1_151),
    ] as [(Money, Int64)])
  func allowance(_ total: Money, _ most: Int64) throws {
    let limit = Self.money(most, total.currency)
    let above = Self.money(most + 1, total.currency)
    var attempt = try Self.paid(total)
    for amount in [Self.money(total.minorUnits + 1, total.currency), limit] {
      #expect(throws: Refusal.captureExceeded(total, beyondCapture: limit)) {
        try attempt.receive(.refund("r1", amount))
      }
    }
    #expect(throws: Refusal.amountExceeded(limit)) { try attempt.receive(.refund("r1", above, beyondCapture: true)) }
    try attempt.receive(.refund("r1", limit, beyondCapture: true))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r1", limit)])
    let excess = most - total.minorUnits
    #expect(attempt.checkout.payment?.refundable.isZero == true)
    #expect(attempt.balances == [.receivable: total.minorUnits, .sales: excess, .refundPending: -most])
    #expect(attempt.checkout.ledgerBalances == LedgerEntry.balances(of: attempt.ledger))

    var declined = attempt
    try declined.answer("refund", .rejected(.notAllowed))
    #expect(declined.checkout.payment?.refundable == total)
    #expect(declined.balances == [.receivable: total.minorUnits, .sales: -total.minorUnits])

    var done = Self.captured(total, refunded: most)
    done.reports = [OperationReport("r1", reference: "R-1", .done, amount: limit)]
    try attempt.answer("refund", .observed(done))
    #expect(attempt.phase == .paid && attempt.totals == [total.minorUnits, total.minorUnits, most, 0])
    #expect(attempt.balances == [.receivable: -excess, .sales: excess])
    #expect(attempt.checkout.ledgerBalances == LedgerEntry.balances(of: attempt.ledger))
    #expect(throws: Refusal.nothingLeft(.refunded)) {
      try attempt.receive(.refund("r2", Self.money(1, total.currency), beyondCapture: true))
    }
  }

  @Test("A later refund can take what an earlier one has left of the capture and of the allowance")
  func afterRefund() throws {
    for first in [Int64(4_000), 10_000, 10_700] {
      var attempt = try Self.paid(.yen(10_000))
      try attempt.receive(.refund("r1", .yen(first), beyondCapture: true))
      var done = Self.captured(.yen(10_000), refunded: first)
      done.reports = [OperationReport("r1", reference: "R-1", .done, amount: .yen(first))]
      try attempt.answer("refund", .observed(done))
      let most = Money.yen(11_500 - first)
      #expect(throws: Refusal.captureExceeded(.yen(max(0, 10_000 - first)), beyondCapture: most)) {
        try attempt.receive(.refund("r2", most))
      }
      #expect(throws: Refusal.amountExceeded(most)) {
        try attempt.receive(.refund("r2", .yen(most.minorUnits + 1), beyondCapture: true))
      }
      try attempt.receive(.refund("r2", most, beyondCapture: true))
      #expect(attempt.outstanding.map(\.kind) == [.refund("r2", most)])
    }
  }

  @Test("Without an amount it is what is left of the capture")
  func all() throws {
    var attempt = try Self.paid(.yen(10_000))
    try attempt.receive(.refund("r1", nil, beyondCapture: true))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r1", .yen(10_000))])
  }

  @Test(
    "Where the provider has no allowance, a refund above the capture is refused in any case",
    arguments: [
      (.yen(10_000), .none), (.yen(10_000), .percent(15)), (money(60_000, .sek), allowed), (money(60_000, .eur), .none),
    ] as [(Money, JourneyProfile.ExcessRefund)])
  func elsewhere(_ total: Money, _ excess: JourneyProfile.ExcessRefund) throws {
    var attempt = try Self.paid(total, excess)
    let more = Self.money(total.minorUnits + 1, total.currency)
    #expect(throws: Refusal.amountExceeded(total)) { try attempt.receive(.refund("r1", more)) }
    #expect(throws: Refusal.captureExceeded(total, beyondCapture: nil)) {
      try attempt.receive(.refund("r1", more, beyondCapture: true))
    }
    try attempt.receive(.refund("r1", total, beyondCapture: true))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r1", total)])
  }

  @Test("Nothing is refunded before the capture, whatever the shop says")
  func notCaptured() throws {
    var profile = Attempt.captureOnce
    profile.excessRefund = Self.allowed
    var attempt = try Attempt(profile, capture: .manual)
    try attempt.goToPaid()
    #expect(throws: Refusal.nothingLeft(.notCaptured)) {
      try attempt.receive(.refund("r1", .yen(1), beyondCapture: true))
    }
  }

  @Test("A profile that was stored before refunds could exceed the capture allows none")
  func stored() throws {
    let stored = try JSONDecoder().decode(
      JourneyProfile.ExcessRefund.self, from: Data(#"{"percent":{"_0":15}}"#.utf8))
    #expect(stored == .percent(15))
    let again = try JSONDecoder().decode(
      JourneyProfile.ExcessRefund.self, from: try JSONEncoder().encode(Self.allowed))
    #expect(again == Self.allowed)
  }
}
