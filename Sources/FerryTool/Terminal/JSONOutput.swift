import ArgumentParser
import Foundation

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
