#if PostgreSQL
  import Crypto
  import FerryEngine
  import FerryPostgres
  import Foundation
  import GRDB
  import Logging

  /// A table that is copied, as the SQLite database describes it.
  struct StoredTable: Hashable, Sendable {
    let name: String
    let columns: [String]
    /// The columns of the primary key, in its order.
    let key: [String]

    /// The places of the key's columns.
    var keyPlaces: [Int] { key.compactMap { columns.firstIndex(of: $0) } }

    /// The names of columns in a statement. Some are words of SQL.
    static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
  }

  /// A row of a table. Truth values are 0 and 1. Rows are compared by the bytes of their values, because equal texts of Swift may
  /// have different ones.
  struct TableRow: Sendable {
    /// In the order of the table's columns.
    let values: [DatabaseValue]

    func key(_ table: StoredTable) -> [DatabaseValue] { table.keyPlaces.map { values[$0] } }

    /// The bytes of the key's values. They identify the same row in two stores.
    func identity(_ table: StoredTable) -> [UInt8] { key(table).flatMap(\.encoded) }

    /// SHA-256 of all values.
    var digest: [UInt8] { Array(SHA256.hash(data: values.flatMap(\.encoded))) }
  }

  extension DatabaseValue {
    /// - Throws: `CommandFailure` for a number with a fraction, which no table of Ferry has.
    fileprivate func withoutFraction() throws -> DatabaseValue {
      if case .double = storage { throw CommandFailure("The SQLite database has a number with a fraction.") }
      return self
    }

    /// The value with its kind and length before it, so that no two lists of values have the same bytes.
    fileprivate var encoded: [UInt8] {
      let (kind, content): (Character, [UInt8]) =
        switch storage {
        case .null: ("n", [])
        case .int64(let value): ("i", Array("\(value)".utf8))
        case .double(let value): ("d", Array("\(value)".utf8))
        case .string(let value): ("t", Array(value.utf8))
        case .blob(let value): ("b", Array(value))
        }
      return Array("\(kind)\(content.count):".utf8) + content
    }
  }

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
    func rows(_ table: StoredTable, after key: [DatabaseValue]?, limit: Int) async throws -> [TableRow] {
      let names = StoredTable.list(table.key)
      let follows = "WHERE (\(names)) > (\(table.key.map { _ in "?" }.joined(separator: ", ")))"
      let sql = """
        SELECT \(StoredTable.list(table.columns)) FROM \(table.name) \(key == nil ? "" : follows)
        ORDER BY \(names) LIMIT \(limit)
        """
      let arguments = StatementArguments(key ?? [])
      return try await database.read { database in
        try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
          TableRow(values: try row.databaseValues.map { try $0.withoutFraction() })
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

  /// Reads and adds rows of a PostgreSQL database that no server uses.
  struct PostgresRows: Sendable {
    private let pool: PostgresPool
    private let address: PostgresAddress

    init(_ address: PostgresAddress, logger: Logger) {
      self.address = address
      pool = PostgresPool(
        address, connections: 1, name: "ferry store copy", deadlines: .forWholeTables, logger: logger)
    }

    func close() async { await pool.close() }

    func requireNoServer() async throws {
      try await pool.writeOnce { [address] transaction in try transaction.requireNoServer(address) }
    }

    /// Begins a copy into empty tables, or goes on with one that was interrupted. No server starts with the database until it
    /// is finished.
    func begin(_ tables: [StoredTable]) async throws {
      try await pool.writeOnce { [address] transaction in
        try transaction.requireNoServer(address)
        guard try !transaction.hasUnfinishedCopy() else { return }
        for table in tables where try transaction.row("SELECT 1 FROM \(table.name) LIMIT 1") != nil {
          throw CommandFailure(
            "The table \(table.name) of the database \(address) already has rows. Copy into an empty database.")
        }
        try transaction.beginCopy()
      }
    }

    /// Allows servers to use the database.
    /// - Parameter lastNumbers: The last number that each table with numbered rows has given out.
    func finish(_ tables: [StoredTable], _ lastNumbers: [String: Int64]) async throws {
      try await pool.writeOnce { transaction in
        for table in tables {
          guard let number = lastNumbers[table.name], number > 0, let column = table.key.first else { continue }
          _ = try transaction.row(
            "SELECT setval(pg_get_serial_sequence($1, $2), $3)", [.text(table.name), .text(column), .int(number)])
        }
        try transaction.endCopy()
      }
    }

    /// The types of a table's columns, in their order.
    func types(_ table: StoredTable) async throws -> [ColumnType] {
      let names = try await pool.read { transaction in
        try transaction.rows(
          """
          SELECT attname, format_type(atttypid, NULL) FROM pg_attribute
          WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped
          """, [.text(table.name)]
        ).reduce(into: [String: String]()) { $0[$1.text(0)] = $1.text(1) }
      }
      return try table.columns.map { column in
        guard let type = names[column].flatMap({ ColumnType(rawValue: $0) }) else {
          throw CommandFailure("The table \(table.name) of the database \(address) has no column \(column).")
        }
        return type
      }
    }

    /// Adds rows; all of them or none.
    func add(_ rows: [TableRow], to table: StoredTable, _ types: [ColumnType]) async throws {
      let places = (1...table.columns.count).map { "$\($0)" }.joined(separator: ", ")
      let sql = "INSERT INTO \(table.name) (\(StoredTable.list(table.columns))) VALUES (\(places))"
      try await pool.writeOnce { transaction in
        for row in rows { try transaction.run(sql, zip(row.values, types).map { try $1.parameter($0) }) }
      }
    }

    /// The rows behind a key, up to another one, in no particular order.
    /// - Parameter first: Nil to begin with the table's first row.
    func rows(
      _ table: StoredTable, _ types: [ColumnType], after first: [DatabaseValue]?, through last: [DatabaseValue]
    ) async throws -> [TableRow] {
      let count = table.key.count
      let keyTypes = table.keyPlaces.map { types[$0] }
      let values = try ((first ?? []) + last).enumerated().map { try keyTypes[$0 % count].parameter($1) }
      let names = StoredTable.list(table.key)
      func places(_ range: Range<Int>) -> String { range.map { "$\($0 + 1)" }.joined(separator: ", ") }
      let follows = first == nil ? "" : "(\(names)) > (\(places(0..<count))) AND "
      let sql = """
        SELECT \(zip(table.columns, types).map { $1.expression($0) }.joined(separator: ", ")) FROM \(table.name)
        WHERE \(follows)(\(names)) <= (\(places(values.count - count..<values.count)))
        """
      return try await pool.read { transaction in
        try transaction.rows(sql, values).map { row in
          TableRow(values: types.enumerated().map { $1.value(of: row, $0) })
        }
      }
    }

    func count(_ table: StoredTable) async throws -> Int {
      Int(try await pool.read { try $0.row("SELECT count(*) FROM \(table.name)")?.int(0) ?? 0 })
    }
  }

  extension PostgresTransaction {
    /// Keeps servers out until the transaction ends.
    fileprivate func requireNoServer(_ address: PostgresAddress) throws {
      let names = try keepServersOut()
      guard names.isEmpty else {
        throw CommandFailure("Stop the servers that use the database \(address): \(names.joined(separator: ", ")).")
      }
    }
  }

  /// The type of a column, by PostgreSQL's name.
  enum ColumnType: String, Sendable {
    case bigint, integer, text, bytea, boolean

    fileprivate func expression(_ column: String) -> String {
      self == .boolean ? "\"\(column)\"::integer" : "\"\(column)\""
    }

    fileprivate func value(of row: PostgresRow, _ column: Int) -> DatabaseValue {
      switch self {
      case .bigint, .integer, .boolean: row.intIfPresent(column).databaseValue
      case .text: row.textIfPresent(column).databaseValue
      case .bytea: row.bytesIfPresent(column).map { Data($0) }.databaseValue
      }
    }

    fileprivate func parameter(_ value: DatabaseValue) throws -> StatementValue {
      switch (self, value.storage) {
      case (.bigint, .null), (.integer, .null): .int(nil)
      case (.text, .null): .text(nil)
      case (.bytea, .null): .bytes(nil)
      case (.boolean, .null): .bool(nil)
      case (.bigint, .int64(let number)), (.integer, .int64(let number)): .int(number)
      case (.text, .string(let text)): .text(text)
      case (.bytea, .blob(let data)): .bytes(Array(data))
      case (.boolean, .int64(let number)): .bool(number != 0)
      default: throw CommandFailure("The SQLite database has a value of another type than \(rawValue).")
      }
    }
  }
#endif
