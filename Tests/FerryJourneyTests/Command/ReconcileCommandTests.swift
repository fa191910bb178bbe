import AsyncHTTPClient
import DemoShop
import FerryCore
import FerryEngine
import FerryHTTP
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Synchronization
import Testing

@Suite("ferry reconcile")
struct ReconcileCommandTests {
  /// A demo whose sandbox sends no notifications, with one paid order.
  private struct Books: Sendable {
    let program: FerryProgram
    let client: HTTPClient
    let folder: URL
    let ports: [Int]
    let paid: CheckoutBody

    var shop: String { "http://localhost:\(ports[0])" }
    var sandbox: String { "http://127.0.0.1:\(ports[1])" }
    var key: String { (try? String(contentsOf: folder.appending(path: "shop-secret-key"), encoding: .utf8)) ?? "" }
    var place: [String] {
      [
        "--demo", "--provider", "amazon-pay", "--data", folder.path, "--port", "\(ports[0])", "--sandbox-port",
        "\(ports[1])",
      ]
    }

    /// The sandbox has several accounts.
    let account = ["--account", "amazon-pay"]

    /// The tool with a grace of zero, because no work is pending.
    func reconcile(_ more: String...) async throws -> FerryProgram.Outcome {
      try await program.outcome(
        ["reconcile", "--grace-minutes", "0", "--recheck-seconds", "0"] + place + account + more)
    }

    /// Imports settlement reports beside the running server.
    func importing(_ files: String...) async throws -> FerryProgram.Outcome {
      try await program.outcome(["reports", "import"] + place + account + files)
    }

    /// The shop's books, exported by its operator.
    func orders(_ change: (String) -> String = { $0 }) async throws -> String {
      var request = HTTPClientRequest(url: shop + "/orders.csv")
      request.headers.add(name: "authorization", value: "Bearer \(key)")
      let text = try await send(request)
      let file = folder.appending(path: "orders.csv")
      try Data(change(text).utf8).write(to: file)
      return file.path
    }

    /// A person acts in the provider's console.
    func console(_ object: String, _ body: String) async throws -> String {
      var request = HTTPClientRequest(url: "\(sandbox)/control/amazon-pay/\(object)/console")
      request.method = .POST
      request.headers.add(name: "content-type", value: "application/json")
      request.body = .bytes(Array(body.utf8))
      return try await send(request)
    }

    /// Refunds 1,000 yen.
    /// - Returns: The charge.
    func refundInConsole() async throws -> String {
      let charge = try #require(paid.payment?.reference)
      let refund = try await console("charges/\(charge)", #"{"action":"refund","amount":"1000"}"#)
      let id = try #require(refund.firstMatch(of: /"refundId":\s*"([^"]+)"/)?.1)
      _ = try await console("refunds/\(id)", #"{"action":"approve"}"#)
      return charge
    }

    func send(_ request: HTTPClientRequest) async throws -> String {
      let response = try await client.execute(request, timeout: .minutes(5))
      #expect(response.status == .ok, "\(request.url)")
      return String(buffer: try await response.body.collect(upTo: 1 << 20))
    }
  }

  private func withBooks(_ test: @escaping @Sendable (Books) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withBooks(in: folder, try await FreePorts.find(2), test)
  }

  private func withBooks(
    in folder: URL, _ ports: [Int], _ test: @escaping @Sendable (Books) async throws -> Void
  ) async throws {
    let program = try FerryProgram()
    try await program.run(Self.demo(folder, ports), endingBy: .terminate) {
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let (shop, sandbox) = ("http://localhost:\(ports[0])", "http://127.0.0.1:\(ports[1])")
        for url in [shop + "/health", sandbox + "/checkout.js"] { try await Patience.untilAnswers(url, client) }
        let key = try String(contentsOf: folder.appending(path: "shop-secret-key"), encoding: .utf8)
        let scripted = ScriptedCheckout(
          ScriptedCheckout.Target(ferry: shop, sandbox: sandbox, secretKey: Secret(key)), client: client)
        let paid = try await scripted.run(reference: "order-1")
        let books = Books(program: program, client: client, folder: folder, ports: ports, paid: paid)
        try await Patience.until("The shop's order") {
          try await String(contentsOfFile: books.orders(), encoding: .utf8).contains("order-1,paid") ? () : nil
        }
        try await test(books)
      }
    }
  }

