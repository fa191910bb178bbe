package import FerryCheckout
package import FerryCore
package import FerryProvider

/// Reads a database: what a store has in common with a reader beside it. `Store` says what each function returns.
package protocol DatabaseReading: Sendable {
  associatedtype Transaction: DatabaseTransaction
  associatedtype Failure: Error

  var damage: Damage<Failure> { get }

  /// A checkout as it was committed last, if the store remembers it: a list need not decode it.
  func remembered(_ id: CheckoutID) -> CheckoutFile?

  /// Reads one state of the database.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Result) async throws -> Result
}

extension DatabaseReading {
  /// The errors of checkouts that could not be read so far, in the order of their ids.
  public var unreadable: [Failure] { damage.errors }

  package func remembered(_ id: CheckoutID) -> CheckoutFile? { nil }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? { try await read { try $0.file(id) } }

  public func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID? {
    try await read { try $0.owner(of: [reference], account) }
  }

  public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await read { [self, damage] in try $0.files(filter, limit: limit, damage, known: remembered) }
  }

  public func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts {
    try await read { [damage] in try $0.find(query, filter, limit: limit, damage) }
  }

  public func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum] {
    try await read { try $0.figures(in: window, mode, of: shops) }
  }

  public func journal(_ filter: JournalFilter, limit: Int) async throws -> [JournalRecord] {
    try await read { try $0.journal(filter, limit: limit) }
  }

  public func views(of person: String) async throws -> [OperatorView] { try await read { try $0.views(of: person) } }

  public func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount] {
    try await read { try $0.counts(in: window, of: shops) }
  }

  public func backlog(at now: Moment) async throws -> [Backlog] { try await read { try $0.backlog(at: now) } }

  public func accountProblems(since moment: Moment) async throws -> [AccountProblem] {
    try await read { try $0.accountProblems(since: moment) }
  }

  public func lastWritten() async throws -> Moment? { try await read { try $0.lastWritten() } }

  /// The end of the log is read in a transaction before the entries: see `DatabaseTransaction.firstOpenPosition`.
  public func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
    if let id { return try await read { try $0.log(of: id, after: position, limit: limit) } }
    let end = try await read { try $0.firstOpenPosition() }
    return try await read { try $0.log(after: position, before: end, limit: limit) }
  }

  /// No new entry of the log will appear at this position or before it; 0 when there is none.
  public func lastPosition() async throws -> Int64 { try await read { try $0.firstOpenPosition() - 1 } }

  public func evidence(_ id: CheckoutID, of command: CommandNumber) async throws -> [Evidence] {
    try await read { try $0.evidence(id, of: command) }
  }

  public func ledger(_ id: CheckoutID) async throws -> [LedgerEntry] { try await read { try $0.ledger(id) } }

  public func balances() async throws -> [Balance] { try await read { try $0.balances() } }

  public func notification(_ number: InboxNumber) async throws -> InboxEntry? {
    try await read { try $0.notifications([number])[number] }
  }

  public func inbox() async throws -> [InboxCount] { try await read { try $0.inboxCounts() } }

  public func delivery(_ id: WebhookDelivery.ID) async throws -> WebhookDelivery? {
    try await read { try $0.webhook(id) }
  }

  public func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await read { try $0.webhooks(filter, limit: limit, changing: false) }
  }

  public func webhookBacklog() async throws -> [WebhookBacklog] { try await read { try $0.webhookBacklog() } }

  public func operatorSession(_ digest: String) async throws -> OperatorSession? {
    try await read { try $0.operatorSession(digest) }
  }
}

// MARK: Settlement reports

extension DatabaseReading {
  public func reports(of account: ProviderAccountID, limit: Int) async throws -> [ImportedReport] {
    try await read { try $0.reports(of: account, limit: limit) }
  }

  public func payouts(
    of account: ProviderAccountID, after place: PayoutPlace?, limit: Int
  ) async throws -> [PayoutEntry] {
    try await read { try $0.payouts(of: account, after: place, limit: limit) }
  }

  public func lines(of payout: PayoutID) async throws -> [SettledLine] { try await read { try $0.lines(of: payout) } }

