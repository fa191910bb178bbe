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
}
