import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Testing

@Suite("Parked messages of an endpoint")
struct ParkedWebhookTests {
  private static let count = 1_201

  private static func park(in store: some Store) async throws {
    try await SampleAttempt("one").open(in: store)
    try await store.update("one") { _, change in
      let parked = (1...count).map { WebhookDelivery.sample("one", $0) }
      change.webhooks = parked + [.sample("one", 1, endpoint: "crm")]
      change.deliveries = change.webhooks.map { WebhookUpdate($0.id, .parked(at: SampleAttempt.start, result: "x")) }
    }
  }

  @Test("All are resent, also if they exceed one transaction, and none of another endpoint's")
  func all() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await Self.park(in: store)
        let flushes = await store.flushes
        let now = SampleAttempt.start + .seconds(60)
        #expect(try await store.sendParkedAgain(to: "orders", at: now) == Self.count)
        #expect(await store.flushes - flushes == 3)
        #expect(
          try await store.webhookBacklog() == [
            WebhookBacklog(endpoint: "crm", parked: 1),
            WebhookBacklog(endpoint: "orders", waiting: Self.count, oldest: SampleAttempt.start),
          ])
        #expect(try await store.sendParkedAgain(to: "orders", at: now) == 0)
        #expect(try await store.sendParkedAgain(to: "nobody", at: now) == 0)
      }
    }
  }
}
