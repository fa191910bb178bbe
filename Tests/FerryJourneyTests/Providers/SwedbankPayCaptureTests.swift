import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerrySimulation
import FerryTesting
import Synchronization
import Testing

@Suite("Swedbank Pay: captures while the provider is out of order", .timeLimit(.minutes(10)))
struct SwedbankPayCaptureTests {
  @Test("A capture that the provider fails again and again is sent more and more rarely, and made once")
  func outage() async throws {
    let world = try ProviderWorld(.swedbankPay)
    try await world.run {
      let created = try await world.create(capture: .manual)
      let paid = try await world.pursue(created.checkout.id)
      world.sandbox.plan(.errorBeforeExecution(502), on: "capture", .next(8))
      let order = PaymentOrder.capture("one", nil)
      _ = try await world.engine.commit(paid.checkout.id) { file, _ in (order.event(for: file.checkout), ()) }
      try await world.time.sleep(for: .seconds(30))
      // Swedbank Pay allows no more captures after five that have failed at its acquirer.
      #expect(world.sandbox.calls("capture") < 8)
      try await world.time.sleep(for: .seconds(600))
      #expect(try await world.file(paid.checkout.id).checkout.payment?.operations.map(\.state) == [.succeeded])
      #expect(world.sandbox.calls("capture") == 9)
    }
  }

  @Test("A capture that one answer offers at another site waits a minute, and is made where the next answer says")
  func otherSiteOnce() async throws {
    let world = try ProviderWorld(.swedbankPay)
    try await world.run {
      let id = try await world.pay(capture: .manual).checkout.id
      let offers = Mutex(0)
      world.editor.edit { text in
        guard text.contains(#""capture""#) else { return text }
        let number = offers.withLock { count in
          count += 1
          return count
        }
        return number == 1 ? text.replacing(ProviderWorld.sandboxOrigin, with: "https://api.evil.example") : text
      }
      let capture = PaymentOrder.capture("one", world.minor(5_000))
      _ = try await world.engine.commit(id) { file, _ in (capture.event(for: file.checkout), ()) }
      try await world.time.sleep(for: .seconds(30))
      let waiting = try await world.file(id)
      #expect(waiting.checkout.payment?.current != nil && world.sandbox.calls("capture") == 0)
      #expect(waiting.outstanding.contains { $0.isMisconfigured })
      try await world.time.sleep(for: .seconds(60))
      let captured = try await world.file(id)
      #expect(captured.checkout.payment?.operations.map(\.state) == [.succeeded])
      #expect(world.sandbox.calls("capture") == 1)
      // Nothing blocks the next one.
      let void = try await world.operate(.void, on: id)
      #expect(void.state == .succeeded)
    }
  }

  @Test("A capture is not taken for done by the one before it, after which the order could not be read")
  func unreadStatus() async throws {
    let world = try ProviderWorld(.swedbankPay)
    try await world.run {
      let created = try await world.create(capture: .manual)
      let id = try await world.pursue(created.checkout.id).checkout.id
      func capture(_ name: OperationID, _ minorUnits: Int64) async throws {
        let order = PaymentOrder.capture(name, Money(minorUnits: minorUnits, world.bench.order.currency))
        _ = try await world.engine.commit(id) { file, _ in (order.event(for: file.checkout), ()) }
        // A notification asks meanwhile.
        _ = try await world.engine.submit(.recheckRequested, to: id)
        let end = try await world.wait(for: id, within: .seconds(3_600)) { $0.checkout.payment?.current == nil }
        #expect(end.checkout.payment?.operations.last?.state == .succeeded)
      }
      world.sandbox.plan(.unknownState, on: "getOrder", .next(3))
      try await capture("one", 5_000)
      world.sandbox.clearFaults()
      world.sandbox.plan(.errorBeforeExecution(502), on: "capture", .next(2))
      try await capture("two", 2_000)
      #expect(world.sandbox.money.map(\.captured.minorUnits) == [7_000])
    }
  }
}
