import AsyncHTTPClient
import CryptoExtras
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerrySQLite
import FerrySandbox
import FerryScriptedBuyer
import FerryTesting
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess

/// The demo under load at several providers, killed at times that follow from a seed, and restarted on the same data.
struct CrashRun: Sendable {
  enum Sandbox: Sendable {
    /// In the server's process, and killed with it.
    case inside
    /// In a process of their own, which keeps running.
    case beside
  }

  static let providers: [ProviderBench] = [.amazonPay, .placetoPay, .gmoPGUnproven, .swedbankPay]

  let sandbox: Sandbox
  let seed: UInt64
  let rounds: Int
  let buyers: Int
  let tally = CrashTally()
  private let program: FerryProgram
  private let folder: URL
  private let port: Int
  private let sandboxPort: Int
  private let secretKey = Secret("sk_test_" + SystemRandomness().token(bytes: 32))
  private let time = SystemTime()

  struct Stuck: Error, CustomStringConvertible {
    let description: String
  }

  init(_ sandbox: Sandbox, seed: UInt64, rounds: Int, buyers: Int) async throws {
    self.sandbox = sandbox
    self.seed = seed
    self.rounds = rounds
    self.buyers = buyers
    program = try FerryProgram()
    port = try await FreePorts.find(1)[0]
    sandboxPort = try await FreePorts.row(6)
    folder = FileManager.default.temporaryDirectory.appending(path: "ferry-crash-\(SystemRandomness().token())")
  }

  /// All data for the comparison at the end.
  struct Reckoning: Sendable {
    var files: [CheckoutFile]
    var balances: [Balance]
    var calls: [String: Int]
    /// Of all providers.
    var orders: [CrashLedger.Order]
  }

