import FerryCheckout
package import FerryCore
package import FerryEngine
import FerryProvider
package import GRDB

extension Database {
  func accept(_ entry: InboxEntry, _ limits: InboxLimits) throws -> InboxAcceptance {
    let known = try row(
      "SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND identity = $4",
      entry.account.columns.values + [.text(entry.identity)])
    if let known {
      try change(known.int(0)) { _ = $0.comeAgain(at: entry.receivedAt) }
      return .repeated
    }
    guard try entry.isAuthenticated || owner(of: entry.references, entry.account) != nil else { return .foreign }
    try insert(entry)
    try forgetClosedNotifications(before: entry.receivedAt - limits.memory)
    try expireUnmatched(entry.account, above: limits.unmatched, at: entry.receivedAt)
    return .kept
  }

  private func insert(_ entry: InboxEntry) throws {
    try insert(entry.columns, into: "inbox")
    let number = lastInsertedRowID
    for (place, reference) in entry.references.enumerated() {
      try insert(
        [
          "number": .int(number), "place": .int(place), "kind": .text(reference.kind),
          "value": .text(reference.value),
        ], into: "inbox_references")
    }
  }

  private func expireUnmatched(_ account: ProviderAccountID, above limit: Int, at now: Moment) throws {
    let surplus = try rows(
      """
      SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND state = 'unmatched'
      ORDER BY number DESC LIMIT 4 OFFSET $4
      """, account.columns.values + [.int(limit)])
    for row in surplus { try change(row.int(0)) { $0.leaveUnmatched(until: nil, at: now) } }
  }

  package func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) throws -> Bool {
    guard let entry = try notifications([number])[number], entry.state.isOpen,
      try owner(of: entry.references, entry.account) == nil
    else { return false }
    try change(number) { $0.leaveUnmatched(until: moment, at: now) }
    return true
  }

  /// - Throws: `StoreError.notificationClosed`.
  func enter(_ notification: NotificationChange, of checkout: Checkout) throws {
    guard let entry = try notifications([notification.number])[notification.number],
      entry.account == checkout.accountID, entry.state.isOpen
    else { throw StoreError.notificationClosed }
    try change(notification.number) { $0.apply(notification) }
  }

  /// Makes the notifications due that wait for a reference.
  func wakeNotifications(naming reference: ProviderReference, _ account: ProviderAccountID) throws {
    let waiting = try rows(
      """
      SELECT number FROM inbox_references JOIN inbox USING (number)
      WHERE inbox_references.value = $1 AND inbox_references.kind = $2
        AND provider = $3 AND account = $4 AND mode = $5 AND due_at IS NOT NULL
      """, [.text(reference.value), .text(reference.kind)] + account.columns.values)
    for row in waiting { try change(row.int(0)) { $0.becomeDue() } }
  }

  private func change(_ number: InboxNumber, _ body: (inout InboxEntry) -> Void) throws {
    guard let old = try notifications([number])[number] else { return }
    var new = old
    body(&new)
    if new != old { try update(number, to: new) }
  }
}
