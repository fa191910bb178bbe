public import FerryCheckout
public import FerryCore
import FerryEngine
public import FerryReconciliation
import GRDB

extension SQLiteReader {
  /// What the books say of money, all of one state of the file: also beside a server that goes on writing, a payment and its
  /// ledger entries are of the same moment. Checkouts that cannot be read are passed over; `unreadable` names them.
  /// - Parameters:
  ///   - window: When the checkouts began. Those that cannot have been paid are left out.
  ///   - orders: Names of orders whose checkouts are wanted whenever they began.
  ///   - shop: The shop that the orders are of.
  ///   - groups: What the provider's ids of charges begin with, up to a hyphen, whose checkouts are wanted whenever they
  ///     began.
  public func recordedPayments(
    _ mode: Mode, _ provider: ProviderID, window: Range<Moment>, orders: [String] = [], of shop: ShopID? = nil,
    groups: [String] = []
  ) async throws -> [RecordedPayment] {
    try await read { [damage] database in
      var payments: [RecordedPayment] = []
      var seen: Set<CheckoutID> = []
      func add(_ files: [CheckoutFile]) throws {
        for file in files where file.checkout.provider == provider && seen.insert(file.checkout.id).inserted {
          do {
            if let payment = try database.recordedPayment(file) { payments.append(payment) }
          } catch let row as DamagedRow {
            damage.passOver(DamagedRow(row.reason, of: file.checkout.id))
          }
        }
      }
      var filter = CheckoutFilter(mode: mode, from: window.lowerBound, before: window.upperBound)
      while true {
        let files = try database.files(filter, limit: Self.page, damage)
        try add(files)
        guard files.count == Self.page, let last = files.last else { break }
        filter.after = CheckoutPlace(last.checkout)
      }
      if let shop {
        for order in orders { try add(try database.files(of: order, shop, mode, damage)) }
      }
      for group in Set(groups) {
        for id in try database.owners(under: group, provider, mode) where !seen.contains(id) {
          try add(try database.readableFile(id, damage).map { [$0] } ?? [])
        }
      }
      return payments
    }
  }

  private static let page = 500
}

extension Database {
  /// All attempts to pay for an order.
  fileprivate func files(
    of order: String, _ shop: ShopID, _ mode: Mode, _ damage: Damage
  ) throws -> [CheckoutFile] {
    try rows(
      """
      SELECT checkouts.id FROM checkouts JOIN orders ON orders.id = order_id
      WHERE orders.shop = ? AND orders.mode = ? AND orders.reference = ?
      """, [shop.text, mode.rawValue, order]
    ).compactMap { try readableFile(CheckoutID($0[0]), damage) }
  }

  /// Nil also for a checkout that cannot be read.
  fileprivate func readableFile(_ id: CheckoutID, _ damage: Damage) throws -> CheckoutFile? {
    do {
      return try file(id)
    } catch let row as DamagedRow {
      damage.passOver(row)
      return nil
    }
  }

  /// The checkouts to which ids of a group belong. The character after the hyphen is the point.
  fileprivate func owners(under group: String, _ provider: ProviderID, _ mode: Mode) throws -> [CheckoutID] {
    try rows(
      """
      SELECT DISTINCT checkout FROM provider_references
      WHERE provider = ? AND mode = ? AND reference >= ? AND reference < ? ORDER BY checkout
      """, [provider.text, mode.rawValue, group + "-", group + "."]
    ).map { CheckoutID($0[0]) }
  }

  /// Nil for a checkout that cannot have been paid.
  fileprivate func recordedPayment(_ file: CheckoutFile) throws -> RecordedPayment? {
    let entries = try ledger(file.checkout.id)
    let payment = RecordedPayment(
      file.checkout, orderReference: file.order.reference, entries: entries, movedAt: try moneyMoved(file.checkout.id),
      overdueAt: file.overdueAt)
    return payment.totals == nil && payment.agreedSession == nil && entries.isEmpty ? nil : payment
  }

  /// When money moved last; entries of the ledger have no date of their own, and the timeline tells of each.
  private func moneyMoved(_ id: CheckoutID) throws -> Moment? {
    let row = try row(
      """
      SELECT max(at) FROM log
      WHERE checkout = ? AND CASE WHEN json_valid(body) THEN body ->> '$.what.money' END IS NOT NULL
      """, [id.text])
    return (row?[0] as Int64?).map(Moment.init(milliseconds:))
  }
}