  func reckoning() async throws -> Reckoning {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    try write("amazon-pay-sandbox-key.pem", key.pemRepresentation)
    try write("shop-secret-key", secretKey.reveal())
    let orders = try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
      switch sandbox {
      case .inside: return try await killAndRecover(client)
      case .beside:
        return try await program.run(sandboxArguments, endingBy: .terminate) {
          for address in sandboxes { try await Patience.untilAnswers("\(address)/control/ledger", client) }
          try await planFaults(round: 0, client)
          return try await killAndRecover(client)
        }
      }
    }
    let reader = try SQLiteReader(path: folder.appending(path: "ferry.sqlite").path)
    return Reckoning(
      files: try await reader.checkouts(CheckoutFilter(), limit: 100_000), balances: try await reader.balances(),
      calls: try await calls(reader), orders: orders)
  }

  // MARK: Killing

  private func killAndRecover(_ client: HTTPClient) async throws -> [CrashLedger.Order] {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<buyers {
        group.addTask { try await shop(number, client) }
      }
      var moments = SeededMoments(seed)
      for round in 0..<rounds {
        let life = Duration.milliseconds(moments.next(in: 300...1500))
        try await program.run(demoArguments, endingBy: .kill) {
          try await Patience.untilAnswers("\(address)/health", client)
          if sandbox == .inside { try await planFaults(round: round, client) }
          try await time.sleep(for: life)
          if sandbox == .inside { await tally.struck((try? await struck(client)) ?? 0) }
        }
        await tally.killed()
      }
      group.cancelAll()
      while let result = await group.nextResult() {
        if case .failure(let error) = result, !(error is CancellationError) { throw error }
      }
    }
    return try await program.run(demoArguments, endingBy: .terminate) {
      try await Patience.untilAnswers("\(address)/health", client)
      if sandbox == .beside { await tally.struck(try await struck(client)) }
      for address in sandboxes { _ = try await control(address, "DELETE", "faults", nil, client) }
      try await finish(client)
      var orders: [CrashLedger.Order] = []
      for address in sandboxes {
        let bytes = try await control(address, "GET", "ledger", nil, client)
        orders += try JSONDecoder().decode(CrashLedger.self, from: Data(bytes)).orders
      }
      return orders
    }
  }

  private func shop(_ number: Int, _ client: HTTPClient) async throws {
    let bench = Self.providers[number % Self.providers.count]
    for turn in 0... {
      // Two orders on the provider's page, then two in its menu.
      let isMenu = bench.hasMenu && turn / 2 % 2 == 1
      let buyer = StubbornBuyer(
        bench, target(bench, isMenu ? try .menu : nil), isMenu: isMenu, client, tally)
      try await buyer.shop("crash-\(seed)-\(turn * buyers + number)", BuyerHabit(turn + number / Self.providers.count))
    }
  }

  /// Approved checkouts must end by themselves; the others are cancelled, as by a shop.
  private func finish(_ client: HTTPClient) async throws {
    let reader = try SQLiteReader(path: folder.appending(path: "ferry.sqlite").path)
    let approved = await tally.approved
    try await until("checkouts whose buyers approved", reader) { live in
      live.filter { approved.contains($0.checkout.id.text) }
    }
    let scripted = ScriptedCheckout(target(Self.providers[0]), client: client)
    for file in try await reader.checkouts(CheckoutFilter(phases: .unfinished), limit: 100_000) {
      // Meanwhile it may have ended by itself, and be refused.
      do { _ = try await scripted.cancel(file.checkout.id.text) } catch is FerryScriptedBuyer.Unexpected {}
    }
    try await until("checkouts", reader) { $0 }
    try await until("operations", reader, CheckoutFilter(payment: .pending)) { $0 }
  }

  private func until(
    _ what: String, _ reader: SQLiteReader, _ filter: CheckoutFilter = CheckoutFilter(phases: .unfinished),
    _ open: ([CheckoutFile]) -> [CheckoutFile]
  ) async throws {
    let deadline = time.now + Patience.limit
    while true {
      let left = open(try await reader.checkouts(filter, limit: 100_000))
      if left.isEmpty { return }
      guard time.now < deadline else {
        let phases = left.map { "\($0.checkout.id) \($0.checkout.phase)" }.prefix(5).joined(separator: "; ")
        throw Stuck(description: "\(left.count) \(what) come to no end: \(phases)")
      }
      try await time.sleep(for: .milliseconds(100))
    }
  }

  // MARK: Sandbox

  private func planFaults(round: Int, _ client: HTTPClient) async throws {
    let kinds: [String] = [
      #""kind": "dropBeforeExecution""#, #""kind": "dropAfterExecution""#,
      #""kind": "errorBeforeExecution", "status": 500"#, #""kind": "errorAfterExecution", "status": 503"#,
      #""kind": "errorBeforeExecution", "status": 429"#, #""kind": "cutOffBody""#, #""kind": "notJSON""#,
      #""kind": "unknownState""#, #""kind": "delay", "milliseconds": 150"#, #""kind": "slow", "milliseconds": 150"#,
    ]
    for (index, kind) in kinds.enumerated() {
      let faultSeed = seed &* 1_000 &+ UInt64(round * kinds.count + index)
      let body = #"{\#(kind), "perThousand": 35, "seed": \#(faultSeed % 1_000_000_007)}"#
      for address in sandboxes { _ = try await control(address, "POST", "faults", body, client) }
    }
    let posts = [
      #""kind": "lose""#, #""kind": "duplicate", "copies": 2, "milliseconds": 200"#,
      #""kind": "delay", "milliseconds": 1500"#,
    ]
    for (index, kind) in posts.enumerated() {
      let body =
        #"{\#(kind), "perThousand": 150, "seed": \#((seed &+ UInt64(round * posts.count + index)) % 1_000_000_007)}"#
      for address in sandboxes { _ = try await control(address, "POST", "notifications/faults", body, client) }
    }
  }

  private func struck(_ client: HTTPClient) async throws -> Int {
    struct Requests: Decodable {
      struct Record: Decodable { let struck: Bool }
      let requests: [Record]
    }
    var count = 0
    for address in sandboxes {
      let bytes = try await control(address, "GET", "requests", nil, client)
      count += try JSONDecoder().decode(Requests.self, from: Data(bytes)).requests.filter(\.struck).count
    }
    return count
  }

  private func control(
    _ address: String, _ method: String, _ path: String, _ body: String?, _ client: HTTPClient
  ) async throws -> [UInt8] {
    var request = HTTPClientRequest(url: "\(address)/control/\(path)")
    request.method = .RAW(value: method)
    if let body {
      request.headers.add(name: "content-type", value: "application/json")
      request.body = .bytes(Array(body.utf8))
    }
    let response = try await client.execute(request, timeout: .seconds(10))
    let bytes = Array(try await response.body.collect(upTo: 64 << 20).readableBytesView)
    guard (200...299).contains(response.status.code) else {
      throw Stuck(description: "/control/\(path) answered \(response.status.code).")
    }
    return bytes
  }

  // MARK: Programs

  private var address: String { "http://localhost:\(port)" }
  /// The sandboxes, in the order of the providers. The demo leaves the port after the first to the link host.
  private var sandboxes: [String] {
    Self.providers.indices.map { "http://127.0.0.1:\(sandboxPort + ($0 == 0 ? 0 : $0 + 1))" }
  }

  private func target(_ bench: ProviderBench, _ options: ProviderOptions? = nil) -> ScriptedCheckout.Target {
    ScriptedCheckout.Target(
      ferry: address, sandbox: sandboxes[Self.providers.firstIndex(of: bench) ?? 0], secretKey: secretKey,
      purchase: ScriptedPurchase(
        provider: bench.sandbox.id, language: bench.language, order: bench.order, options: options))
  }

  private var demoArguments: [String] {
    let whole = shared + ["--quiet-schedule", "1,2,3"]
    return switch sandbox {
    case .inside: whole
    case .beside: whole + ["--only", "shop"]
    }
  }

  private var sandboxArguments: [String] { shared + ["--only", "sandbox"] }

  private var shared: [String] {
    ["demo", "--data", folder.path, "--port", "\(port)", "--sandbox-port", "\(sandboxPort)"]
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// Calls of the provider by outcome.
  private func calls(_ reader: SQLiteReader) async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var position: Int64 = 0
    while true {
      let records = try await reader.log(nil, after: position, limit: 1000)
      for record in records {
        if case .call(_, let result, _) = record.entry.what { counts[result, default: 0] += 1 }
      }
      guard let last = records.last else { return counts }
      position = last.position
    }
  }
}

/// The time of the kill.
private struct SeededMoments {
  private let randomness: SequentialRandomness

  init(_ seed: UInt64) { randomness = SequentialRandomness(seed: seed) }

  mutating func next(in range: ClosedRange<Int>) -> Int {
    let number = randomness.bytes(4).reduce(0) { $0 << 8 | Int($1) }
    return range.lowerBound + number % range.count
  }
}
