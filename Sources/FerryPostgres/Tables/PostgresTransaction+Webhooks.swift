#if PostgreSQL
  import FerryCheckout
  import FerryCore
  package import FerryEngine

  extension PostgresTransaction {
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

    package func webhooks(_ filter: WebhookFilter, limit: Int, changing: Bool = false) throws -> [WebhookDelivery] {
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
      let ofShops = filter.shops.map { [StatementValue.texts($0.map(\.text))] } ?? []
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

    /// Merges the groups that a filter includes.
    private func listedWebhooks(_ filter: WebhookFilter, limit: Int, _ lock: String) throws -> [PostgresRow] {
      let groups = try groups(in: "webhooks", by: WebhookGroup.names, of: filter.shops)
        .map { WebhookGroup($0) }.filter { $0.matches(filter) }
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

    /// Returns true if a filter includes the messages of the group. Its shops have been chosen before.
    func matches(_ filter: WebhookFilter) -> Bool {
      mode == filter.mode?.rawValue ?? mode && endpoint == filter.endpoint?.text ?? endpoint
        && state == filter.state?.rawValue ?? state
    }
  }
#endif
