#if PostgreSQL
  public import FerryCheckout
  public import FerryCore
  public import FerryEngine
  public import Logging

  /// Reads a database beside the servers that write it, and changes nothing.
  public final class PostgresReader: Sendable {
    private let pool: PostgresPool
    private let damage: Damage<PostgresStoreError>

    /// - Throws: `PostgresStoreError`.
    public init(_ address: PostgresAddress, logger: Logger) async throws {
      damage = Damage(unreadable: { .unreadable("\(address)", what: $0) })
      pool = PostgresPool(
        address, connections: 2, name: "ferry reader", randomness: SystemRandomness(), logger: logger)
      do { try await pool.requireCurrentSchema(toRead: true) } catch {
        await pool.close()
        throw error
      }
    }

    /// Closes the connections.
    public func close() async { await pool.close() }

    /// The errors of checkouts that could not be read so far, in the order of their ids.
    public var unreadable: [PostgresStoreError] { damage.errors }

    /// Reads one state of the database.
    private func read<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      do {
        return try await pool.read(body)
      } catch let row as DamagedRow {
        throw damage.explained(row)
      }
    }

    public func file(_ id: CheckoutID) async throws -> CheckoutFile? {
      try await read { try $0.file(id) }
    }

    public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
      try await read { [damage] in try $0.files(filter, limit: limit, damage) }
    }

    public func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
      if let id { return try await read { try $0.log(of: id, after: position, limit: limit) } }
      let end = try await read { try $0.firstOpenPosition() }
      return try await read { try $0.log(after: position, before: end, limit: limit) }
    }

    /// The latest problem of each account since a moment, the latest first.
    public func accountProblems(since moment: Moment) async throws -> [AccountProblem] {
      try await read { try $0.accountProblems(since: moment) }
    }

    /// The latest messages to endpoints, newest first.
    public func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
      try await read { try $0.webhooks(filter, limit: limit) }
    }

    /// The waiting and parked messages of each endpoint that has any.
    public func webhookBacklog() async throws -> [WebhookBacklog] {
      try await read { try $0.webhookBacklog() }
    }

    /// The sum of every account of the ledger, by provider account and currency.
    public func balances() async throws -> [Balance] {
      try await read { try $0.balances() }
    }

    /// No new log entry will appear before this position; 0 when there is none.
    public func lastPosition() async throws -> Int64 {
      try await read { try $0.firstOpenPosition() - 1 }
    }
  }

  // MARK: Reconciliation

  extension PostgresReader {
    /// The payments in the books, all of one state of the database: even beside servers that write, a payment and its ledger
    /// entries are of the same moment. Unreadable checkouts are skipped; `unreadable` names them.
    /// - Parameters:
    ///   - window: The time of creation. Checkouts that cannot have been paid are left out. Those that a person has to decide
    ///     are included whenever they were created.
    ///   - orders: Names of orders whose checkouts are included whenever they were created.
    ///   - shop: The shop of the orders.
    ///   - groups: Prefixes of the provider's ids, up to a hyphen, whose checkouts are included whenever they were created.
    public func recordedPayments(
      of account: ProviderAccountID, window: Range<Moment>, orders: [String] = [], of shop: ShopID? = nil,
      groups: [String] = []
    ) async throws -> [RecordedPayment] {
      try await read { [damage] transaction in
        var payments: [RecordedPayment] = []
        var seen: Set<CheckoutID> = []
        func add(_ files: [CheckoutFile]) throws {
          let new = files.filter { $0.checkout.accountID == account && seen.insert($0.checkout.id).inserted }
          payments += try transaction.recordedPayments(new, damage)
        }
        func addAll(_ filter: CheckoutFilter, where isWanted: (Checkout) -> Bool = { _ in true }) throws {
          var filter = filter
          while true {
            let files = try transaction.files(filter, limit: Self.page, damage)
            try add(files.filter { isWanted($0.checkout) })
            guard files.count == Self.page, let last = files.last else { break }
            filter.after = CheckoutPlace(last.checkout)
          }
        }
        let (mode, provider) = (account.mode, account.provider)
        try addAll(CheckoutFilter(mode: mode, provider: provider, from: window.lowerBound, before: window.upperBound))
        for filter in [
          CheckoutFilter(mode: mode, provider: provider, phases: [.held]),
          CheckoutFilter(mode: mode, provider: provider, payment: .pending),
        ] { try addAll(filter) { Undecided($0) != nil } }
        if let shop { try add(try transaction.files(ofOrders: orders, shop, account.mode, damage)) }
        for group in Set(groups) { try add(try transaction.files(under: group, account, damage)) }
        return payments
      }
    }

    /// The orders that were paid at another account of the mode, and not at this one. Their money is in the other's books.
    /// Unreadable checkouts are skipped; `unreadable` names them.
    public func orders(
      _ orders: [String], of shop: ShopID, paidOutside account: ProviderAccountID
    ) async throws -> Set<String> {
      try await read { [damage] transaction in
        let paid = try transaction.files(ofOrders: orders, shop, account.mode, damage)
          .filter { $0.checkout.phase == .paid }
        let inside = paid.filter { $0.checkout.accountID == account }.map(\.order.reference)
        return Set(paid.map(\.order.reference)).subtracting(inside)
      }
    }

    private static let page = 500
  }

  extension PostgresTransaction {
    /// All attempts to pay for some orders.
    fileprivate func files(
      ofOrders orders: [String], _ shop: ShopID, _ mode: Mode, _ damage: Damage<PostgresStoreError>
    ) throws -> [CheckoutFile] {
      let ids = try rows(
        """
        SELECT checkouts.id FROM checkouts JOIN orders ON orders.id = order_id
        WHERE orders.shop = $1 AND orders.mode = $2 AND orders.reference = ANY($3) ORDER BY checkouts.id
        """, [.text(shop.text), .text(mode.rawValue), .texts(orders)])
      return try files(ids.map { CheckoutID($0.text(0)) }, damage)
    }

    /// The checkouts of a group's ids. The character after the hyphen is the point.
    fileprivate func files(
      under group: String, _ account: ProviderAccountID, _ damage: Damage<PostgresStoreError>
    ) throws -> [CheckoutFile] {
      let ids = try rows(
        """
        SELECT DISTINCT checkout FROM provider_references
        WHERE provider = $1 AND account = $2 AND mode = $3 AND value >= $4 AND value < $5 ORDER BY checkout
        """, account.columns + [.text(group + "-"), .text(group + ".")])
      return try files(ids.map { CheckoutID($0.text(0)) }, damage)
    }

    /// The payments of checkouts, without those that cannot have been paid.
    fileprivate func recordedPayments(
      _ files: [CheckoutFile], _ damage: Damage<PostgresStoreError>
    ) throws -> [RecordedPayment] {
      guard !files.isEmpty else { return [] }
      let ids: [PostgresValue] = [.texts(files.map(\.checkout.id.text))]
      let movements: [String: [PostgresRow]] = Dictionary(
        grouping: try rows(
          "SELECT \(LedgerEntry.columns), checkout FROM ledger WHERE checkout = ANY($1) ORDER BY position", ids)
      ) { $0.text(6) }
      // Entries of the ledger have no date of their own, and the timeline has each movement.
      let moved = Dictionary(
        uniqueKeysWithValues: try rows(
          """
          SELECT checkout, max(at) FROM log WHERE checkout = ANY($1) AND body LIKE '%"what":{"money":%' GROUP BY 1
          """, ids
        ).map { ($0.text(0), $0.moment(1)) })
      return try files.compactMap { file in
        let id = file.checkout.id
        return try damage.skipping {
          let entries: [LedgerEntry]
          do { entries = try (movements[id.text] ?? []).map { try LedgerEntry(row: $0) } } catch let row as DamagedRow {
            throw DamagedRow(row.reason, of: id)
          }
          let payment = RecordedPayment(
            file.checkout, orderReference: file.order.reference, entries: entries, movedAt: moved[id.text],
            overdueAt: file.overdueAt)
          return payment.mayHaveCharge || !entries.isEmpty ? payment : nil
        }
      }
    }
  }
#endif
