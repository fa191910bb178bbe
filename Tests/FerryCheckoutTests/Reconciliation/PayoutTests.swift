import FerryCheckout
import FerryCore
import Testing

@testable import FerryCheckout

@Suite("Payouts")
struct PayoutTests {
  private static let start = Moment(milliseconds: 1_800_000_000_000)

  private static func line(
    _ kind: SettlementLine.Kind, _ gross: Int64, fee: Int64 = 0, of checkout: CheckoutID? = nil, payout: String = "P",
    at second: Int = 0
  ) -> SettledLine {
    SettledLine(
      line: SettlementLine(
        number: 1, payout: payout, kind: kind, id: "T\(second)", group: checkout?.text ?? "G", gross: .yen(gross),
        fee: .yen(fee), at: start + .seconds(second)), checkout: checkout)
  }

  private static func payment(
    _ id: CheckoutID, captured: Int64, refunded: Int64 = 0, capturesOnce: Bool = true
  ) -> RecordedPayment {
    var payment = RecordedPayment(
      checkout: id, shop: "main", orderReference: "order of \(id)", phase: .paid, createdAt: start,
      totals: PaymentTotals(
        authorized: .yen(captured), held: .yen(0), captured: .yen(captured), refunded: .yen(refunded),
        refundsUnderWay: .yen(0), lost: .yen(0), everDisputed: .yen(0)), charge: id.text)
    payment.capturesOnce = capturesOnce
    return payment
  }

  private func payout(
    _ lines: [SettledLine], related: [SettledLine] = [], _ books: [RecordedPayment]
  ) -> Payout {
    let payout = Payout("P", in: .jpy, lines: lines, related: lines + related, books: books)
    #expect(payout.reductions.map(\.amount.minorUnits).reduce(0, +) == payout.shortBy.minorUnits, "They add up.")
    return payout
  }

  private func reasons(_ payout: Payout) -> [Payout.Reduction.Reason: Int64] {
    Dictionary(uniqueKeysWithValues: payout.reductions.map { ($0.reason, $0.amount.minorUnits) })
  }

  @Test("A payout of payments alone, without fees, is complete")
  func complete() {
    let found = payout(
      [Self.line(.capture, 500, of: "a"), Self.line(.refund, -100, of: "a", at: 1)],
      [
        Self.payment("a", captured: 500, refunded: 100)
      ])
    #expect(found.expected == .yen(400) && found.paid == .yen(400) && found.shortBy.isZero)
    #expect(found.reductions == [] && found.unexplained == [] && found.isComplete)
    #expect(found.payments.map(\.order) == ["order of a"] && found.payments.map(\.lines.count) == [2])
  }

  @Test("A payout that is ¥312 short names the fees, the chargeback and the provider's own lines that make it")
  func short() {
    let lines = [
      Self.line(.capture, 9_520, fee: -250, of: "a"), Self.line(.chargeback, -40, of: "a", at: 1),
      Self.line(.other("Reserve"), -30, at: 2), Self.line(.other("Adjustment"), 8, at: 3),
    ]
    let found = payout(lines, [Self.payment("a", captured: 9_520)])
    #expect(found.shortBy == .yen(312) && found.paid == .yen(9_208) && found.transferred == nil)
    #expect(reasons(found) == [.fees: 250, .chargebacks: 40, .other("Reserve"): 30, .other("Adjustment"): -8])
    #expect(found.reductions.first?.reason == .fees)
  }

  @Test("What the provider states to have transferred counts as paid, and what it kept back is named")
  func transferred() {
    let lines = [
      Self.line(.capture, 500, fee: -20, of: "a"), Self.line(.transfer, -400, at: 1), Self.line(.transfer, -30, at: 2),
    ]
    let found = payout(lines, [Self.payment("a", captured: 500)])
    #expect(found.transferred == .yen(430) && found.paid == .yen(430) && found.net == .yen(480))
    #expect(reasons(found) == [.fees: 20, .notTransferred: 50])
  }

  @Test("A transaction of no checkout is left unexplained, whichever way it moved money")
  func unexplained() {
    let lines = [
      Self.line(.capture, 500, of: "a"), Self.line(.capture, 70, at: 1), Self.line(.refund, -20, at: 2),
      Self.line(.chargeback, -5, at: 3),
    ]
    let found = payout(lines, [Self.payment("a", captured: 500)])
    #expect(found.unexplained.map(\.gross.minorUnits) == [70, -20, -5])
    #expect(reasons(found) == [.unknown: -50, .chargebacks: 5] && found.shortBy == .yen(-45))
  }

