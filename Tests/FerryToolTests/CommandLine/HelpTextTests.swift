import ArgumentParser
import FerryModule
import Testing

@testable import FerryTool

@Suite("Help texts at 80 columns")
struct HelpTextTests {
  private typealias Command = any ParsableCommand.Type

  /// Every command of the tool; those of providers have tests of their own.
  private static var commands: [Command] {
    func all(_ command: Command) -> [Command] { [command] + command.configuration.subcommands.flatMap(all) }
    let ofProviders = Providers.modules.flatMap { $0.commands }
    return all(FerryCommand.self).filter { command in !ofProviders.contains { $0 == command } }
  }

  @Test("No line is longer, and every line of a list or example stays as it is written")
  func width() {
    for command in Self.commands {
      let lines = command.helpMessage(columns: 80).split(separator: "\n")
      for line in lines { #expect(line.count <= 80, "\(line)") }
      for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
        #expect(lines.contains(line), "\(line)")
      }
    }
  }

  @Test("Commands are in the imperative, and each option that takes a value names its kind")
  func style() {
    for command in Self.commands {
      let configuration = command.configuration
      let verb = configuration.abstract.prefix { $0 != " " && $0 != "," }
      #expect(!verb.hasSuffix("s"), "\(configuration.abstract)")
      for option in command.helpMessage().matches(of: /\n  --([a-z-]+) <([a-z-]+)>/) {
        let isKind = ["amount", "account", "mode"].contains(option.1)
        #expect(option.1 != option.2 || isKind, "\(configuration.commandName ?? "") \(option.0)")
      }
    }
  }

  @Test("The meaning of a name hangs beside it over several lines")
  func list() {
    let meaning = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    #expect(
      HelpList.text([("a", "short"), ("long-name", meaning)]) == """
          a          short
          long-name  one two three four five six seven eight nine ten eleven twelve
                     thirteen fourteen
        """)
  }
}
