#if PostgreSQL
  import FerryEngine
  import FerryPostgres
  import Logging

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

    /// - Throws: `CommandFailure` if a server uses the database.
    func requireNoServer() async throws {
      try await pool.writeOnce { [address] transaction in try transaction.requireNoServer(address) }
    }

    /// Begins a copy into empty tables, or goes on with one that was interrupted. No server starts with the database until it
    /// is finished.
    /// - Throws: `CommandFailure` if a server uses the database, or the tables have rows of their own.
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
    /// - Throws: `CommandFailure` if one is missing.
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
    func add(_ rows: [StoredRow], to table: StoredTable, _ types: [ColumnType]) async throws {
      let places = (1...table.columns.count).map { "$\($0)" }.joined(separator: ", ")
      let sql = "INSERT INTO \(table.name) (\(StoredTable.list(table.columns))) VALUES (\(places))"
      try await pool.writeOnce { transaction in
        for row in rows { try transaction.run(sql, zip(row.values, types).map { try $1.parameter($0) }) }
      }
    }

    /// The rows behind a key, up to another one, in no particular order.
    /// - Parameter first: Nil to begin with the table's first row.
    func rows(
      _ table: StoredTable, _ types: [ColumnType], after first: [StoredValue]?, through last: [StoredValue]
    ) async throws -> [StoredRow] {
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
          StoredRow(values: types.enumerated().map { $1.value(of: row, $0) })
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

    fileprivate func value(of row: PostgresRow, _ column: Int) -> StoredValue {
      switch self {
      case .bigint, .integer, .boolean: row.intIfPresent(column).map { .int($0) } ?? .null
      case .text: row.textIfPresent(column).map { .text($0) } ?? .null
      case .bytea: row.bytesIfPresent(column).map { .bytes($0) } ?? .null
      }
    }

    /// - Throws: `CommandFailure` for a value of another type.
    fileprivate func parameter(_ value: StoredValue) throws -> StatementValue {
      switch (self, value) {
      case (.bigint, .null), (.integer, .null): .int(nil)
      case (.text, .null): .text(nil)
      case (.bytea, .null): .bytes(nil)
      case (.boolean, .null): .bool(nil)
      case (.bigint, .int(let number)), (.integer, .int(let number)): .int(number)
      case (.text, .text(let text)): .text(text)
      case (.bytea, .bytes(let bytes)): .bytes(bytes)
      case (.boolean, .int(let number)): .bool(number != 0)
      default: throw CommandFailure("The SQLite database has a value of another type than \(rawValue).")
      }
    }
  }
#endif
