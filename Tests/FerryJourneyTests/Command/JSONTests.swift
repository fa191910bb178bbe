import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryServer
import FerryTesting
import Foundation
import Subprocess
import Testing

@Suite("The tool's output for programs and on terminals")
struct JSONTests {
  private static func fill(_ store: SQLiteStore) async throws {
    for (name, ago) in [("one", 40), ("two", 30), ("three", 20)] {
      try await SampleAttempt.demo(name, ago: .seconds(ago)).open(in: store)
    }
    try await store.addPaid(.demo("paid", ago: .seconds(10)))
    try await store.update("paid") { _, change in change.webhooks = [.sample("paid", 1, endpoint: "shop")] }
  }

  private func decoded<Body: Decodable>(_ end: FerryProgram.Outcome, as _: Body.Type = Body.self) throws -> Body {
    #expect(end.status.isSuccess && !end.output.contains("\u{1B}"), "\(end.output)\(end.errors)")
    return try JSONDecoder().decode(Body.self, from: Data(end.output.utf8))
  }

  private struct Shown: Decodable {
    let checkout: CheckoutBody
    let operations: OperationsBody
    let timeline: TimelineBody
  }

  private struct Settings: Decodable {
    struct Entry: Decodable {
      let name: String
      let variable: String
      let value: String?
      let source: String
    }
    let settings: [Entry]
  }

  @Test("Every list and every show prints the answers of the API", .timeLimit(.minutes(10)))
  func bodies() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry in
      let all: CheckoutsBody = try decoded(try await ferry("checkouts", "list", "--json"))
      #expect(all.checkouts.map(\.id) == ["paid", "three", "two", "one"] && all.next == nil)
      let some: CheckoutsBody = try decoded(try await ferry("checkouts", "list", "--limit", "2", "--json"))
      #expect(some.checkouts.map(\.id) == ["paid", "three"] && some.next != nil)
      let none: CheckoutsBody = try decoded(try await ferry("checkouts", "list", "--held", "--json"))
      #expect(none.checkouts.isEmpty)
      let shown: Shown = try decoded(try await ferry("checkouts", "show", "ref-paid", "--json"))
      #expect(shown.checkout.id == "paid" && shown.operations.payment?.captured == .yen(4_400))
      let text = try await ferry("checkouts", "show", "paid").output
      #expect(shown.timeline.entries.count == text.split(separator: "\n").count { $0.contains("+00:00  ") })
      let payments: PaymentsBody = try decoded(try await ferry("payments", "list", "--json"))
      #expect(payments.payments.map(\.checkout) == ["paid"])
      let one: OperationsBody = try decoded(try await ferry("payments", "list", "paid", "--json"))
      #expect(one == shown.operations)
      let webhooks: WebhooksBody = try decoded(try await ferry("webhooks", "list", "--json"))
      #expect(webhooks.webhooks.map(\.id) == ["msg_paid_1"])
      let failed = try await ferry("checkouts", "show", "nobody", "--json")
      #expect(failed.status == .exited(1) && failed.output == "" && failed.errors.hasPrefix("Error: No checkout, "))
    }
  }

  @Test("The settings are printed for programs without a secret", .timeLimit(.minutes(10)))
  func settings() async throws {
    try await ServedShop.with { shop in
      let end = try await shop.program.outcome(["config", "--config", shop.config, "--json"], shop.environment)
      let list: Settings = try decoded(end)
      let entries = Dictionary(list.settings.map { ($0.name, $0) }) { first, _ in first }
      let port = try #require(entries["ferry.listen.port"])
      #expect(port.variable == "FERRY_LISTEN_PORT" && port.value == "\(shop.port)")
      #expect(port.source == "\(shop.config):5")
      let key = try #require(entries["ferry.shop.main.testKeys"])
      #expect(key.value == nil && key.source == "FERRY_SHOP_MAIN_TEST_KEYS")
      #expect(!end.output.contains(shop.secretKey.reveal()))
    }
  }

  @Test("Colours are for a terminal, and NO_COLOR turns them off", .timeLimit(.minutes(10)))
  func terminal() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry in
      let list = ["checkouts", "list", "--data", ferry.folder]
      let terminal = try await ferry.program.outcomeOnTerminal(list, ["TERM": "xterm", "NO_COLOR": ""])
      #expect(terminal.status.isSuccess && terminal.output.contains("\u{1B}[32mpaid\u{1B}[0m"), "\(terminal.output)")
      let plain = try await ferry.program.outcomeOnTerminal(list, ["TERM": "xterm", "NO_COLOR": "1"])
      #expect(plain.output.contains(" paid ") && !plain.output.contains("\u{1B}"), "\(plain.output)")
      let pipe = try await ferry.program.outcome(list, ["TERM": "xterm"])
      #expect(!pipe.output.contains("\u{1B}"))
    }
  }

  @Test("Times are told in the zone that TZ names", .timeLimit(.minutes(10)))
  func zone() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry in
      for arguments in [
        ["checkouts", "list"], ["checkouts", "show", "paid"], ["payments", "list"], ["webhooks", "list"],
      ] {
        let end = try await ferry.program.outcome(arguments + ["--data", ferry.folder], ["TZ": "Asia/Tokyo"])
        #expect(end.output.contains(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00/), "\(end.output)\(end.errors)")
      }
    }
  }

  @Test("The completion script of each shell names every command", arguments: ["bash", "zsh", "fish"])
  func completion(_ shell: String) async throws {
    let end = try await FerryProgram().outcome(["--generate-completion-script", shell])
    #expect(end.status.isSuccess, "\(end.errors)")
    for word in ["checkouts", "trigger", "listen", "resolve", "secret-file", "refunded"] {
      #expect(end.output.contains(word), "\(word)")
    }
    if shell == "bash" {
      let check = try await Subprocess.run(
        .name("bash"), arguments: ["-n"], input: .string(end.output), output: .discarded, error: .discarded)
      #expect(check.terminationStatus.isSuccess)
    }
  }

  @Test("A misspelt command ends with the usage's exit code, and a suggestion on standard error")
  func misspelt() async throws {
    for (arguments, meant) in [
      (["chekouts", "list"], "ferry checkouts"), (["webhooks", "lst"], "ferry webhooks list"),
      (["help", "payments", "refud"], "ferry payments refund"), (["checkouts", "list", "--limt", "3"], "--limit"),
      (["--verson"], "--version"), (["trigger", "payd"], "paid"),
    ] {
      let end = try await FerryProgram().outcome(arguments)
      #expect(end.status == .exited(64) && end.output == "", "\(arguments): \(end.output)")
      #expect(end.errors.contains("Did you mean '\(meant)'?"), "\(arguments): \(end.errors)")
    }
    for option in ["--limit", "--limit=-3"] {
      let end = try await FerryProgram().outcome(["checkouts", "list", option] + (option == "--limit" ? ["-3"] : []))
      #expect(end.errors.hasPrefix("Error: --limit must be a number from 1 to 10000."), "\(end.errors)")
    }
  }
}
