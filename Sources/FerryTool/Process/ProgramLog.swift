import Foundation
import Logging

/// Logs go to standard error.
enum ProgramLog {
  static func logger(_ level: Logger.Level) -> Logger {
    var logger = Logger(label: "ferry") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
  }

  /// For commands without a configuration: warnings and worse, unless FERRY_LOG_LEVEL says otherwise.
  static func logger() -> Logger {
    logger(
      ProcessInfo.processInfo.environment["FERRY_LOG_LEVEL"].flatMap { Logger.Level(rawValue: $0) } ?? .warning)
  }
}
