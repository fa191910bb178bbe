#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryPostgres
  import Testing

  @testable import FerryPostgres

  @Suite("A comparison of an account's books", .timeLimit(.minutes(5)))
  struct ReconciliationTests {
    private static let main = ProviderAccountID(provider: "test-pay", mode: .test)
    private static let second = ProviderAccountID(provider: "test-pay", account: "second", mode: .test)

    @Test("keeps others of the account away until it ends, and none of another account")
    func alone() async throws {
      try await Self.withAddress { address, _ in
        let first = try #require(try await Self.begin(Self.main, address))
        #expect(try await !Self.canBegin(Self.main, address))
        let other = try #require(try await Self.begin(Self.second, address))
        await other.end()
        #expect(try await !Self.canBegin(Self.main, address))
        await first.end()
        // The database frees the lock a moment after the connection has ended.
        try await until { try await Self.canBegin(Self.main, address) }
      }
    }

    @Test("leaves the last report of its account to all servers")
    func lastReports() async throws {
      try await Self.withAddress { address, server in
        let comparison = try #require(try await Self.begin(Self.main, address))
        let report = Self.report(of: Self.main, shop: "later")
        try await comparison.keep(Self.report(of: Self.main, shop: "earlier"))
        try await comparison.keep(report)
        let other = try #require(try await Self.begin(Self.second, address))
        try await other.keep(Self.report(of: Self.second))
        let reports = [report, Self.report(of: Self.second)]
        #expect(try await server.reconciliations() == reports)
        let another = PostgresStore(address, name: "another", logger: quiet)
        #expect(try await another.reconciliations() == reports)
        // Another version may have written it.
        try await server.pool.write { try $0.run("UPDATE reconciliations SET report = '{}' WHERE account = 'second'") }
        #expect(try await another.reconciliations() == [report])
        await another.pool.close()
      }
    }

    @Test("leaves no report if its connection was lost, for another one may have begun")
    func lost() async throws {
      try await Self.withAddress { address, server in
        let first = try #require(try await Self.begin(Self.main, address))
        let ended = try await server.pool.read { transaction in
          try transaction.row(
            """
            SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
            WHERE application_name = 'ferry reconcile' AND datname = current_database()
            """)?.int(0)
        }
        #expect(ended == 1)
        let lost = PostgresStoreError.comparisonLost("\(address)")
        await #expect(throws: lost) { try await first.keep(Self.report(of: Self.main)) }
        let second = try #require(try await Self.begin(Self.main, address))
        await #expect(throws: lost) { try await first.keep(Self.report(of: Self.main)) }
        #expect(try await server.reconciliations() == [])
        try await second.keep(Self.report(of: Self.main))
        #expect(try await server.reconciliations() == [Self.report(of: Self.main)])
      }
    }

    @Test("is refused by a standby, which knows no locks of the primary")
    func readOnly() async throws {
      try await withTemporaryDatabase(like: "ferry_tables", prepare: createTables) { database in
        let address = try PostgresAddress(database.address)
        try database.setReadOnly("on")
        await #expect(throws: PostgresStoreError.readOnly("\(address)")) {
          _ = try await Self.begin(Self.main, address)
        }
      }
    }

    /// Hands an empty database, and a store in it that does not run, to the body.
    private static func withAddress(_ body: (PostgresAddress, PostgresStore) async throws -> Void) async throws {
      try await withDatabase { text in
        let server = try store(text, name: "server")
        try await body(try PostgresAddress(text), server)
        await server.pool.close()
      }
    }

    private static func begin(
      _ account: ProviderAccountID, _ address: PostgresAddress
    ) async throws -> PostgresReconciliation? {
      try await PostgresReconciliation.begin(of: account, in: address, logger: quiet)
    }

    private static func canBegin(_ account: ProviderAccountID, _ address: PostgresAddress) async throws -> Bool {
      try await begin(account, address) != nil
    }

    private static func report(of account: ProviderAccountID, shop: String? = nil) -> ReconciliationReport {
      ReconciliationReport(
        agrees: true, complete: true, account: account, shop: shop, comparedAt: "2026-01-01T00:00:00Z",
        since: "2025-12-01T00:00:00Z", until: "2026-01-01T00:00:00Z",
        compared: ReconciliationReport.Compared(
          orders: nil, ordersAsOf: nil, payments: 0, answers: 0, transactions: nil),
        discrepancies: [], unanswered: [], unreadable: [], repairs: nil, notCompared: [:])
    }
  }
#endif