  @Test("Amounts that cancel each other out do not make a payout complete, and lines about a payment are kept with it")
  func balanced() {
    let books = [Self.payment("a", captured: 500), Self.payment("b", captured: 100)]
    let fee = Self.line(.capture, 500, fee: -20, of: "a")
    let other = Self.line(.other("Goodwill"), 20, of: "a", at: 1)
    for line in [Self.line(.capture, 20, at: 1), Self.line(.capture, 120, of: "b", at: 1), other] {
      let found = payout([fee, line], books)
      #expect(found.shortBy.isZero && !found.isComplete)
    }
    let chargeback = Self.line(.chargeback, -20, of: "a", at: 2)
    let found = payout([Self.line(.capture, 500, of: "a"), other, chargeback], books)
    #expect(found.others == [other, chargeback] && found.shortBy.isZero && !found.isComplete)
  }

  @Test("The fee of a transfer is among the fees")
  func transferFee() {
    let lines = [Self.line(.capture, 500, fee: -20, of: "a"), Self.line(.transfer, -475, fee: -5, at: 1)]
    let found = payout(lines, [Self.payment("a", captured: 500)])
    #expect(found.fees == .yen(-25) && found.net == .yen(475) && reasons(found) == [.fees: 25])
  }

  @Test("A payment whose amount differs from Ferry's comes first, with the difference")
  func differs() {
    let lines = [Self.line(.capture, 500, of: "a"), Self.line(.capture, 88, of: "b", at: 1)]
    let found = payout(lines, [Self.payment("a", captured: 500), Self.payment("b", captured: 100)])
    #expect(found.payments.map(\.checkout) == ["b", "a"] && found.payments.map(\.missing) == [.yen(12), .yen(0)])
    #expect(reasons(found) == [.differences: 12])
    let refunded = payout(
      [Self.line(.capture, 500, of: "a"), Self.line(.refund, -60, of: "a", at: 1)],
      [Self.payment("a", captured: 500, refunded: 50)])
    #expect(reasons(refunded) == [.differences: 10])
  }

  @Test("A part of a payment is no difference: further captures and refunds may be in a later payout")
  func parts() {
    let first = Self.line(.capture, 300, of: "a")
    let books = [Self.payment("a", captured: 500, refunded: 100, capturesOnce: false)]
    #expect(payout([first], books).shortBy.isZero)
    #expect(payout([first], related: [Self.line(.capture, 200, of: "a", payout: "Q", at: 9)], books).shortBy.isZero)
    // More than Ferry knows counts once: in the payout of the last line.
    let more = Self.line(.capture, 260, of: "a", payout: "Q", at: 9)
    #expect(payout([first], related: [more], books).shortBy.isZero)
    let last = Self.line(.capture, 300, of: "a", at: 10)
    #expect(reasons(payout([last], related: [more], books)) == [.differences: -60])
  }

  @Test("A payment that cannot be read is taken as the report has it")
  func unreadable() {
    let found = payout([Self.line(.capture, 500, fee: -1, of: "a")], [])
    #expect(found.payments.map(\.order) == [""] && reasons(found) == [.fees: 1])
  }

  @Test("A transaction has one identity in every report; equal lines of one report have two")
  func identity() {
    var later = Self.line(.capture, 5, of: "a").line
    later.number = 77
    later.order = "A-1"
    let (day, month) = (SettlementReport(lines: [later]), SettlementReport(lines: [later, later]))
    #expect(day.identified.map(\.identity) == [month.identified[0].identity])
    #expect(Set(month.identified.map(\.identity)).count == 2)
    let changes: [(isMade: Bool, (inout SettlementLine) -> Void)] = [
      (true, { $0.gross = .yen(6) }), (true, { $0.id = "X" }), (true, { $0.kind = .refund }),
      (false, { $0.fee = .yen(-1) }), (false, { $0.at = Self.start }), (false, { $0.payout = "Q" }),
    ]
    for (isOther, change) in changes {
      var line = Self.line(.capture, 5, of: "a", at: 1).line
      let same = SettlementReport(lines: [line]).identified[0].identity
      change(&line)
      #expect((SettlementReport(lines: [line]).identified[0].identity != same) == isOther)
      line.id = nil
      let nameless = SettlementReport(lines: [line]).identified[0].identity
      line.payout = "R"
      #expect(SettlementReport(lines: [line]).identified[0].identity != nameless)
    }
  }
}
