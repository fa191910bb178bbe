import ArgumentParser
import FerryModule
import Foundation
import Testing

@testable import FerryTool

@Suite("Misspelt commands and options")
struct MisspellingTests {
  private func message(_ line: String) -> String? {
    UnknownCommand(in: line.split(separator: " ").map(String.init), below: FerryCommand.self)?.description
  }

  @Test(
    "A misspelt command gets the name that is meant, and the help of the group",
    arguments: [
      ("chekouts list", "ferry chekouts", "ferry checkouts", "ferry"),
      ("checkouts lst", "ferry checkouts lst", "ferry checkouts list", "ferry checkouts"),
      ("payments refnud A-1 --amount 5", "ferry payments refnud", "ferry payments refund", "ferry payments"),
      ("help webhooks rety", "ferry webhooks rety", "ferry webhooks retry", "ferry webhooks"),
      ("triger paid", "ferry triger", "ferry trigger", "ferry"),
    ])
  func suggestion(_ line: String, _ written: String, _ meant: String, _ group: String) {
    #expect(
      message(line) == """
        Error: Unknown command '\(written)'. Did you mean '\(meant)'?
        Usage: \(group) <subcommand>
          See '\(group) --help' for more information.
        """)
  }

  @Test("If no name is near, all names are listed")
  func list() {
    #expect(
      message("links x")?.hasPrefix("Error: Unknown command 'ferry links x'. Use one of: export.\n") == true)
    #expect(message("frobnicate")?.contains("Use one of: demo, serve, ") == true)
  }

  @Test(
    "Existing commands, their arguments and options are left to the parser",
    arguments: [
      "", "--help", "help", "help checkouts list", "checkouts", "checkouts show lst", "sandbox x", "trigger payd",
      "--generate-completion-script bash", "checkouts --hlep list",
    ])
  func known(_ line: String) { #expect(message(line) == nil) }

  @Test("Every command has a name, and help texts of commands and options end as sentences do")
  func names() {
    func walk(_ command: any ParsableCommand.Type, _ path: String) {
      #expect(command.configuration.commandName != nil, "\(path)")
      #expect(command.configuration.abstract.hasSuffix("."), "\(path)")
      for one in command.configuration.subcommands { walk(one, path + " " + (one.configuration.commandName ?? "")) }
    }
    walk(FerryCommand.self, "ferry")
  }

  @Test("The tool's page names every command and every trigger")
  func page() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Documentation/Tool.md"), encoding: .utf8)
    for command in FerryCommand.configuration.subcommands {
      let name = command.configuration.commandName ?? ""
      let isOfProvider = Providers.modules.contains { $0.commands.contains { $0 == command } }
      #expect(isOfProvider || page.contains("`\(name)"), "\(name)")
      for inner in command.configuration.subcommands {
        let pair = "`\(inner.configuration.commandName ?? "")`"
        #expect(
          page.contains(pair) || page.contains("`\(name) \(pair.dropFirst())") || name == "links",
          "\(pair)")
      }
    }
    for trigger in Trigger.allCases { #expect(page.contains("| `\(trigger.rawValue)` |")) }
  }

  @Test("An option that all commands have is suggested as well")
  func options() async throws {
    func advised(_ arguments: [String]) async -> String? {
      let error = await #expect(throws: (any Error).self) { _ = try await FerryCommand.asyncParseAsRoot(arguments) }
      return error.flatMap { UnknownOption.advised(FerryCommand.fullMessage(for: $0)) }
    }
    #expect(
      await advised(["--verson"])?.hasPrefix("Error: Unknown option '--verson'. Did you mean '--version'?\nUsage:")
        == true)
    #expect(await advised(["checkouts", "--hlep"])?.contains("Did you mean '--help'?") == true)
    // The parser's own suggestion stands.
    #expect(await advised(["checkouts", "list", "--limt", "3"]) == nil)
    #expect(await advised(["checkouts", "show"]) == nil)
  }

  @Test("A negative number after an option is its value; other arguments stay as they are")
  func signed() {
    #expect(SignedValues.joined(["refund", "x", "--amount", "-5"]) == ["refund", "x", "--amount=-5"])
    #expect(SignedValues.joined(["--limit", "-1", "--port", "-.5"]) == ["--limit=-1", "--port=-.5"])
    for line in [["--amount=-5"], ["-y", "-5"], ["--data", "-x"], ["--a=b", "-5"], ["--", "-5"], ["-5"]] {
      #expect(SignedValues.joined(line) == line)
    }
  }
}
