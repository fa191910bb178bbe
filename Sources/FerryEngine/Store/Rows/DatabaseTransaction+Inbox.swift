package import FerryCheckout
package import FerryCore
import FerryProvider

extension DatabaseTransaction {
  /// Keeps a new notification, or notes that it has come again.
  /// - Returns: With the checkout that it names.
  package func accept(_ entry: InboxEntry, _ limits: InboxLimits) throws -> (InboxAcceptance, CheckoutID?) {
    let known = try row(
      """
      SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND identity = $4
      \(Self.forChange)
      """, entry.account.columns.values + [.text(entry.identity)])
    let owner = try owner(of: entry.references, entry.account)
    if let known {
      try change([known.int(0)]) { _ = $0.comeAgain(at: entry.receivedAt) }
      return (.repeated, owner)
    }
    guard entry.isAuthenticated || owner != nil else { return (.foreign, nil) }
    try insert(entry)
    try forgetClosedNotifications(before: entry.receivedAt - limits.memory)
    try expireUnmatched(entry.account, above: limits.unmatched, at: entry.receivedAt)
    return (.kept, owner)
  }

  private func expireUnmatched(_ account: ProviderAccountID, above limit: Int, at now: Moment) throws {
    let surplus = try rows(
      """
      SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND state = 'unmatched'
      ORDER BY number DESC LIMIT 4 OFFSET $4 \(Self.forChange) \(Self.skippingLocked)
      """, account.columns.values + [.int(limit)])
    try change(surplus.map { $0.int(0) }) { $0.leaveUnmatched(until: nil, at: now) }
  }

  /// Waits for references of the notification that are being entered: whoever commits first is seen by the other.
  package func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) throws -> Bool {
    guard let entry = try notifications([number])[number] else { return false }
    try lock(entry.references, entry.account)
    guard try owner(of: entry.references, entry.account) == nil,
      var entry = try changeable([number])[number], entry.state.isOpen
    else { return false }
    entry.leaveUnmatched(until: moment, at: now)
    try update(number, to: entry)
    return true
  }

  /// - Throws: `StoreError.notificationClosed`.
  package func enter(_ changes: [NotificationChange], of checkout: Checkout) throws {
    guard !changes.isEmpty else { return }
    var entries = try changeable(changes.map(\.number))
    for change in changes {
      guard var entry = entries[change.number], entry.account == checkout.accountID, entry.state.isOpen else {
        throw StoreError.notificationClosed
      }
      entry.apply(change)
      entries[change.number] = entry
      try update(change.number, to: entry)
    }
  }

  /// Locks notifications, and reads them.
  private func changeable(_ numbers: [InboxNumber]) throws -> [InboxNumber: InboxEntry] {
    try lock(
      "SELECT 1 FROM inbox WHERE number \(Self.isOne(of: "$1")) ORDER BY number \(Self.forChange)", [.ints(numbers)])
    return try notifications(numbers)
  }

  package func change(_ numbers: [InboxNumber], _ body: (inout InboxEntry) -> Void) throws {
    for (number, old) in try notifications(numbers) {
      var new = old
      body(&new)
      if new != old { try update(number, to: new) }
    }
  }

  /// Updates the columns of a notification that can change.
  private func update(_ number: InboxNumber, to entry: InboxEntry) throws {
    try update("inbox", entry.changingColumns, where: ["number": .int(number)])
  }

  /// Deletes a few with every new one: as many as come, and no commit becomes long.
  private func forgetClosedNotifications(before moment: Moment) throws {
    try run(
      """
      DELETE FROM inbox WHERE number IN (
        SELECT number FROM inbox WHERE closed_at < $1 AND due_at IS NULL ORDER BY closed_at LIMIT 4
        \(Self.forDeletion) \(Self.skippingLocked))
      """, [.moment(moment)])
  }

  package func bringForwardNotifications(to now: Moment) throws {
    try run("UPDATE inbox SET due_at = $1 WHERE due_at > $1", [.moment(now)])
  }

  /// Notifications with their references.
  package func notifications(_ numbers: [InboxNumber]) throws -> [InboxNumber: InboxEntry] {
    guard !numbers.isEmpty else { return [:] }
    let rows = try rows(
      """
      SELECT \(InboxEntry.columns), inbox.number, named.kind, named.value
      FROM inbox LEFT JOIN inbox_references AS named ON named.number = inbox.number
      WHERE inbox.number \(Self.isOne(of: "$1")) ORDER BY inbox.number, place
      """, [.ints(numbers)])
    return try Dictionary(grouping: rows) { $0.int(14) }.compactMapValues { rows in
      let references = rows.compactMap { row in row.textIfPresent(15).map { ProviderReference($0, row.text(16)) } }
      return try rows.first.map { try InboxEntry($0, references: references) }
    }
  }

  /// - Parameter condition: With that of the index `inbox_without_order`, which only PostgreSQL has, handled
  ///   notifications are not read.
  package func inboxCounts(_ condition: String = "") throws -> [InboxCount] {
    try rows(
      """
      SELECT provider, account, mode, state, is_recognised, count(*) FROM inbox \(condition) GROUP BY 1, 2, 3, 4, 5
      """, []
    ).map { try InboxCount($0) }
  }
}

