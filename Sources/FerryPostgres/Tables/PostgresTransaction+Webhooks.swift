#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine

  extension PostgresTransaction {
    // MARK: Writing

    func setLastMessage(_ sequence: Int, of id: CheckoutID) throws {
      try run(
        """
        INSERT INTO last_messages (checkout, sequence) VALUES ($1, $2)
        ON CONFLICT (checkout) DO UPDATE SET sequence = excluded.sequence
        """, [.text(id.text), .int(sequence)])
    }

    /// - Throws: `StoreError.inconsistent` for a message of another checkout.
    func insert(_ deliveries: [WebhookDelivery], of checkout: Checkout) throws {
      for delivery in deliveries {
        try delivery.requireBelonging(to: checkout.id)
        try run(
          "INSERT INTO webhooks (\(WebhookDelivery.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
          [
            .text(delivery.id.endpoint.text), .text(delivery.id.message.checkout.text),
            .int(delivery.id.message.sequence), .text(try StoredJSON.text(delivery.body)),
            .moment(delivery.createdAt), .text(delivery.state.rawValue), .int(delivery.attempts),
            .moment(delivery.dueAt), .moment(delivery.closedAt), .text(delivery.lastResult),
          ])
        try forgetClosedWebhooks(before: delivery.createdAt - WebhookDelivery.memory)
      }
    }

    /// Deletes a few with every new one: as many as come, and no commit becomes long.
    private func forgetClosedWebhooks(before moment: Moment) throws {
      try run(
        """
        DELETE FROM webhooks WHERE (checkout, sequence, endpoint) IN (
          SELECT checkout, sequence, endpoint FROM webhooks
          WHERE closed_at < $1 AND due_at IS NULL ORDER BY closed_at LIMIT 4 FOR UPDATE SKIP LOCKED)
        """, [.moment(moment)])
    }

    /// - Throws: `StoreError.inconsistent` for a message of another checkout.
    func enter(_ updates: [WebhookUpdate], of checkout: Checkout) throws {
      guard !updates.isEmpty else { return }
      var deliveries = try webhooks(updates.map(\.id))
      for update in updates {
        guard var delivery = deliveries[update.id] else { continue }
        try delivery.requireBelonging(to: checkout.id)
        guard delivery.take(update.change) else { continue }
        deliveries[update.id] = delivery
        try self.update(delivery)
      }
    }

    /// Writes what can change of a delivery.
    func update(_ delivery: WebhookDelivery) throws {
      try run(
        """
        UPDATE webhooks SET state = $1, attempts = $2, due_at = $3, closed_at = $4, last_result = $5
        WHERE checkout = $6 AND sequence = $7 AND endpoint = $8
        """,
        [
          .text(delivery.state.rawValue), .int(delivery.attempts), .moment(delivery.dueAt),
          .moment(delivery.closedAt), .text(delivery.lastResult), .text(delivery.id.message.checkout.text),
          .int(delivery.id.message.sequence), .text(delivery.id.endpoint.text),
        ])
    }

    func hastenWebhooks(to now: Moment) throws {
      try run("UPDATE webhooks SET due_at = $1 WHERE due_at > $1", [.moment(now)])
    }

    // MARK: Reading

    func webhook(_ id: WebhookDelivery.ID) throws -> WebhookDelivery? {
      try row(
        "SELECT \(WebhookDelivery.columns) FROM webhooks WHERE checkout = $1 AND sequence = $2 AND endpoint = $3",
        [.text(id.message.checkout.text), .int(id.message.sequence), .text(id.endpoint.text)]
      ).map { try WebhookDelivery($0) }
    }

    /// Locks the deliveries that are known of some, always in the same order.
    private func webhooks(_ ids: [WebhookDelivery.ID]) throws -> [WebhookDelivery.ID: WebhookDelivery] {
      let deliveries = try rows(
        """
        SELECT \(WebhookDelivery.columns) FROM webhooks
        WHERE (checkout, sequence, endpoint) IN (SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]))
        ORDER BY checkout, sequence, endpoint FOR NO KEY UPDATE
        """,
        [
          .texts(ids.map(\.message.checkout.text)), .ints(ids.map { Int64($0.message.sequence) }),
          .texts(ids.map(\.endpoint.text)),
        ]
      ).map { try WebhookDelivery($0) }
      return Dictionary(uniqueKeysWithValues: deliveries.map { ($0.id, $0) })
    }

    /// - Parameter changing: True to lock them.
    func webhooks(_ filter: WebhookFilter, limit: Int, changing: Bool = false) throws -> [WebhookDelivery] {
      var values: [PostgresValue] = []
      var conditions: [String] = []
      func add(_ condition: (_ value: String) -> String, _ value: PostgresValue) {
        values.append(value)
        conditions.append(condition("$\(values.count)"))
      }
      if let checkout = filter.checkout { add({ "checkout = \($0)" }, .text(checkout.text)) }
      if let sequence = filter.sequence { add({ "sequence = \($0)" }, .int(sequence)) }
      if let endpoint = filter.endpoint { add({ "endpoint = \($0)" }, .text(endpoint.text)) }
      if let state = filter.state {
        // The second condition lets PostgreSQL use the index of undelivered messages.
        add({ "state = \($0)" + (state == .delivered ? "" : " AND state <> 'delivered'") }, .text(state.rawValue))
      }
      for (column, names) in [("shop", filter.shops?.map(\.text)), ("mode", filter.mode.map { [$0.rawValue] })] {
        guard let names else { continue }
        add(
          { value in
            """
            EXISTS (SELECT 1 FROM checkouts JOIN orders ON orders.id = order_id
              WHERE checkouts.id = webhooks.checkout AND orders.\(column) = ANY(\(value)))
            """
          }, .texts(names))
      }
      return try rows(
        """
        SELECT \(WebhookDelivery.columns) FROM webhooks
        \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
        ORDER BY created_at DESC, checkout DESC, sequence DESC, endpoint LIMIT $\(values.count + 1)
        \(changing ? "FOR NO KEY UPDATE" : "")
        """, values + [.int(limit)]
      ).map { try WebhookDelivery($0) }
    }

    func webhookBacklog() throws -> [WebhookBacklog] {
      try WebhookBacklog.all(
        rows(
          """
          SELECT endpoint, state, count(*), min(created_at) FROM webhooks WHERE state <> 'delivered' GROUP BY 1, 2
          """))
    }
  }
#endif
