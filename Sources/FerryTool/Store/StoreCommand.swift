import ArgumentParser
import FerrySQLite
import Foundation

#if PostgreSQL
  import FerryPostgres
#endif

struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Create, update, inspect and copy the server's database.",
    discussion: """
      The setting ferry.store chooses the database: sqlite for a file in the folder of ferry.data, or the address of a \
      PostgreSQL database.
      """,
    subcommands: [CreateStore.self, MigrateStore.self, StoreStatus.self, CopyStore.self])
}

struct CreateStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create the empty database of a new server.",
    discussion: """
      Run it once, before the first start, as the server's user and with the same settings. With PostgreSQL, the database \
      must exist and be empty; the command creates the tables.

      `ferry serve` never creates a database. If the database is missing later, a disk is probably not mounted or the address \
      is wrong, and a new database would lack the paid orders.
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
          throw CommandFailure("The database \(path) already exists. Start the server with `ferry serve`.")
        }
        _ = try SQLiteStore(path: path)
      }
    #if PostgreSQL
      case .postgres(let address):
        try await store.explaining { try await PostgresSchema.create(address, logger: ProgramLog.logger()) }
    #endif
    }
    print("Created the database \(store). Start the server with `ferry serve`.")
  }
}

struct MigrateStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Update the database's tables to this version.",
    discussion: """
      With PostgreSQL, run it once with the new version, before you start the new servers. Servers of the previous version \
      keep running. With SQLite, the server updates the database when it starts; this command does the same while no server \
      runs.
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
    print("The database \(store) is up to date for Ferry \(FerryVersion.text).")
  }
}

extension ConfigOptions {
  /// The database that the settings name.
  /// - Throws: `StartFailure`, `CommandFailure` with all problems of the settings.
  func store() throws -> StoreLocation { try configuration(try sources()).process.store }
}
