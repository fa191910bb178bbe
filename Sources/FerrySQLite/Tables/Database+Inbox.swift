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
  // MARK: Keeping

  func accept(_ entry: InboxEntry, _ limits: InboxLimits) throws -> InboxAcceptance {
    let (provider, mode) = (entry.queue.provider, entry.queue.mode)
    let known = try row(
      "SELECT number FROM inbox WHERE provider = ? AND mode = ? AND identity = ?",
      [provider.text, mode.rawValue, entry.identity])
    if let known {
      let number: InboxNumber = known[0]
      try change(number) { entryBefore in _ = entryBefore.comeAgain(at: entry.receivedAt) }
      return .repeated
    }
    if !entry.isAuthenticated {
      guard try entry.references.contains(where: { try owner(of: $0, provider, mode) != nil }) else { return .foreign }
    }
    try insert(entry)
    try forgetClosed(before: entry.receivedAt - limits.memory)
    try expireUnmatched(entry.queue, above: limits.unmatched, at: entry.receivedAt)
    return .kept
  }

  private func insert(_ entry: InboxEntry) throws {
    try run(
      """
      INSERT INTO inbox
        (provider, mode, identity, is_authenticated, kind, is_recognised, body, received_at, state, attempts,
         repetitions, due_at, closed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        entry.queue.provider.text, entry.queue.mode.rawValue, entry.identity, entry.isAuthenticated, entry.kind,
        entry.isRecognised, entry.body.map { Data($0) }, entry.receivedAt.milliseconds, entry.state.rawValue,
        entry.attempts, entry.repetitions, entry.dueAt?.milliseconds, entry.closedAt?.milliseconds,
      ])
    let number = lastInsertedRowID
    for (place, reference) in entry.references.enumerated() {
      try run("INSERT INTO inbox_references (number, place, reference) VALUES (?, ?, ?)", [number, place, reference])
    }
  }

  /// A few with every new one: as many as come are forgotten, and no commit becomes long.
  private func forgetClosed(before moment: Moment) throws {
    try run(
      """
      DELETE FROM inbox WHERE number IN (
        SELECT number FROM inbox WHERE closed_at < ? AND due_at IS NULL ORDER BY closed_at LIMIT 4)
      """, [moment.milliseconds])
  }

  private func expireUnmatched(_ queue: CommandQueue, above limit: Int, at now: Moment) throws {
    let surplus = try rows(
      """
      SELECT number FROM inbox WHERE provider = ? AND mode = ? AND state = 'unmatched'
      ORDER BY number DESC LIMIT 4 OFFSET ?
      """, [queue.provider.text, queue.mode.rawValue, limit])
    for row in surplus { try change(row[0]) { $0.leaveUnmatched(until: nil, at: now) } }
  }

  // MARK: Working on it

  /// Open notifications that are due, the longest due first, each with the checkout that it names.
  func dueNotifications(at now: Moment, _ demand: CommandDemand) throws -> [DueNotification] {
    try rows(
      "SELECT number FROM inbox WHERE provider = ? AND mode = ? AND due_at <= ? ORDER BY due_at, number LIMIT ?",
      [demand.queue.provider.text, demand.queue.mode.rawValue, now.milliseconds, demand.limit]
    ).compactMap { row in
      let number: InboxNumber = row[0]
      return try notification(number).map { DueNotification(number, $0, checkout: try owner(of: $0)) }
    }
  }

  /// The first moment after another at which an open notification of some queues is due.
  func nextNotification(after moment: Moment, _ queues: [CommandQueue]) throws -> Moment? {
    try queues.compactMap { queue -> Int64? in
      try row(
        "SELECT min(due_at) FROM inbox WHERE provider = ? AND mode = ? AND due_at > ?",
        [queue.provider.text, queue.mode.rawValue, moment.milliseconds])?[0]
    }.min().map(Moment.init(milliseconds:))
  }

  func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) throws -> Bool {
    guard let entry = try notification(number), entry.state.isOpen, try owner(of: entry) == nil else { return false }
    try change(number) { $0.leaveUnmatched(until: moment, at: now) }
    return true
  }

  /// - Throws: `StoreError.notificationClosed`.
  func enter(_ notification: NotificationChange, of checkout: Checkout) throws {
    let queue = CommandQueue(provider: checkout.provider, mode: checkout.mode)
    guard let entry = try self.notification(notification.number), entry.queue == queue, entry.state.isOpen else {
      throw StoreError.notificationClosed
    }
    try change(notification.number) { entry in
      switch notification {
      case .worked(_, let moment): entry.close(.worked, at: moment)
      case .postponed(_, let moment): entry.postpone(until: moment)
      }
    }
  }

  func hastenNotifications(to now: Moment) throws {
    try run("UPDATE inbox SET due_at = ? WHERE due_at > ?", [now.milliseconds, now.milliseconds])
  }

  /// What waits for a reference is due from now on.
  func wakeNotifications(naming reference: String, _ provider: ProviderID, _ mode: Mode) throws {
    let waiting = try rows(
      """
      SELECT number FROM inbox_references JOIN inbox USING (number)
      WHERE reference = ? AND provider = ? AND mode = ? AND due_at IS NOT NULL
      """, [reference, provider.text, mode.rawValue])
    for row in waiting { try change(row[0]) { $0.becomeDue() } }
  }

  // MARK: Reading

  func notification(_ number: InboxNumber) throws -> InboxEntry? {
    let row = try row(
      """
      SELECT provider, mode, identity, is_authenticated, kind, is_recognised, body, received_at, state, attempts,
        repetitions, due_at, closed_at
      FROM inbox WHERE number = ?
      """, [number])
    guard let row else { return nil }
    guard let mode = Mode(rawValue: row[1]), let state = InboxEntry.State(rawValue: row[8]) else {
      throw DamagedRow("an unknown state of a notification")
    }
    let references = try rows("SELECT reference FROM inbox_references WHERE number = ? ORDER BY place", [number])
    let body: Data? = row[6]
    var entry = InboxEntry(
      queue: CommandQueue(provider: ProviderID(row[0]), mode: mode), identity: row[2], isAuthenticated: row[3],
      kind: row[4], isRecognised: row[5], references: references.map { $0[0] }, body: body.map { Array($0) },
      receivedAt: Moment(milliseconds: row[7]))
    entry.state = state
    entry.attempts = row[9]
    entry.repetitions = row[10]
    entry.dueAt = (row[11] as Int64?).map(Moment.init(milliseconds:))
    entry.closedAt = (row[12] as Int64?).map(Moment.init(milliseconds:))
    return entry
  }

  func inboxCounts() throws -> [InboxCount] {
    try rows("SELECT provider, mode, state, is_recognised, count(*) FROM inbox GROUP BY 1, 2, 3, 4").map { row in
      guard let mode = Mode(rawValue: row[1]), let state = InboxEntry.State(rawValue: row[2]) else {
        throw DamagedRow("an unknown state of a notification")
      }
      return InboxCount(
        queue: CommandQueue(provider: ProviderID(row[0]), mode: mode), state: state, isRecognised: row[3],
        count: row[4])
    }
  }

  private func owner(of entry: InboxEntry) throws -> CheckoutID? {
    for reference in entry.references {
      if let owner = try owner(of: reference, entry.queue.provider, entry.queue.mode) { return owner }
    }
    return nil
  }

  /// Changes what may change of an entry.
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
