#if PostgreSQL
  import FerryCheckout
  import FerryCore
  package import FerryEngine

  extension PostgresTransaction {
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
      // The messages of a group are alike in everything that a list is filtered by, but the time.
      // The wanted values are in the order of the columns; nil: any. The shops have been chosen already.
      let wanted = [nil, filter.mode?.rawValue, filter.endpoint?.text, filter.state?.rawValue]
      let groups = try groups(in: "webhooks", by: ["shop", "mode", "endpoint", "state"], of: filter.shops)
        .map { row in wanted.indices.map { row.text($0) } }
        .filter { group in zip(group, wanted).allSatisfy { $0 == ($1 ?? $0) } }
      guard !groups.isEmpty else { return [] }
      var values: [StatementValue] =
        [.int(limit)] + wanted.indices.map { column in .texts(groups.map { $0[column] }) }
      let follows = filter.after.map { "AND " + $0.isFollowed(&values) } ?? ""
      return try rows(
        """
        SELECT listed.*
        FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS taken (shop, mode, endpoint, state)
          CROSS JOIN LATERAL (
            SELECT \(WebhookDelivery.columns) FROM webhooks
            WHERE webhooks.shop = taken.shop AND webhooks.mode = taken.mode
              AND webhooks.endpoint = taken.endpoint AND webhooks.state = taken.state \(follows)
            ORDER BY created_at DESC, checkout DESC, sequence DESC LIMIT $1 \(lock)) AS listed
        ORDER BY listed.created_at DESC, listed.checkout DESC, listed.sequence DESC, listed.endpoint LIMIT $1
        """, values)
    }
  }
#endif
