import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Database {
  /// Everything of a checkout, or nil.
  /// - Throws: `DamagedRow`.
  func file(_ id: CheckoutID) throws -> CheckoutFile? {
    let lastMessage = try lastMessage
    return try row(
      """
      SELECT orders.body, checkouts.body, crossing, record, buyer_details.body, \(lastMessage), checkouts.id
      FROM checkouts JOIN orders ON orders.id = order_id LEFT JOIN buyer_details ON checkout = checkouts.id
      WHERE checkouts.id = ?
      """, [id.text]
    ).map(file)
  }

  /// The number of a checkout's last message. A file that an earlier version made and nobody has opened since to write has
  /// none.
  var lastMessage: String {
    get throws {
      try tableExists("last_messages")
        ? "coalesce((SELECT sequence FROM last_messages WHERE last_messages.checkout = checkouts.id), 0)" : "0"
    }
  }

  func file(_ row: Row) throws -> CheckoutFile {
    let id = CheckoutID(row[6])
    do {
      let record: Data? = row[3]
      return CheckoutFile(
        order: try row.json(0), checkout: try row.json(1), roundTrips: try row.json(2),
        record: record.map { Array($0) },
        details: try row.jsonIfPresent(4), outstanding: try commands(id), lastMessage: row[5])
    } catch let row as DamagedRow {
      throw DamagedRow(row.reason, of: id)
    }
  }

  func insert(_ file: CheckoutFile) throws {
    let checkout = file.checkout
    try run(
      """
      INSERT INTO checkouts
        (id, order_id, provider, mode, phase, is_live, is_final, wake_at, overdue_at, created_at, body, crossing,
          record)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        checkout.id.text, checkout.order.text, checkout.provider.text, checkout.mode.rawValue,
        checkout.phase.name.rawValue, file.isLive, checkout.phase.isFinal, checkout.wakeAt?.milliseconds,
        checkout.overdueAt?.milliseconds, checkout.createdAt.milliseconds, StoredJSON.text(checkout),
        StoredJSON.text(file.roundTrips),
        file.record.map { Data($0) },
      ])
    if let details = file.details { try upsert(details, of: checkout.id) }
    for command in file.outstanding { try insert(command) }
    try update(PaymentRow?.none, to: PaymentRow(checkout))
    if file.lastMessage > 0 { try setLastMessage(file.lastMessage, of: checkout.id) }
  }

  /// Writes what differs between two states of a checkout.
  func update(_ old: CheckoutFile, to new: CheckoutFile) throws {
    if new.order != old.order { try update(new.order) }
    if new.checkout != old.checkout || new.isLive != old.isLive {
      let checkout = new.checkout
      try run(
        "UPDATE checkouts SET phase = ?, is_live = ?, is_final = ?, wake_at = ?, overdue_at = ?, body = ? WHERE id = ?",
        [
          checkout.phase.name.rawValue, new.isLive, checkout.phase.isFinal, checkout.wakeAt?.milliseconds,
          checkout.overdueAt?.milliseconds, StoredJSON.text(checkout), checkout.id.text,
        ])
      try update(PaymentRow(old.checkout), to: PaymentRow(checkout))
    }
    if new.roundTrips != old.roundTrips {
      try run(
        "UPDATE checkouts SET crossing = ? WHERE id = ?", [StoredJSON.text(new.roundTrips), new.checkout.id.text])
    }
    if new.record != old.record {
      try run("UPDATE checkouts SET record = ? WHERE id = ?", [new.record.map { Data($0) }, new.checkout.id.text])
    }
    if new.details != old.details {
      if let details = new.details { try upsert(details, of: new.checkout.id) } else { try forget(new.checkout.id) }
    }
    if new.outstanding != old.outstanding { try update(old.outstanding, to: new.outstanding) }
    if new.lastMessage != old.lastMessage { try setLastMessage(new.lastMessage, of: new.checkout.id) }
  }

  private func upsert(_ details: BuyerDetails, of id: CheckoutID) throws {
    try run(
      "INSERT INTO buyer_details (checkout, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body",
      [id.text, StoredJSON.text(details)])
  }

  func forget(_ id: CheckoutID) throws {
    try run("DELETE FROM buyer_details WHERE checkout = ?", [id.text])
  }

  func isCheckout(_ id: CheckoutID) throws -> Bool {
    try row("SELECT 1 FROM checkouts WHERE id = ?", [id.text]) != nil
  }

  /// Checkouts that want to be woken, longest overdue first.
  func dueCheckouts(at now: Moment, limit: Int) throws -> [CheckoutID] {
    try rows(
      "SELECT id FROM checkouts WHERE wake_at <= ? ORDER BY wake_at, id LIMIT ?", [now.milliseconds, limit]
    ).map { CheckoutID($0[0]) }
  }

  /// Checkouts that have something put off until after a moment, by id.
  func checkouts(waitingBeyond moment: Moment, after last: CheckoutID?, limit: Int) throws -> [CheckoutID] {
    try rows(
      """
      SELECT id FROM checkouts
      WHERE id > ? AND (wake_at > ? OR EXISTS (SELECT 1 FROM commands WHERE checkout = id AND not_before > ?))
      ORDER BY id LIMIT ?
      """, [last?.text ?? "", moment.milliseconds, moment.milliseconds, limit]
    ).map { CheckoutID($0[0]) }
  }
}

extension CheckoutFile {
  /// Whether this is the attempt that may still pay its order.
  fileprivate var isLive: Bool { order.live == checkout.id }
}
