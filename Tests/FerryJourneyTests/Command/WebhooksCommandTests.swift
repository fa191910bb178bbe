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
  @Test(
    "Parked messages are resent by id, or all messages of the configured endpoints", .timeLimit(.minutes(10))
  )
  func parked() async throws {
    try await ToolBesideServer.run(filling: { store in
      for (name, shop) in [("one", "demo"), ("foreign", "books")] as [(CheckoutID, ShopID)] {
        let endpoint: WebhookEndpointID = shop == "demo" ? "shop" : "crm"
        try await SampleAttempt.demo(name.text, shop: shop).open(in: store)
        try await store.update(name) { _, change in
          change.webhooks = [
            .sample(name, 1, endpoint: endpoint), .sample(name, 2, endpoint: endpoint),
            .sample(name, 2, endpoint: "removed"),
            .sample(name, 3, endpoint: endpoint),
          ]
          change.deliveries = change.webhooks.map {
            WebhookUpdate($0.id, .parked(at: SystemTime().now, result: "answered 500"))
          }
        }
      }
    }) { ferry in
      func parked() async throws -> [Substring] {
        let list = try await ferry("webhooks", "list", "--parked")
        #expect(list.status.isSuccess, "\(list.errors)")
        return list.output.split(separator: "\n").filter { $0.contains(" parked ") }
      }
      let all = try await parked()
      #expect(all.count == 4 && all.allSatisfy { $0.contains("msg_one_") }, "\(all)")
      let one = try await ferry("webhooks", "retry", "msg_one_2")
      #expect(one.output == "Ferry will resend one message.\n", "\(one.errors)")
      #expect(try await parked().map { $0.contains("msg_one_2") && $0.contains(" removed ") } == [false, true, false])
      let missing = try await ferry("webhooks", "retry", "msg_one_3", "--endpoint", "removed")
      #expect(missing.errors.hasPrefix("Error: There is no such message"), "\(missing.errors)")
      let foreign = try await ferry("webhooks", "retry", "msg_foreign_1")
      #expect(foreign.errors.hasPrefix("Error: There is no such message"), "\(foreign.errors)")
      let elsewhere = try await ferry("webhooks", "retry", "--parked", "--endpoint", "removed")
      #expect(elsewhere.errors.contains("Unknown endpoint 'removed'. Use one of: shop."), "\(elsewhere.errors)")
      let rest = try await ferry("webhooks", "retry", "--parked")
      #expect(rest.output == "Ferry will resend 2 messages.\n", "\(rest.errors)")
      let again = try await ferry("webhooks", "retry", "--parked")
      #expect(again.output == "No message is parked.\n", "\(again.output)\(again.errors)")
      let removed = try await ferry("webhooks", "list", "--endpoint", "removed").output
      #expect(removed.split(separator: "\n").count == 2, "\(removed)")
    } stopped: { ferry in
      let end = try await ferry("webhooks", "retry", "--parked")
      #expect(end.errors.hasPrefix("Error: Cannot connect to "), "\(end.errors)")
    }
  }
}
