public import FerryCheckout
public import FerryCore
public import FerryEngine
import Foundation
import GRDB

/// Reads a database file beside the process that writes it, and changes nothing.
public struct SQLiteReader: Sendable {
  private let database: DatabasePool
  let damage: Damage<SQLiteStoreError>
  private let path: String

  /// - Parameter path: The file; it must exist.
  /// - Throws: `SQLiteStoreError`.
  public init(path: String) throws {
    try DatabaseFile(path: path).requireContent()
    damage = Damage(path: path)
    self.path = path
    var configuration = Configuration()
    configuration.label = "Ferry reader"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      database = try DatabasePool(path: path, configuration: configuration)
      try database.read { try DatabaseMigrator.requireCurrent($0, path) }
    } catch let error as DatabaseError {
      throw SQLiteStoreError(error, path) ?? .file(path, reason: "\(error)")
    }
  }

  /// The errors of checkouts that could not be read so far, in the order of their ids.
  public var unreadable: [SQLiteStoreError] { damage.errors }

  /// Reads one state of the file.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    do {
      return try await database.read(body)
    } catch {
      throw damage.explained(error, in: path)
    }
  }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? {
    try await read { try $0.file(id) }
  }

  public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await read { [damage] in try $0.files(filter, limit: limit, damage) }
  }

  public func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await read { try $0.log(id, after: position, limit: limit) }
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

  /// The position of the last log entry; 0 when there is none.
  public func lastPosition() async throws -> Int64 {
    try await read { try Int64.fetchOne($0, sql: "SELECT MAX(position) FROM log") ?? 0 }
  }
}

// MARK: Reconciliation

extension SQLiteReader {
  /// The payments in the books, all of one state of the file: even beside a server that writes, a payment and its ledger
  /// entries are of the same moment. Unreadable checkouts are skipped; `unreadable` names them.
  /// - Parameters:
  ///   - window: The time of creation. Checkouts that cannot have been paid are left out. Those that a person has to decide are
  ///     included whenever they were created.
  ///   - orders: Names of orders whose checkouts are included whenever they were created.
  ///   - shop: The shop of the orders.
  ///   - groups: Prefixes of the provider's ids, up to a hyphen, whose checkouts are included whenever they were created.
  public func recordedPayments(
    of account: ProviderAccountID, window: Range<Moment>, orders: [String] = [], of shop: ShopID? = nil,
    groups: [String] = []
  ) async throws -> [RecordedPayment] {
    try await read { [damage] database in
      var payments: [RecordedPayment] = []
      var seen: Set<CheckoutID> = []
      func add(_ files: [CheckoutFile]) throws {
        for file in files where file.checkout.accountID == account && seen.insert(file.checkout.id).inserted {
          if let payment = try damage.skipping({ try database.recordedPayment(file) }) { payments.append(payment) }
        }
      }
      func addAll(_ filter: CheckoutFilter, where isWanted: (Checkout) -> Bool = { _ in true }) throws {
        var filter = filter
        while true {
          let files = try database.files(filter, limit: Self.page, damage)
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
      if let shop {
        for order in orders { try add(try database.files(of: order, shop, account.mode, damage)) }
      }
      for group in Set(groups) {
        for id in try database.owners(under: group, account) where !seen.contains(id) {
          try add(try database.readableFile(id, damage).map { [$0] } ?? [])
        }
      }
      return payments
    }
  }

  /// The orders that were paid at another account of the mode, and not at this one. Their money is in the other's books.
  /// Unreadable checkouts are skipped; `unreadable` names them.
  public func orders(
    _ orders: [String], of shop: ShopID, paidOutside account: ProviderAccountID
  ) async throws -> Set<String> {
    try await read { [damage] database in
      Set(
        try orders.filter { order in
          let paid = try database.files(of: order, shop, account.mode, damage).map(\.checkout)
            .filter { $0.phase == .paid }
          return !paid.isEmpty && paid.allSatisfy { $0.accountID != account }
        })
    }
  }

  private static let page = 500
}

extension Database {
  /// All attempts to pay for an order.
  fileprivate func files(
    of order: String, _ shop: ShopID, _ mode: Mode, _ damage: Damage<SQLiteStoreError>
  ) throws -> [CheckoutFile] {
    try rows(
      """
      SELECT checkouts.id FROM checkouts JOIN orders ON orders.id = order_id
      WHERE orders.shop = ? AND orders.mode = ? AND orders.reference = ?
      """, [shop.text, mode.rawValue, order]
    ).compactMap { try readableFile(CheckoutID($0[0]), damage) }
  }

  /// The checkouts of a group's ids. The character after the hyphen is the point.
  fileprivate func owners(under group: String, _ account: ProviderAccountID) throws -> [CheckoutID] {
    try rows(
      """
      SELECT DISTINCT checkout FROM provider_references
      WHERE provider = ? AND account = ? AND mode = ? AND value >= ? AND value < ? ORDER BY checkout
      """, account.columns + [group + "-", group + "."]
    ).map { CheckoutID($0[0]) }
  }

  /// Nil for a checkout that cannot have been paid.
  fileprivate func recordedPayment(_ file: CheckoutFile) throws -> RecordedPayment? {
    let id = file.checkout.id
    let entries: [LedgerEntry]
    do { entries = try ledger(id) } catch let row as DamagedRow { throw DamagedRow(row.reason, of: id) }
    let payment = RecordedPayment(
      file.checkout, orderReference: file.order.reference, entries: entries, movedAt: try moneyMoved(id),
      overdueAt: file.overdueAt)
    return payment.mayHaveCharge || !entries.isEmpty ? payment : nil
  }

  /// The last movement of money. Entries of the ledger have no date of their own, and the timeline has each.
  private func moneyMoved(_ id: CheckoutID) throws -> Moment? {
    let row = try row(
      """
      SELECT max(at) FROM log
      WHERE checkout = ? AND CASE WHEN json_valid(body) THEN body ->> '$.what.money' END IS NOT NULL
      """, [id.text])
    return (row?[0] as Int64?).map(Moment.init(milliseconds:))
  }
}