  private static func demo(_ folder: URL, _ ports: [Int]) -> [String] {
    [
      "demo", "--provider", "amazon-pay", "--no-notifications", "--data", folder.path, "--port",
      "\(ports[0])", "--sandbox-port",
      "\(ports[1])",
    ]
  }

  @Test("Books that agree, drift, and agree again after a repair", .timeLimit(.minutes(10)))
  func demo() async throws {
    try await withBooks { books in
      let agreed = try await books.reconcile("--orders", try await books.orders())
      #expect(agreed.status == .exited(0), "\(agreed.output)\(agreed.errors)")
      #expect(agreed.output.contains("1 order of demo; 1 payment; 1 answer from the provider"))
      #expect(agreed.output.hasSuffix("Nothing differs.\n"))

      // The demo's second shop has no order.
      let sample = try await books.reconcile("--shop", "sample")
      #expect(sample.status == .exited(0), "\(sample.output)\(sample.errors)")
      #expect(sample.output.contains("no orders of sample (add --orders); 1 payment"))
      let none = try await books.orders { String($0.prefix { $0 != "\r\n" }) + "\r\n" }
      let ofSample = try await books.reconcile("--shop", "sample", "--orders", none)
      #expect(ofSample.status == .exited(0), "\(ofSample.output)\(ofSample.errors)")
      #expect(ofSample.output.contains("0 orders of sample; 1 payment"))
      let unknown = try await books.reconcile("--shop", "samples")
      #expect(unknown.status == .exited(2))
      #expect(unknown.errors == "Error: Unknown shop 'samples'. Did you mean 'sample'?\n")

      // A refund without a notification.
      let charge = try await books.refundInConsole()
      // And a changed row.
      let orders = try await books.orders { $0.replacing("paid,9520", with: "paid,9250") }
      let drifted = try await books.reconcile("--orders", orders)
      #expect(drifted.status == .exited(1), "\(drifted.errors)")
      #expect(drifted.output.contains(/order-total +0 h +since \S+ +shop ¥9,250, Ferry ¥9,520/), "\(drifted.output)")
      #expect(drifted.output.contains(/refunded +0 h +since \S+ +Ferry ¥0, provider ¥1,000/), "\(drifted.output)")
      #expect(drifted.output.contains("order order-1, checkout \(books.paid.id), reference \(charge)"))
      #expect(drifted.output.hasSuffix("2 discrepancies.\n"))

      let repaired = try await books.reconcile("--orders", orders, "--repair", "--json")
      #expect(repaired.status == .exited(1))
      let document = try JSONDecoder().decode(Document.self, from: Data(repaired.output.utf8))
      #expect(Set(document.discrepancies.map(\.kind)) == ["order-total", "refunded"])
      #expect(document.repairs == [.init(checkout: books.paid.id, result: "the provider answered")])
      #expect(document.discrepancies.first { $0.kind == "refunded" }?.provider == .yen(1_000))
      #expect(!document.agrees && document.complete)

      // Ferry knows the refund by now, and has reported it to the shop.
      try await Patience.until("The shop's refund") {
        try await String(contentsOfFile: books.orders(), encoding: .utf8).contains(",1000,") ? () : nil
      }
      let again = try await books.reconcile("--orders", try await books.orders(), "--fetch-reports")
      #expect(again.status == .exited(0), "\(again.output)\(again.errors)")
      #expect(again.output.contains("2 reported transactions"), "\(again.output)")
      // They are in the database now.
      let stored = try await books.reconcile("--orders", try await books.orders())
      #expect(stored.output.contains("2 reported transactions"), "\(stored.output)")
    }
  }

