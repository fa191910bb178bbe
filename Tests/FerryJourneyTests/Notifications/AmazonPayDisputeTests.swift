import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

/// Minutes are for notifications, which arrive at once, and days for questions.
@Suite("Amazon Pay's disputes, from the sandbox through the server to the payment, on virtual time")
struct AmazonPayDisputeTests {
  private let world: InProcessAmazonPay
  private let buyer: InProcessBuyer

  init() throws {
    world = try InProcessAmazonPay(notificationVersion: .two)
    buyer = InProcessBuyer(world: world)
  }

  /// A buyer pays 9,520 yen.
  private func paid() async throws -> CheckoutID {
    let id = try await buyer.pay().checkout.id
    try await pass(.seconds(60))
    return id
  }

  private func pass(_ time: Duration) async throws { try await world.time.sleep(for: time) }

  /// The bank opens a dispute.
  private func open(_ id: CheckoutID, _ more: [String: Any] = [:]) async throws -> DisputeID {
    let body = more.merging(["action": "chargeback"]) { first, _ in first }
    let answer = try buyer.control("POST", "amazon-pay/charges/\(try await buyer.payment(id).reference)/console", body)
    return DisputeID(try #require(answer["disputeId"] as? String))
  }

  private func act(_ action: String, _ dispute: DisputeID) throws {
    try buyer.control("POST", "amazon-pay/disputes/\(dispute)/console", ["action": action])
  }

  private func plan(_ fault: [String: Any]) throws {
    try buyer.control(
      "POST", "notifications/faults", fault.merging(["object": "CHARGEBACK"]) { first, _ in first })
  }

  private func dispute(_ id: CheckoutID) async throws -> FerryCheckout.Dispute? {
    try await buyer.payment(id).disputes.first
  }

  private func kinds(_ id: CheckoutID) async throws -> [LedgerEntry.Kind] {
    try await world.store.ledger(id).map(\.kind).filter { $0 == .disputeLost || $0 == .disputeReversed }
  }

  @Test("A notice brings the dispute, which stands in the way of a refund of its amount, and is booked when it is lost")
  func lost() async throws {
    try await world.runNotified {
      let id = try await paid()
      let opened = try await open(id, ["amount": "4000", "filingReason": "Fraudulent", "responseSeconds": 864_000])
      try await pass(.seconds(60))
      let known = try #require(try await dispute(id))
      #expect(known.id == opened && known.source == .provider && known.state == .needsResponse)
      #expect(known.amount == .yen(4_000) && known.reason == .fraud)
      #expect(known.respondBy == known.openedAt + .seconds(864_000))
      #expect(try await buyer.events(id).contains("notified CHARGEBACK.STATE_CHANGE"))
      await #expect(throws: Refusal.paymentDisputed(opened, left: .yen(5_520))) {
        try await buyer.ask(.refund("all", .yen(9_520)), on: id)
      }
      #expect(try await kinds(id) == [])
      try act("lose", opened)
      try await pass(.seconds(60))
      #expect(try await dispute(id)?.state == .lost)
      #expect(try await world.engine.file(id)?.checkout.phase == .paid)
      #expect(try await kinds(id) == [.disputeLost])
      #expect(try await world.balances() == [.receivable: 5_520, .disputes: 4_000, .sales: -9_520])
      #expect(world.sandbox.money.map(\.chargedBack) == [.yen(4_000)])
      await #expect(throws: Refusal.paymentDisputed(opened, left: .yen(5_520))) {
        try await buyer.ask(.refund("all", .yen(9_520), despiteDispute: true), on: id)
      }
      #expect(try await buyer.operate(.refund("rest", .yen(5_520)), on: id).state == .succeeded)
      #expect(try await world.balances() == [.disputes: 4_000, .sales: -4_000])
    }
  }

  @Test("A lost dispute that is decided otherwise later is reversed in the books")
  func reversed() async throws {
    try await world.runNotified {
      let id = try await paid()
      let opened = try await open(id)
      for act in ["lose", "reopen", "win"] {
        try await pass(.seconds(60))
        try self.act(act, opened)
      }
      try await pass(.seconds(60))
      #expect(try await dispute(id)?.state == .won)
      #expect(try await kinds(id) == [.disputeLost, .disputeReversed])
      #expect(try await world.balances() == [.receivable: 9_520, .sales: -9_520])
      #expect(world.sandbox.money.map(\.chargedBack) == [.yen(0)])
    }
  }

  @Test("Notices that come twice, late and in another order leave what Amazon Pay said last")
  func disorder() async throws {
    try await world.runNotified {
      let id = try await paid()
      // The first notice comes an hour after the second one, and every copy of that once more.
      try plan(["kind": "delay", "milliseconds": 3_600_000])
      let opened = try await open(id)
      try plan(["kind": "duplicate", "copies": 2, "milliseconds": 600_000])
      try act("review", opened)
      try await pass(.seconds(60))
      #expect(try await dispute(id)?.state == .underReview)
      try await pass(.seconds(2 * 3_600))
      #expect(try await buyer.payment(id).disputes.map(\.state) == [.underReview])
      let told = try await buyer.events(id).filter { $0 == "notified CHARGEBACK.STATE_CHANGE" }
      #expect(told.count == 2, "A copy is no news.")
    }
  }

  @Test("A known dispute is read every day, so that a lost notice of its end costs a day at most")
  func lastNoticeLost() async throws {
    try await world.runNotified {
      let id = try await paid()
      let opened = try await open(id)
      try await pass(.seconds(60))
      try plan(["kind": "lose"])
      try act("lose", opened)
      try await pass(.seconds(60))
      #expect(try await dispute(id)?.state == .needsResponse)
      try await pass(.seconds(86_400))
      #expect(try await dispute(id)?.state == .lost)
    }
  }
}
