import Configuration
import FerryCheckout
import FerryCore
import FerryModule
import FerryServer
import Foundation
import Yams

/// The sources of settings: the environment, then a file, then defaults. They are read once, at the start.
struct SettingsSources: Sendable {
  /// The variable that names the file. The command line overrides it.
  static let fileVariable = "FERRY_CONFIG"
  /// Variables of commands that ask a server: the file with the shop's secret key, and the key itself.
  static let (keyFileVariable, keyVariable) = ("FERRY_KEY_FILE", "FERRY_SECRET_KEY")
  private static let prefix = "FERRY_"

  private let environment: [String: String]
  private let file: SettingsFile?

  /// - Parameter environment: The process's whole environment. An empty variable counts as not set, because
  ///   many process managers cannot unset one.
  init(environment: [String: String], file: SettingsFile?) {
    self.environment = environment.filter { $0.key.hasPrefix(Self.prefix) && !$0.value.isEmpty }
    self.file = file
  }

  /// - Parameter path: The file that the command line names.
  static func load(_ path: String?, environment: [String: String]) throws -> SettingsSources {
    let file = try (path ?? environment.given(fileVariable)).map { try SettingsFile(path: $0) }
    return SettingsSources(environment: environment, file: file)
  }

  /// The reader for the modules. Each module reads its own settings.
  var reader: ConfigReader {
    // The file's values get the variables' names too, so that the same rules read both.
    let written = (file?.values ?? [:]).filter { !$0.value.text.isEmpty }
      .map { (ConfigurationKey($0.key, "", example: "").variable, $0.value.text) }
      .sorted { $0.0 < $1.0 }
    return ConfigReader(providers: [
      EnvironmentVariablesProvider(environmentVariables: environment),
      EnvironmentVariablesProvider(environmentVariables: Dictionary(written) { first, _ in first }),
    ])
  }

  struct Setting: Hashable, Sendable {
    let text: String
    /// For people: a variable, a file with the line, or "default".
    let origin: String
  }

  /// Nil when it is not set and has no default.
  func setting(_ key: ConfigurationKey) -> Setting? {
    if let text = environment[key.variable] { return Setting(text: text, origin: key.variable) }
    if let file, let value = file.values[key.name], !value.text.isEmpty {
      return Setting(text: value.text, origin: file.path + (value.line.map { ":\($0)" } ?? ""))
    }
    return key.fallback.map { Setting(text: $0, origin: "default") }
  }

  /// Settings that do not exist: a misspelt one would silently leave its default in force.
  /// - Parameter groups: Groups whose names are not checked.
  func unknown(known: [ConfigurationKey], unjudged groups: [String] = []) -> [ConfigurationProblems.Entry] {
    let unjudged = groups.map { "\($0)." }
    let unjudgedVariables = unjudged.map { ConfigurationKey($0, "", example: "").variable }
    let names = Set(known.map(\.name))
    let inFile = (file?.values ?? [:]).filter { name, _ in
      !names.contains(name) && !unjudged.contains { name.hasPrefix($0) }
    }
    let variables = Set(known.map(\.variable) + [Self.fileVariable, Self.keyFileVariable, Self.keyVariable])
    let inEnvironment = environment.filter { name, value in
      !variables.contains(name) && !ServiceLinkVariable.matches(name, value)
        && !unjudgedVariables.contains { name.hasPrefix($0) }
    }
    return inFile.sorted { $0.key < $1.key }.map { name, value in
      let place = value.line.map { " (line \($0) of the file)" } ?? ""
      return ConfigurationProblems.Entry(unknown: name, "There is no such setting\(place). \(Self.advice(name, names))")
    }
      + inEnvironment.keys.sorted().map { name in
        ConfigurationProblems.Entry(
          unknown: name, "Ferry has no such variable. \(Self.advice(name, variables))")
      }
  }

  private static func advice(_ name: String, _ known: Set<String>) -> String {
    let others = providers(like: name).map { " The providers' settings are \($0)." }
    let isSimilar = Spelling.closest(to: name, among: known) != nil
    return Spelling.advice(name, known) + (isSimilar ? "" : others ?? "")
  }

  /// The groups of the providers' settings; nil for a name that is not one of a provider.
  private static func providers(like name: String) -> String? {
    let groups = Mode.allCases.flatMap { mode in Providers.modules.map { $0.folder(.main, mode) } }
    if name.wholeMatch(of: /ferry\.[^.]+\.(test|live)\..+/) != nil { return groups.joined(separator: ", ") }
    guard name.wholeMatch(of: /FERRY_(?!SHOP_).+_(TEST|LIVE)_.+/) != nil else { return nil }
    return groups.map { ConfigurationKey($0, "", example: "").variable + "_…" }.joined(separator: ", ")
  }
}

