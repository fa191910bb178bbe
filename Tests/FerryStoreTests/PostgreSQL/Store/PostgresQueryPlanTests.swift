#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryTesting
  import Testing

  @testable import FerryPostgres

  /// PostgreSQL plans a statement by the sizes of tables and the values of its first five executions, and later without
  /// values if that seems no worse.
  @Suite("No list, no look-up and no look for due work reads a large table or the whole of an index")
  struct PostgresQueryPlanTests {
    private static let place = CheckoutPlace(createdAt: SampleAttempt.start, id: "one")
    private static let later = SampleAttempt.start + .seconds(3600)

    @Test("in any of PostgreSQL's plans", .timeLimit(.minutes(10)))
    func plans() async throws {
      try await withStore { store in
        try await FilledTables.fill(store)
        for look in Self.looks {
          let reads = try await reads(of: look, in: store)
          #expect(reads.used > 0, "\(look.name)")
          #expect(reads.whole == [], "\(look.name)")
        }
      }
    }

    @Test("as long as the indexes are there", .timeLimit(.minutes(10)))
    func indexes() async throws {
      try await withStore { store in
        try await FilledTables.fill(store)
        for (index, name) in Self.indexes {
          let look = try #require(Self.looks.first { $0.name == name })
          try await store.pool.write { try $0.run("DROP INDEX \(index)") }
          let reads = try await reads(of: look, in: store)
          // The test above would see it.
          #expect(reads.whole != [], "\(name) without \(index)")
        }
      }
    }

    /// Indexes, each with the name of something that needs it. Not seen is a search of a whole index for the value of a later
    /// column: it returns as few entries as one by the first.
    private static let indexes: [(index: String, look: String)] = [
      ("commands_by_owner", "due work"), ("commands_by_age", "\(overdue)"), ("overdue_checkouts", "\(overdue)"),
      ("checkouts_counted", "counts"), ("listed_webhooks", "messages of a shop"),
      ("undelivered_webhooks", "the backlog of messages"), ("webhooks_by_owner", "messages to bring forward"),
      ("open_inbox", "notifications to bring forward"), ("inbox_without_order", "the backlog"),
    ]

    /// Statements that a store runs often.
    private struct Look: Sendable {
      let name: String
      /// The tables and indexes that they may read as a whole.
      let whole: Set<String>
      let run: @Sendable (PostgresTransaction) throws -> Void

      init(_ name: String, whole: Set<String> = [], _ run: @escaping @Sendable (PostgresTransaction) throws -> Void) {
        self.name = name
        self.whole = whole
        self.run = run
      }

      init(_ filter: CheckoutFilter) {
        self.init("\(filter)") {
          _ = try $0.files(filter, limit: 10, Damage<PostgresStoreError>(unreadable: { .unreadable("", what: $0) }))
        }
      }

      init(_ name: String, _ filter: WebhookFilter) {
        self.init(name) { _ = try $0.webhooks(filter, limit: 10) }
      }
    }

    private static let looks: [Look] = filters.map { Look($0) } + others + messages

    private static let others: [Look] = [
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
      Look("notifications to bring forward") { try $0.bringForwardNotifications(to: later) },
      Look("checkouts that wait") {
        _ = try $0.checkouts(waitingBeyond: SampleAttempt.start, after: "5", limit: 10, besides: ["6"])
      },
      Look("counts") { _ = try $0.counts(in: moments, of: nil) },
      Look("counts of a shop") { _ = try $0.counts(in: moments, of: ["books"]) },
      Look("counts of several shops") { _ = try $0.counts(in: moments, of: ["books", "toys", "none"]) },
      // All commands are outstanding ones.
      Look("the backlog", whole: ["commands", "commands_by_owner"]) { _ = try $0.backlog(at: SampleAttempt.start) },
    ]

    private static let moments = SampleAttempt.start..<SampleAttempt.start + .milliseconds(9)

    /// One message, and every filter of messages alone and with a shop.
    private static let messages: [Look] = [
      Look("a message") { _ = try $0.webhook(.sample("5", 1)) }, Look("messages", WebhookFilter()),
      Look("messages of a checkout", WebhookFilter(checkout: "5")),
      Look("messages of a shop's checkout", WebhookFilter(checkout: "5", shop: "books", mode: .test)),
      Look("messages of a shop", WebhookFilter(shop: "toys")),
      Look("messages of a mode", WebhookFilter(mode: .test)),
      Look("messages for an endpoint", WebhookFilter(endpoint: "orders")),
      Look("messages for a shop's endpoint", WebhookFilter(endpoint: "orders", shop: "toys", mode: .test)),
      Look("delivered messages", WebhookFilter(state: .delivered)),
      Look("delivered messages of a shop", WebhookFilter(state: .delivered, shop: "toys")),
      Look("parked messages", WebhookFilter(endpoint: "orders", state: .parked)),
      Look("parked messages to change") {
        _ = try $0.webhooks(WebhookFilter(endpoint: "orders", state: .parked), limit: 10, changing: true)
      },
      Look("messages to bring forward") { try $0.bringForwardWebhooks(to: later) },
      Look("a search for a word") {
        _ = try $0.find(
          #require(SearchQuery("ref 5")), CheckoutFilter(), limit: 10,
          Damage<PostgresStoreError>(unreadable: { .unreadable("", what: $0) }))
      },
      Look("figures") { _ = try $0.figures(in: later..<later + .seconds(1), .test, of: nil) },
      Look("the journal of an operator") { _ = try $0.journal(JournalFilter(person: "alice"), limit: 10) },
      Look("the backlog of messages") { _ = try $0.webhookBacklog() },
    ]

    /// Every filter alone, as the server's pages use it, and all together.
    private static let filters: [CheckoutFilter] =
      [
        CheckoutFilter(), CheckoutFilter(shop: "toys"), CheckoutFilter(shop: "books", mode: .test), ofSeveralShops,
        CheckoutFilter(mode: .test), CheckoutFilter(provider: "amazon-pay"), CheckoutFilter(phases: [.paid, .held]),
        CheckoutFilter(shop: "books", mode: .test, phases: [.paid, .held]), CheckoutFilter(payment: .capturable),
        CheckoutFilter(from: SampleAttempt.start), CheckoutFilter(before: SampleAttempt.start + .seconds(2)),
        CheckoutFilter(after: place), overdue, CheckoutFilter(shop: "books", overdueAt: SampleAttempt.start),
        CheckoutFilter(
          shop: "books", mode: .test, provider: "amazon-pay", phases: [.paid], overdueAt: SampleAttempt.start,
          payment: .any,
          searches: [CheckoutSearch("one", in: .orderReference), CheckoutSearch("two", in: .orderNumber)],
          from: SampleAttempt.start,
          before: SampleAttempt.start, after: place),
      ] + searches

    private static let ofSeveralShops: CheckoutFilter = {
      var filter = CheckoutFilter()
      filter.shops = ["books", "toys", "none"]
      return filter
    }()

    private static let overdue = CheckoutFilter(overdueAt: SampleAttempt.start - Checkout.patience)

    private static let searches =
      CheckoutSearch.Key.allCases.map { CheckoutFilter(searches: [CheckoutSearch("5", in: $0)]) }
      + [CheckoutFilter(figure: FigureFilter(.held, in: SampleAttempt.start..<SampleAttempt.start + .seconds(1)))]

    /// The tables and indexes that statements use when they are executed several times.
    /// - Returns: The number of those that are used, and the names of tables that are scanned and of indexes of which a
    ///   large part is read.
    private func reads(of look: Look, in store: PostgresStore) async throws -> (used: Int, whole: Set<String>) {
      try await store.pool.write { transaction in
        let executions = 8
        let before = try transaction.uses()
        for _ in 1...executions { try look.run(transaction) }
        var used = 0
        var whole: Set<String> = []
        for (name, uses) in try transaction.uses() {
          let scans = uses.scans - (before[name]?.scans ?? 0)
          let rows = uses.rows - (before[name]?.rows ?? 0)
          guard scans > 0 else { continue }
          used += 1
          // The last of the log are a thousand.
          if !uses.isIndex || rows > executions * 2000 { whole.insert(name) }
        }
        // One row for each server is no large table.
        return (used, whole.subtracting(look.whole).subtracting(["servers"]))
      }
    }
  }

  /// The uses of a table or an index.
  private struct Uses {
    let isIndex: Bool
    let scans: Int64
    /// The rows that scans of a table, or the entries that scans of an index have returned.
    let rows: Int64
  }

  extension PostgresTransaction {
    /// The uses of this transaction, which PostgreSQL counts.
    fileprivate func uses() throws -> [String: Uses] {
      let rows = try rows(
        """
        SELECT relname::text, relkind = 'i', pg_stat_get_xact_numscans(oid), pg_stat_get_xact_tuples_returned(oid)
        FROM pg_class WHERE relkind IN ('r', 'i')
          AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'migrations'::regclass)
        """)
      return Dictionary(
        uniqueKeysWithValues: rows.map { ($0.text(0), Uses(isIndex: $0.bool(1), scans: $0.int(2), rows: $0.int(3))) })
    }

    /// Every look of a server for its work.
    fileprivate func lookForWork() throws {
      let now = SampleAttempt.start + .seconds(1)
      let work = DueWork(at: now, 1, besides: ["6"])
      let demands = [
        CommandDemand(SampleAttempt.account, limit: 10),
        CommandDemand(ProviderAccountID(provider: "bank", mode: .test), limit: 10),
      ]
      let endpoints = [WebhookDemand("orders", limit: 10), WebhookDemand("crm", limit: 10)]
      let (commands, wakings, notifications, deliveries, _, _) = try answers(
        work.commands(demands), work.wakings(limit: 10), work.notifications(demands), work.deliveries(endpoints),
        work.next(commands: demands.map(\.account), notifications: demands.map(\.account)),
        work.nextDelivery(endpoints.map(\.endpoint)))
      #expect([commands.count, wakings.count, notifications.count, deliveries.count] == [10, 10, 10, 10])
      _ = try claim(["5", "7"], for: 1)
    }
  }
#endif
