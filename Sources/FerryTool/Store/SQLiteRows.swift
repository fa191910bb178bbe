#if PostgreSQL
  import Foundation
  import GRDB

  /// Reads the rows of an SQLite database that no server uses.
  struct SQLiteRows: Sendable {
    private let database: DatabaseQueue

    /// Tables that are not copied: the process that writes the file, the changes of its schema, and the sessions of
    /// operators, who sign in again.
    private static let own = ["owner", "grdb_migrations", "operator_sessions"]

    init(path: String) throws {
      var configuration = Configuration()
      configuration.readonly = true
      database = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// All tables that are copied, each after those that its rows refer to.
    func tables() async throws -> [StoredTable] {
      try await database.read { database in
        let names = try String.fetchAll(
          database,
          sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
        var waiting = names.filter { !Self.own.contains($0) }
        var sorted: [StoredTable] = []
        while !waiting.isEmpty {
          let parents = try Dictionary(
            uniqueKeysWithValues: waiting.map {
              (
                $0,
                try String.fetchAll(database, sql: "SELECT \"table\" FROM pragma_foreign_key_list(?)", arguments: [$0])
              )
            })
          let ready = waiting.filter { parents[$0]?.allSatisfy { !waiting.contains($0) } ?? true }
          guard !ready.isEmpty else {
            throw CommandFailure("Tables refer to each other: \(waiting.joined(separator: ", ")).")
          }
          sorted += try ready.map { try Self.table($0, database) }
          waiting.removeAll { ready.contains($0) }
        }
        return sorted
      }
    }

    private static func table(_ name: String, _ database: Database) throws -> StoredTable {
      // Columns that SQLite computes are listed by this pragma alone; PostgreSQL stores them.
      let columns = try Row.fetchAll(
        database, sql: "SELECT name, pk FROM pragma_table_xinfo(?) ORDER BY cid", arguments: [name])
      let key = columns.filter { ($0["pk"] as Int) > 0 }.sorted { ($0["pk"] as Int) < ($1["pk"] as Int) }
      return StoredTable(name: name, columns: columns.map { $0["name"] }, key: key.map { $0["name"] })
    }

    /// Rows in the order of the table's key.
    /// - Parameter key: Only those that follow this one.
    func rows(_ table: StoredTable, after key: [StoredValue]?, limit: Int) async throws -> [StoredRow] {
      let names = StoredTable.list(table.key)
      let follows = "WHERE (\(names)) > (\(table.key.map { _ in "?" }.joined(separator: ", ")))"
      let sql = """
        SELECT \(StoredTable.list(table.columns)) FROM \(table.name) \(key == nil ? "" : follows)
        ORDER BY \(names) LIMIT \(limit)
        """
      let arguments = StatementArguments((key ?? []).map(\.databaseValue))
      return try await database.read { database in
        try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
          StoredRow(values: try row.databaseValues.map { try StoredValue($0) })
        }
      }
    }

    /// The last number that each table with numbered rows has given out.
    func lastNumbers() async throws -> [String: Int64] {
      try await database.read { database in
        Dictionary(
          try Row.fetchAll(database, sql: "SELECT name, seq FROM sqlite_sequence").map { ($0["name"], $0["seq"]) }
        ) { first, _ in first }
      }
    }
  }

  extension StoredValue {
    /// - Throws: `CommandFailure` for a number with a fraction, which no table of Ferry has.
    fileprivate init(_ value: DatabaseValue) throws {
      switch value.storage {
      case .null: self = .null
      case .int64(let number): self = .int(number)
      case .double: throw CommandFailure("The SQLite database has a number with a fraction.")
      case .string(let text): self = .text(text)
      case .blob(let data): self = .bytes(Array(data))
      }
    }

    fileprivate var databaseValue: DatabaseValue {
      switch self {
      case .null: .null
      case .int(let number): number.databaseValue
      case .text(let text): text.databaseValue
      case .bytes(let bytes): Data(bytes).databaseValue
      }
    }
  }
#endif