// MARK: Webhooks

extension DatabaseTransaction {
  /// - Throws: `StoreError.inconsistent` for a message of another checkout.
  package func insert(_ delivery: WebhookDelivery, of checkout: Checkout) throws {
    try delivery.requireBelonging(to: checkout.id)
    try insert(
      delivery.key + ["body": try .json(delivery.body), "created_at": .moment(delivery.createdAt)]
        + delivery.changingColumns, into: "webhooks")
    // A few with every new one: as many as come, and no commit becomes long.
    try run(
      """
      DELETE FROM webhooks WHERE (checkout, sequence, endpoint) IN (
        SELECT checkout, sequence, endpoint FROM webhooks
        WHERE closed_at < $1 AND due_at IS NULL ORDER BY closed_at LIMIT 4
        \(Self.forDeletion) \(Self.skippingLocked))
      """, [.moment(delivery.createdAt - WebhookDelivery.memory)])
  }

  /// Locks one delivery after the other, in the order of their ids: two transactions that change the same deliveries in
  /// different orders would wait for each other. The updates of one delivery stay in their order.
  /// - Throws: `StoreError.inconsistent` for a message of another checkout.
  package func enter(_ updates: [WebhookUpdate], of checkout: Checkout) throws {
    for update in updates.sorted(by: { $0.id.orderOfLocks < $1.id.orderOfLocks }) {
      guard var delivery = try webhook(update.id, Self.forChange) else { continue }
      try delivery.requireBelonging(to: checkout.id)
      if delivery.apply(update.change) { try self.update(delivery) }
    }
  }

  /// Changes the latest messages of a filter.
  /// - Returns: Their checkouts.
  package func changeWebhooks(
    _ filter: WebhookFilter, limit: Int, decide: (WebhookDelivery, Checkout) -> (WebhookDeliveryChange, LogEntry)
  ) throws -> [CheckoutID] {
    let found = try webhooks(filter, limit: limit, changing: true)
    let checkouts = try checkouts(Set(found.map(\.id.message.checkout)))
    for var delivery in found {
      guard let checkout = checkouts[delivery.id.message.checkout] else { throw StoreError.notFound }
      let (change, entry) = decide(delivery, checkout)
      if delivery.apply(change) { try update(delivery) }
      try enter([entry], of: checkout)
    }
    return found.map(\.id.message.checkout)
  }

  /// Writes what can change of a delivery.
  private func update(_ delivery: WebhookDelivery) throws {
    try update("webhooks", delivery.changingColumns, where: delivery.key)
  }

  package func bringForwardWebhooks(to now: Moment) throws {
    try run("UPDATE webhooks SET due_at = $1 WHERE due_at > $1", [.moment(now)])
  }

  /// - Parameter lock: `forChange` to change it.
  package func webhook(_ id: WebhookDelivery.ID, _ lock: String = "") throws -> WebhookDelivery? {
    try row(
      """
      SELECT \(WebhookDelivery.columns) FROM webhooks WHERE checkout = $1 AND sequence = $2 AND endpoint = $3 \(lock)
      """,
      [.text(id.message.checkout.text), .int(id.message.sequence), .text(id.endpoint.text)]
    ).map { try WebhookDelivery($0) }
  }

  package func webhookBacklog() throws -> [WebhookBacklog] {
    try WebhookBacklog.all(
      rows(
        "SELECT endpoint, state, count(*), min(created_at) FROM webhooks WHERE state <> 'delivered' GROUP BY 1, 2", []))
  }
}

extension WebhookDelivery.ID {
  fileprivate var orderOfLocks: (String, Int, String) {
    (message.checkout.text, message.sequence, endpoint.text)
  }
}

extension WebhookDelivery {
  fileprivate var key: StoredColumns {
    [
      "checkout": .text(id.message.checkout.text), "sequence": .int(id.message.sequence),
      "endpoint": .text(id.endpoint.text),
    ]
  }

  fileprivate var changingColumns: StoredColumns {
    [
      "state": .text(state.rawValue), "attempts": .int(attempts), "due_at": .moment(dueAt),
      "closed_at": .moment(closedAt), "last_result": .text(lastResult),
    ]
  }
}
