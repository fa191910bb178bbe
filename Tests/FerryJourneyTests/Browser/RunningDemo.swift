import AsyncHTTPClient
import DemoShop
import FerryCore
import FerryTesting
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess

/// A running demo from outside: its two sites and the sandbox's control API.
struct RunningDemo: Sendable {
  let shop: String
  let sandbox: String
  /// The operations page.
  let operations: String
  private let client: HTTPClient
  private let folder: URL

  init(port: Int, folder: URL, client: HTTPClient) async throws {
    self.folder = folder
    shop = "http://localhost:\(port)"
    sandbox = "http://127.0.0.1:\(port + 1)"
    operations = "http://localhost:\(port + 3)"
    self.client = client
    try await Patience.untilAnswers(shop + "/health", client) { $0 == .ok }
    try await Patience.untilAnswers(sandbox + "/control/ledger", client) { $0 == .ok }
  }

  /// An order in the sandbox's ledger.
  struct Order: Hashable, Sendable, Decodable {
    let number: String
    let charges: Int
    let captured: Int64
    let held: Int64
    let refunded: Int64

    init(_ number: String, captured: Int64) {
      self.number = number
      self.captured = captured
      charges = 1
      held = 0
      refunded = 0
    }

    private struct Amount: Decodable { let minorUnits: Int64 }
    private struct Charge: Decodable {}
    private enum CodingKeys: CodingKey { case order, payments, captured, held, refunded }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(String.self, forKey: .order)
      charges = try container.decode([Charge].self, forKey: .payments).count
      captured = try container.decode(Amount.self, forKey: .captured).minorUnits
      held = try container.decode(Amount.self, forKey: .held).minorUnits
      refunded = try container.decode(Amount.self, forKey: .refunded).minorUnits
    }
  }

  /// All money that moved, order by order.
  func ledger() async throws -> [Order] {
    struct Ledger: Decodable { let orders: [Order] }
    let bytes = try await send(HTTPClientRequest(url: sandbox + "/control/ledger"))
    return try JSONDecoder().decode(Ledger.self, from: bytes).orders
  }

  /// The shop's backend, for purchases that no page of the demo's shop offers.
  func backend(_ purchase: ScriptedPurchase) throws -> ScriptedCheckout {
    ScriptedCheckout(try target(purchase), client: client)
  }

  /// The shop's app, whose link host is another site than the shop's.
  func app(_ purchase: ScriptedPurchase) throws -> ScriptedApp {
    ScriptedApp(
      try target(purchase), app: "tablets-ios", linkHost: shop.replacing("localhost", with: "127.0.0.1"),
      transport: NetworkTransport(client: client))
  }

  private func target(_ purchase: ScriptedPurchase) throws -> ScriptedCheckout.Target {
    ScriptedCheckout.Target(ferry: shop, sandbox: sandbox, secretKey: try secretKey, purchase: purchase)
  }

  private var secretKey: Secret<String> {
    get throws { Secret(try String(contentsOf: folder.appending(path: "shop-secret-key"), encoding: .utf8)) }
  }

  /// The key of an operator of the operations page: "demo", who may act, or "viewer", who may look.
  func operatorKey(_ name: String) throws -> String {
    let file = name == "viewer" ? "viewer-key" : "operator-key"
    return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  /// Advances the sandbox's clock only.
  func advanceClock(hours: Int) async throws {
    try await control(sandbox, "clock", #"{"advanceSeconds": \#(hours * 3600)}"#)
  }

  /// Advances the clocks of shop, checkout server and sandbox.
  func pass(minutes: Int) async throws {
    try await control(shop, "clock", #"{"advanceSeconds": \#(minutes * 60)}"#)
  }

  /// A request of another program than a browser: a shop's backend, or an app.
  func send(_ request: ShopRequest) async throws -> ShopAnswer {
    try await NetworkTransport(client: client).send(request)
  }

  /// A call of the control API of the sandbox.
  /// - Parameter body: In JSON.
  func atProvider(_ path: String, _ body: String = "{}") async throws { try await control(sandbox, path, body) }

  /// Ends the planned faults of the sandbox.
  func clearFaults() async throws {
    var request = HTTPClientRequest(url: sandbox + "/control/faults")
    request.method = .DELETE
    _ = try await send(request)
  }

  private func control(_ site: String, _ path: String, _ body: String) async throws {
    var request = HTTPClientRequest(url: site + "/control/" + path)
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(Array(body.utf8))
    _ = try await send(request)
  }

  private func send(_ request: HTTPClientRequest) async throws -> Data {
    let response = try await client.execute(request, timeout: .minutes(5))
    guard (200..<300).contains(response.status.code) else { throw DemoFailure.status(response.status.code) }
    return Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
  }
}

/// Starts `ferry demo` as a separate process, on free ports and with its own folder, and ends it after the body.
/// - Parameters:
///   - provider: The provider that the shop sells with, in its country.
///   - processingSeconds: The duration of the sandbox's processing page unless the buyer continues.
///   - arguments: Further arguments of `ferry demo`.
func withDemo<Success: Sendable>(
  provider: String = "amazon-pay", processingSeconds: Int = 1, arguments: [String] = [],
  _ body: (RunningDemo) async throws -> Success
) async throws -> Success {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-demo-\(SystemRandomness().token())")
  defer { try? FileManager.default.removeItem(at: folder) }
  // Below the system's ephemeral ports. If one of the four is taken, the demo does not start.
  for _ in 1...5 {
    let port = Int.random(in: 5_000..<8_000) * 4
    let all = [
      "demo", "--provider", provider, "--data", folder.path, "--port", "\(port)", "--sandbox-port", "\(port + 1)",
      "--processing-seconds", "\(processingSeconds)",
    ]
    let result = try await withFerry(all + arguments) {
      try await body(RunningDemo(port: port, folder: folder, client: $0))
    }
    if let result { return result }
  }
  throw DemoFailure.notStarted
}

/// Nil if the process ended instead of starting.
private func withFerry<Success: Sendable>(
  _ arguments: [String], _ body: (HTTPClient) async throws -> Success
) async throws -> Success? {
  var platform = PlatformOptions()
  platform.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(5))]
  do {
    return try await run(
      .name("ferry"), arguments: Arguments(arguments), environment: .inherit.updating(["PATH": searchPath()]),
      platformOptions: platform, input: .none, output: .sequence, error: .currentStandardError
    ) { execution -> Success? in
      var isStarted = false
      for try await line in execution.standardOutput.strings() where line.contains("Control-C") {
        isStarted = true
        break
      }
      guard isStarted else { return nil }
      // A scripted buyer looks at each redirect.
      let connections = HTTPClient.Configuration(redirectConfiguration: .disallow)
      let result = try await HTTPClient.withHTTPClient(configuration: connections) { try await body($0) }
      await execution.teardown(using: platform.teardownSequence)
      return result
    }.closureResult
  } catch let error as SubprocessError where error.code == .executableNotFound {
    throw DemoFailure.executableMissing
  }
}

enum DemoFailure: Error, CustomStringConvertible {
  case executableMissing
  case notStarted
  case status(UInt)

  var description: String {
    switch self {
    case .executableMissing: "There is no ferry beside the tests. Build it first: swift build --product ferry."
    case .notStarted: "ferry demo ended instead of starting, five times; what it said is above."
    case .status(let status): "The sandbox's control API answered \(status)."
    }
  }
}

/// The path of the tool, which is built beside the tests.
private func searchPath() -> String {
  let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
  return "\(beside):\(FileManager.default.currentDirectoryPath)/.build/debug"
}
