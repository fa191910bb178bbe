import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import Foundation
import GRDB

extension Database {
  /// Everything of a checkout, or nil.
  /// - Throws: `DamagedRow`.
  func file(_ id: CheckoutID) throws -> CheckoutFile? {
    try row(
      """
      SELECT \(CheckoutFile.columns)
      FROM checkouts JOIN orders ON orders.id = order_id LEFT JOIN buyer_details ON checkout = checkouts.id
      WHERE checkouts.id = ?
      """, [id.text]
    ).map { try CheckoutFile($0, outstanding: commands) }
  }

  func insert(_ file: CheckoutFile) throws {
    let checkout = file.checkout
    try run(
      """
      INSERT INTO checkouts
        (provider, account, mode, id, order_id, phase, is_live, is_final, wake_at, overdue_at, created_at,
         body, round_trips, return_urls, record, left_at, returned_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      checkout.accountID.columns + [
        checkout.id.text, checkout.order.text, checkout.phase.name.rawValue, file.isLive, checkout.phase.isFinal,
        checkout.wakeAt?.milliseconds,
        checkout.overdueAt?.milliseconds, checkout.createdAt.milliseconds, StoredJSON.text(checkout),
        StoredJSON.text(file.roundTrips), file.returnURLs, file.record.map { Data($0) },
        file.firstStay?.leftAt.milliseconds, file.firstStay?.returnedAt?.milliseconds,
      ])
    if file.hasBuyer { try upsertBuyer(of: file) }
    for command in file.outstanding { try insert(command) }
    try list(checkout)
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
      try list(checkout, insteadOf: old.checkout)
    }
    if new.roundTrips != old.roundTrips {
      try run(
        "UPDATE checkouts SET round_trips = ? WHERE id = ?", [StoredJSON.text(new.roundTrips), new.checkout.id.text])
    }
    if new.sentReturnURLs != old.sentReturnURLs {
      try run("UPDATE checkouts SET return_urls = ? WHERE id = ?", [new.returnURLs, new.checkout.id.text])
    }
    if new.record != old.record {
      try run("UPDATE checkouts SET record = ? WHERE id = ?", [new.record.map { Data($0) }, new.checkout.id.text])
    }
    if let stay = new.firstStay, stay != old.firstStay {
      try run(
        "UPDATE checkouts SET left_at = ?, returned_at = ? WHERE id = ?",
        [stay.leftAt.milliseconds, stay.returnedAt?.milliseconds, new.checkout.id.text])
    }
    if new.details != old.details || new.buyerFacts != old.buyerFacts {
      if new.hasBuyer { try upsertBuyer(of: new) } else { try forget(new.checkout.id) }
    }
    if new.outstanding != old.outstanding { try update(old.outstanding, to: new.outstanding) }
    if new.lastMessage != old.lastMessage { try setLastMessage(new.lastMessage, of: new.checkout.id) }
  }

  private func upsertBuyer(of file: CheckoutFile) throws {
    try run(
      """
      INSERT INTO buyer_details (checkout, body, facts) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET body = excluded.body, facts = excluded.facts
      """,
      [
        file.checkout.id.text, try file.details.map { try StoredJSON.text($0) },
        try file.buyerFacts.map { try StoredJSON.text($0) },
      ])
  }

  func forget(_ id: CheckoutID) throws {
    try run("DELETE FROM buyer_details WHERE checkout = ?", [id.text])
  }

  func isCheckout(_ id: CheckoutID) throws -> Bool {
    try row("SELECT 1 FROM checkouts WHERE id = ?", [id.text]) != nil
  }

  /// Checkouts whose timers have fired, longest overdue first.
  func dueCheckouts(at now: Moment, limit: Int) throws -> [CheckoutID] {
    try rows(
      "SELECT id FROM checkouts WHERE wake_at <= ? ORDER BY wake_at, id LIMIT ?", [now.milliseconds, limit]
    ).map { CheckoutID($0[0]) }
  }

  /// Checkouts with something postponed beyond a moment, by id.
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

extension Database {
  /// Enters the changes that are committed together with a checkout.
  /// - Throws: `StoreError.referenceTaken`, `StoreError.notificationClosed`, `StoreError.inconsistent`.
  func enter(_ change: Change, of checkout: Checkout) throws {
    for number in change.countedReferences { try enter(referenceNumber: number, of: checkout) }
    for reference in change.references { try enter(reference, of: checkout) }
    for notification in change.notifications { try enter(notification, of: checkout) }
    for entry in change.log { try enter(entry, of: checkout) }
    for entry in change.ledger { try enter(entry, of: checkout) }
    for delivery in change.webhooks { try insert(delivery, of: checkout) }
    for update in change.deliveries { try enter(update, of: checkout) }
  }
}
