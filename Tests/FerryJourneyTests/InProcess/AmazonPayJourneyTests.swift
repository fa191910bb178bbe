import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import Testing

@Suite("Amazon Pay, in process on virtual time")
struct AmazonPayJourneyTests {
  private func captured(_ world: InProcessAmazonPay, _ file: CheckoutFile) -> Money? {
    world.sandbox.money.first { $0.order == file.order.number }?.captured
  }

  @Test("A buyer pays, and the sandbox's ledger holds exactly the order's total")
  func paid() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run { try await buyer.pay() }
    #expect(file.checkout.phase == .paid)
    #expect(file.checkout.payment?.captured == .yen(9_520))
    #expect(captured(world, file) == .yen(9_520))
    #expect(file.order.paidBy == file.checkout.id)
    let balances = try await world.store.balances()
    #expect(balances.map(\.amount.minorUnits).reduce(0, +) == 0)
    #expect(balances.first { $0.account == .sales }?.amount == .yen(-9_520))
  }

  @Test("The payment of a buyer who closed the browser is found without their return")
  func neverCameBack() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let (paying, session) = try await buyer.toPayment()
      try buyer.act(session, "approve")
      return try await buyer.reach(paying.checkout.id, within: .seconds(86_400)) { $0.isFinal }
    }
    #expect(file.checkout.phase == .paid)
    #expect(captured(world, file) == .yen(9_520))
  }

  @Test("A buyer who never pays leaves an expired checkout and no money")
  func neverPaid() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let (paying, _) = try await buyer.toPayment()
      return try await buyer.reach(paying.checkout.id, within: .seconds(2 * 86_400)) { $0.isFinal }
    }
    #expect(file.checkout.phase == .expired)
    #expect(captured(world, file) == nil)
  }

  @Test("A declined card leads to a decline, and a second attempt with another card pays once")
  func declinedThenPaid() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (first, second) = try await world.run {
      let (paying, session) = try await buyer.toPayment(card: "3434")
      try buyer.act(session, "approve", card: "3434")
      // The decline page offers another card; the buyer gives up there.
      try buyer.act(session, "cancelPayment")
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      let declined = try await buyer.reach(paying.checkout.id) { $0.isFinal }
      return (declined, try await buyer.pay())
    }
    #expect(first.checkout.phase.name == .declined)
    #expect(second.checkout.phase == .paid)
    #expect(first.order.number == second.order.number)
    #expect(captured(world, second) == .yen(9_520))
  }

  @Test("Cancelling on the payment page ends the checkout, and the order can be paid by another")
  func cancelledOnPaymentPage() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let (paying, session) = try await buyer.toPayment()
      try buyer.act(session, "cancelPayment")
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      return try await buyer.reach(paying.checkout.id) { $0.isFinal }
    }
    #expect(file.checkout.phase == .cancelled(.buyer))
    #expect(file.order.live == nil)
    #expect(captured(world, file) == nil)
  }

  @Test("An address in Hokkaido changes shipping and revision")
  func changeAddress() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (before, after) = try await world.run {
      let (before, session) = try await buyer.toReview()
      _ = try await world.engine.submit(.leave(change: .address), to: before.checkout.id)
      try buyer.act(session, "changeAddress", address: "hokkaido")
      return (before, try await buyer.review(before.checkout.id, session))
    }
    #expect(before.checkout.quote?.total == .yen(9_520))
    #expect(after.checkout.quote?.total == .yen(10_060))
    #expect(after.checkout.revision == before.checkout.revision + 1)
  }

  @Test("An address that changed unseen is shown again before any money is requested")
  func changedBehindOurBack() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let (shown, session) = try await buyer.toReview()
      try buyer.act(session, "changeAddress", address: "okinawa")
      return try await buyer.confirm(shown)
    }
    #expect(file.checkout.phase == .reviewing)
    #expect(file.checkout.quote?.total == .yen(10_060))
    #expect(file.checkout.agreed == nil)
  }

  @Test(
    "With any fault of the provider's connection the order is paid once",
    arguments: [
      SandboxFault.Kind.dropBeforeExecution, .dropAfterExecution, .errorBeforeExecution(500),
      .errorAfterExecution(503), .errorAfterExecution(500), .cutOffBody, .notJSON, .unknownState,
      .errorBeforeExecution(429), .errorAfterExecution(504), .delay(.seconds(60)), .slow(.seconds(60)),
    ])
  func faults(_ kind: SandboxFault.Kind) async throws {
    for operation in APIOperation.allCases {
      let world = try InProcessAmazonPay()
      let buyer = InProcessBuyer(world: world)
      let file = try await world.run {
        world.sandbox.plan(SandboxFault(kind, on: operation, .next(2)))
        return try await buyer.pay(within: .seconds(86_400))
      }
      #expect(file.checkout.phase == .paid, "\(operation)")
      #expect(captured(world, file) == .yen(9_520), "\(operation)")
    }
  }

  @Test(
    "If the provider reports another amount than confirmed, the order is neither paid nor failed, and a person decides")
  func otherAmount() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let (paying, session) = try await buyer.toPayment()
      world.sandbox.plan(SandboxFault(.otherAmount, on: .getCharge))
      try buyer.act(session, "approve")
      return try await buyer.reach(paying.checkout.id, within: .seconds(86_400)) { $0.name == .held }
    }
    #expect(file.checkout.phase == .held(.amountMismatch))
    #expect(captured(world, file) == .yen(9_520))
  }
}
