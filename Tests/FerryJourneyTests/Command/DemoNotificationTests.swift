import AsyncHTTPClient
import DemoShop
import FerryCore
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@Suite("Notifications of the demo's sandbox")
struct DemoNotificationTests {
  private struct Listing: Decodable {
    struct Subscription: Decodable {
      let confirmedAt: String?
    }

    struct Message: Decodable {
      struct Attempt: Decodable {
        let status: Int?
      }

      let type: String
      let objectType: String?
      let objectId: String?
      let state: String
      let attempts: [Attempt]
    }

    let notifications: [Message]
  }

  private struct Subscriptions: Decodable {
    let subscriptions: [Listing.Subscription]
  }

  private func control<Answer: Decodable>(
    _ path: String, _ sandbox: String, _ client: HTTPClient, as type: Answer.Type
  ) async throws -> Answer {
    let response = try await client.execute(
      HTTPClientRequest(url: "\(sandbox)/control/\(path)"), timeout: .minutes(5))
    return try JSONDecoder().decode(
      type, from: Data(try await response.body.collect(upTo: 1 << 20).readableBytesView))
  }

  @Test(
    "The checkout server receives them, confirms the subscription, and learns of a refund in the console",
    .timeLimit(.minutes(10)))
  func delivered() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-ipn-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = try await FreePorts.find(2)
    let (shop, sandbox) = ("http://localhost:\(ports[0])", "http://127.0.0.1:\(ports[1])")
    _ = try await FerryProgram().outcome([
      "demo", "--provider", "amazon-pay", "--data", folder.path, "--port", "\(ports[0])", "--sandbox-port",
      "\(ports[1])",
      "--processing-seconds", "0",
    ]) {
      try await HTTPClient.withHTTPClient(configuration: HTTPClient.Configuration(redirectConfiguration: .disallow)) {
        client in
        try await Patience.untilAnswers(shop + "/health", client)
        try await Patience.untilAnswers(sandbox + "/checkout.js", client)
        let key = try String(contentsOf: folder.appending(path: "shop-secret-key"), encoding: .utf8)
        let scripted = ScriptedCheckout(
          ScriptedCheckout.Target(ferry: shop, sandbox: sandbox, secretKey: Secret(key)), client: client)
        let checkout = try await scripted.run(reference: "ipn-1")
        #expect(checkout.phase == .paid)
        let first = try await settled(sandbox, client) { $0.notifications.contains { $0.objectType == "CHARGE" } }
        let charge = try #require(first.notifications.last { $0.objectType == "CHARGE" }?.objectId)
        var refund = HTTPClientRequest(url: "\(sandbox)/control/amazon-pay/charges/\(charge)/console")
        refund.method = .POST
        refund.headers.add(name: "content-type", value: "application/json")
        refund.body = .bytes(ByteBuffer(string: #"{"action":"refund","amount":"100"}"#))
        #expect(try await client.execute(refund, timeout: .minutes(5)).status == .ok)
        let second = try await settled(sandbox, client) { $0.notifications.contains { $0.objectType == "REFUND" } }
        for message in second.notifications {
          #expect(message.state == "delivered", "\(message.type) \(message.objectType ?? "")")
          #expect(message.attempts.map(\.status) == [200])
        }
      }
    }
  }

  /// The messages, once the expected ones exist and none is pending any more.
  private func settled(
    _ sandbox: String, _ client: HTTPClient, _ isComplete: (Listing) -> Bool
  ) async throws -> Listing {
    try await Patience.until("What is waited for") {
      let listing = try await control("notifications", sandbox, client, as: Listing.self)
      let asked = try await control("amazon-pay/subscriptions", sandbox, client, as: Subscriptions.self)
      let isQuiet = listing.notifications.allSatisfy { !$0.attempts.isEmpty }
      return isComplete(listing) && isQuiet && asked.subscriptions.first?.confirmedAt != nil ? listing : nil
    }
  }
}
