import ArgumentParser
import FerryCore
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

struct StoreStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the database's state, and whether this version can use it.",
    discussion: """
      The command changes nothing.

      Exit status: 0 if this version can use the database, else 1.
      """)

  @OptionGroup var config: ConfigOptions

  @OptionGroup var output: JSONOption

  func run() async throws {
    let store = try config.store()
    let state = try await store.explaining { try await store.state() }
    print(output.json ? try JSONOutput.text(state) : state.text(.output))
    if let problem = state.problem { throw CommandFailure(problem) }
  }
}

struct StoreState: Encodable {
  /// The file, or the address without its password.
  let database: String
  /// The reason why this version cannot use it; nil if it can.
  let problem: String?
  let bytes: Int64
  #if PostgreSQL
    /// Of a PostgreSQL database.
    var schema: PostgresStatus.Schema?
    var servers: [PostgresStatus.Server]?
    var tables: [PostgresStatus.Table]?
  #endif

  func text(_ colors: TerminalColors = .none) -> String {
    var lines = ["Database  \(database)", "Size      \(Self.size(bytes))"]
    #if PostgreSQL
      if let schema {
        lines.append(
          "Schema    \(schema.version); this version of Ferry has \(schema.current); servers from \(schema.oldest) can use it"
        )
      }
      if let servers {
        lines += servers.map { "Server    \($0.name), since \($0.startedAt.local)" }
        if servers.isEmpty { lines.append("Server    none is running") }
      }
      if let tables {
        let rows = tables.map { table in
          [TextCell(table.name), TextCell(table.rows.map { "\($0)" } ?? "-"), TextCell(Self.size(table.bytes))]
        }
        lines += [""] + TextTable.lines(rows, heading: ["TABLE", "ROWS (ESTIMATE)", "SIZE"], colors: colors)
      }
    #endif
    return lines.joined(separator: "\n")
  }

  private static func size(_ bytes: Int64) -> String {
    bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }
}

extension StoreLocation {
  fileprivate func state() async throws -> StoreState {
    switch self {
    case .sqlite(let path):
      _ = try SQLiteReader(path: path)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return StoreState(database: path, problem: nil, bytes: attributes[.size] as? Int64 ?? 0)
    #if PostgreSQL
      case .postgres(let address):
        let status = try await PostgresSchema.status(address, logger: ProgramLog.logger())
        var problem: String?
        do { try await PostgresStore.requireCurrent(address, as: "ferry store") } catch { problem = "\(error)" }
        return StoreState(
          database: "\(address)", problem: problem, bytes: status.bytes, schema: status.schema, servers: status.servers,
          tables: status.tables)
    #endif
    }
  }
}

#if PostgreSQL
  extension PostgresStore {
    /// Checks that this version can use a database, for a command.
    static func requireCurrent(_ address: PostgresAddress, as name: String) async throws {
      let store = PostgresStore(address, connections: 1, name: name, logger: ProgramLog.logger())
      try await store.requireCurrent()
    }
  }
#endif
