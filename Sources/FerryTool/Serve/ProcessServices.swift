import FerryCore
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// The services of a process. They stop in reverse order, so that each ends before the ones that it uses. If one fails, for
/// example a store whose disk is full, the others stop in this order, too.
struct ProcessServices: Sendable {
  let services: [any Service]
  let logger: Logger
  /// After this time everything is cancelled. It is longer than the parts' own timeouts: 20 seconds for requests, and 30 for
  /// answers of the provider. The next start recovers what was cancelled.
  var patience = Duration.seconds(55)

  /// Runs until SIGTERM or SIGINT; then finishes the requests under way.
  /// - Parameter done: The process stops by itself after this work.
  /// - Throws: The error of the first service that fails.
  func run(until done: (@Sendable () async throws -> Void)? = nil) async throws {
    var configurations = services.map {
      ServiceGroupConfiguration.ServiceConfiguration(
        service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
    }
    if let done {
      configurations.append(
        ServiceGroupConfiguration.ServiceConfiguration(
          service: Work(body: done), successTerminationBehavior: .gracefullyShutdownGroup))
    }
    var configuration = ServiceGroupConfiguration(
      services: configurations, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = patience
    try await ServiceGroup(configuration: configuration).run()
  }

  private struct Work: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
  }
}

/// Logs go to standard error.
enum ProgramLog {
  static func logger(_ level: Logger.Level) -> Logger {
    var logger = Logger(label: "ferry") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
  }

  /// For commands without a configuration: the level of FERRY_LOG_LEVEL; by default warnings and worse.
  static func logger() -> Logger {
    logger(ProcessInfo.processInfo.environment["FERRY_LOG_LEVEL"].flatMap { Logger.Level(rawValue: $0) } ?? .warning)
  }
}

/// Prints a line and flushes it, so that a reader at the other end of a pipe sees it at once.
func printNow(_ text: String) {
  print(text)
  fflush(nil)
}

/// Why a command could not do its work, and what to do about it, in a sentence or two.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  /// The server's answer, if it was the server that refused.
  let problem: Problem?

  init(_ description: String, _ problem: Problem? = nil) {
    self.description = description
    self.problem = problem
  }
}

/// A start that failed: the error's own description, and nothing around it.
struct StartFailure: Error, CustomStringConvertible {
  let description: String

  init(_ error: any Error) { description = "\(error)" }
}
