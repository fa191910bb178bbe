import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

@Suite("Swedbank Pay: captures while the provider is out of order", .timeLimit(.minutes(5)))
struct SwedbankPayCaptureTests {
  @Test("A capture that the provider fails again and again is sent more and more rarely, and made once")
  func outage() async throws {
    let world = try ProviderWorld(.swedbankPay)
    try await world.run {
      let created = try await world.create(capture: .manual)
      let paid = try await world.pursue(created.checkout.id)
      world.sandbox.plan(.errorBeforeExecution(502), on: "capture", .next(8))
      let order = PaymentOrder.capture("one", nil)
      _ = try await world.engine.commit(paid.checkout.id) { file, _ in (try order.event(for: file.checkout), ()) }
      try await world.time.sleep(for: .seconds(30))
      // Swedbank Pay allows no more captures after five that have failed at its acquirer.
      #expect(world.sandbox.calls("capture") < 8)
      try await world.time.sleep(for: .seconds(600))
      #expect(try await world.file(paid.checkout.id).checkout.payment?.operations.map(\.state) == [.succeeded])
      #expect(world.sandbox.calls("capture") == 9)
    }
  }
}
