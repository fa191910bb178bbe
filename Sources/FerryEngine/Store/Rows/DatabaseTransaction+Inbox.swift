package import FerryCheckout
package import FerryCore
import FerryProvider

extension DatabaseTransaction {
  /// Updates the columns of a notification that can change.
  package func update(_ number: InboxNumber, to entry: InboxEntry) throws {
    try update("inbox", entry.changingColumns, where: ["number": .int(number)])
  }

  /// Deletes a few with every new one: as many as come, and no commit becomes long.
  package func forgetClosedNotifications(before moment: Moment) throws {
    try run(
      """
      DELETE FROM inbox WHERE number IN (
        SELECT number FROM inbox WHERE closed_at < $1 AND due_at IS NULL ORDER BY closed_at LIMIT 4
        \(Self.skippingLocked))
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
        WHERE closed_at < $1 AND due_at IS NULL ORDER BY closed_at LIMIT 4 \(Self.skippingLocked))
      """, [.moment(delivery.createdAt - WebhookDelivery.memory)])
  }

  /// Writes what can change of a delivery.
  package func update(_ delivery: WebhookDelivery) throws {
    try update("webhooks", delivery.changingColumns, where: delivery.key)
  }

  package func bringForwardWebhooks(to now: Moment) throws {
    try run("UPDATE webhooks SET due_at = $1 WHERE due_at > $1", [.moment(now)])
  }

  package func webhook(_ id: WebhookDelivery.ID) throws -> WebhookDelivery? {
    try row(
      "SELECT \(WebhookDelivery.columns) FROM webhooks WHERE checkout = $1 AND sequence = $2 AND endpoint = $3",
      [.text(id.message.checkout.text), .int(id.message.sequence), .text(id.endpoint.text)]
    ).map { try WebhookDelivery($0) }
  }

  package func webhookBacklog() throws -> [WebhookBacklog] {
    try WebhookBacklog.all(
      rows(
        "SELECT endpoint, state, count(*), min(created_at) FROM webhooks WHERE state <> 'delivered' GROUP BY 1, 2", []))
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
