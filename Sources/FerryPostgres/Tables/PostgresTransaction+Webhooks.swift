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
        guard delivery.apply(update.change) else { continue }
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

    func bringForwardWebhooks(to now: Moment) throws {
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

    /// The latest messages of a filter, newest first.
    /// - Parameter changing: True to lock them.
    func webhooks(_ filter: WebhookFilter, limit: Int, changing: Bool = false) throws -> [WebhookDelivery] {
      let lock = changing ? "FOR NO KEY UPDATE" : ""
      let rows =
        if let checkout = filter.checkout {
          try webhooks(of: checkout, filter, limit: limit, lock)
        } else {
          try listedWebhooks(filter, limit: limit, lock)
        }
      return try rows.map { try WebhookDelivery($0) }
    }

    /// Those of a checkout, which has few.
    private func webhooks(
      of checkout: CheckoutID, _ filter: WebhookFilter, limit: Int, _ lock: String
    ) throws -> [PostgresRow] {
      let ofShops = filter.shops.map { [PostgresValue.texts($0.map(\.text))] } ?? []
      return try rows(
        """
        SELECT \(WebhookDelivery.columns) FROM webhooks
        WHERE checkout = $1 AND sequence = coalesce($2, sequence) AND endpoint = coalesce($3, endpoint)
          AND state = coalesce($4, state) AND mode = coalesce($5, mode) \(ofShops.isEmpty ? "" : "AND shop = ANY($7)")
        ORDER BY created_at DESC, checkout DESC, sequence DESC, endpoint LIMIT $6 \(lock)
        """,
        [
          .text(checkout.text), .int(filter.sequence.map { Int64($0) }), .text(filter.endpoint?.text),
          .text(filter.state?.rawValue), .text(filter.mode?.rawValue), .int(limit),
        ] + ofShops)
    }

    /// Merges the groups that a filter takes.
    private func listedWebhooks(_ filter: WebhookFilter, limit: Int, _ lock: String) throws -> [PostgresRow] {
      let groups = try groups(in: "webhooks", by: WebhookGroup.names, of: filter.shops)
        .map { WebhookGroup($0) }.filter { $0.isTaken(by: filter) }
      guard !groups.isEmpty else { return [] }
      return try rows(
        """
        SELECT listed.*
        FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS taken (shop, mode, endpoint, state)
          CROSS JOIN LATERAL (
            SELECT \(WebhookDelivery.columns) FROM webhooks
            WHERE webhooks.shop = taken.shop AND webhooks.mode = taken.mode
              AND webhooks.endpoint = taken.endpoint AND webhooks.state = taken.state
            ORDER BY created_at DESC, checkout DESC, sequence DESC LIMIT $1 \(lock)) AS listed
        ORDER BY listed.created_at DESC, listed.checkout DESC, listed.sequence DESC, listed.endpoint LIMIT $1
        """,
        [
          .int(limit), .texts(groups.map(\.shop)), .texts(groups.map(\.mode)), .texts(groups.map(\.endpoint)),
          .texts(groups.map(\.state)),
        ])
    }

    func webhookBacklog() throws -> [WebhookBacklog] {
      try WebhookBacklog.all(
        rows(
          """
          SELECT endpoint, state, count(*), min(created_at) FROM webhooks WHERE state <> 'delivered' GROUP BY 1, 2
          """))
    }
  }

  /// The messages that are alike in everything that a list is filtered by, but the time. A message changes its group
  /// with its state.
  private struct WebhookGroup {
    let shop: String
    let mode: String
    let endpoint: String
    let state: String

    static let names = ["shop", "mode", "endpoint", "state"]

    /// Reads the columns of these names.
    init(_ row: PostgresRow) {
      shop = row.text(0)
      mode = row.text(1)
      endpoint = row.text(2)
      state = row.text(3)
    }

    /// Returns true if a filter takes messages of the group. Its shops have been chosen before.
    func isTaken(by filter: WebhookFilter) -> Bool {
      mode == filter.mode?.rawValue ?? mode && endpoint == filter.endpoint?.text ?? endpoint
        && state == filter.state?.rawValue ?? state
    }
  }
#endif