/// Recognises variables that Kubernetes sets in every container for each service of its namespace (Kubernetes documentation,
/// "Service": environment variables). For a service named "ferry" or "ferry-…", they have the prefix of Ferry's variables.
enum ServiceLinkVariable {
  static func matches(_ name: String, _ value: String) -> Bool {
    if name.hasSuffix("_SERVICE_HOST") || name.hasSuffix("_SERVICE_PORT") || name.contains("_SERVICE_PORT_") {
      return true
    }
    let protocols = ["TCP", "UDP", "SCTP"]
    // Kubernetes sets FERRY_PORT to tcp://10.0.0.11:8080; a bare number is a person's mistake.
    if name.hasSuffix("_PORT"), protocols.contains(where: { value.hasPrefix($0.lowercased() + "://") }) { return true }
    // FERRY_PORT_8080_TCP, and the same with _PROTO, _PORT and _ADDR.
    var parts = name.split(separator: "_")
    if let last = parts.last, ["PROTO", "PORT", "ADDR"].contains(last) { parts.removeLast() }
    guard parts.count >= 4, protocols.contains(String(parts[parts.count - 1])) else { return false }
    return Int(parts[parts.count - 2]) != nil && parts[parts.count - 3] == "PORT"
  }
}

/// A file of settings: YAML, and therefore JSON too. Values are texts as written, like the environment's.
struct SettingsFile: Sendable {
  struct Value: Hashable, Sendable {
    let text: String
    let line: Int?
  }

  /// The reason why a file cannot be used, with the line. The line is not quoted, because it may contain a secret.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    case notYAML(String, line: Int?, what: String)
    case notSettings(String, line: Int?)

    var description: String {
      switch self {
      case .unreadable(let path):
        "Cannot read the file \(path). Check its name and permissions."
      case .notYAML(let path, let line, let what):
        "The file \(path)\(Self.place(line)) is not valid YAML or JSON: \(what)."
      case .notSettings(let path, let line):
        "The file \(path)\(Self.place(line)) does not contain settings: names with texts, numbers or lists of them."
      }
    }

    private static func place(_ line: Int?) -> String { line.map { ", line \($0)," } ?? "" }
  }

  let path: String
  /// Values by dotted names. An empty value counts as not set.
  let values: [String: Value]

  init(path: String) throws(Problem) {
    guard let text = InputFile.text(path) else { throw .unreadable(path) }
    try self.init(path: path, text: text)
  }

  init(path: String, text: String) throws(Problem) {
    self.path = path
    let root: Node?
    do {
      root = try compose(yaml: text)
    } catch let error as YamlError {
      throw Self.problem(error, path)
    } catch {
      throw .notYAML(path, line: nil, what: "unreadable")
    }
    var values: [String: Value] = [:]
    if let root, root.null == nil { try Self.collect(root, name: "", path, &values) }
    self.values = values
  }

  private static func collect(
    _ node: Node, name: String, _ path: String, _ values: inout [String: Value]
  ) throws(Problem) {
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard let part = key.string else { throw .notSettings(path, line: key.mark?.line) }
        try collect(value, name: name.isEmpty ? part : "\(name).\(part)", path, &values)
      }
    case .sequence(let sequence):
      var items: [String] = []
      for item in sequence {
        guard let scalar = item.scalar, item.null == nil else { throw .notSettings(path, line: item.mark?.line) }
        items.append(scalar.string)
      }
      try insert(items.joined(separator: ","), name, node, path, &values)
    case .scalar(let scalar): try insert(node.null == nil ? scalar.string : "", name, node, path, &values)
    case .alias: throw .notSettings(path, line: node.mark?.line)
    }
  }

  private static func insert(
    _ text: String, _ name: String, _ node: Node, _ path: String, _ values: inout [String: Value]
  ) throws(Problem) {
    guard !name.isEmpty else { throw .notSettings(path, line: node.mark?.line) }
    // "a.b" on one line and "b" below "a" are the same setting.
    guard values[name] == nil else { throw .notYAML(path, line: node.mark?.line, what: "duplicate name \(name)") }
    values[name] = Value(text: text, line: node.mark?.line)
  }

  private static func problem(_ error: YamlError, _ path: String) -> Problem {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      .notYAML(path, line: mark.line, what: problem)
    case .duplicatedKeysInMapping(_, let context):
      .notYAML(path, line: context.mark.line, what: "duplicate name")
    default: .notYAML(path, line: nil, what: "unreadable")
    }
  }
}
