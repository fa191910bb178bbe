import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import HTTPTypes
import Testing

@Suite("Recovery with Amazon Pay")
struct RecoveryTests {
  @Test(
    "A crash around completing a payment leaves one capture, under one idempotency key",
    arguments: [(PowerSwitch.Instant.beforeSending, 1), (.beforeRecording, 2)])
  func crashAtCompletion(_ instant: PowerSwitch.Instant, _ completions: Int) async throws {
    let power = PowerSwitch(instant, .post, "/complete")
    let world = try InProcessAmazonPay(power: power)
    let buyer = InProcessBuyer(world: world)
    let id = try await world.run {
      let (paying, session) = try await buyer.toPayment()
      try buyer.act(session, "approve")
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      await #expect(throws: StoreError.stopped) { try await buyer.reach(paying.checkout.id) { $0.isFinal } }
      return paying.checkout.id
    }
    #expect(power.isOff)
    #expect(try await world.store.file(id)?.checkout.phase.name == .settling)

    let again = try InProcessAmazonPay(restarting: world)
    let file = try await again.run { try await InProcessBuyer(world: again).reach(id) { $0.isFinal } }
    #expect(file.checkout.phase == .paid)
    let money = try #require(world.sandbox.money.first { $0.order == file.order.number })
    #expect(money.captured == .yen(9_520))
    #expect(money.payments.count == 1)
    // The second answer is the first one again: Amazon Pay refuses another key for a completed session.
    let asked = world.sandbox.requests.filter { $0.operation == APIOperation.completeCheckoutSession.rawValue }
    #expect(asked.map(\.status) == Array(repeating: 200, count: completions))
  }

  @Test(
    "After a crash around the request for the payment page the page is still created, for the same amount",
    arguments: [PowerSwitch.Instant.beforeSending, .beforeRecording])
  func crashAtUpdate(_ instant: PowerSwitch.Instant) async throws {
    let power = PowerSwitch(instant, .patch)
    let world = try InProcessAmazonPay(power: power)
    let buyer = InProcessBuyer(world: world)
    let (id, session) = try await world.run {
      let (shown, session) = try await buyer.toReview()
      await #expect(throws: StoreError.stopped) { try await buyer.confirm(shown) }
      return (shown.checkout.id, session)
    }
    #expect(power.isOff)
    let again = try InProcessAmazonPay(restarting: world)
    let file = try await again.run {
      let buyer = InProcessBuyer(world: again)
      _ = try await buyer.reach(id) { $0.name == .paying }
      return try await buyer.finish(id, session)
    }
    #expect(file.checkout.phase == .paid)
    #expect(world.sandbox.money.map(\.captured) == [.yen(9_520)])
  }

  @Test(
    "A crash around a refund returns the money once",
    arguments: [PowerSwitch.Instant.beforeSending, .beforeRecording])
  func crashAtRefund(_ instant: PowerSwitch.Instant) async throws {
    let power = PowerSwitch(instant, .post, "/refunds")
    let world = try InProcessAmazonPay(power: power)
    let buyer = InProcessBuyer(world: world)
    let id = try await world.run {
      let paid = try await buyer.pay()
      _ = try await world.engine.submit(.refund("refund-1", .yen(1_000)), to: paid.checkout.id)
      try await world.time.sleep(for: .seconds(10))
      return paid.checkout.id
    }
    #expect(power.isOff)
    let again = try InProcessAmazonPay(restarting: world)
    let file = try await again.run {
      try await again.time.sleep(for: .seconds(3600))
      return try await again.engine.file(id)
    }
    #expect(file?.checkout.payment?.refunded == .yen(1_000))
    #expect(file?.checkout.payment?.current == nil)
    #expect(world.sandbox.money.map(\.refunded) == [.yen(1_000)])
  }

  @Test(
    "If Amazon's clock is ahead of ours or behind, one request is refused and the payment continues",
    arguments: [Duration.seconds(600), .seconds(-600)])
  func clockDiffers(_ ahead: Duration) async throws {
    let world = try InProcessAmazonPay(providerClock: ahead)
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run { try await buyer.pay() }
    #expect(file.checkout.phase == .paid)
    #expect(world.sandbox.requests.filter { $0.reasonCode == "InvalidHeaderValue" }.count == 1)
  }
}
