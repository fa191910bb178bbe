#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryTesting

  @testable import FerryPostgres

  /// Tables as after thousands of checkouts, for tests of plans.
  enum FilledTables {
    /// Fills the tables with some thousand rows by copies of one checkout.
    static func fill(_ store: PostgresStore) async throws {
      try await SampleAttempt("0").open(in: store, key: CreationKey(key: "0", digest: "")) { file in
        file.buyerFacts = BuyerFacts(email: "0")
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read, at: SampleAttempt.start)]
      }
      try await store.update("0") { file, change in
        change.ledger = try file.pay(session: "S-0", charge: "C-0")
        change.references = [.sample("S-0")]
        change.webhooks = [.sample("0", 1)]
        change.log = [LogEntry(at: SampleAttempt.start, .remark("x"))]
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read, at: SampleAttempt.start)]
      }
      _ = try await store.accept(
        InboxEntry(
          account: SampleAttempt.account, identity: "0", isAuthenticated: true, kind: "CHANGE",
          references: [.sample("S-0")], body: nil, receivedAt: SampleAttempt.start), limits: InboxLimits())
      try await store.pool.write { transaction in
        for statement in Self.copies { try transaction.run(statement) }
      }
      // Statistics, as the database makes them by itself after a while.
      try await store.pool.write { transaction in
        for table in Self.tables { try transaction.run("ANALYZE \(table)") }
      }
    }

    private static let tables = [
      "orders", "checkouts", "listed_checkouts", "buyer_details", "commands", "log", "ledger", "provider_references",
      "creation_keys", "inbox", "inbox_references", "webhooks",
    ]

    /// Most checkouts are over: a few have work. One shop has five checkouts, the other one all others.
    private static let copies = [
      """
      INSERT INTO orders
      SELECT n, CASE WHEN n % 1000 = 0 THEN 'toys' ELSE shop END, mode, n, 'F-' || n, live, paid_by, body
      FROM orders, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO checkouts SELECT n, n, provider, account, mode, phase, false, is_final,
        CASE WHEN n % 100 = 0 THEN 1767225600000 + n END, CASE WHEN n % 100 = 0 THEN 1767225600000 + n END,
        created_at + n, body, round_trips, return_urls, record, left_at, returned_at, owner, fence, waits
      FROM checkouts, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO listed_checkouts
      SELECT CASE WHEN n % 1000 = 0 THEN 'toys' ELSE shop END, mode, provider, phase, payment, created_at + n, n, currency,
        total
      FROM listed_checkouts, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO buyer_details SELECT n, body, facts
      FROM buyer_details, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO search_postings SELECT term || CASE WHEN term ~ '[0-9]' THEN n::text ELSE '' END, created_at + n, n
      FROM search_postings, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO search_words SELECT '^' || n FROM generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO figures SELECT mode, at + n, kind, n, shop, provider, currency, amount, seconds
      FROM figures, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO journal (at, person, act, checkout, shop)
      SELECT 1767225600000 + n, CASE WHEN n % 1000 = 0 THEN 'alice' ELSE 'bob' END, 'refund', n, 'books'
      FROM generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO commands SELECT n, number, provider, account, mode, not_before + n, created_at + n, body,
        request_content FROM commands, generate_series(1, 5000) AS n
      """,
      "INSERT INTO log (checkout, at, body) SELECT n, at, body FROM log, generate_series(1, 5000) AS n",
      """
      INSERT INTO ledger (provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount)
      SELECT provider, account, mode, n, currency, kind, external_id || n, debit, credit, amount
      FROM ledger, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO provider_references SELECT provider, account, mode, 'S-' || n, kind, n
      FROM provider_references, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO creation_keys SELECT shop, mode, n, digest, n, created_at
      FROM creation_keys, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO inbox (provider, account, mode, identity, is_authenticated, kind, is_recognised, received_at, state,
        attempts, repetitions, due_at, closed_at)
      SELECT provider, account, mode, n, is_authenticated, kind, is_recognised, received_at,
        CASE n % 100 WHEN 0 THEN 'new' WHEN 1 THEN 'unmatched' ELSE 'handled' END, attempts, repetitions,
        CASE WHEN n % 100 < 2 THEN 1767225600000 + n END, CASE WHEN n % 100 >= 2 THEN 1767225600000 + n END
      FROM inbox, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO inbox_references SELECT inbox.number, 0, named.kind, 'S-' || inbox.identity
      FROM inbox, inbox_references AS named WHERE identity <> '0'
      """,
      """
      INSERT INTO webhooks SELECT n, sequence, endpoint, body, created_at + n,
        CASE WHEN n % 100 = 0 THEN 'waiting' WHEN n % 100 = 1 THEN 'parked' ELSE 'delivered' END, attempts,
        CASE WHEN n % 100 = 0 THEN 1767225600000 + n END, CASE WHEN n % 100 <> 0 THEN 1767225600000 + n END
      FROM webhooks, generate_series(1, 5000) AS n
      """,
    ]
  }
#endif
