import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import GRDB
import Testing

/// As `StoredFormTests`, for webhook messages.
@Suite("Stored forms of webhooks")
struct StoredWebhookTests {
  private static func fixture() throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "Fixtures/webhooks.sql"), encoding: .utf8)
  }

  private static let tables = ["webhooks", "last_messages"]

  private static func body(_ sequence: Int) -> WebhookBody {
    let isDeclined = sequence == 2
    let payment = PaymentBody(
      authorized: .yen(4400), captured: .yen(4400), refunded: .yen(0), capturable: .yen(0), reference: "C-1")
    let operation = OperationBody(
      id: "capture-1", kind: "capture", amount: .yen(4400), state: .succeeded, reason: nil, reference: "P-1",
      requestedAt: SampleAttempt.start)
    return WebhookBody(
      type: isDeclined ? .checkoutDeclined : .paymentCaptured,
      at: SampleAttempt.start + .seconds(isDeclined ? 7 : 0),
      data: WebhookData(
        // The third is the first one again, for another endpoint.
        checkout: "one", sequence: isDeclined ? 2 : 1, orderReference: "ref-one", orderNumber: "F-1",
        provider: SampleAttempt.provider.text, mode: .test, phase: isDeclined ? .declined : .paid,
        decline: isDeclined ? DeclineReason.refused.rawValue : nil, amount: isDeclined ? nil : .yen(4400),
        payment: isDeclined ? nil : payment, operation: isDeclined ? nil : operation))
  }

  private static func write(into store: some Store) async throws {
    let start = SampleAttempt.start
    try await SampleAttempt("one").open(in: store)
    func delivery(_ endpoint: WebhookEndpointID, _ sequence: Int) -> WebhookDelivery {
      let moment = start + .seconds(sequence == 2 ? 7 : 0)
      let message = WebhookMessageID(checkout: "one", sequence: sequence)
      return WebhookDelivery(message, to: endpoint, body: body(sequence), at: moment)
    }
    let deliveries = [delivery("orders", 1), delivery("orders", 2), delivery("crm", 3)]
    try await store.update("one") { file, change in
      file.lastMessage = 3
      change.webhooks = deliveries
      change.deliveries = [
        WebhookUpdate(deliveries[0].id, .putOff(until: start + .seconds(5), result: "answered 500")),
        WebhookUpdate(deliveries[0].id, .delivered(at: start + .seconds(9), result: "answered 204")),
        WebhookUpdate(deliveries[1].id, .putOff(until: start + .seconds(12), result: "not reached")),
      ]
    }
  }

  @Test("Everything is written in the form of the fixture, to the letter")
  func written() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { try await Self.write(into: $0) }
      let text = try await DatabaseQueue(path: path).read { try StoredForms.statements(of: $0, Self.tables) }
      #expect(text == (try Self.fixture()))
    }
  }

  @Test("Rows in the form of the fixture are read completely")
  func read() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { _ = try await SampleAttempt("one").open(in: $0) }
      let statements = try Self.fixture()
      try await DatabaseQueue(path: path).write { try $0.execute(sql: statements) }
      try await SQLiteStore(path: path).running { store in
        let known = MemoryStore()
        try await Self.write(into: known)
        #expect(try await store.deliveries(WebhookFilter(), limit: 9) == known.deliveries(WebhookFilter(), limit: 9))
        #expect(try await store.file("one")?.lastMessage == 3)
      }
    }
  }

  @Test("Due messages and the backlog are found by their indexes, without a full scan")
  func plans() async throws {
    try await withDatabasePath { path in
      _ = try SQLiteStore(path: path)
      try await DatabaseQueue(path: path).read { database in
        for (query, index) in [
          ("SELECT checkout FROM webhooks WHERE endpoint = 'a' AND due_at <= 1 ORDER BY due_at", "waiting_webhooks"),
          ("SELECT min(due_at) FROM webhooks WHERE endpoint = 'a' AND due_at > 1", "waiting_webhooks"),
          (
            "SELECT endpoint, state, count(*), min(created_at) FROM webhooks WHERE state <> 'delivered' GROUP BY 1, 2",
            "undelivered_webhooks"
          ),
          (
            "SELECT body FROM webhooks WHERE endpoint = 'a' AND state = 'parked' AND state <> 'delivered' "
              + "ORDER BY created_at DESC, checkout DESC, sequence DESC, endpoint LIMIT 5",
            "undelivered_webhooks"
          ),
          ("SELECT 1 FROM webhooks WHERE closed_at < 1 AND due_at IS NULL ORDER BY closed_at", "closed_webhooks"),
        ] {
          let plan = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(query)")
          #expect(plan.contains { ($0["detail"] as String).contains(index) }, "\(query)")
        }
      }
    }
  }
}
