#if PostgreSQL
  import FerryCore
  import FerryEngine
  public import Logging

  /// The tables of Ferry in a PostgreSQL database.
  public enum PostgresSchema {
    /// Creates the tables.
    /// - Throws: `PostgresStoreError`, also if there are any already.
    public static func create(_ address: PostgresAddress, logger: Logger) async throws {
      try await with(address, logger) { pool in
        try await pool.writeOnce { transaction in
          guard try transaction.schemaVersion(locked: true) == nil else {
            throw PostgresStoreError.schemaExists("\(address)")
          }
          guard try !transaction.hasTables() else {
            throw PostgresStoreError.refused("\(address)", reason: "it is not empty, it has tables of another program")
          }
          for migration in PostgresMigration.all { try transaction.make(migration) }
        }
      }
    }

    /// Makes the changes that this version needs, each in a transaction. Servers of an earlier version go on as long as
    /// `PostgresStatus.oldest` says so.
    /// - Returns: The numbers of the changes that were made.
    /// - Throws: `PostgresStoreError`.
    public static func migrate(_ address: PostgresAddress, logger: Logger) async throws -> [Int] {
      try await with(address, logger) { pool in
        var made: [Int] = []
        while let number = try await pool.migrateOnce(PostgresMigration.all, "\(address)") { made.append(number) }
        return made
      }
    }

    /// The state of the database.
    /// - Throws: `PostgresStoreError`.
    public static func status(_ address: PostgresAddress, logger: Logger) async throws -> PostgresStatus {
      try await with(address, logger) { pool in
        try await pool.read { transaction in
          guard let version = try transaction.schemaVersion() else { throw PostgresStoreError.noSchema("\(address)") }
          return try transaction.status(version)
        }
      }
    }

    private static func with<Result: Sendable>(
      _ address: PostgresAddress, _ logger: Logger, _ work: (PostgresPool) async throws -> Result
    ) async throws -> Result {
      let pool = PostgresPool(
        address, connections: 1, name: "ferry store", deadlines: .forWholeTables, randomness: SystemRandomness(),
        logger: logger)
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await work(pool)) } catch { result = .failure(await pool.explained(error)) }
      await pool.close()
      return try result.get()
    }
  }

  extension PostgresDeadlines {
    /// To change or count a large table takes time. A lock is waited for as usual, so that no server is stopped by it.
    package static var forWholeTables: PostgresDeadlines {
      var deadlines = PostgresDeadlines()
      deadlines.statement = .seconds(3600)
      return deadlines
    }
  }

  extension PostgresPool {
    /// Checks that the database takes changes, and that its schema is one that this version can use.
    /// - Throws: `PostgresStoreError`.
    func requireCurrentSchema(toRead: Bool = false) async throws {
      let address = "\(address)"
      do {
        let problem = try await read { transaction -> PostgresStoreError? in
          guard let version = try transaction.schemaVersion() else { return .noSchema(address) }
          if let problem = version.problem(address) { return problem }
          if try transaction.hasUnfinishedCopy() { return .unfinishedCopy(address) }
          if toRead { return nil }
          guard try transaction.takesChanges() else { return .readOnly(address) }
          return try transaction.mayChange() ? nil : .refused(address, reason: "its user may not change the tables")
        }
        if let problem { throw problem }
      } catch {
        throw await explained(error)
      }
    }

    /// The error for a person who sets the store up. For a database that cannot be reached it has libpq's reason.
    func explained(_ error: any Error) async -> any Error {
      switch error {
      case StoreError.unavailable(let reason):
        do { try await connect() } catch { return error }
        return PostgresStoreError.unavailable("\(address)", reason: reason)
      case let error as PostgresError:
        return PostgresStoreError.refused("\(address)", reason: "\(error)")
      default: return error
      }
    }

    /// Makes the first of some changes that the database has not.
    /// - Returns: Its number; nil if there is none.
    func migrateOnce(_ migrations: [PostgresMigration], _ address: String) async throws -> Int? {
      try await writeOnce { transaction in
        guard let version = try transaction.schemaVersion(locked: true) else {
          throw PostgresStoreError.noSchema(address)
        }
        if let problem = version.problem(for: migrations.count, address), problem == .newer(address) { throw problem }
        guard let migration = migrations.first(where: { $0.number == version.number + 1 }) else { return nil }
        try transaction.make(migration)
        return migration.number
      }
    }
  }

  extension PostgresTransaction {
    fileprivate func takesChanges() throws -> Bool {
      let row = try row(
        "SELECT NOT pg_is_in_recovery() AND NOT current_setting('default_transaction_read_only')::boolean")
      return row?.bool(0) ?? false
    }

    fileprivate func mayChange() throws -> Bool {
      let row = try row(
        "SELECT has_table_privilege('checkouts', 'INSERT') AND has_table_privilege('checkouts', 'UPDATE')")
      return row?.bool(0) ?? false
    }

    /// True if the schema has tables, besides those of extensions.
    fileprivate func hasTables() throws -> Bool {
      let row = try row(
        """
        SELECT EXISTS (
          SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
            AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e'))
        """)
      return row?.bool(0) ?? false
    }
  }

  /// The mark of a database that another one is being copied into. It is no server's yet: part of the orders would be missing.
  extension PostgresTransaction {
    package func hasUnfinishedCopy() throws -> Bool {
      try row("SELECT to_regclass('unfinished_copy') IS NOT NULL")?.bool(0) ?? false
    }

    /// Keeps servers from registering until the transaction ends. Afterwards none registers while a copy is unfinished.
    /// - Returns: The names of those that are alive.
    package func keepServersOut() throws -> [String] {
      try lock("LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE", [])
      return try rows("SELECT name FROM servers WHERE \(Self.isAlive) ORDER BY id").map { $0.text(0) }
    }

    package func beginCopy() throws { try run("CREATE TABLE unfinished_copy ()") }

    package func endCopy() throws { try run("DROP TABLE unfinished_copy") }
  }
#endif
