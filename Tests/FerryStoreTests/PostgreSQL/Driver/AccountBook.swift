#if PostgreSQL
  import FerryCore
  import FerryEngine
  import FerryPostgres
  import Logging
  import Synchronization
  import Testing

  @testable import FerryPostgres

  /// A small database for tests of the driver: accounts with amounts that are never negative.
  struct AccountBook: Sendable {
    let database: TemporaryDatabase
    /// Straight to the database, with deadlines that no test reaches by chance.
    let pool: PostgresPool

    /// Expects an account to have an amount; nil if there is to be no such account.
    func expect(
      _ amount: Int64?, in name: String = "one", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let stored = try await pool.read { transaction in
        try transaction.row("SELECT amount FROM accounts WHERE name = $1", [.text(name)])?.int(0)
      }
      #expect(stored == amount, sourceLocation: sourceLocation)
    }

    /// Waits until the database has no other connection than the pool's.
    func waitForOthersToLeave() async throws {
      while try await pool.read({ transaction in
        let row = try transaction.row(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name <> 'test' AND backend_type = 'client backend'
          """)
        return row?.int(0) != 0
      }) { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Runs statements that need no values.
    func run(_ statements: String...) async throws {
      try await pool.writeOnce { transaction in for statement in statements { try transaction.run(statement) } }
    }

    fileprivate static let schema = [
      """
      CREATE TABLE changes (
        id bytea PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), undone boolean NOT NULL DEFAULT false)
      """,
      "CREATE TABLE accounts (name text PRIMARY KEY, amount bigint NOT NULL CHECK (amount >= 0))",
      "INSERT INTO accounts VALUES ('one', 0), ('two', 0)",
      // A sequence counts also in transactions that are undone.
      "CREATE SEQUENCE tries",
      """
      CREATE FUNCTION fail(code text, times bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('tries') <= times THEN RAISE EXCEPTION 'on purpose' USING ERRCODE = code; END IF;
      END $$
      """,
    ]
  }

  func withAccountBook<Success: Sendable>(_ body: (AccountBook) async throws -> Success) async throws -> Success {
    try await withTemporaryDatabase(like: "accounts") { address in
      try await withPool(address, connections: 1) { try await $0.prepareAccounts() }
    } _: { database in
      try await withPool(database.address) { try await body(AccountBook(database: database, pool: $0)) }
    }
  }

  func withPool<Success: Sendable>(
    _ address: String, connections: Int = 4, deadlines: PostgresDeadlines = .patient, name: String = "test",
    _ body: (PostgresPool) async throws -> Success
  ) async throws -> Success {
    let pool = PostgresPool(
      try PostgresAddress(address), connections: connections, name: name, deadlines: deadlines, logger: .silent)
    let result: Swift.Result<Success, any Error>
    do { result = .success(try await body(pool)) } catch { result = .failure(error) }
    await pool.close()
    return try result.get()
  }

  extension PostgresPool {
    func prepareAccounts() async throws {
      try await writeOnce { transaction in for statement in AccountBook.schema { try transaction.run(statement) } }
    }
  }

  extension PostgresPool {
    /// Adds to the first account, and expects its new amount.
    func expectSum(
      _ expected: Int64, adding amount: Int64, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let sum = try await write { try $0.add(amount) }
      #expect(sum == expected, sourceLocation: sourceLocation)
    }
  }

  extension TemporaryDatabase {
    /// Changes it for connections to come, from another database.
    func setReadOnly(_ setting: String) throws {
      try runAlone("ALTER DATABASE \(name) SET default_transaction_read_only = \(setting)", at: server.address())
    }
  }

  /// Runs a statement that cannot be in a transaction.
  func runAlone(_ sql: String, at address: String) throws {
    let connector = PostgresConnector(try PostgresAddress(address), name: "test", PostgresDeadlines(), .silent)
    _ = try connector.connect().exchange([PostgresStatement(sql)])
  }

  extension PostgresTransaction {
    /// Adds to an account by reading it under a lock, and returns the new amount.
    func add(_ amount: Int64, to name: String = "one") throws -> Int64 {
      let row = try row("SELECT amount FROM accounts WHERE name = $1 FOR UPDATE", [.text(name)])
      let sum = (row?.int(0) ?? 0) + amount
      try run("UPDATE accounts SET amount = $2 WHERE name = $1", [.text(name), .int(sum)])
      return sum
    }
  }

  /// Counts the runs of a closure.
  final class RunCount: Sendable {
    private let runs = Atomic<Int>(0)

    var value: Int { runs.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func next() -> Int { runs.add(1, ordering: .sequentiallyConsistent).newValue }
  }

  extension Logger {
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
  }

  extension PostgresDeadlines {
    /// For tests of anything but deadlines: many share the machine, and PostgreSQL cleans large tables beside them.
    static var patient: Self { .short(statement: .seconds(120), lock: .seconds(120), attempts: .seconds(120)) }

    static func short(statement: Duration = .seconds(5), lock: Duration = .seconds(4), attempts: Duration) -> Self {
      var deadlines = PostgresDeadlines()
      deadlines.statement = statement
      deadlines.lock = lock
      deadlines.attempts = attempts
      deadlines.outcome = attempts
      return deadlines
    }
  }
#endif
