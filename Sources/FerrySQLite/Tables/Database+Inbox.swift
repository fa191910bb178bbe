import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import Foundation
import GRDB

extension Database {
  // MARK: Storing

  func accept(_ entry: InboxEntry, _ limits: InboxLimits) throws -> InboxAcceptance {
    let known = try row(
      "SELECT number FROM inbox WHERE provider = ? AND account = ? AND mode = ? AND identity = ?",
      entry.account.columns + [entry.identity])
    if let known {
      let number: InboxNumber = known[0]
      try change(number) { entryBefore in _ = entryBefore.comeAgain(at: entry.receivedAt) }
      return .repeated
    }
    if !entry.isAuthenticated {
      guard try entry.references.contains(where: { try owner(of: $0, entry.account) != nil }) else { return .foreign }
    }
    try insert(entry)
    try forgetClosed(before: entry.receivedAt - limits.memory)
    try expireUnmatched(entry.account, above: limits.unmatched, at: entry.receivedAt)
    return .kept
  }

  private func insert(_ entry: InboxEntry) throws {
    try run(
      """
      INSERT INTO inbox (\(InboxEntry.columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      entry.account.columns + [
        entry.identity, entry.isAuthenticated, entry.kind, entry.isRecognised, entry.body.map { Data($0) },
        entry.receivedAt.milliseconds, entry.state.rawValue,
        entry.attempts, entry.repetitions, entry.dueAt?.milliseconds, entry.closedAt?.milliseconds,
      ])
    let number = lastInsertedRowID
    for (place, reference) in entry.references.enumerated() {
      try run(
        "INSERT INTO inbox_references (number, place, kind, value) VALUES (?, ?, ?, ?)",
        [number, place, reference.kind, reference.value])
    }
  }

  /// Deletes a few with every new one: as many as come, and no commit becomes long.
  private func forgetClosed(before moment: Moment) throws {
    try run(
      """
      DELETE FROM inbox WHERE number IN (
        SELECT number FROM inbox WHERE closed_at < ? AND due_at IS NULL ORDER BY closed_at LIMIT 4)
      """, [moment.milliseconds])
  }

  private func expireUnmatched(_ account: ProviderAccountID, above limit: Int, at now: Moment) throws {
    let surplus = try rows(
      """
      SELECT number FROM inbox WHERE provider = ? AND account = ? AND mode = ? AND state = 'unmatched'
      ORDER BY number DESC LIMIT 4 OFFSET ?
      """, account.columns + [limit])
    for row in surplus { try change(row[0]) { $0.leaveUnmatched(until: nil, at: now) } }
  }

  // MARK: Handling

  /// Open notifications that are due, the longest due first, each with the checkout that it names.
  func dueNotifications(at now: Moment, _ demand: CommandDemand) throws -> [DueNotification] {
    try rows(
      """
      SELECT number FROM inbox WHERE provider = ? AND account = ? AND mode = ? AND due_at <= ?
      ORDER BY due_at, number LIMIT ?
      """, demand.account.columns + [now.milliseconds, demand.limit]
    ).compactMap { row in
      let number: InboxNumber = row[0]
      return try notification(number).map { DueNotification(number, $0, checkout: try owner(of: $0)) }
    }
  }

  /// The first moment after `moment` when an open notification of some accounts is due.
  func nextNotification(after moment: Moment, _ accounts: [ProviderAccountID]) throws -> Moment? {
    try accounts.compactMap { account -> Int64? in
      try row(
        "SELECT min(due_at) FROM inbox WHERE provider = ? AND account = ? AND mode = ? AND due_at > ?",
        account.columns + [moment.milliseconds])?[0]
    }.min().map(Moment.init(milliseconds:))
  }

  func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) throws -> Bool {
    guard let entry = try notification(number), entry.state.isOpen, try owner(of: entry) == nil else { return false }
    try change(number) { $0.leaveUnmatched(until: moment, at: now) }
    return true
  }

  /// - Throws: `StoreError.notificationClosed`.
  func enter(_ notification: NotificationChange, of checkout: Checkout) throws {
    guard let entry = try self.notification(notification.number), entry.account == checkout.accountID,
      entry.state.isOpen
    else {
      throw StoreError.notificationClosed
    }
    try change(notification.number) { entry in
      switch notification {
      case .handled(_, let moment): entry.close(.handled, at: moment)
      case .postponed(_, let moment): entry.postpone(until: moment)
      }
    }
  }

  func bringForwardNotifications(to now: Moment) throws {
    try run("UPDATE inbox SET due_at = ? WHERE due_at > ?", [now.milliseconds, now.milliseconds])
  }

  /// Makes the notifications due that wait for a reference.
  func wakeNotifications(naming reference: ProviderReference, _ account: ProviderAccountID) throws {
    let waiting = try rows(
      """
      SELECT number FROM inbox_references JOIN inbox USING (number)
      WHERE inbox_references.value = ? AND inbox_references.kind = ?
        AND provider = ? AND account = ? AND mode = ? AND due_at IS NOT NULL
      """, [reference.value, reference.kind] + account.columns)
    for row in waiting { try change(row[0]) { $0.becomeDue() } }
  }

  // MARK: Reading

  func notification(_ number: InboxNumber) throws -> InboxEntry? {
    guard let row = try row("SELECT \(InboxEntry.columns) FROM inbox WHERE number = ?", [number]) else { return nil }
    let references = try rows("SELECT kind, value FROM inbox_references WHERE number = ? ORDER BY place", [number])
    return try InboxEntry(row, references: references.map { ProviderReference($0[0], $0[1]) })
  }

  func inboxCounts() throws -> [InboxCount] {
    try rows("SELECT provider, account, mode, state, is_recognised, count(*) FROM inbox GROUP BY 1, 2, 3, 4, 5")
      .map { try InboxCount($0) }
  }

  private func owner(of entry: InboxEntry) throws -> CheckoutID? {
    for reference in entry.references {
      if let owner = try owner(of: reference, entry.account) { return owner }
    }
    return nil
  }

  /// Updates the columns of an entry that can change.
  private func change(_ number: InboxNumber, _ body: (inout InboxEntry) -> Void) throws {
    guard let old = try notification(number) else { return }
    var new = old
    body(&new)
    guard new != old else { return }
    try run(
      """
      UPDATE inbox
      SET body = ?, received_at = ?, state = ?, attempts = ?, repetitions = ?, due_at = ?, closed_at = ?
      WHERE number = ?
      """,
      [
        new.body.map { Data($0) }, new.receivedAt.milliseconds, new.state.rawValue, new.attempts, new.repetitions,
        new.dueAt?.milliseconds, new.closedAt?.milliseconds, number,
      ])
  }
}
