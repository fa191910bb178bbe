import AsyncHTTPClient
import FerryCore
import FerryHTTP
import FerryServer
import Foundation
import Subprocess
import Testing

@Suite("ferry trigger")
struct TriggerCommandTests {
  private static let names = [
    "paid", "authorized", "declined", "cancelled", "abandoned", "pending", "held", "refunded", "disputed",
  ]
  private static let providers = ["amazon-pay", "placetopay", "gmo-pg", "swedbank-pay"]

  /// Runs a demo with all providers.
  private func withDemo(
    _ options: [String] = [], sandboxes: Int = 4,
    _ body: (_ trigger: (_ arguments: [String]) async throws -> FerryProgram.Outcome, _ folder: String) async throws ->
      Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = try FerryProgram()
    let first = try await FreePorts.row(7)
    let demo = ["demo", "--data", folder, "--port", "\(first)", "--processing-seconds", "0"] + options
    try await program.run(demo, endingBy: .terminate) {
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        // Between the first sandbox and the second is the port of the link host.
        for port in [first] + [first + 1, first + 3, first + 4, first + 5].prefix(sandboxes) {
          try await Patience.untilAnswers("http://127.0.0.1:\(port)/health", client)
        }
      }
      try await body({ try await program.outcome(["trigger"] + $0 + ["--data", folder]) }, folder)
    }
  }

  @Test("Each name brings about what it says at every provider that can do it", .timeLimit(.minutes(15)))
  func outcomes() async throws {
    try await withDemo { trigger, _ in
      for provider in Self.providers {
        let list = try await trigger(["--provider", provider])
        let possible = list.output.split(separator: "\n").dropFirst().compactMap {
          $0.split(separator: " ").first.map(String.init)
        }
        #expect(Set(possible).isSubset(of: Self.names) && possible.count >= 7, "\(list.output)\(list.errors)")
        for name in possible {
          let end = try await trigger([name, "--provider", provider, "--json"])
          guard let checkout = try? JSONDecoder().decode(CheckoutBody.self, from: Data(end.output.utf8)) else {
            Issue.record("\(provider), \(name): \(end.output)\(end.errors)")
            continue
          }
          #expect(checkout.provider == provider)
          #expect(Self.isRight(checkout, name), "\(provider), \(name): \(end.output)")
        }
        let text = try await trigger(["paid", "--provider", provider])
        #expect(
          text.output.contains(/is paid\.\nSee it: ferry checkouts show co_\S+ --data/), "\(text.output)\(text.errors)")
      }
    }
  }

  private static func isRight(_ checkout: CheckoutBody, _ name: String) -> Bool {
    let payment = checkout.payment
    return switch name {
    case "paid": checkout.phase == .paid && payment?.captured.isPositive == true
    case "disputed": checkout.phase == .paid && payment?.disputed == payment?.captured
    case "authorized": checkout.phase == .paid && payment?.capturable.isPositive == true
    case "declined": checkout.phase == .declined || checkout.phase == .paying && checkout.decline != nil
    case "cancelled": checkout.phase == .cancelled
    case "abandoned": checkout.phase == .paying
    case "pending": checkout.phase == .settling
    case "held": checkout.phase == .held
    case "refunded": payment?.refunded.isPositive == true || payment?.refundable?.isPositive == false
    default: false
    }
  }

  @Test("A triggered dispute is open, with what the provider says of it", .timeLimit(.minutes(10)))
  func dispute() async throws {
    try await withDemo(["--provider", "amazon-pay"], sandboxes: 1) { trigger, folder in
      let end = try await trigger(["disputed", "--json"])
      let checkout = try JSONDecoder().decode(CheckoutBody.self, from: Data(end.output.utf8))
      let dispute = try #require(checkout.payment?.disputes?.first)
      #expect(dispute.state == "needsResponse" && dispute.reason == "notReceived" && dispute.source == "provider")
      #expect(dispute.amount == checkout.payment?.captured && dispute.respondBy != nil)
      let shown = try await FerryProgram().outcome(["checkouts", "show", checkout.id, "--data", folder]).output
      #expect(shown.contains("notified CHARGEBACK.STATE_CHANGE"), "\(shown)")
      let other = try await trigger(["paid", "--provider", "placetopay"])
      #expect(other.errors.contains("runs without PlacetoPay"), "\(other.errors)")
    }
  }

  @Test("The state of a triggered refund is told", .timeLimit(.minutes(10)))
  func refund() async throws {
    try await withDemo(["--provider", "amazon-pay"], sandboxes: 1) { trigger, folder in
      let end = try await trigger(["refunded"])
      let told = /\nThe refund of ¥[\d,]+ (is pending: the provider has not decided yet|succeeded)\.\n/
      #expect(end.output.contains(told), "\(end.output)\(end.errors)")
      let held = try await trigger(["held", "--json"])
      #expect(try JSONDecoder().decode(CheckoutBody.self, from: Data(held.output.utf8)).phase == .held)
    }
  }

  @Test("A demo that was stopped is told, with the command that starts it", .timeLimit(.minutes(10)))
  func stopped() async throws {
    try await withDemo { _, folder in
      let copy = folder + "-copy"
      try FileManager.default.copyItem(atPath: folder, toPath: copy)
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try Data("http://localhost:\(try await FreePorts.find(1)[0])".utf8)
        .write(to: URL(filePath: copy + "/server-address"))
      let stopped = try await FerryProgram().outcome(["trigger", "paid", "--data", copy])
      #expect(
        stopped.status == .exited(1) && stopped.errors.hasPrefix("Error: Cannot connect to "), "\(stopped.errors)")
      #expect(stopped.errors.contains("Start it with `ferry demo --data \(copy)`."), "\(stopped.errors)")
    }
  }
}
