#if PostgreSQL
  import AsyncHTTPClient
  import DemoShop
  import FerryCore
  import Foundation
  import Subprocess
  import Synchronization

  /// A shop whose servers are `ferry serve`, so that several can share a database, and its account at a sandbox.
  struct ServedShop: Sendable {
    let client: HTTPClient
    private let program: DemoProgram
    private let folder: String
    private let secretKey = Secret("sk_test_" + SystemRandomness().token(bytes: 32))

    enum Database: Sendable {
      case sqlite
      case postgres(String)
    }

    struct Server: Sendable {
      let process: Int
      let address: String
    }

    /// - Parameter folder: The folder for the sandbox's key and an SQLite database. It is made.
    init(_ program: DemoProgram, folder: String, client: HTTPClient) {
      self.program = program
      self.folder = URL(filePath: folder).path
      self.client = client
    }

    /// Runs the sandbox for as long as some work takes.
    func withSandbox(_ work: () async throws -> Void) async throws {
      try await DemoProgram.running(
        program.executable,
        [
          "sandbox", "--provider", "amazon-pay", "--merchant-id", Self.merchantID, "--store-id", Self.storeID,
          "--public-key-id", Self.publicKeyID, "--data", folder, "--port", "\(program.port + 1)", "--control",
        ], answeringAt: program.sandbox + "/checkout.js", client
      ) { _ in try await work() }
    }

    func create(_ database: Database) async throws {
      try await DemoProgram.run(program.executable, ["store", "create"], environment(database))
    }

    /// Runs a server on each of some databases, or several on one, for as long as some work takes.
    func running<Result: Sendable>(
      _ databases: [Database], _ work: ([Server]) async throws -> Result
    ) async throws -> Result {
      try await running(databases[...], [], work)
    }

    private func running<Result: Sendable>(
      _ databases: ArraySlice<Database>, _ running: [Server], _ work: ([Server]) async throws -> Result
    ) async throws -> Result {
      guard let database = databases.first else { return try await work(running) }
      let port = program.serverPort + running.count
      let address = "http://127.0.0.1:\(port)"
      return try await DemoProgram.running(
        program.executable, ["serve"], environment(database, ["FERRY_LISTEN_PORT": "\(port)"]),
        answeringAt: address + "/health", client
      ) { process in
        try await self.running(databases.dropFirst(), running + [Server(process: process.id, address: address)], work)
      }
    }

    /// Buyers whose requests go to each server in turn.
    func load(_ servers: [Server]) -> CheckoutLoad {
      CheckoutLoad(
        target: ScriptedCheckout.Target(
          ferry: program.shop, sandbox: program.sandbox, secretKey: secretKey, purchase: DemoProgram.purchase),
        client: client,
        transport: RoundRobin(program.shop, servers.map(\.address), NetworkTransport(client: client)))
    }

    /// The HTTP field that identifies the shop's backend.
    var authorization: (name: String, value: String) { ("authorization", "Bearer \(secretKey.reveal())") }

    // MARK: Settings

    private static let merchantID = "A1B2C3D4E5F6G7"
    private static let storeID = "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef"
    private static let publicKeyID = "SANDBOX-AAAAAAAAAAAAAAAAAAAAAAAA"

    private func environment(_ database: Database, _ more: [String: String] = [:]) -> Environment {
      var settings = [
        "FERRY_BASE_URL": program.shop, "FERRY_DATA": folder + "/data", "FERRY_LOG_LEVEL": "critical",
        "FERRY_SHOPS": "main", "FERRY_SHOP_MAIN_CHECKOUT_URL": program.shop + "/checkout",
        "FERRY_SHOP_MAIN_TEST_KEYS": secretKey.reveal(), "FERRY_AMAZON_PAY_TEST_MERCHANT_ID": Self.merchantID,
        "FERRY_AMAZON_PAY_TEST_STORE_ID": Self.storeID, "FERRY_AMAZON_PAY_TEST_PUBLIC_KEY_ID": Self.publicKeyID,
        "FERRY_AMAZON_PAY_TEST_PRIVATE_KEY_FILE": folder + "/amazon-pay-sandbox-key.pem",
        "FERRY_AMAZON_PAY_TEST_REGION": "jp", "FERRY_AMAZON_PAY_TEST_SANDBOX_URL": program.sandbox,
      ].merging(more) { $1 }
      // All buyers are on this machine.
      for limit in ["KEY", "ADDRESS", "CHECKOUT", "NOTIFICATION"] { settings["FERRY_LIMITS_\(limit)_PER_MINUTE"] = "0" }
      if case .postgres(let address) = database { settings["FERRY_STORE"] = address }
      let variables = settings.compactMap { name, value in Environment.Key(rawValue: name).map { ($0, value) } }
      return .custom(Dictionary(variables) { $1 })
    }
  }

  /// Sends each request for the shop's address to the next of its servers, as a load balancer does.
  private final class RoundRobin: ShopTransport {
    private let base: String
    private let servers: [String]
    private let transport: any ShopTransport
    private let turn = Atomic<Int>(0)

    init(_ base: String, _ servers: [String], _ transport: any ShopTransport) {
      self.base = base
      self.servers = servers
      self.transport = transport
    }

    func send(_ request: ShopRequest) async throws -> ShopAnswer {
      guard request.url.hasPrefix(base) else { return try await transport.send(request) }
      var request = request
      let server = servers[turn.add(1, ordering: .relaxed).oldValue % servers.count]
      request.url = server + request.url.dropFirst(base.count)
      request.headers.append((name: "host", value: String(base.trimmingPrefix("http://"))))
      return try await transport.send(request)
    }
  }
#endif
