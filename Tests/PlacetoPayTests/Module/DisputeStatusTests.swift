import FerryCheckout
import FerryCore
import FerryTesting
import Testing

@Suite("PlacetoPay: statuses of disputed payments")
struct DisputeStatusTests {
  typealias Payment = ScriptedPlacetoPay.Payment

  private func paid() throws -> Sale {
    let cups = try Sale.paid()
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.disputes == [])
    return cups
  }

  private func disputed(_ cups: Sale) -> [String] {
    (cups.checkout.payment?.disputes ?? []).map { "\($0.id) \($0.state) \($0.amount.map { "\($0)" } ?? "?")" }
  }

  @Test(
    "The payment's status says how its dispute stands, and the payment stays captured",
    arguments: [
      ("DISPUTE", DisputeState.underReview), ("DISPUTE_WIN", .won), ("DISPUTE_LOSS", .lost), ("CHARGEBACK", .lost),
    ])
  func statuses(_ status: String, _ state: DisputeState) throws {
    var cups = try paid()
    cups.bank.set { $0.payments[0].status = status }
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
    #expect(disputed(cups) == ["71 \(state) \(Sale.total)"])
    #expect(cups.checkout.payment?.disputes.first?.source == .provider && cups.remarks.isEmpty)
    // Another look at the same changes nothing.
    try cups.apply(.recheckRequested)
    #expect(cups.checkout.payment?.disputes.map(\.state) == [state])
  }

  @Test("A payment that is disputed before Ferry first sees it is paid all the same")
  func late() throws {
    var cups = try Sale()
    try cups.returned {
      ($0.status, $0.reason) = ("APPROVED", "00")
      $0.payments = [Payment(id: 71, status: "DISPUTE")]
    }
    #expect(cups.checkout.phase == .paid && cups.checkout.payment?.captured == Sale.total)
    #expect(disputed(cups) == ["71 underReview \(Sale.total)"])
  }

  @Test("A transaction of a dispute beside the payment is the payment's dispute, and no second payment")
  func beside() throws {
    var cups = try paid()
    cups.bank.set { $0.payments.insert(Payment(id: 80, status: "DISPUTE", total: "5000"), at: 0) }
    try cups.apply(.recheckRequested)
    #expect(disputed(cups) == ["71 underReview \(Money.cop(5_000))"])
    #expect(cups.checkout.payment?.captured == Sale.total && cups.checkout.payment?.refunded.isZero == true)
  }

  @Test("The dispute is asked about by a query of the session: it is lost, or approved again and so withdrawn")
  func asked() throws {
    for (status, state) in [("DISPUTE_LOSS", DisputeState.lost), ("APPROVED", .withdrawn)] {
      var cups = try paid()
      cups.bank.set { $0.payments[0].status = "DISPUTE" }
      try cups.apply(.recheckRequested)
      cups.bank.set { $0.payments[0].status = status }
      let due = try #require(cups.checkout.wakeAt)
      try cups.apply(.timerFired, at: max(due, .sample))
      #expect(cups.checkout.payment?.disputes.map(\.state) == [state], "\(status)")
      #expect(cups.checkout.payment?.lost == (state == .lost ? Sale.total : .cop(0)))
    }
  }

  @Test("Nothing is disputed in a session that nobody has paid", arguments: ["DISPUTE", "DISPUTE_LOSS", "CHARGEBACK"])
  func unpaid(_ status: String) throws {
    var cups = try Sale()
    try cups.returned {
      ($0.status, $0.reason) = ("PENDING", "PT")
      $0.payments = [Payment(id: 71, status: status)]
    }
    #expect(cups.checkout.phase.name == .settling && cups.checkout.payment?.captured.isZero == true)
    #expect(cups.checkout.payment?.disputes == [])
    #expect(cups.remarks.contains { $0.contains("unknown transaction status") })
  }

  @Test("A refund can be made of a payment that is disputed, if the merchant says so")
  func refund() throws {
    var cups = try paid()
    cups.bank.set {
      $0.payments[0].status = "DISPUTE"
      $0.operation = { state in
        state.payments.insert(Payment(id: 90, status: "REFUNDED"), at: 0)
        return state.done(Payment(id: 90))
      }
    }
    try cups.apply(.recheckRequested)
    #expect(throws: Refusal.paymentDisputed("71", left: .cop(0))) { try cups.apply(.refund("r", nil)) }
    try cups.apply(.refund("r", nil, despiteDispute: true))
    #expect(cups.checkout.payment?.refunded == Sale.total)
  }
}
