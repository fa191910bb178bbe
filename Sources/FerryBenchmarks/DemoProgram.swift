import AsyncHTTPClient
import DemoShop
import FerryCore
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The program under measurement: the shop with its checkout server as one process, the sandbox as another.
struct DemoProgram: Sendable {
  let executable: String
  let port: Int

  enum Part: String {
    case shop
    case sandbox
  }

  /// A part that runs.
  struct Running: Sendable {
    let id: Int
    /// From the start to the first answer.
    let firstAnswer: Duration
    /// Ends the process at once, without a chance to finish anything.
    let killNow: @Sendable () throws -> Void
  }

  var shop: String { "http://localhost:\(port)" }
  var sandbox: String { "http://127.0.0.1:\(port + 1)" }
  var emptyRoutePort: Int { port + 2 }
  var emptyRoute: String { "http://127.0.0.1:\(emptyRoutePort)/" }
  /// The port of the first of several servers.
  var serverPort: Int { port + 3 }

  /// The address that is asked whether a part is there.
  private func address(of part: Part) -> String {
    switch part {
    case .shop: "http://127.0.0.1:\(port)/health"
    case .sandbox: sandbox + "/checkout.js"
    }
  }

  func target(_ folder: String) throws -> ScriptedCheckout.Target {
    let key = try String(contentsOf: URL(filePath: folder + "/shop-secret-key"), encoding: .utf8)
    return ScriptedCheckout.Target(
      ferry: shop, sandbox: sandbox, secretKey: Secret(key), purchase: Self.purchase)
  }

  /// The purchase of every buyer.
  static let purchase = ScriptedPurchase(
    provider: "amazon-pay", language: .japanese,
    order: OrderContent(
      currency: .jpy, lines: [OrderLine(sku: "tablet", name: "Tablet", quantity: 1, unitPrice: .yen(8_980))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true)))

  /// The link host of the demo shop's app is the shop's process by another name.
  var linkHost: String { "http://127.0.0.1:\(port)" }

  /// Runs a part for as long as some work takes, then stops it.
  /// - Parameter more: Further options of `ferry demo`.
  func running<Result: Sendable>(
    _ part: Part, _ folder: String, _ client: HTTPClient, _ more: [String] = [],
    _ work: (Running) async throws -> Result
  ) async throws -> Result {
    let arguments = [
      "demo", "--provider", "amazon-pay", "--only", part.rawValue, "--no-webhooks", "--no-notifications",
      "--data", folder, "--port",
      "\(port)", "--sandbox-port", "\(port + 1)",
    ]
    return try await Self.running(executable, arguments + more, answeringAt: address(of: part), client, work)
  }

  /// Runs a command to its end.
  static func run(_ executable: String, _ arguments: [String], _ environment: Environment) async throws {
    let outcome = try await Subprocess.run(
      .path(FilePath(executable)), arguments: Arguments(arguments), environment: environment, input: .none,
      output: .discarded, error: .currentStandardError)
    guard outcome.terminationStatus.isSuccess else {
      throw Unexpected("ferry \(arguments.joined(separator: " ")) failed; see what was printed above.")
    }
  }

  /// Runs a server for as long as some work takes, then stops it.
  static func running<Result: Sendable>(
    _ executable: String, _ arguments: [String], _ environment: Environment = .inherit, answeringAt address: String,
    _ client: HTTPClient, _ work: (Running) async throws -> Result
  ) async throws -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(10))]
    let outcome = try await Subprocess.run(
      .path(FilePath(executable)), arguments: Arguments(arguments), environment: environment, platformOptions: options,
      input: .none, output: .discarded, error: .currentStandardError
    ) { execution in
      try await untilAnswers(address, client)
      let running = Running(id: Int(execution.processIdentifier.value), firstAnswer: start.duration(to: clock.now)) {
        try execution.send(signal: .kill)
      }
      let result = try await work(running)
      // The work may have killed it.
      try? execution.send(signal: .terminate)
      return result
    }
    return outcome.closureResult
  }

  private static func untilAnswers(_ address: String, _ client: HTTPClient) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(10)
    while clock.now < deadline {
      let answer = try? await client.execute(HTTPClientRequest(url: address), timeout: .seconds(5))
      if answer?.status == .ok { return }
      try await clock.sleep(for: .milliseconds(1))
    }
    throw Unexpected("\(address) did not answer within ten seconds; see what was printed above.")
  }
}

/// Counts of the server, from its `/metrics`.
struct ServerCounts: Sendable {
  let flushes: Int
  /// To a database that is no file.
  let roundTrips: Int
  /// Requests to the provider; each carries a signature.
  let providerCalls: Int

  init(_ server: String, _ client: HTTPClient) async throws {
    let text = try await client.text(HTTPClientRequest(url: server + "/metrics"))
    flushes = Self.sum("ferry_store_flushes_total", text)
    roundTrips = Self.sum("ferry_store_round_trips_total", text)
    providerCalls = Self.sum("ferry_provider_calls_total", text)
  }

  /// The sum of a metric over its labels.
  private static func sum(_ metric: String, _ text: String) -> Int {
    text.split(separator: "\n").reduce(0) { sum, line in
      guard line.hasPrefix(metric + " ") || line.hasPrefix(metric + "{"),
        let value = line.split(separator: " ").last.flatMap({ Double($0) })
      else { return sum }
      return sum + Int(value)
    }
  }
}

extension HTTPClient.Configuration {
  /// As many connections as there are buyers; a refused connection fails at once.
  static var load: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1024
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }
}

extension HTTPClient {
  /// The body of an answer that must be a success.
  func text(_ request: HTTPClientRequest) async throws -> String {
    let response = try await execute(request, timeout: .seconds(60))
    let body = try await response.body.collect(upTo: 64 << 20)
    guard (200...299).contains(response.status.code) else {
      throw Unexpected("\(request.url) answered \(response.status.code).")
    }
    return String(buffer: body)
  }
}
