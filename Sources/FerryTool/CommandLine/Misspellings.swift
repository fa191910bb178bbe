import ArgumentParser
import FerryCore

/// A word on the command line that stands where a command is expected, and is none.
struct UnknownCommand: CustomStringConvertible {
  /// The commands before it: "ferry checkouts".
  private let parent: String
  private let word: String
  private let known: [String]

  /// Nil if every command on the line exists.
  init?(in arguments: [String], below root: any ParsableCommand.Type) {
    var command: any ParsableCommand.Type = root
    var path = [Self.name(root)]
    var rest = arguments[...]
    if rest.first == "help" { rest.removeFirst() }
    while let word = rest.popFirst(), !word.hasPrefix("-"), !command.configuration.subcommands.isEmpty {
      guard let next = command.configuration.subcommands.first(where: { Self.name($0) == word }) else {
        parent = path.joined(separator: " ")
        self.word = word
        known = command.configuration.subcommands.map(Self.name)
        return
      }
      command = next
      path.append(word)
    }
    return nil
  }

  private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

  var description: String {
    let advice =
      Spelling.closest(to: word, among: known)
      .map { "Did you mean '\(parent) \($0)'?" } ?? "Use one of: \(known.joined(separator: ", "))."
    return """
      Error: Unknown command '\(parent) \(word)'. \(advice)
      Usage: \(parent) <subcommand>
        See '\(parent) --help' for more information.
      """
  }
}

/// The parser suggests a command's own options for a misspelt one, but not those that all commands have.
enum UnknownOption {
  /// The message with a suggestion; nil if it is about something else, or none fits.
  static func advised(_ message: String) -> String? {
    guard let error = message.firstMatch(of: /^Error: Unknown option '(--[^']+)'\n/),
      let meant = Spelling.closest(to: String(error.1), among: ["--help", "--version"])
    else { return nil }
    return "Error: Unknown option '\(error.1)'. Did you mean '\(meant)'?\n" + message[error.range.upperBound...]
  }
}

/// The parser takes a negative number for options. No command has an option that is a digit, so a negative number after an
/// option is its value.
enum SignedValues {
  /// `--amount -5` as `--amount=-5`.
  static func joined(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    for argument in arguments {
      if argument.prefixMatch(of: /-\.?[0-9]/) != nil, let option = joined.last, option.hasPrefix("--"),
        option != "--", !option.contains("=")
      {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }
}
