import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  // MARK: Writing

  func setLastMessage(_ sequence: Int, of id: CheckoutID) throws {
    try run(
      "INSERT INTO last_messages (checkout, sequence) VALUES (?, ?) ON CONFLICT DO UPDATE SET sequence = excluded.sequence",
      [id.text, sequence])
  }

  /// - Throws: `StoreError.inconsistent` for a message of another checkout.
  func insert(_ delivery: WebhookDelivery, of checkout: Checkout) throws {
    try delivery.requireBelonging(to: checkout.id)
    try run(
      """
      INSERT INTO webhooks (\(WebhookDelivery.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        delivery.id.endpoint.text, delivery.id.message.checkout.text, delivery.id.message.sequence,
        StoredJSON.text(delivery.body), delivery.createdAt.milliseconds, delivery.state.rawValue, delivery.attempts,
        delivery.dueAt?.milliseconds, delivery.closedAt?.milliseconds, delivery.lastResult,
      ])
    try forgetClosedWebhooks(before: delivery.createdAt - WebhookDelivery.memory)
  }

  /// Deletes a few with every new one: as many as come, and no commit becomes long.
  private func forgetClosedWebhooks(before moment: Moment) throws {
    try run(
      """
      DELETE FROM webhooks WHERE (checkout, sequence, endpoint) IN (
        SELECT checkout, sequence, endpoint FROM webhooks
        WHERE closed_at < ? AND due_at IS NULL ORDER BY closed_at LIMIT 4)
      """, [moment.milliseconds])
  }

  /// - Throws: `StoreError.inconsistent` for a message of another checkout.
  func enter(_ update: WebhookUpdate, of checkout: Checkout) throws {
    guard var delivery = try webhook(update.id) else { return }
    try delivery.requireBelonging(to: checkout.id)
    guard delivery.apply(update.change) else { return }
    try run(
      """
      UPDATE webhooks SET state = ?, attempts = ?, due_at = ?, closed_at = ?, last_result = ?
      WHERE checkout = ? AND sequence = ? AND endpoint = ?
      """,
      [
        delivery.state.rawValue, delivery.attempts, delivery.dueAt?.milliseconds, delivery.closedAt?.milliseconds,
        delivery.lastResult, delivery.id.message.checkout.text, delivery.id.message.sequence,
        delivery.id.endpoint.text,
      ])
  }

  func bringForwardWebhooks(to now: Moment) throws {
    try run("UPDATE webhooks SET due_at = ? WHERE due_at > ?", [now.milliseconds, now.milliseconds])
  }

  // MARK: Reading

  func dueWebhooks(at now: Moment, _ demand: WebhookDemand) throws -> [WebhookDelivery.ID] {
    try rows(
      """
      SELECT checkout, sequence FROM webhooks WHERE endpoint = ? AND due_at <= ?
      ORDER BY due_at, checkout, sequence LIMIT ?
      """, [demand.endpoint.text, now.milliseconds, demand.limit]
    ).map {
      WebhookDelivery.ID(
        endpoint: demand.endpoint, message: WebhookMessageID(checkout: CheckoutID($0[0]), sequence: $0[1]))
    }
  }

  /// The first moment after `moment` when a message to one of some endpoints is due.
  func nextWebhook(after moment: Moment, _ endpoints: [WebhookEndpointID]) throws -> Moment? {
    try endpoints.compactMap { endpoint -> Int64? in
      try row(
        "SELECT min(due_at) FROM webhooks WHERE endpoint = ? AND due_at > ?", [endpoint.text, moment.milliseconds])?[0]
    }.min().map(Moment.init(milliseconds:))
  }

  func webhook(_ id: WebhookDelivery.ID) throws -> WebhookDelivery? {
    try row(
      "SELECT \(WebhookDelivery.columns) FROM webhooks WHERE checkout = ? AND sequence = ? AND endpoint = ?",
      [id.message.checkout.text, id.message.sequence, id.endpoint.text]
    ).map { try WebhookDelivery($0) }
  }

  func webhooks(_ filter: WebhookFilter, limit: Int) throws -> [WebhookDelivery] {
    var conditions: [String] = []
    var arguments: StatementArguments = []
    if let checkout = filter.checkout {
      conditions.append("checkout = ?")
      arguments += [checkout.text]
    }
    if let sequence = filter.sequence {
      conditions.append("sequence = ?")
      arguments += [sequence]
    }
    if let endpoint = filter.endpoint {
      conditions.append("endpoint = ?")
      arguments += [endpoint.text]
    }
    if let state = filter.state {
      // The second condition lets SQLite use the index of undelivered messages.
      conditions.append(state == .delivered ? "state = ?" : "state = ? AND state <> 'delivered'")
      arguments += [state.rawValue]
    }
    for (column, values) in [("shop", filter.shops?.map(\.text)), ("mode", filter.mode.map { [$0.rawValue] })] {
      guard let values else { continue }
      conditions.append(
        """
        EXISTS (SELECT 1 FROM checkouts JOIN orders ON orders.id = checkouts.order_id
          WHERE checkouts.id = webhooks.checkout
            AND orders.\(column) IN (\(Array(repeating: "?", count: values.count).joined(separator: ", "))))
        """)
      arguments += StatementArguments(values)
    }
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    return try rows(
      """
      SELECT \(WebhookDelivery.columns) FROM webhooks \(condition)
      ORDER BY created_at DESC, checkout DESC, sequence DESC, endpoint LIMIT ?
      """, arguments + [limit]
    ).map { try WebhookDelivery($0) }
  }

  func webhookBacklog() throws -> [WebhookBacklog] {
    try WebhookBacklog.all(
      rows("SELECT endpoint, state, count(*), min(created_at) FROM webhooks WHERE state <> 'delivered' GROUP BY 1, 2"))
  }
}
