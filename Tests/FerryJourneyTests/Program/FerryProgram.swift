import FerryCore
import Foundation
import Subprocess
import Testing

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

  /// What a finished program has left behind.
  struct Outcome: Sendable {
    let status: TerminationStatus
    let output: String
    let errors: String
  }

  /// Runs the program to its own end.
  func outcome(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Outcome {
    try await outcome(arguments, environment, endingBy: nil) { _ in }
  }

  /// Runs the program to its own end, with a text to read.
  func outcome(_ arguments: [String], input: String) async throws -> Outcome {
    let result = try await Subprocess.run(
      .name("ferry"), arguments: Arguments(arguments), environment: .inherit.updating(["PATH": folder]),
      input: .string(input), output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput, errors: result.standardError)
  }

  /// Runs the program until the body is done, and then asks it to end.
  func outcome(
    _ arguments: [String], _ environment: [String: String] = [:], until body: () async throws -> Void
  ) async throws -> Outcome {
    try await outcome(arguments, environment, endingBy: .terminate) { _ in try await body() }
  }

  /// The same for a program that may have so many files and connections open.
  /// - Parameter body: Is told the process.
  func outcome(
    _ arguments: [String], _ environment: [String: String], openFiles: Int,
    until body: (ProcessIdentifier) async throws -> Void
  ) async throws -> Outcome {
    // A shell lowers its own limit and becomes the program.
    let script = "ulimit -n \(openFiles) && exec \"$0\" \"$@\""
    return try await outcome(
      ["-c", script, folder + "/ferry"] + arguments, environment, by: .name("sh"), endingBy: .terminate, body)
  }

  private func outcome(
    _ arguments: [String], _ environment: [String: String], by executable: Executable = .name("ferry"),
    endingBy signal: Signal?, _ body: (ProcessIdentifier) async throws -> Void
  ) async throws -> Outcome {
    var changes: [Environment.Key: String?] = ["PATH": folder + ":/bin:/usr/bin"]
    for name in ProcessInfo.processInfo.environment.keys where name.hasPrefix("FERRY_") {
      changes[try #require(Environment.Key(rawValue: name))] = .some(nil)
    }
    for (name, value) in environment { changes[try #require(Environment.Key(rawValue: name))] = value }
    let result = try await Subprocess.run(
      executable, arguments: Arguments(arguments), environment: .inherit.updating(changes), input: .none,
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20)
    ) { execution in
      do {
        try await body(execution.processIdentifier)
        if let signal { try execution.send(signal: signal) }
      } catch {
        try? execution.send(signal: .kill)
        throw error
      }
    }
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput, errors: result.standardError)
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
}
