import AsyncHTTPClient
import DemoShop
import FerryCore
import FerryEngine
import FerryHTTP
import Foundation
import NIOCore
import Subprocess
import Testing

@testable import DemoShop

@Suite("Webhooks from the server to the demo shop, over HTTP")
struct WebhookDemoTests {
  @Test("The shop learns of a paid order by webhook, and people see the deliveries", .timeLimit(.minutes(10)))
  func told() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = try await FreePorts.find(2)
    let program = try FerryProgram()
    let arguments = [
      "demo", "--provider", "amazon-pay", "--data", folder.path, "--port", "\(ports[0])", "--sandbox-port",
      "\(ports[1])",
    ]
    func list(_ more: String...) async throws -> [String] {
      let end = try await program.outcome(["webhooks", "list", "--data", folder.path] + more)
      #expect(end.status.isSuccess, "\(end.errors)")
      return (end.output).split(separator: "\n").map(String.init)
    }
    func nothingWaits() async throws {
      try await Patience.until("The end of all deliveries") {
        try await list("--waiting") == ["No message is waiting."] ? () : nil
      }
    }
    try await program.run(arguments, endingBy: .terminate) {
      let checkout = try await pay(ports, folder)
      #expect(checkout.phase == .paid)
      let orders = OrderBook(directory: folder.path + "/shop-orders")
      let shown = try await Patience.until("The receipt") { try await orders.record("order-1")?.receipt }
      #expect(shown == Receipt(orderNumber: checkout.orderNumber, total: .yen(9_520), checkout: checkout.id))
      try await nothingWaits()
      let id = checkout.id
      let lines = Array(try await list().dropFirst())
      #expect(lines.count == 2)
      #expect(lines.allSatisfy { $0.contains("delivered") && $0.contains("answered 204") }, "\(lines)")
      #expect(lines[0].contains("checkout.paid") && lines[0].contains("msg_\(id)_2"), "\(lines)")
      let timeline = try await program.outcome(["checkouts", "show", id, "--data", folder.path]).output
      #expect(timeline.contains("webhook checkout.paid"), "\(timeline)")

      // It is delivered a second time, and the shop knows it by its id.
      let again = try await program.outcome(["webhooks", "retry", "msg_\(id)_2", "--data", folder.path])
      #expect(again.output == "Ferry will resend one message.\n", "\(again.errors)")
      try await nothingWaits()
      #expect(try await list("--parked") == ["No message is parked."])
      let unknown = try await program.outcome(["webhooks", "retry", "msg_\(id)_9", "--data", folder.path])
      #expect(unknown.errors.hasPrefix("Error: There is no such message"), "\(unknown.errors)")
    }
  }

  @Test("Every new secret is valid and different", .timeLimit(.minutes(10)))
  func secret() async throws {
    let program = try FerryProgram()
    var secrets: [String] = []
    for _ in 1...2 {
      let output = try await program.outcome(["webhooks", "secret"]).output
      secrets.append(output.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    #expect(secrets.allSatisfy { WebhookSecret(text: $0) != nil })
    #expect(secrets[0] != secrets[1])
  }

  private func pay(_ ports: [Int], _ folder: URL) async throws -> CheckoutBody {
    let shop = "http://localhost:\(ports[0])"
    let sandbox = "http://127.0.0.1:\(ports[1])"
    return try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
      for url in [shop + "/health", sandbox + "/checkout.js"] {
        try await Patience.untilAnswers(url, client)
      }
      let key = try String(contentsOf: folder.appending(path: "shop-secret-key"), encoding: .utf8)
      let scripted = ScriptedCheckout(
        ScriptedCheckout.Target(ferry: shop, sandbox: sandbox, secretKey: Secret(key)), client: client)
      return try await scripted.run(reference: "order-1")
    }
  }
}
