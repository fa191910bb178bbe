import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// Checkouts by a filter, newest first. Unreadable ones are skipped, and reported when they are next read.
  func files(_ filter: CheckoutFilter, limit: Int, _ damage: Damage) throws -> [CheckoutFile] {
    var filter = filter
    var files: [CheckoutFile] = []
    var page = limit
    while files.count < limit {
      let rows = try rows(filter, limit: page)
      for row in rows where files.count < limit {
        if let file = try readableFile(row, damage) { files.append(file) }
      }
      guard rows.count == page, let last = rows.last,
        let place = CheckoutPlace(text: "\(last[9] as Int64)-\(last[8] as String)")
      else { break }
      filter.after = place
      page = 100
    }
    return files
  }

  /// Nil for a checkout that cannot be read.
  func readableFile(_ row: Row, _ damage: Damage) throws -> CheckoutFile? {
    do {
      return try file(row)
    } catch let row as DamagedRow {
      damage.skip(row)
      return nil
    }
  }

  private func rows(_ filter: CheckoutFilter, limit: Int) throws -> [Row] {
    // A filter for payments is answered by the indexes of the list of payments.
    let list = filter.payment == nil ? "checkouts" : "payments"
    let id = filter.payment == nil ? "checkouts.id" : "payments.checkout"
    var conditions: [String] = []
    var arguments: StatementArguments = []
    func require(_ condition: String, _ values: (any DatabaseValueConvertible)?...) {
      conditions.append(condition)
      arguments += StatementArguments(values)
    }
    if let shop = filter.shop { require("\(filter.payment == nil ? "orders" : "payments").shop = ?", shop.text) }
    if let mode = filter.mode { require("\(list).mode = ?", mode.rawValue) }
    if filter.isLive { require("NOT is_final") }
    if filter.isHeld { require("phase = 'held'") }
    if let now = filter.overdueAt {
      require(
        "(overdue_at <= ? OR checkouts.id IN (SELECT checkout FROM commands WHERE commands.created_at <= ?))",
        now.milliseconds, (now - Checkout.patience).milliseconds)
    }
    if filter.payment?.contains(.capturable) ?? false { require("is_capturable") }
    if filter.payment?.contains(.pending) ?? false { require("is_pending") }
    if let from = filter.from { require("\(list).created_at >= ?", from.milliseconds) }
    if let before = filter.before { require("\(list).created_at < ?", before.milliseconds) }
    if let after = filter.after {
      require("(\(list).created_at, \(id)) < (?, ?)", after.createdAt.milliseconds, after.id.text)
    }
    let source = filter.payment == nil ? "checkouts" : "payments JOIN checkouts ON checkouts.id = payments.checkout"
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    return try rows(
      "\(Self.selection(from: source)) \(condition) ORDER BY \(list).created_at DESC, \(id) DESC LIMIT ?",
      arguments + [limit])
  }

  private static func selection(from source: String) -> String {
    """
    SELECT \(fileColumns)
    FROM \(source) JOIN orders ON orders.id = order_id LEFT JOIN buyer_details ON buyer_details.checkout = checkouts.id
    """
  }

  /// Updates the list of payments.
  func update(_ old: PaymentRow?, to new: PaymentRow?) throws {
    guard let new, new != old else { return }
    try run(
      """
      INSERT INTO payments (checkout, shop, mode, created_at, is_capturable, is_pending) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET is_capturable = excluded.is_capturable, is_pending = excluded.is_pending
      """,
      [
        new.checkout.text, new.shop.text, new.mode.rawValue, new.createdAt.milliseconds,
        new.state.contains(.capturable), new.state.contains(.pending),
      ])
  }
}

/// A row of the list of payments.
struct PaymentRow: Hashable {
  let checkout: CheckoutID
  let shop: ShopID
  let mode: Mode
  let createdAt: Moment
  let state: CheckoutFilter.PaymentState

  /// Nil for a checkout without money.
  init?(_ checkout: Checkout) {
    guard let payment = checkout.payment else { return nil }
    self.checkout = checkout.id
    shop = checkout.shop
    mode = checkout.mode
    createdAt = checkout.createdAt
    state = CheckoutFilter.PaymentState(payment)
  }
}
