import AsyncHTTPClient
import FerryCore
import FerryTesting
import Foundation
import Subprocess

/// Starts `ferry demo` as a process of its own, on free ports and with a folder of its own, and ends it after the body.
/// - Parameter processingSeconds: How long the sandbox's processing page stays unless the buyer goes on.
func withDemo<Success: Sendable>(
  processingSeconds: Int = 1, _ body: (RunningDemo) async throws -> Success
) async throws -> Success {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-demo-\(SystemRandomness().token())")
  defer { try? FileManager.default.removeItem(at: folder) }
  // Below the ports that systems give to connections. Whether a pair is free, the demo itself says by starting.
  for _ in 1...5 {
    let port = Int.random(in: 10_000..<16_000) * 2
    let arguments = [
      "demo", "--data", folder.path, "--port", "\(port)", "--sandbox-port", "\(port + 1)", "--control",
      "--processing-seconds", "\(processingSeconds)",
    ]
    let result = try await withFerry(arguments) { try await body(RunningDemo(port: port, client: $0)) }
    if let result { return result }
  }
  throw DemoFailure.notStarted
}

/// Nil when the process ended instead of starting.
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
      let result = try await HTTPClient.withHTTPClient { client in try await body(client) }
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

/// Where the tool is: built beside the tests.
private func searchPath() -> String {
  let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
  return "\(beside):\(FileManager.default.currentDirectoryPath)/.build/debug"
}
