#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryProvider
  import FerryPostgres
  import FerryTesting
  import Testing

  @testable import FerryPostgres

  @Suite("The schema of a PostgreSQL database")
  struct SchemaTests {
    @Test("is created once, and a store says if it is missing")
    func creation() async throws {
      try await withEmptyDatabase { address in
        let store = PostgresStore(address, name: "test", logger: quiet)
        await #expect(throws: PostgresStoreError.noSchema("\(address)")) { try await store.requireCurrent() }
        await #expect(throws: PostgresStoreError.noSchema("\(address)")) {
          try await PostgresReader(address, logger: quiet)
        }
        await #expect(throws: PostgresStoreError.noSchema("\(address)")) {
          try await PostgresSchema.migrate(address, logger: quiet)
        }
        await #expect(throws: PostgresStoreError.noSchema("\(address)")) {
          try await PostgresSchema.status(address, logger: quiet)
        }
        let created = try await concurrently(4) { _ in
          do {
            try await PostgresSchema.create(address, logger: quiet)
            return true
          } catch PostgresStoreError.schemaExists {
            return false
          }
        }
        #expect(created.count { $0 } == 1)
        try await store.requireCurrent()
        let made = try await PostgresSchema.migrate(address, logger: quiet)
        #expect(made == [])
        await store.pool.close()
      }
    }

    @Test("is not created among the tables of another program, and not used by a user who may not change it")
    func wrongDatabase() async throws {
      try await withEmptyDatabase { address in
        try await withPool(address.text.reveal()) { pool in
          try await pool.writeOnce { try $0.run("CREATE TABLE posts ()") }
          await #expect(
            throws: PostgresStoreError.refused(
              "\(address)", reason: "it is not empty, it has tables of another program")
          ) {
            try await PostgresSchema.create(address, logger: quiet)
          }
          try await pool.writeOnce { try $0.run("DROP TABLE posts") }
          try await PostgresSchema.create(address, logger: quiet)
          let role = "looks_\(SystemRandomness().bytes(8).map { String($0, radix: 16) }.joined())"
          try await pool.writeOnce { transaction in
            try transaction.run("CREATE ROLE \(role) LOGIN")
            try transaction.run("GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(role)")
          }
          let store = PostgresStore(
            try PostgresAddress(address.text.reveal().replacing("ferry@", with: "\(role)@")), name: "test",
            logger: quiet)
          let error = await #expect(throws: PostgresStoreError.self) { try await store.requireCurrent() }
          #expect(error?.description.contains("may not change the tables") == true)
          await store.pool.close()
          try await pool.writeOnce { transaction in
            try transaction.run("DROP OWNED BY \(role)")
            try transaction.run("DROP ROLE \(role)")
          }
        }
      }
    }

    @Test("that cannot be reached or refuses is reported with the database's reason")
    func reasons() async throws {
      let nowhere = PostgresPool(
        try PostgresAddress("postgres://ferry@/ferry?host=/nowhere"), connections: 1, name: "test",
        deadlines: .short(attempts: .milliseconds(200)), logger: quiet)
      let unreachable = await #expect(throws: PostgresStoreError.self) { try await nowhere.requireCurrentSchema() }
      #expect(unreachable?.description.contains("/nowhere/.s.PGSQL.") == true)
      await nowhere.close()

      try await withEmptyDatabase { address in
        let pool = PostgresPool(address, connections: 1, name: "test", logger: quiet)
        // Another program's table.
        try await pool.writeOnce { try $0.run("CREATE TABLE migrations (id bigint)") }
        let refused = await #expect(throws: PostgresStoreError.self) { try await pool.requireCurrentSchema() }
        #expect(refused?.description.contains("42703") == true)
        await pool.close()
      }
    }

    @Test("tells its version, its sizes and the servers that are alive")
    func status() async throws {
      try await withDatabase { text in
        let address = try PostgresAddress(text)
        let status = try await store(text, name: "till-1").running { store in
          try await SampleAttempt("one").open(in: store)
          return try await PostgresSchema.status(address, logger: quiet)
        }
        #expect(status.schema.version == PostgresMigration.current)
        #expect(status.schema.current == PostgresMigration.current)
        #expect(status.bytes > 1_000_000)
        #expect(status.tables.contains { $0.name == "checkouts" && $0.bytes > 0 })
        #expect(status.servers.map(\.name) == ["till-1"])
        let after = try await PostgresSchema.status(address, logger: quiet)
        #expect(after.servers == [])
      }
    }

    @Test(
      "with checkouts of earlier versions gets percentages, the tax of each rate, room for disputes in lists, and one word for them"
    )
    func taxByLine() async throws {
      try await withDatabase { text in
        let address = try PostgresAddress(text)
        let known = try await store(text).running { store in
          try await SampleAttempt("one").open(in: store)
          try await store.update("one") { file, change in change.ledger += try file.pay(charge: "C-1") }
          let notice = InboxEntry(
            account: SampleAttempt.account, identity: "1", isAuthenticated: true, kind: "CHARGEBACK",
            references: [ProviderReference("chargeback", "D-1")], body: nil, receivedAt: SampleAttempt.start)
          _ = try await store.accept(notice, limits: InboxLimits())
          let known = try await store.file("one")
          // The rows as version 3 of the schema stored them.
          try await store.pool.writeOnce { transaction in
            for table in ["orders", "checkouts"] {
              try transaction.run(
                """
                UPDATE \(table) SET body = regexp_replace(
                  replace(body, '"percent":"10","rounding"', '"rate":1000,"rounding"'), '"taxes":\\[[^]]*\\],', '')
                """)
            }
            try transaction.run("ALTER TABLE listed_checkouts DROP CONSTRAINT listed_checkouts_payment_check")
            try transaction.run(
              """
              ALTER TABLE listed_checkouts
              ADD CONSTRAINT listed_checkouts_payment_check CHECK (payment BETWEEN 0 AND 4)
              """)
            try transaction.run(
              """
              DROP TABLE evidence, search_words, search_postings, figures, journal, operator_views, settlement_lines, payouts,
                reports
              """)
            try transaction.run("ALTER TABLE listed_checkouts DROP COLUMN currency, DROP COLUMN total")
            try transaction.run("ALTER TABLE buyer_details ADD COLUMN email text, ADD COLUMN stated_email text")
            try transaction.run("DELETE FROM migrations WHERE number >= 4")
          }
          return known
        }
        #expect(known?.checkout.quote?.taxes.count == 1)
        let made = try await PostgresSchema.migrate(address, logger: quiet)
        #expect(made == [4, 5, 6, 7, 8])
        let (found, disputed, notice) = try await store(text).running { store in
          let found = try await store.file("one")
          try await store.update("one") { file, _ in
            let report = DisputeReport("D-1", state: .needsResponse)
            _ = try file.checkout.receive(.recordDispute(report), at: SampleAttempt.start, for: &file.order)
          }
          let searched = try await store.find(try #require(SearchQuery("ref-one")), CheckoutFilter(), limit: 9)
          #expect(searched.files.map(\.checkout.id) == ["one"])
          return (
            found, try await store.checkouts(CheckoutFilter(payment: .disputed), limit: 9).map(\.checkout.id),
            try await store.notification(1)
          )
        }
        #expect(found == known && disputed == ["one"])
        #expect(notice?.references.map(\.kind) == [ProviderReference.disputeKind])
      }
    }

    @Test("is changed while an earlier version goes on, if the change only adds")
    func additiveChange() async throws {
      try await withDatabase { text in
        try await store(text).running { store in
          try await SampleAttempt("one").open(in: store)
          let next = PostgresMigration.current + 1
          let oldest = try #require(PostgresMigration.all.map(\.oldest).max())
          let change = PostgresMigration(
            number: next, oldest: oldest, statements: ["ALTER TABLE checkouts ADD COLUMN novelty text"])
          let made = try await concurrently(4) { _ in
            try await store.pool.migrateOnce(PostgresMigration.all + [change], "address")
          }
          #expect(made.compactMap(\.self) == [next])
          try await store.requireCurrent()
          try await store.update("one") { file, _ in file.record = [1] }
          try await SampleAttempt("two").open(in: store)
          let schema = try await PostgresSchema.status(try PostgresAddress(text), logger: quiet).schema
          #expect(schema.version == next && schema.current == next - 1 && schema.oldest == oldest)
        }
      }
    }

    @Test("of a version that this one cannot use is refused, and one that lacks changes too")
    func otherVersions() async throws {
      try await withDatabase { text in
        let address = try PostgresAddress(text)
        try await store(text).running { store in
          let next = PostgresMigration.current + 1
          let change = PostgresMigration(number: next, oldest: next, statements: ["DROP TABLE last_messages"])
          _ = try await store.pool.migrateOnce(PostgresMigration.all + [change], "address")
          let newer = PostgresStoreError.newer("\(address)")
          await #expect(throws: newer) { try await store.requireCurrent() }
          await #expect(throws: newer) { try await PostgresReader(address, logger: quiet) }
          await #expect(throws: newer) { try await PostgresSchema.migrate(address, logger: quiet) }
          let version = try await store.pool.read { try $0.schemaVersion() }
          #expect(version?.problem(for: next + 1, "x") == .outdated("x"))
        }
      }
    }

    @Test("is changed by a change completely or not at all")
    func failingChange() async throws {
      try await withDatabase { text in
        try await store(text).running { store in
          let change = PostgresMigration(
            number: PostgresMigration.current + 1, oldest: 1,
            statements: ["CREATE TABLE novelty (id bigint)", "CREATE TABLE orders (id bigint)"])
          await #expect(throws: PostgresError.self) {
            try await store.pool.migrateOnce(PostgresMigration.all + [change], "address")
          }
          let novelty = try await store.pool.read { try $0.row("SELECT to_regclass('novelty') IS NULL")?.bool(0) }
          #expect(novelty == true)
          try await store.requireCurrent()
        }
      }
    }

    @Test("cannot be written in a database that takes no changes, and a reader reads it")
    func readOnly() async throws {
      try await withTemporaryDatabase(like: "ferry_tables", prepare: createTables) { database in
        let address = try PostgresAddress(database.address)
        try database.setReadOnly("on")
        let store = PostgresStore(address, name: "test", logger: quiet)
        await #expect(throws: PostgresStoreError.readOnly("\(address)")) { try await store.requireCurrent() }
        let reader = try await PostgresReader(address, logger: quiet)
        let balances = try await reader.balances()
        #expect(balances == [])
        await reader.close()
        await store.pool.close()
      }
    }

    private func withEmptyDatabase(_ body: (PostgresAddress) async throws -> Void) async throws {
      try await withTemporaryDatabase(like: "ferry_empty", prepare: { _ in }) { database in
        try await body(try PostgresAddress(database.address))
      }
    }
  }
#endif