  @Test("A held payment is listed without any grace, with the commands that decide it", .timeLimit(.minutes(10)))
  func undecided() async throws {
    try await withBooks { books in
      let triggered = try await books.program.outcome(["trigger", "held", "--json", "--data", books.folder.path])
      let held = try JSONDecoder().decode(CheckoutBody.self, from: Data(triggered.output.utf8))
      let mismatch = try #require(held.mismatch, "\(triggered.output)\(triggered.errors)")
      let reported = try #require(mismatch.reported)
      let listed = try await books.program.outcome(
        ["reconcile", "--no-provider", "--grace-minutes", "600"] + books.place + books.account)
      #expect(listed.status == .exited(1), "\(listed.errors)")
      let amounts = "Ferry \(mismatch.asked.display), provider \(reported.display)"
      for text in [
        "undecided ", amounts, "checkout \(held.id)",
        "`ferry checkouts resolve \(held.id) accept --amount \(reported.decimal)`", "1 discrepancy.",
      ] { #expect(listed.output.contains(text), "\(text) in \(listed.output)") }

      let place = ["--data", books.folder.path]
      let unnamed = try await books.program.outcome(["checkouts", "resolve", held.id, "accept"] + place)
      #expect(unnamed.errors.contains(reported.decimal), "\(unnamed.output)\(unnamed.errors)")
      let rejected = try await books.program.outcome(["checkouts", "resolve", held.id, "reject"] + place)
      #expect(rejected.status.isSuccess, "\(rejected.errors)")
      let decided = try await books.program.outcome(["reconcile", "--no-provider"] + books.place + books.account)
      #expect(!decided.output.contains("undecided"), "\(decided.output)")
    }
  }

  @Test(
    "A failed comparison exits with 2 and one sentence; the orders may come through a pipe", .timeLimit(.minutes(10)))
  func failures() async throws {
    try await withBooks { books in
      let bad = try await books.orders { $0.replacing(",9520,JPY", with: ",9520,YEN") }
      let refused = try await books.reconcile("--orders", bad)
      #expect(refused.status == .exited(2))
      #expect(
        refused.errors.hasPrefix("Error: Cannot read \(bad). Line 2: The column currency"), "\(refused.errors)")
      #expect(refused.output == "")
      let missing = try await books.reconcile("--orders", "/nowhere.csv")
      #expect(missing.status == .exited(2))
      let report = try await books.importing(bad)
      #expect(report.status == .exited(2))
      #expect(
        report.errors.hasPrefix("Error: Cannot read orders.csv. Line 1: This is no settlement report"),
        "\(report.errors)")
      #expect(try await books.reconcile("--since", "2026-02-01", "--until", "2026-01-01").status == .exited(64))
      for wrong in [
        ["--key-file", "x"], ["--orders-at", "2026-01-31"], ["--repair", "--no-provider"], ["--since", "2026-02-30"],
      ] {
        let outcome = try await books.program.outcome(["reconcile"] + wrong + books.place)
        #expect(outcome.status == .exited(64), "\(wrong)")
      }
      let future = try await books.reconcile("--since", "2999-01-01")
      #expect(future.status == .exited(2))
      #expect(future.errors.hasPrefix("Error: --since is in the future."), "\(future.errors)")
      let old = try await books.orders()
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -40 * 3600)], ofItemAtPath: old)
      let stale = try await books.reconcile("--orders", old, "--no-provider")
      #expect(stale.status == .exited(2), "\(stale.output)\(stale.errors)")
      #expect(stale.output.contains("The list of orders is 40 hours old"), "\(stale.output)")
      let unrepaired = try await books.reconcile("--repair", "--key-file", "/nowhere")
      #expect(unrepaired.status == .exited(2))

      // A charge with an unreadable answer is not reported.
      var fault = HTTPClientRequest(url: books.sandbox + "/control/faults")
      fault.method = .POST
      fault.headers.add(name: "content-type", value: "application/json")
      fault.body = .bytes(Array(#"{"operation":"getCharge","kind":"unknownState","count":1}"#.utf8))
      _ = try await books.client.execute(fault, timeout: .minutes(5))
      let unread = try await books.reconcile("--orders", try await books.orders())
      #expect(unread.status == .exited(2), "\(unread.output)\(unread.errors)")
      #expect(unread.output.contains("The provider did not answer about 1 payment:\n  \(books.paid.id)"))
      #expect(unread.output.contains("0 answers from the provider"))
      #expect(unread.output.hasSuffix("Nothing differs, but not everything could be compared.\n"))
      let alone = try await books.reconcile("--orders", try await books.orders(), "--no-provider")
      #expect(alone.status == .exited(0), "\(alone.output)\(alone.errors)")
      #expect(alone.output.contains("provider not asked"))

      // Through a pipe.
      let more = try String(contentsOfFile: try await books.orders(), encoding: .utf8) + "order-9,paid,70,JPY,,,,\r\n"
      let piped = try await books.program.outcome(
        ["reconcile", "--no-provider", "--orders", "-"] + books.place + books.account, input: more)
      #expect(piped.status == .exited(1), "\(piped.errors)")
      #expect(piped.output.contains("order-not-paid      age unknown  shop ¥70"), "\(piped.output)")
    }
  }

  @Test("A chargeback that only a report tells of is recorded as a lost dispute by --repair", .timeLimit(.minutes(10)))
  func chargeback() async throws {
    try await withBooks { books in
      let charge = try #require(books.paid.payment?.reference)
      let permission = charge.split(separator: "-").prefix(3).joined(separator: "-")
      let dispute = "\(permission)-B000001"
      let file = books.folder.appending(path: "report.csv").path
      let report = """
        TransactionPostedDate,AmazonTransactionId,TransactionType,AmazonOrderReferenceId,CurrencyCode,TransactionAmount
        \((SystemTime().now - .seconds(2)).iso8601),\(dispute),Chargeback,\(permission),JPY,-9520

        """
      try Data(report.utf8).write(to: URL(filePath: file))
      let imported = try await books.importing(file)
      #expect(imported.status == .exited(0), "\(imported.errors)")
      #expect(imported.output.hasSuffix("report.csv: 1 line, 1 new.\n"), "\(imported.output)")
      let twice = try await books.importing(file)
      #expect(twice.status == .exited(0) && twice.output.contains("Nothing has changed."), "\(twice.output)")
      let found = try await books.reconcile()
      #expect(found.status == .exited(1), "\(found.output)\(found.errors)")
      #expect(found.output.contains(/dispute-unrecorded +0 h +since \S+ +provider ¥9,520/), "\(found.output)")
      #expect(found.output.contains("`ferry disputes record \(books.paid.id) \(dispute) --state lost --amount 9520`"))
      let repaired = try await books.reconcile("--repair")
      #expect(
        repaired.output.contains("Repairs:\n  \(books.paid.id)  recorded the lost dispute \(dispute)\n"),
        "\(repaired.output)\(repaired.errors)")
      let again = try await books.reconcile()
      #expect(again.status == .exited(0), "\(again.output)\(again.errors)")
    }
  }

  @Test("Without a running server nothing is repaired, and the command says how to start it", .timeLimit(.minutes(10)))
  func stopped() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = try await FreePorts.find(2)
    let checkout = Mutex<CheckoutBody?>(nil)
    try await withBooks(in: folder, ports) { books in checkout.withLock { $0 = books.paid } }
    let paid = try #require(checkout.withLock { $0 })
    let program = try FerryProgram()
    try await program.run(Self.demo(folder, ports) + ["--only", "sandbox"], endingBy: .terminate) {
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let books = Books(program: program, client: client, folder: folder, ports: ports, paid: paid)
        try await Patience.untilAnswers(books.sandbox + "/checkout.js", client)
        _ = try await books.refundInConsole()
        let found = try await books.reconcile()
        #expect(found.status == .exited(1), "\(found.output)\(found.errors)")
        let repaired = try await books.reconcile("--repair")
        #expect(repaired.status == .exited(1))
        #expect(repaired.output.contains("refunded "), "\(repaired.output)")
        #expect(repaired.errors.hasPrefix("Error: Cannot connect to \(books.shop)."), "\(repaired.errors)")
        #expect(repaired.errors.contains("Start it with `ferry demo --data \(folder.path)`."), "\(repaired.errors)")
      }
    }
  }

  private struct Document: Decodable {
    struct Entry: Decodable {
      let kind: String
      let provider: Money?
    }

    struct Repair: Decodable, Hashable {
      let checkout: String
      let result: String
    }

    let agrees: Bool
    let complete: Bool
    let discrepancies: [Entry]
    let repairs: [Repair]?
  }
}
