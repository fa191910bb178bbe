import FerryModule
import FerrySQLite
import FerryServer
import Foundation
import Logging

#if PostgreSQL
  import FerryPostgres
#endif

/// The database with all checkouts, as the setting `ferry.store` names it.
enum StoreLocation: Sendable, CustomStringConvertible {
  /// A file for one server.
  case sqlite(path: String)
  #if PostgreSQL
    /// A database for one or several servers.
    case postgres(PostgresAddress)
  #endif

  static let key = ConfigurationKey(
    "ferry.store",
    "sqlite for a file in the folder of ferry.data, or the address of a PostgreSQL database that several servers can share.",
    example: "postgres://ferry@db.shop.example/ferry?sslmode=verify-full&sslrootcert=/etc/ferry/db-ca.pem",
    default: "sqlite", isSecret: true)

  /// The file that a server or a demo has in its data folder.
  static func sqlite(in folder: String) -> StoreLocation { .sqlite(path: folder + "/ferry.sqlite") }

  /// The folder of a file, which has the reports of `ferry reconcile` too.
  static func folder(of path: String) -> String { URL(filePath: path).deletingLastPathComponent().path }

  /// Problems are added to `settings`.
  /// - Parameter folder: The data folder.
  static func read(_ settings: inout SettingsReader, in folder: String) -> StoreLocation {
    let text = settings.text(key) ?? "sqlite"
    if text == "sqlite" { return .sqlite(in: folder) }
    do {
      return try StoreLocation(address: text)
    } catch {
      settings.refuse(key, "\(error)", showsExample: !isAddress(text))
      return .sqlite(in: folder)
    }
  }

  /// - Parameter text: The address of a PostgreSQL database.
  /// - Throws: The reason why it cannot be used. It never contains the address, which may have a password.
  init(address text: String) throws {
    guard Self.isAddress(text) else { throw CommandFailure("Write sqlite, or the address of a PostgreSQL database.") }
    #if PostgreSQL
      self = .postgres(try PostgresAddress(text))
    #else
      throw CommandFailure(Self.notBuilt)
    #endif
  }

  /// For a program that was built without the trait.
  static let notBuilt =
    "This program was built without PostgreSQL. Build it with `make release STORE=postgres`, or use sqlite."

  /// The path, or the address without its password.
  var description: String {
    switch self {
    case .sqlite(let path): path
    #if PostgreSQL
      case .postgres(let address): "\(address)"
    #endif
    }
  }

  /// The setting to change if the database is not the right one.
  var setting: ConfigurationKey {
    switch self {
    case .sqlite: ProcessSettings.dataKey
    #if PostgreSQL
      case .postgres: Self.key
    #endif
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }
}

extension ConfigurationKey {
  /// For messages: name and variable.
  var called: String { "\(name) (\(variable))" }

  /// A valid value as it may be shown; nil if none of it may.
  func shown(_ value: String) -> String? {
    guard self == StoreLocation.key else { return isSecret ? nil : value }
    return (try? StoreLocation(address: value)).map { "\($0)" } ?? "sqlite"
  }
}

/// The settings of the process itself: address, port, data folder and log level.
struct ProcessSettings: Sendable {
  var listenAddress: String
  var listenPort: Int
  /// The folder of an SQLite database.
  var data: String
  var store: StoreLocation
  var logLevel: Logger.Level

  static let listenAddressKey = ConfigurationKey(
    "ferry.listen.address", "The address to listen on; 0.0.0.0 for all addresses of the machine.", example: "0.0.0.0",
    default: "127.0.0.1")
  static let listenPortKey = ConfigurationKey(
    "ferry.listen.port", "The port to listen on, for plain HTTP; a proxy in front terminates https.", example: "8080",
    default: "8080")
  static let dataKey = ConfigurationKey(
    "ferry.data", "The folder of the SQLite database and of the last reports of ferry reconcile.",
    example: "/var/lib/ferry", default: "/var/lib/ferry")
  static let logLevelKey = ConfigurationKey(
    "ferry.logLevel", "The lowest log level: trace, debug, info, notice, warning, error or critical.",
    example: "info", default: "info")

  static let keys = [listenAddressKey, listenPortKey, dataKey, StoreLocation.key, logLevelKey]

  /// The data folder of the environment, for commands that read the data; nil if the variable is missing or empty.
  static func dataFolder(_ environment: [String: String]) -> String? { environment.given(dataKey.variable) }

  /// An SQLite database in the data folder beside a store that is another one.
  var unusedFile: String? {
    if case .sqlite = store { return nil }
    let path = "\(StoreLocation.sqlite(in: data))"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The server's name beside others of the same database.
  var name: String { "\(ProcessInfo.processInfo.hostName):\(listenPort)" }

  /// Problems are added to `settings`.
  static func read(_ settings: inout SettingsReader) -> ProcessSettings {
    let port = settings.number(listenPortKey, 1...65_535)
    let address = text(listenAddressKey, settings)
    if address.contains(where: \.isWhitespace) || address.contains("/") || address.count(where: { $0 == ":" }) == 1 {
      settings.refuse(listenAddressKey, "Write an address without a port. Set the port with \(listenPortKey.name).")
    }
    let level = Logger.Level(rawValue: text(logLevelKey, settings))
    if level == nil {
      settings.refuse(logLevelKey, "Write one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    let data = text(dataKey, settings)
    return ProcessSettings(
      listenAddress: address, listenPort: port, data: data, store: .read(&settings, in: data), logLevel: level ?? .info)
  }

  private static func text(_ key: ConfigurationKey, _ settings: SettingsReader) -> String {
    settings.text(key) ?? key.fallback ?? ""
  }
}
