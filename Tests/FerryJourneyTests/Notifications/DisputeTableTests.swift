import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

/// Every order of a dispute and a refund of a payment of 9,520 yen, of disputes that Amazon Pay tells of and of recorded ones.
@Suite("Disputes and refunds in every order, on virtual time")
struct DisputeTableTests {
  enum When: String, CaseIterable { case never, before, during, after }
  enum End: String, CaseIterable { case won, lost, lostAfterWon, withdrawn }

  struct Row: Sendable, CustomStringConvertible {
    let isRecorded: Bool
    let refund: When
    let isPartial: Bool
    let end: End
    /// The first notice and that of the end are lost; a record is made late.
    let isLate: Bool

    var description: String {
      let told = isRecorded ? "recorded" : "notified"
      return "\(told) \(isLate ? "late, " : "")\(end), refund \(refund) \(isPartial ? "of a part" : "of all")"
    }

    static let all = [false, true].flatMap { isRecorded in
      When.allCases.flatMap { refund in
        End.allCases.flatMap { end in
          [false, true].flatMap { isPartial in
            [false, true].map { isLate in
              Row(isRecorded: isRecorded, refund: refund, isPartial: isPartial, end: end, isLate: isLate)
            }
          }
        }
      }
    }
  }

  private let world: InProcessAmazonPay
  private let buyer: InProcessBuyer

  init() throws {
    world = try InProcessAmazonPay(notificationVersion: .two)
    buyer = InProcessBuyer(world: world)
  }

  private func pass(_ time: Duration) async throws { try await world.time.sleep(for: time) }

  private func known(_ id: CheckoutID) async throws -> FerryCheckout.Dispute? {
    try await buyer.payment(id).disputes.first
  }

  /// The bank or the claimant does something, and Ferry learns of it.
  private func act(_ action: String, _ state: DisputeState, _ dispute: DisputeID, _ id: CheckoutID, _ row: Row)
    async throws
  {
    if row.isLate, row.isRecorded { try await pass(.seconds(3 * 86_400)) }
    if row.isRecorded {
      _ = try await world.engine.submit(.recordDispute(DisputeReport(dispute, state: state)), to: id)
    } else {
      try buyer.control("POST", "amazon-pay/disputes/\(dispute)/console", ["action": action])
      try await pass(row.isLate ? .seconds(86_400) : .seconds(60))
    }
  }

  private func open(_ id: CheckoutID, _ amount: Int64, _ row: Row) async throws -> DisputeID {
    guard !row.isRecorded else {
      let report = DisputeReport("case", state: .needsResponse, amount: .yen(amount))
      _ = try await world.engine.submit(.recordDispute(report), to: id)
      return "case"
    }
    if row.isLate {
      try buyer.control("POST", "notifications/faults", ["kind": "lose", "object": "CHARGEBACK"])
    }
    let answer = try buyer.control(
      "POST", "amazon-pay/charges/\(try await buyer.payment(id).reference)/console",
      ["action": "chargeback", "amount": "\(amount)"])
    let dispute = DisputeID(try #require(answer["disputeId"] as? String))
    try await pass(.seconds(60))
    if row.isLate {
      // Nobody tells of it before the next notice.
      #expect(try await known(id) == nil)
      try await act("review", .underReview, dispute, id, row)
    }
    return dispute
  }

  /// Refunds as far as the rules permit it.
  /// - Returns: The refunded amount.
  private func refund(_ id: CheckoutID, _ amount: Int64) async throws -> Int64 {
    let payment = try await buyer.payment(id)
    let (left, most) = (payment.refundable.minorUnits, payment.refundableDespiteDispute.minorUnits)
    if amount > left {
      await #expect(throws: Refusal.self) { try await buyer.ask(.refund("r", .yen(amount)), on: id) }
    }
    if amount > most {
      await #expect(throws: Refusal.self) {
        try await buyer.ask(.refund("r", .yen(amount), despiteDispute: true), on: id)
      }
      return 0
    }
    #expect(try await buyer.operate(.refund("r", .yen(amount), despiteDispute: true), on: id).state == .succeeded)
    return amount
  }

  @Test("Books, refundable money and states are those of the bank", arguments: Row.all)
  func row(_ row: Row) async throws {
    try await world.runNotified {
      let id = try await buyer.pay().checkout.id
      try await pass(.seconds(60))
      let (claim, amount): (Int64, Int64) = row.isPartial ? (3_000, 4_000) : (9_520, 9_520)
      var refunded: Int64 = 0
      func check(_ claimed: Int64, _ lost: Int64) async throws {
        let payment = try await buyer.payment(id)
        #expect(payment.captured == .yen(9_520) && payment.refunded == .yen(refunded))
        #expect(payment.refundable == .yen(max(0, 9_520 - refunded - claimed)))
        var books: [LedgerEntry.Account: Int64] = [.sales: refunded - 9_520]
        books[.receivable] = 9_520 - refunded - lost
        books[.disputes] = lost
        #expect(try await world.balances() == books.filter { $0.value != 0 })
        #expect(payment.isPaidBackTwice == (lost > 0 && refunded + lost > 9_520))
      }
      if row.refund == .before { refunded = try await refund(id, amount) }
      let dispute = try await open(id, claim, row)
      try await check(claim, 0)
      if row.refund == .during { refunded = try await refund(id, amount) }
      try await check(claim, 0)
      switch row.end {
      case .won: try await act("win", .won, dispute, id, row)
      case .withdrawn: try await act("noFault", .withdrawn, dispute, id, row)
      case .lost: try await act("lose", .lost, dispute, id, row)
      case .lostAfterWon:
        try await act("win", .won, dispute, id, row)
        try await check(0, 0)
        try await act("reopen", .needsResponse, dispute, id, row)
        try await check(claim, 0)
        try await act("lose", .lost, dispute, id, row)
      }
      let lost = row.end == .lost || row.end == .lostAfterWon ? claim : 0
      try await check(lost, lost)
      if row.refund == .after { refunded = try await refund(id, amount) }
      try await check(lost, lost)
      let end: DisputeState = lost > 0 ? .lost : row.end == .won ? .won : .withdrawn
      #expect(try await buyer.payment(id).disputes.map(\.state) == [end])
    }
  }
}
