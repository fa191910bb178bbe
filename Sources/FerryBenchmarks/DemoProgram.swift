import AsyncHTTPClient
import FerryCore
import FerryScriptedBuyer
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
    private let kill: @Sendable () throws -> Void

    fileprivate init(id: Int, firstAnswer: Duration, kill: @escaping @Sendable () throws -> Void) {
      self.id = id
      self.firstAnswer = firstAnswer
      self.kill = kill
    }

    /// Ends the process at once, without a chance to finish anything.
    func killNow() throws { try kill() }
  }

  struct NoAnswer: Error, CustomStringConvertible {
    let part: Part
    var description: String { "The \(part.rawValue) did not answer within ten seconds; see what it printed above." }
  }

  var shop: String { "http://localhost:\(port)" }
  var sandbox: String { "http://127.0.0.1:\(port + 1)" }

  /// The address that is asked whether a part is there.
  private func address(of part: Part) -> String {
    switch part {
    case .shop: "http://127.0.0.1:\(port)/health"
    case .sandbox: sandbox + "/checkout.js"
    }
  }

  func target(_ folder: String) throws -> ScriptedCheckout.Target {
    let key = try String(contentsOf: URL(filePath: folder + "/shop-secret-key"), encoding: .utf8)
    return ScriptedCheckout.Target(ferry: shop, sandbox: sandbox, secretKey: Secret(key))
  }

  /// The demo shop's app; its link host is the shop's process by another name.
  func appTarget(_ folder: String) throws -> ScriptedApp.Target {
    ScriptedApp.Target(
      ferry: shop, sandbox: sandbox, secretKey: try target(folder).secretKey, app: "tablets-ios",
      linkHost: "http://127.0.0.1:\(port)")
  }

  /// Runs a part for as long as some work takes, then stops it.
  func running<Result: Sendable>(
    _ part: Part, _ folder: String, _ client: HTTPClient, _ work: (Running) async throws -> Result
  ) async throws -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(10))]
    let outcome = try await Subprocess.run(
      .path(FilePath(executable)),
      arguments: [
        "demo", "--only", part.rawValue, "--control", "--no-webhooks", "--no-notifications", "--data", folder, "--port",
        "\(port)",
        "--sandbox-port", "\(port + 1)",
      ],
      platformOptions: options, input: .none, output: .discarded, error: .currentStandardError
    ) { execution in
      try await untilAnswers(part, client)
      let running = Running(
        id: Int(execution.processIdentifier.value), firstAnswer: start.duration(to: clock.now)
      ) {
        try execution.send(signal: .kill)
      }
      let result = try await work(running)
      // Gone already if the work has killed it.
      try? execution.send(signal: .terminate)
      return result
    }
    return outcome.closureResult
  }

  private func untilAnswers(_ part: Part, _ client: HTTPClient) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(10)
    while clock.now < deadline {
      let answer = try? await client.execute(HTTPClientRequest(url: address(of: part)), timeout: .seconds(5))
      if answer?.status == .ok { return }
      try await clock.sleep(for: .milliseconds(1))
    }
    throw NoAnswer(part: part)
  }
}
