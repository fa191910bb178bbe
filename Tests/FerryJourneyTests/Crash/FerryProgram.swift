import FerryCore
import Foundation
import Subprocess

/// The built `ferry`, run as a process of its own.
struct FerryProgram: Sendable {
  /// The folder that holds the program.
  private let folder: String

  struct Missing: Error, CustomStringConvertible {
    let path: String
    var description: String { "There is no program at \(path). Build it: swift build --product ferry" }
  }

  /// Looks beside the tests, where the package's other products are built.
  /// - Throws: `Missing`.
  init() throws {
    let own = CommandLine.arguments.first { $0.contains(".xctest") } ?? Bundle.main.bundlePath
    let parts = URL(filePath: own).path.split(separator: "/", omittingEmptySubsequences: false)
    folder = parts.prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
    let path = folder + "/ferry"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
  }

  /// Starts the program, and ends it by a signal when the body is done.
  /// - Returns: What the body returns, when the process is gone.
  func run<Success: Sendable>(
    _ arguments: [String], endingBy signal: Signal, _ body: () async throws -> Success
  ) async throws -> Success {
    let outcome = try await Subprocess.run(
      .name("ferry"), arguments: Arguments(arguments),
      environment: .inherit.updating(["PATH": folder, "FERRY_LOG_LEVEL": "critical"]), input: .none,
      output: .discarded, error: .discarded
    ) { execution in
      do {
        let result = try await body()
        try execution.send(signal: signal)
        return result
      } catch {
        try? execution.send(signal: .kill)
        throw error
      }
    }
    return outcome.closureResult
  }

  /// Runs the program until it ends by itself.
  /// - Returns: Whether it ended well, and what it said of errors.
  func runToEnd(_ arguments: [String]) async throws -> (succeeded: Bool, errors: String) {
    let end = try await Subprocess.run(
      .name("ferry"), arguments: Arguments(arguments),
      environment: .inherit.updating(["PATH": folder, "FERRY_LOG_LEVEL": "critical"]), input: .none,
      output: .discarded, error: .string(limit: 1 << 16))
    return (end.terminationStatus.isSuccess, end.standardError)
  }
}
