import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Testing

@Suite("Erased buyer data")
struct ForgettingTests {
  @Test("The provider's later answers do not restore it")
  func staysForgotten() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    try await world.run {
      let id = try await buyer.create().checkout.id
      let session = try await buyer.depart(id)
      try buyer.choose(session)
      #expect(try await buyer.review(id, session).details?.buyer != nil)
      _ = try await world.engine.submit(.cancel(.buyer), to: id)
      try await world.engine.update(id) { file, change in try file.forgetBuyer(&change, at: world.time.now) }
      // The session at the provider is still open and still has the buyer's data.
      let calls = try await world.store.log(id, after: 0, limit: 100).count
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(60))
      #expect(try await world.store.log(id, after: 0, limit: 100).count > calls)
      let file = try await world.store.file(id)
      #expect(file?.checkout.phase == .cancelled(.buyer))
      #expect(file?.details == nil)
    }
  }
}
