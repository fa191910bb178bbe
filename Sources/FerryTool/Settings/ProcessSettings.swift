import FerryModule
import FerryServer
import Logging

/// What the process itself needs to know: where to listen, where to keep its data, how much to say.
struct ProcessSettings: Hashable, Sendable {
  var listenAddress: String
  var listenPort: Int
  /// The folder of the database.
  var data: String
  var logLevel: Logger.Level

  static let listenAddressKey = ConfigurationKey(
    "ferry.listen.address", "The address to listen on; 0.0.0.0 for all of the machine's.", example: "0.0.0.0",
    default: "127.0.0.1")
  static let listenPortKey = ConfigurationKey(
    "ferry.listen.port", "The port to listen on, for plain HTTP: https ends before it.", example: "8080",
    default: "8080")
  static let dataKey = ConfigurationKey(
    "ferry.data", "The folder that the database is kept in.", example: "/var/lib/ferry", default: "/var/lib/ferry")
  static let logLevelKey = ConfigurationKey(
    "ferry.logLevel", "The least that is logged: trace, debug, info, notice, warning, error or critical.",
    example: "info", default: "info")

  static let keys = [listenAddressKey, listenPortKey, dataKey, logLevelKey]

  /// The folder that the environment names, for commands that look into the data; an empty variable names none.
  static func dataFolder(_ environment: [String: String]) -> String? {
    environment[dataKey.variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What is wrong stands in `settings` afterwards.
  static func read(_ settings: inout SettingsReader) -> ProcessSettings {
    let port = settings.number(listenPortKey, 1...65_535)
    let address = text(listenAddressKey, settings)
    if address.contains(where: \.isWhitespace) || address.contains("/") || address.count(where: { $0 == ":" }) == 1 {
      settings.refuse(listenAddressKey, "Write an address alone; the port stands in \(listenPortKey.name).")
    }
    let level = Logger.Level(rawValue: text(logLevelKey, settings))
    if level == nil {
      settings.refuse(
        logLevelKey, "Write one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return ProcessSettings(
      listenAddress: address, listenPort: port, data: text(dataKey, settings), logLevel: level ?? .info)
  }

  private static func text(_ key: ConfigurationKey, _ settings: SettingsReader) -> String {
    settings.text(key) ?? key.fallback ?? ""
  }
}
