import ArgumentParser
import FerryCore
import FerrySQLite
import Foundation

#if PostgreSQL
  import FerryPostgres
#endif

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

/// The state of a database, as `ferry store status` shows it.
struct StoreState: Encodable {
  /// The file, or the address without its password.
  let database: String
  /// The reason why this version cannot use it; nil if it can.
  let problem: String?
  let bytes: Int64
  /// Nil for an SQLite database.
  var schema: Schema?
  var servers: [Server]?
  var tables: [Table]?

  struct Schema: Encodable {
    let version: Int
    /// The oldest version whose servers can use the database.
    let oldest: Int
    /// That of this program.
    let current: Int
  }

  struct Server: Encodable {
    let name: String
    let startedAt: Moment
  }

  struct Table: Encodable {
    let name: String
    /// As PostgreSQL has last estimated it.
    let rows: Int64?
    let bytes: Int64
  }

  func text(_ colors: TerminalColors = .none) -> String {
    var lines = ["Database  \(database)", "Size      \(Self.size(bytes))"]
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
          database: "\(address)", problem: problem, bytes: status.size,
          schema: StoreState.Schema(version: status.version, oldest: status.oldest, current: status.current),
          servers: status.servers.map { StoreState.Server(name: $0.name, startedAt: $0.startedAt) },
          tables: status.tables.map { StoreState.Table(name: $0.name, rows: $0.rows, bytes: $0.size) })
    #endif
    }
  }
}

#if PostgreSQL
  extension PostgresStore {
    /// Checks that this version can use a database, for a command.
    /// - Throws: `PostgresStoreError`.
    static func requireCurrent(_ address: PostgresAddress, as name: String) async throws {
      let store = PostgresStore(address, connections: 1, name: name, logger: ProgramLog.logger())
      try await store.requireCurrent()
    }
  }
#endif
