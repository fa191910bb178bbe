import ArgumentParser
import FerryCore
import Foundation
import Logging

/// `--json`, of every command that lists or shows something.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print JSON instead of text.") var json = false
}

/// JSON for programs, with the members in alphabetical order.
enum JSONOutput {
  /// One value over several lines.
  static func text(_ value: some Encodable) throws -> String { try text(value, .prettyPrinted) }

  /// One value in one line, for outputs that go on.
  static func line(_ value: some Encodable) throws -> String { try text(value, []) }

  private static func text(_ value: some Encodable, _ form: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [form, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// Prints a sentence beside the output of a command, for people, on standard error.
func printNote(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

/// Prints a line and flushes it, so that a reader at the other end of a pipe sees it at once.
func printNow(_ text: String) {
  print(text)
  fflush(nil)
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

/// Why a command could not do its work, and what to do about it, in a sentence or two. Functions of the tool throw it for
/// everything that a person can fix.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  /// The server's answer, if it was the server that refused.
  let problem: Problem?

  init(_ description: String, _ problem: Problem? = nil) {
    self.description = description
    self.problem = problem
  }

  /// The error's own description, and nothing around it.
  init(_ error: any Error) { self.init("\(error)") }
}

enum FerryVersion {
  static let text = "0.1.0"
}