  public func lines(ofGroups groups: [String], _ account: ProviderAccountID) async throws -> [SettledLine] {
    try await read { try $0.lines(ofGroups: groups, account) }
  }

  public func lines(of account: ProviderAccountID, in window: Range<Moment>) async throws -> [SettledLine] {
    try await read { try $0.lines(of: account, in: window) }
  }

  public func checkouts(_ ids: [CheckoutID]) async throws -> [CheckoutFile] {
    try await read { [damage] transaction in try pages(ids).flatMap { try transaction.files($0, damage) } }
  }
}

/// A store in a database.
package protocol DatabaseStore: DatabaseReading {
  func write<Result: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Result) async throws -> Result
}

extension DatabaseStore {
  public func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) async throws -> Bool {
    try await write { try $0.leaveUnmatched(number, until: moment, at: now) }
  }

  public func bringForwardNotifications(to now: Moment) async throws {
    try await write { try $0.bringForwardNotifications(to: now) }
  }

  public func bringForwardDeliveries(to now: Moment) async throws {
    try await write { try $0.bringForwardWebhooks(to: now) }
  }

  public func beginOperatorSession(_ session: OperatorSession, limits: OperatorSessionLimits) async throws {
    try await write { try $0.beginOperatorSession(session, limits) }
  }

  /// Waits for no disk and no standby where it can: a use may be lost.
  public func useOperatorSession(_ digest: String, at now: Moment) async throws {
    try await write { transaction in
      transaction.commitBeforeFlush()
      try transaction.noteUse(ofSession: digest, at: now)
    }
  }

  public func endOperatorSession(_ digest: String) async throws {
    try await write { try $0.endOperatorSession(digest) }
  }

  /// Others can write between the parts of a long report. If it is cut off, the next import of the same file completes it.
  public func keep(_ new: NewReport) async throws -> ReportImport {
    let (number, known) = try await write { try $0.begin(new) }
    if let known { return .known(known) }
    for page in pages(new.report.identified) { try await write { try $0.enter(page, of: number, new.account) } }
    return try await write { try $0.finish(new, number) }
  }

  public func note(_ entry: JournalEntry) async throws { try await write { try $0.enter(entry) } }

  public func keep(_ view: OperatorView, of person: String) async throws -> Bool {
    try await write { try $0.keep(view, of: person) }
  }

  public func removeView(_ name: String, of person: String) async throws {
    try await write { try $0.removeView(name, of: person) }
  }
}

// MARK: Reconciliation

extension DatabaseReading {
  /// The payments in the ledger, all of one state of the database: even beside servers that write, a payment and its ledger
  /// entries are of the same moment. Unreadable checkouts are skipped; `unreadable` names them.
  /// - Parameters:
  ///   - window: The time of creation. Checkouts that cannot have been paid are left out. Those that a person has to decide are
  ///     included whenever they were created.
  ///   - orders: Names of orders whose checkouts are included whenever they were created.
  ///   - shop: The shop of the orders.
  ///   - transactions: Of the provider's reports. Their checkouts are included whenever they were created: those with one of their
  ///     ids, or with an id that begins with a group and a hyphen.
  public func recordedPayments(
    of account: ProviderAccountID, window: Range<Moment>, orders: [String] = [], of shop: ShopID? = nil,
    transactions: [ProviderTransaction] = []
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
          let files = try transaction.files(filter, limit: pageSize, damage)
          try add(files.filter { isWanted($0.checkout) })
          guard files.count == pageSize, let last = files.last else { break }
          filter.after = CheckoutPlace(last.checkout)
        }
      }
      func addUnseen(_ ids: [CheckoutID]) throws {
        for page in pages(ids.filter { !seen.contains($0) }) { try add(try transaction.files(page, damage)) }
      }
      let (mode, provider) = (account.mode, account.provider)
      try addAll(CheckoutFilter(mode: mode, provider: provider, from: window.lowerBound, before: window.upperBound))
      for filter in [
        CheckoutFilter(mode: mode, provider: provider, phases: [.held]),
        CheckoutFilter(mode: mode, provider: provider, payment: .pending),
      ] { try addAll(filter) { Undecided($0) != nil } }
      if let shop { try addUnseen(try transaction.ids(ofOrders: orders, shop, account.mode)) }
      for group in Set(transactions.map(\.group)) { try addUnseen(try transaction.ids(under: group, account)) }
      let owners = try transaction.owners(of: Set(transactions.flatMap { [$0.id, $0.group] }), account)
      try addUnseen(owners.keys.sorted())
      return payments.map { payment in
        var payment = payment
        payment.references = owners[payment.checkout] ?? []
        return payment
      }
    }
  }

  /// The orders that were paid at another account of the mode, and not at this one. Their money is in the other's ledger.
  /// Unreadable checkouts are skipped; `unreadable` names them.
  public func orders(
    _ orders: [String], of shop: ShopID, paidOutside account: ProviderAccountID
  ) async throws -> Set<String> {
    try await read { [damage] transaction in
      var paid: Set<String> = []
      var inside: Set<String> = []
      for page in pages(try transaction.ids(ofOrders: orders, shop, account.mode)) {
        for file in try transaction.files(page, damage) where file.checkout.phase == .paid {
          paid.insert(file.order.reference)
          if file.checkout.accountID == account { inside.insert(file.order.reference) }
        }
      }
      return paid.subtracting(inside)
    }
  }
}

