import ArgumentParser
import FerrySQLite
import Foundation

#if PostgreSQL
  import FerryPostgres
#endif

struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Makes, updates, examines and copies the database of a server.",
    discussion: """
      The setting ferry.store names the database: sqlite, which is a file in the folder of ferry.data, or the address of a \
      PostgreSQL database.
      """,
    subcommands: [CreateStore.self, MigrateStore.self, StoreStatus.self, CopyStore.self])
}

struct CreateStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Makes the empty database of a new server.",
    discussion: """
      Run it once, before the first start, as the server's user and with the same settings. A PostgreSQL database has to be \
      there and empty: its tables are made. `ferry serve` makes no database: if it is missing later, a disk is not mounted, or \
      the address is another one, and a new database would know nothing of the paid orders.
      """)

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let store = try config.store()
    switch store {
    case .sqlite(let path):
      try await store.explaining {
        guard !FileManager.default.fileExists(atPath: path) else {
          // An empty file, for instance, is none.
          _ = try SQLiteReader(path: path)
          throw CommandFailure("There is already a database \(path). Start the server: `ferry serve`.")
        }
        _ = try SQLiteStore(path: path)
      }
    #if PostgreSQL
      case .postgres(let address):
        try await store.explaining { try await PostgresSchema.create(address, logger: ProgramLog.logger()) }
    #endif
    }
    print("The database \(store) is made. Start the server: `ferry serve`.")
  }
}

struct MigrateStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Updates the tables of a database to those of this version.",
    discussion: """
      For PostgreSQL, run it once with the new version before its servers are started. Servers of the version before go on \
      meanwhile. An SQLite database is updated by the server itself at its start, or by this command while no server runs.
      """)

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let store = try config.store()
    try await store.explaining {
      switch store {
      case .sqlite(let path): _ = try SQLiteStore(path: path, creates: false)
      #if PostgreSQL
        case .postgres(let address): _ = try await PostgresSchema.migrate(address, logger: ProgramLog.logger())
      #endif
      }
    }
    print("The database \(store) has the tables of Ferry \(FerryVersion.text).")
  }
}

extension ConfigOptions {
  /// The database that the settings name.
  /// - Throws: `StartFailure`, `CommandFailure` with all problems of the settings.
  func store() throws -> StoreLocation { try configuration(try sources()).process.store }
}
