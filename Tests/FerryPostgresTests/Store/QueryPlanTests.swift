#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryTesting
  import Testing

  @testable import FerryPostgres

  /// PostgreSQL plans a statement by the sizes of tables and the values of its first five executions, and later without values
  /// if that seems no worse.
  @Suite("No list, no look-up and no look for due work scans a large table")
  struct QueryPlanTests {
    private static let place = CheckoutPlace(createdAt: SampleAttempt.start, id: "one")

    @Test("in any of PostgreSQL's plans", .timeLimit(.minutes(10)))
    func plans() async throws {
      try await withStore { store in
        try await fill(store)
        for look in Self.looks {
          let scanned = try await scans(in: store, look)
          #expect(scanned.statements > 0, "\(look.name)")
          #expect(scanned.tables == [], "\(look.name)")
        }
      }
    }

    @Test("as long as the indexes are there", .timeLimit(.minutes(10)))
    func indexes() async throws {
      try await withStore { store in
        try await fill(store)
        try await store.pool.write { try $0.run("DROP INDEX commands_by_time") }
        let scanned = try await scans(in: store, Look("due work") { try $0.lookForWork() })
        // The test above would see it.
        #expect(scanned.tables != [])
      }
    }

    /// Statements that a store runs often.
    private struct Look: Sendable {
      let name: String
      let run: @Sendable (PostgresTransaction) throws -> Void

      init(_ name: String, _ run: @escaping @Sendable (PostgresTransaction) throws -> Void) {
        self.name = name
        self.run = run
      }

      init(_ filter: CheckoutFilter) {
        self.init("\(filter)") {
          _ = try $0.files(filter, limit: 10, Damage(unreadable: { .unreadable("", what: $0) }))
        }
      }
    }

    private static let looks: [Look] =
      filters.map { Look($0) } + [
        Look("due work") { try $0.lookForWork() }, Look("a checkout") { _ = try $0.file("5") },
        Look("a checkout to change") { _ = try $0.storedCheckout("5") },
        Look("an opening") {
          _ = try $0.opening(SampleAttempt("5").orderReference, CreationKey(key: "5", digest: ""))
        },
        Look("an owner") { _ = try $0.owner(of: [.sample("S-5"), .sample("S-6")], SampleAttempt.account) },
        Look("a timeline") { _ = try $0.log(of: "5", after: 0, limit: 10) },
        Look("the whole log") { _ = try $0.log(after: 5, before: 500, limit: 10) },
        Look("the last of the log") { _ = try $0.lastWritten() }, Look("a ledger") { _ = try $0.ledger("5") },
        Look("a notification") { _ = try $0.notifications([5]) },
        Look("a message") { _ = try $0.webhook(.sample("5", 1)) },
        Look("messages of a checkout") { _ = try $0.webhooks(WebhookFilter(checkout: "5"), limit: 10) },
        Look("parked messages") {
          _ = try $0.webhooks(WebhookFilter(endpoint: "orders", state: .parked), limit: 10)
        },
        Look("checkouts that wait") {
          _ = try $0.checkouts(waitingBeyond: SampleAttempt.start, after: "5", limit: 10, besides: ["6"])
        },
        Look("counts") {
          _ = try $0.counts(in: SampleAttempt.start..<SampleAttempt.start + .milliseconds(9), of: nil)
        },
      ]

    /// Every filter alone, as the server's pages use it, and all together.
    private static let filters: [CheckoutFilter] =
      [
        CheckoutFilter(), CheckoutFilter(shop: "books", mode: .test),
        CheckoutFilter(shop: "books", mode: .test, phases: [.paid, .held]), CheckoutFilter(payment: .capturable),
        CheckoutFilter(from: SampleAttempt.start), CheckoutFilter(after: place),
        CheckoutFilter(overdueAt: SampleAttempt.start - Checkout.patience),
        CheckoutFilter(
          shop: "books", mode: .test, provider: "amazon-pay", phases: [.paid], overdueAt: SampleAttempt.start,
          payment: .any, searches: [.matching("one"), .matching("two")], from: SampleAttempt.start,
          before: SampleAttempt.start, after: place),
      ] + searches

    private static let searches = [
      .id, .orderReference, .orderNumber, .providerReference, .email, .all,
    ].map { CheckoutFilter(searches: [CheckoutSearch("5", in: $0)]) }

    /// The tables that statements scan when they are executed several times.
    private func scans(
      in store: PostgresStore, _ look: Look
    ) async throws -> (tables: Set<String>, statements: Int) {
      try await store.pool.write { transaction in
        // The counters of this transaction alone, which PostgreSQL keeps of every scan.
        func counts() throws -> [String: Int64] {
          let rows = try transaction.rows(
            """
            SELECT relname::text, seq_scan FROM pg_stat_xact_user_tables
            UNION ALL SELECT relname || ' by index', idx_scan FROM pg_stat_xact_user_tables WHERE idx_scan > 0
            """)
          return Dictionary(uniqueKeysWithValues: rows.map { ($0.text(0), $0.int(1)) })
        }
        let before = try counts()
        for _ in 1...8 { try look.run(transaction) }
        let grown = try counts().filter { $0.value > before[$0.key] ?? 0 }.keys
        // One row for each server is no large table.
        return (Set(grown.filter { !$0.hasSuffix(" by index") && $0 != "servers" }), grown.count)
      }
    }

    /// Fills the tables with some thousand rows by copies of one checkout.
    private func fill(_ store: PostgresStore) async throws {
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

    /// Most checkouts are over: a few have work.
    private static let copies = [
      """
      INSERT INTO orders SELECT n, shop, mode, n, 'F-' || n, live, paid_by, body
      FROM orders, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO checkouts SELECT n, n, provider, account, mode, phase, false, is_final,
        CASE WHEN n % 100 = 0 THEN 1767225600000 + n END, CASE WHEN n % 100 = 0 THEN 1767225600000 + n END,
        created_at + n, body, round_trips, return_urls, record, left_at, returned_at, owner, fence, waits
      FROM checkouts, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO listed_checkouts SELECT shop, mode, provider, phase, payment, created_at + n, n
      FROM listed_checkouts, generate_series(1, 5000) AS n
      """,
      """
      INSERT INTO buyer_details SELECT n, body, facts, email || n, stated_email || n
      FROM buyer_details, generate_series(1, 5000) AS n
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
        CASE WHEN n % 100 = 0 THEN 'new' ELSE 'handled' END, attempts, repetitions,
        CASE WHEN n % 100 = 0 THEN 1767225600000 + n END, CASE WHEN n % 100 <> 0 THEN 1767225600000 + n END
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

  extension PostgresTransaction {
    /// Every look of a server for its work.
    fileprivate func lookForWork() throws {
      let now = SampleAttempt.start + .seconds(1)
      let work = DueWork(at: now, 1, besides: ["6"])
      let demands = [
        CommandDemand(SampleAttempt.account, limit: 10),
        CommandDemand(ProviderAccountID(provider: "bank", mode: .test), limit: 10),
      ]
      let endpoints = [WebhookDemand("orders", limit: 10), WebhookDemand("crm", limit: 10)]
      #expect(try work.commands(demands, self).count == 10)
      #expect(try work.wakings(limit: 10, self).count == 10)
      #expect(try work.notifications(demands, self).count == 10)
      #expect(try work.deliveries(endpoints, self).count == 10)
      _ = try nextDue(after: now, commands: demands.map(\.account), notifications: demands.map(\.account))
      _ = try nextWebhook(after: now, endpoints.map(\.endpoint))
      _ = try claim(["5", "7"], for: 1)
    }
  }
#endif
