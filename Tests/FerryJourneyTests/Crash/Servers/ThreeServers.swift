import FerrySimulation
#if PostgreSQL
  import AsyncHTTPClient
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryHTTP
  import FerryPostgres
  import FerrySandbox
  import FerryTesting
  import Foundation
  import Logging
  import NIOCore
  import NIOHTTP1
  import Subprocess
  import Testing

  /// Three servers with one PostgreSQL under load at several providers, while harm is done to all of them by a seed.
  struct ThreeServers: Sendable {
    /// This one's clock is an hour ahead.
    private static let early = 2

    let seed: UInt64
    let rounds: Int
    let tally = CrashTally()
    private let program: FerryProgram
    private let folder = CrashFolder()
    /// The load balancer's.
    private let port: Int
    private let serverPorts: [Int]
    private let sandboxPort: Int
    private let secretKey = Secret("sk_test_" + SystemRandomness().token(bytes: 32))
    private let time = SystemTime()

    struct End: Sendable {
      let reckoning: CrashReckoning
      let findings: DatabaseWatch.Findings
      let repetitions: Repetitions
    }

    init(seed: UInt64, rounds: Int) async throws {
      self.seed = seed
      self.rounds = rounds
      program = try FerryProgram()
      let ports = try await FreePorts.find(4)
      port = ports[0]
      serverPorts = Array(ports[1...])
      sandboxPort = try await FreePorts.row(6)
    }

    func end() async throws -> End {
      try folder.make()
      defer { folder.remove() }
      let settings = try settings()
      let database = DatabaseLife()
      return try await whileRunning {
        try await database.run()
      } _: {
        let postgres = try await database.started()
        let end = try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
          let sandboxes = CrashSandboxes(port: sandboxPort, client: client)
          return try await program.run(
            [
              "demo", "--data", folder.path(""), "--port", "\(port)", "--sandbox-port", "\(sandboxPort)", "--only",
              "sandbox",
            ], endingBy: .terminate
          ) {
            try await sandboxes.untilTheyAnswer()
            return try await CannedServer.run(Array("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n".utf8)) {
              shop in
              let settings = settings.merging([
                "FERRY_WEBHOOK_ORDERS_URL": "http://127.0.0.1:\(shop.port)/webhooks"
              ]) { $1 }
              return try await serve(settings, database, postgres, sandboxes)
            }
          }
        }
        try await database.end()
        return end
      }
    }

    private func serve(
      _ settings: [String: String], _ database: DatabaseLife, _ postgres: LocalPostgres, _ sandboxes: CrashSandboxes
    ) async throws -> End {
      let created = try await program.outcome(
        ["store", "create"], settings.merging(["FERRY_STORE": postgres.address()]) { $1 })
      try #require(created.status.isSuccess, "\(created.errors)")
      let servers = try serverPorts.enumerated().map { number, port in
        let proxy = try CuttingProxy(to: postgres.socketPath)
        let own = [
          "FERRY_STORE": "postgres://ferry@127.0.0.1:\(proxy.port)/ferry?sslmode=disable",
          "FERRY_LISTEN_PORT": "\(port)",
        ]
        let clock = number == Self.early ? try Self.hourAhead() : [:]
        return ServerLife(
          program, port: port, proxy: proxy, environment: settings.merging(own) { $1 }.merging(clock) { $1 })
      }
      let balancer = Balancer(on: port, to: serverPorts)
      let address = try PostgresAddress(postgres.address())
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let watch = DatabaseWatch(address, logger: logger)
      let repetitions = RepetitionWatch(sandboxes)
      return try await whileRunning {
        try await withThrowingDiscardingTaskGroup { group in
          for server in servers { group.addTask { try await server.run() } }
          group.addTask { try await balancer.run() }
          group.addTask { try await watch.run() }
          group.addTask { try await repetitions.run() }
        }
      } _: {
        for port in serverPorts { try await Patience.untilAnswers("http://localhost:\(port)/health", sandboxes.client) }
        try await requireHourAhead(sandboxes.client)
        try await sandboxes.planFaults(seed: seed)
        let load = CrashLoad(
          server: "http://localhost:\(port)", secretKey: secretKey, sandboxes: sandboxes, seed: seed, buyers: 12,
          tally: tally)
        try await load.during {
          var numbers = SeededNumbers(seed)
          for number in 0..<rounds {
            let round = RoundOfHarm(number, of: servers.count, &numbers)
            try await HarmDone(servers: servers, balancer: balancer, database: database, watch: watch, tally: tally)
              .during(round)
          }
        }
        await tally.struck(try await sandboxes.struck())
        try await sandboxes.clearFaults()
        let books = try await PostgresReader(address, logger: logger)
        try await load.finish(books)
        try await untilTold(books)
        let reckoning = try await CrashReckoning(books, orders: try await sandboxes.orders())
        await books.close()
        for server in servers { try await server.end() }
        return End(reckoning: reckoning, findings: watch.findings, repetitions: try await repetitions.all())
      }
    }

    /// Waits until the shop has every message.
    private func untilTold(_ books: PostgresReader) async throws {
      _ = try await Patience.until("The end of all webhook messages") {
        try await books.webhookBacklog().isEmpty ? true : nil
      }
    }

    // MARK: Settings

    /// Of all servers, but for the way to the database and the port.
    private func settings() throws -> [String: String] {
      let shop = try #require(Origin("http://localhost:\(port)"))
      var settings = [
        "FERRY_BASE_URL": shop.text, "FERRY_DATA": folder.path(""), "FERRY_LOG_LEVEL": "error", "FERRY_SHOPS": "main",
        "FERRY_SHOP_MAIN_CHECKOUT_URL": shop.link("/checkout").text, "FERRY_SHOP_MAIN_TEST_KEYS": secretKey.reveal(),
        "FERRY_WEBHOOKS": "orders", "FERRY_WEBHOOK_ORDERS_SHOP": "main", "FERRY_WEBHOOK_ORDERS_MODE": "test",
        "FERRY_WEBHOOK_ORDERS_SECRETS": WebhookSecret(SystemRandomness()).reveal(),
      ]
      for limit in ["KEY", "ADDRESS", "CHECKOUT", "NOTIFICATION"] { settings["FERRY_LIMITS_\(limit)_PER_MINUTE"] = "0" }
      for bench in CrashSandboxes.providers {
        let origin = try #require(Origin(CrashSandboxes.address(of: bench, from: sandboxPort)))
        var place = SandboxPlace(origin: origin, shop: shop, shopName: "Shop", folder: folder)
        place.quietSeconds = "1,2,3"
        place.notificationURL = shop.link("/ferry/notify/\(bench.sandbox.id)/test").text
        settings.merge(try bench.sandbox.settings(place)) { $1 }
      }
      return settings
    }

    // MARK: An hour ahead

    /// The environment of a process whose clock is an hour ahead.
    static func hourAhead() throws -> [String: String] {
      let libraries = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
        .map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
      let library = try #require(
        libraries.first { FileManager.default.fileExists(atPath: $0) }, "Debian's package faketime is not installed.")
      return ["LD_PRELOAD": library, "FAKETIME": "+1h", "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
    }

    private func requireHourAhead(_ client: HTTPClient) async throws {
      let url = "http://localhost:\(serverPorts[Self.early])/health"
      let shown = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(30)).headers["date"].first
      let ahead = shown.flatMap { Moment(httpDate: $0) }?.since(time.now) ?? .zero
      try #require(ahead > .seconds(3_000), "The server's clock is not ahead.")
    }
  }
#endif
