import ArgumentParser
import FerryModule
import FerryServer
import Foundation

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the settings in force, or all problems with them.",
    discussion: """
      These are the settings that `ferry serve` uses. Secrets are redacted.

      Exit status: 0 if all settings are valid, else 1.
      """)

  @OptionGroup var config: ConfigOptions

  @OptionGroup var output: JSONOption

  @Flag(help: "Print an example file with every setting, its meaning and an example value.") var example = false

  func run() async throws {
    if example {
      return print(
        ExampleFile(shops: ["main"], apps: ["shop-ios"], webhooks: ["orders"], operators: ["anna"]).text,
        terminator: "")
    }
    let sources = try config.sources()
    _ = try config.configuration(sources)
    let keys = ServeConfiguration.keys(sources)
    print(output.json ? try JSONOutput.text(SettingsList(sources, keys)) : sources.listing(keys, .output))
  }
}

/// The settings in force, for programs. The value of a secret is absent.
struct SettingsList: Encodable {
  let settings: [Entry]

  struct Entry: Encodable {
    let name: String
    let variable: String
    let value: String?
    let source: String
  }

  init(_ sources: SettingsSources, _ keys: [ConfigurationKey]) {
    settings = keys.compactMap { key in
      sources.setting(key).map {
        Entry(name: key.name, variable: key.variable, value: key.shown($0.text), source: $0.origin)
      }
    }
  }
}

extension SettingsSources {
  /// The settings in force, for people: a line for each with name, value and source. Secrets are redacted.
  func listing(_ keys: [ConfigurationKey], _ colors: TerminalColors = .none) -> String {
    let rows = SettingsList(self, keys).settings.map { entry -> [TextCell] in
      [TextCell(entry.name), entry.value.map { TextCell($0) } ?? TextCell("redacted", .faint), TextCell(entry.source)]
    }
    return TextTable.lines(rows, heading: ["SETTING", "VALUE", "SOURCE"], colors: colors).joined(separator: "\n")
  }
}

/// An example file with all settings, each with its meaning. Optional settings are commented out.
struct ExampleFile: Sendable {
  private let settings: [(path: [String], key: ConfigurationKey)]

  init(shops: [String], apps: [String], webhooks: [String] = [], operators: [String] = []) {
    settings = ServeConfiguration.keys(shops: shops, apps: apps, webhooks: webhooks, operators: operators).map {
      ($0.name.split(separator: ".").map(String.init), $0)
    }
  }

  var text: String {
    "# Settings of Ferry. Environment variables override this file.\n"
      + lines(below: []).joined(separator: "\n") + "\n"
  }

  /// Settings first, then groups, each in the order of the list.
  private func lines(below group: [String]) -> [String] {
    let here = settings.filter { $0.path.starts(with: group) }
    let indent = String(repeating: "  ", count: group.count)
    var lines: [String] = []
    for (path, key) in here where path.count == group.count + 1 {
      lines.append("\(indent)# \(key.about) \(key.variable)")
      lines.append("\(indent)\(key.isOptional ? "# " : "")\(path[group.count]): \(Self.quoted(key.example))")
    }
    var seen: Set<String> = []
    for path in here.map(\.path) where path.count > group.count + 1 && seen.insert(path[group.count]).inserted {
      let name = path[group.count]
      let inner = group + [name]
      let isOptional = settings.filter { $0.path.starts(with: inner) }.allSatisfy(\.key.isOptional)
      if !lines.isEmpty { lines.append("") }
      lines.append("\(indent)\(isOptional ? "# " : "")\(name):")
      lines += self.lines(below: inner)
    }
    return lines
  }

  /// The text in double quotes. YAML has JSON's escapes there. The examples contain the escapes that they need.
  private static func quoted(_ text: String) -> String { text.allSatisfy(\.isNumber) ? text : "\"\(text)\"" }
}

/// The option that names the settings' file.
struct ConfigOptions: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "The settings file, in YAML or JSON. Environment variables override it. (default: the file in FERRY_CONFIG)",
      valueName: "file"), completion: .file())
  var file: String?

  func sources(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> SettingsSources {
    do {
      return try SettingsSources.load(file, environment: environment)
    } catch {
      throw CommandFailure(error)
    }
  }

  func configuration(_ sources: SettingsSources) throws -> ServeConfiguration {
    do {
      return try read(sources)
    } catch {
      let count = error.entries.count
      throw CommandFailure(
        "\(count == 1 ? "One setting is" : "\(count) settings are") missing or invalid.\n\n\(error)")
    }
  }

  func read(_ sources: SettingsSources) throws(ConfigurationProblems) -> ServeConfiguration {
    try ServeConfiguration(sources, file: InputFile.contents)
  }

  /// The database that the settings name.
  func store() throws -> StoreLocation { try configuration(try sources()).process.store }
}