/// The number of checkouts that are read at a time, and of lines that are written.
private let pageSize = 500

private func pages<Element>(_ list: [Element]) -> [[Element]] {
  stride(from: 0, to: list.count, by: pageSize).map { Array(list[$0..<min($0 + pageSize, list.count)]) }
}

extension DatabaseTransaction {
  /// All attempts to pay for some orders.
  fileprivate func ids(ofOrders orders: [String], _ shop: ShopID, _ mode: Mode) throws -> [CheckoutID] {
    try rows(
      """
      SELECT checkouts.id FROM checkouts JOIN orders ON orders.id = order_id
      WHERE orders.shop = $1 AND orders.mode = $2 AND orders.reference \(Self.isOne(of: "$3")) ORDER BY checkouts.id
      """, [.text(shop.text), .text(mode.rawValue), .texts(orders)]
    ).map { CheckoutID($0.text(0)) }
  }

  /// The checkouts with some of the provider's ids, each with those that it has.
  fileprivate func owners(
    of ids: Set<String>, _ account: ProviderAccountID
  ) throws -> [CheckoutID: Set<String>] {
    try pages(ids.sorted()).flatMap { page in
      try rows(
        """
        SELECT checkout, value FROM provider_references
        WHERE provider = $1 AND account = $2 AND mode = $3 AND value \(Self.isOne(of: "$4"))
          AND \(ProviderReference.isOfTransaction)
        """, account.columns.values + [.texts(page)])
    }.reduce(into: [:]) { $0[CheckoutID($1.text(0)), default: []].insert($1.text(1)) }
  }

  /// The checkouts of a group's ids. The character after the hyphen is the point.
  fileprivate func ids(under group: String, _ account: ProviderAccountID) throws -> [CheckoutID] {
    try rows(
      """
      SELECT DISTINCT checkout FROM provider_references
      WHERE provider = $1 AND account = $2 AND mode = $3 AND value >= $4 AND value < $5
        AND \(ProviderReference.isOfTransaction) ORDER BY checkout
      """, account.columns.values + [.text(group + "-"), .text(group + ".")]
    ).map { CheckoutID($0.text(0)) }
  }

  /// The payments of checkouts, without those that cannot have been paid.
  fileprivate func recordedPayments<Failure>(
    _ files: [CheckoutFile], _ damage: Damage<Failure>
  ) throws -> [RecordedPayment] {
    guard !files.isEmpty else { return [] }
    let ids: [StatementValue] = [.texts(files.map(\.checkout.id.text))]
    let ofThem = "WHERE checkout \(Self.isOne(of: "$1"))"
    let movements = Dictionary(
      grouping: try rows("SELECT \(LedgerEntry.columns), checkout FROM ledger \(ofThem) ORDER BY position", ids)
    ) { $0.text(6) }
    // Entries of the ledger have no date of their own, and the timeline has each movement.
    let moved = Dictionary(
      uniqueKeysWithValues: try rows(
        #"SELECT checkout, max(at) FROM log \#(ofThem) AND body LIKE '%"what":{"money":%' GROUP BY 1"#, ids
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
