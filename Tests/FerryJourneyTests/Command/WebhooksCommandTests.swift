import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import Subprocess
import Testing

@Suite("ferry webhooks")
struct WebhooksCommandTests {
  /// Runs a test with the tool, on a store with three messages that were given up at two endpoints and one that waits.
  private func withParked(
    _ test: (_ ferry: (String...) async throws -> FerryProgram.Outcome, _ database: String) async throws -> Void
  ) async throws {
    try await withTool("webhooks", test: test) { store in
      try await SampleAttempt("one").open(in: store)
      try await store.update("one") { _, change in
        change.webhooks = [
          .sample("one", 1), .sample("one", 2), .sample("one", 2, endpoint: "crm"), .sample("one", 3),
        ]
        change.deliveries = change.webhooks.dropLast().map {
          WebhookUpdate($0.id, .parked(at: SampleAttempt.start, result: "answered 500"))
        }
      }
    }
  }

  private func waiting(_ database: String) async throws -> [String] {
    try await SQLiteReader(path: database).deliveries(WebhookFilter(state: .waiting), limit: 9).map {
      "\($0.id.endpoint) \($0.id.message.sequence)"
    }
  }

  @Test("All that was given up is sent again, at one endpoint or at all of them")
  func parked() async throws {
    try await withParked { ferry, database in
      let crm = try await ferry("retry", "--parked", "--endpoint", "crm")
      #expect(crm.output == "When the server starts it sends one message.\n", "\(crm.errors)")
      #expect(try await waiting(database) == ["orders 3", "crm 2"])
      let rest = try await ferry("retry", "--parked")
      #expect(rest.output == "When the server starts it sends 2 messages.\n", "\(rest.errors)")
      #expect(try await waiting(database) == ["orders 3", "crm 2", "orders 2", "orders 1"])
      #expect(try await ferry("retry", "--parked").output == "Nothing is parked.\n")
    }
  }

  @Test("Beside a running server it is said which call does the same")
  func running() async throws {
    try await withParked { ferry, database in
      try await SQLiteStore(path: database).running { _ in
        let all = try await ferry("retry", "--parked", "--endpoint", "orders")
        #expect(!all.status.isSuccess)
        #expect(all.errors.contains("POST /v1/webhook-endpoints/orders/retry. Or stop it first."), "\(all.errors)")
        let both = try await ferry("retry", "--parked")
        #expect(both.errors.contains("POST /v1/webhook-endpoints/crm/retry, and so on."), "\(both.errors)")
        let one = try await ferry("retry", "msg_one_1")
        #expect(one.errors.contains("POST /v1/webhooks/msg_one_1/retry. Or stop it first."), "\(one.errors)")
      }
      #expect(try await waiting(database) == ["orders 3"])
    }
  }
}
