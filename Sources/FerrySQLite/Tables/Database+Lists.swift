import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// Checkouts by a filter, newest first, without those that cannot be read: others take their places.
  func files(_ filter: CheckoutFilter, limit: Int, _ damage: Damage) throws -> [CheckoutFile] {
    guard try hasLists(for: filter) else { return try unlistedFiles(filter, limit: limit, damage) }
    var filter = filter
    var files: [CheckoutFile] = []
    var page = limit
    while files.count < limit {
      let rows = try rows(filter, limit: page)
      for row in rows where files.count < limit {
        if let file = try readableFile(row, damage) { files.append(file) }
      }
      guard rows.count == page, let last = rows.last,
        let place = CheckoutPlace(text: "\(last[7] as Int64)-\(last[6] as String)")
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
      damage.passOver(row)
      return nil
    }
  }

  private func rows(_ filter: CheckoutFilter, limit: Int) throws -> [Row] {
    // An index of payments has what is asked for, where only payments are.
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
      "\(try selection(from: source)) \(condition) ORDER BY \(list).created_at DESC, \(id) DESC LIMIT ?",
      arguments + [limit])
  }

  /// Whether the file has what a filter looks for in a place of its own.
  private func hasLists(for filter: CheckoutFilter) throws -> Bool {
    if filter.overdueAt != nil { return try columns(in: "checkouts").contains { $0.name == "overdue_at" } }
    return try filter.payment == nil || tableExists("payments")
  }

  private func selection(from source: String) throws -> String {
    """
    SELECT orders.body, checkouts.body, crossing, record, buyer_details.body, \(try lastMessage), checkouts.id,
      checkouts.created_at
    FROM \(source) JOIN orders ON orders.id = order_id LEFT JOIN buyer_details ON buyer_details.checkout = checkouts.id
    """
  }

  /// The same of a file that an earlier version made and nobody has opened since to write: it has no list of payments.
  private func unlistedFiles(_ filter: CheckoutFilter, limit: Int, _ damage: Damage) throws -> [CheckoutFile] {
    let newest = "ORDER BY checkouts.created_at DESC, checkouts.id DESC"
    let cursor = try Row.fetchCursor(self, sql: "\(try selection(from: "checkouts")) \(newest)")
    var files: [CheckoutFile] = []
    while files.count < limit, let row = try cursor.next() {
      if let file = try readableFile(row, damage), filter.takes(file) { files.append(file) }
    }
    return files
  }

  /// Keeps the list of payments.
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

  /// Enters when checkouts of an earlier version become overdue. Rows that cannot be read are left as they are.
  func markOverdue() throws {
    let waiting = "NOT is_final OR id IN (SELECT checkout FROM payments WHERE is_pending)"
    for id in try String.fetchAll(self, sql: "SELECT id FROM checkouts WHERE \(waiting)") {
      guard let checkout: Checkout = try? row("SELECT body FROM checkouts WHERE id = ?", [id])?.json(0),
        let overdueAt = checkout.overdueAt
      else { continue }
      try run("UPDATE checkouts SET overdue_at = ? WHERE id = ?", [overdueAt.milliseconds, id])
    }
  }

  /// Enters the payments that an earlier version has not listed. What this version cannot read is met, and told of, where
  /// it is needed.
  func listPayments() throws {
    let payments =
      "SELECT body FROM checkouts WHERE CASE WHEN json_valid(body) THEN body ->> '$.payment' END IS NOT NULL"
    for row in try Row.fetchAll(self, sql: payments) {
      if let checkout: Checkout = try? row.json(0) { try update(nil, to: PaymentRow(checkout)) }
    }
  }
}

/// What the list of payments says of a checkout.
struct PaymentRow: Hashable {
  let checkout: CheckoutID
  let shop: ShopID
  let mode: Mode
  let createdAt: Moment
  let state: CheckoutFilter.PaymentState

  /// Nil for one without money.
  init?(_ checkout: Checkout) {
    guard let payment = checkout.payment else { return nil }
    self.checkout = checkout.id
    shop = checkout.shop
    mode = checkout.mode
    createdAt = checkout.createdAt
    state = CheckoutFilter.PaymentState(payment)
  }
}
