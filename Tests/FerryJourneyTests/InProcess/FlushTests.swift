import AmazonPaySandbox
import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

/// The simulation cuts the power at every commit.
@Suite("Changes that wait for a flush")
struct FlushTests {
  @Test("A checkout takes eight flushes")
  func flushes() async throws {
    let store = MemoryStore()
    let checkout = try await ServedInProcess.run(store: store) { try await $0.browser().run(reference: "order") }
    #expect(checkout.phase == .paid)
    #expect(await store.flushes == 8)
  }

  @Test("A change that makes a request for more than information does not wait, whatever its caller says")
  func requests() async throws {
    let store = MemoryStore()
    let world = try InProcessAmazonPay(store: store)
    let paid = try await world.run { try await InProcessBuyer(world: world).pay() }
    for (event, flushes) in [(Event.recheckRequested, 0), (.refund("refund-1", .yen(1_000)), 1)] {
      let before = await store.flushes
      // The engine does not run, so that nothing else is committed.
      _ = try await world.engine.commit(paid.checkout.id, mayWait: true) { _, change in
        change.waits = true
        return (event, ())
      }
      #expect(await store.flushes == before + flushes)
    }
  }
}
