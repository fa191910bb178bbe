import ArgumentParser
import FerryCore

/// A list for a help text: names, and beside each its meaning. The parser breaks longer lines and knows no hanging indents, so the
/// lines are broken here.
enum HelpList {
  /// In columns. The parser leaves a line alone that is shorter than a terminal of 80.
  private static let width = 78

  static func text(_ entries: [(name: String, meaning: String)]) -> String {
    let indent = "  " + String(repeating: " ", count: (entries.map(\.name.count).max() ?? 0) + 2)
    return entries.map { name, meaning in
      ("  " + name).padded(to: indent.count)
        + lines(meaning, width - indent.count).joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String, _ width: Int) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}

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

enum UnknownName {
  /// The message for a name that does not exist, with the name that is probably meant, or with all.
  static func message(_ kind: String, _ name: String, among known: [String]) -> String {
    let advice =
      Spelling.closest(to: name, among: known).map { "Did you mean '\($0)'?" }
      ?? "Use one of: \(known.joined(separator: ", "))."
    return "Unknown \(kind) '\(name)'. \(advice)"
  }
}
