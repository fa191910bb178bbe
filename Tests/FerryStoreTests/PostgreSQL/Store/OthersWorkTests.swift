#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryTesting
  import Testing

  @testable import FerryPostgres

  @Suite("A look for work beside a server that has ten thousand commands and messages due", .timeLimit(.minutes(10)))
  struct OthersWorkTests {
    private static let late = SampleAttempt.start + .seconds(3600)

    @Test("reads none of them, and finds what is behind them")
    func bounded() async throws {
      try await withStore { store in
        let other = try await Self.fill(store)
        try await open("own", in: store)
        let (commands, messages, reads) = try await look(of: try #require(store.lease), in: store)
        #expect(commands == ["own"])
        #expect(messages == ["own"])
        #expect(reads < 200)
        // The same look of the server that has them reads as many as it has places for.
        let theirs = try await look(of: other, in: store)
        #expect(theirs.commands.count == 4 && theirs.messages.count == 4)
        #expect(theirs.reads < 200)
      }
    }

    @Test("is not compiled by PostgreSQL, which would take longer than to run it")
    func jit() async throws {
      try await withStore { store in
        let setting = try await store.pool.read { try $0.row("SELECT current_setting('jit')")?.text(0) }
        #expect(setting == "off")
      }
    }

    @Test("finds them as soon as that server is not alive, and what it claims is its own")
    func takenOver() async throws {
      try await withStore { store in
        let other = try await Self.fill(store)
        let server = try #require(store.lease)
        try await store.pool.write { try $0.run("DELETE FROM servers WHERE id = $1", [.int(other)]) }
        let due = try await store.due(at: Self.late, limit: 4).commands
        #expect(due.map(\.fence) == [1, 1, 1, 1])
        let demands = [WebhookDemand("orders", limit: 2)]
        #expect(try await store.dueDeliveries(at: Self.late, demands).deliveries.map(\.fence) == [1, 1])
        let owned = try await store.pool.read { transaction in
          try ["commands", "webhooks"].map { table in
            let row = try transaction.row(
              "SELECT count(*) FROM \(table) WHERE owner = $1 AND checkout = ANY ($2)",
              [.int(server), .texts(due.map(\.checkout.text))])
            return row?.int(0)
          }
        }
        #expect(owned == [4, 4])
      }
    }

    private func open(_ name: String, in store: PostgresStore) async throws {
      try await SampleAttempt(name).open(in: store) { file in
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read, at: Self.late)]
      }
      try await store.update(CheckoutID(name)) { _, change in
        change.webhooks = [.sample(CheckoutID(name), 1, after: 3600)]
      }
    }

    /// - Returns: The number of the other server.
    private static func fill(_ store: PostgresStore) async throws -> Int64 {
      try await SampleAttempt("0").open(in: store) { file in
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read, at: SampleAttempt.start)]
      }
      try await store.update("0") { _, change in change.webhooks = [.sample("0", 1)] }
      return try await store.pool.write { transaction in
        let row = try transaction.row(
          """
          INSERT INTO servers (name, until) VALUES ('other', clock_timestamp() + interval '1 hour') RETURNING id
          """)
        let other = try #require(row).int(0)
        for table in ["checkouts", "commands", "webhooks"] {
          try transaction.run("UPDATE \(table) SET owner = $1", [.int(other)])
        }
        for statement in copies { try transaction.run(statement) }
        for table in ["orders", "checkouts", "commands", "webhooks"] { try transaction.run("ANALYZE \(table)") }
        return other
      }
    }

    private static let copies = [
      """
      INSERT INTO orders SELECT n, shop, mode, n, 'F-' || n, live, paid_by, body
      FROM orders, generate_series(1, 10000) AS n
      """,
      """
      INSERT INTO checkouts SELECT n, n, provider, account, mode, phase, false, is_final, NULL, NULL, created_at + n, body,
        round_trips, return_urls, record, left_at, returned_at, owner, fence, waits
      FROM checkouts, generate_series(1, 10000) AS n
      """,
      """
      INSERT INTO commands SELECT n, number, provider, account, mode, not_before + n, created_at + n, body,
        request_content, owner
      FROM commands, generate_series(1, 10000) AS n
      """,
      """
      INSERT INTO webhooks SELECT n, sequence, endpoint, body, created_at + n, state, attempts, due_at + n, closed_at,
        last_result, shop, mode, owner
      FROM webhooks, generate_series(1, 10000) AS n
      """,
    ]

    /// Looks as a server does, and counts the rows and the entries of indexes that it reads.
    private func look(
      of server: Int64, in store: PostgresStore
    ) async throws -> (commands: [CheckoutID?], messages: [CheckoutID?], reads: Int64) {
      try await store.pool.write { transaction in
        let before = try transaction.reads()
        let work = DueWork(at: Self.late, server, besides: [])
        let (commands, messages, _, _) = try transaction.answers(
          work.commands([CommandDemand(SampleAttempt.account, limit: 4)]),
          work.deliveries([WebhookDemand("orders", limit: 4)]),
          work.next(commands: [SampleAttempt.account], notifications: [SampleAttempt.account]),
          work.nextDelivery(["orders"]))
        return (commands.map(\.checkout), messages.map(\.checkout), try transaction.reads() - before)
      }
    }
  }

  extension PostgresTransaction {
    /// The rows and entries that this transaction has read, which PostgreSQL counts.
    fileprivate func reads() throws -> Int64 {
      let row = try row(
        """
        SELECT sum(pg_stat_get_xact_tuples_returned(oid))::bigint FROM pg_class
        WHERE relkind IN ('r', 'i') AND relname NOT IN ('servers', 'migrations')
          AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'migrations'::regclass)
        """)
      return row?.int(0) ?? 0
    }
  }
#endif
