import ArgumentParser
import FerryModule
import FerryServer
import Foundation

/// Where the settings are.
struct ConfigOptions: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: "The file with the settings, YAML or JSON; else FERRY_CONFIG names it. The environment counts before it.")
  var file: String?

  /// - Throws: `StartFailure`.
  func sources(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> SettingsSources {
    do {
      return try SettingsSources.load(file, environment: environment)
    } catch {
      throw StartFailure(error)
    }
  }

  /// - Throws: `StartFailure` with all problems.
  func configuration(_ sources: SettingsSources) throws -> ServeConfiguration {
    do {
      return try read(sources)
    } catch {
      throw StartFailure(ProblemList(problems: error))
    }
  }

  /// - Throws: `ConfigurationProblems` with all of them.
  func read(_ sources: SettingsSources) throws(ConfigurationProblems) -> ServeConfiguration {
    try ServeConfiguration(sources) { path in
      FileManager.default.contents(atPath: path).flatMap { String(bytes: $0, encoding: .utf8) }
    }
  }

  /// All problems under a heading that counts them.
  private struct ProblemList: Error, CustomStringConvertible {
    let problems: ConfigurationProblems

    var description: String {
      let count = problems.entries.count
      return "\(count == 1 ? "One setting needs" : "\(count) settings need") attention.\n\n\(problems)"
    }
  }
}
