#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine

  /// The owners of commands, or of messages: few, however many rows each has. A look reads the rows of those whose work it may
  /// do, and none of the others, who may have thousands due that a limit holds back.
  ///
  /// A row's owner is that of its checkout as far as it was known when either was written, or 0; if it differs, that of the
  /// checkout counts. It is never a server that is alive and does not own the checkout.
  enum OwnersOfRows {
    enum Table: String {
      case commands, webhooks

      /// The condition of the rows that are asked for, which begins an index with the owner behind it.
      /// - Parameter asked: The row with the columns of the question.
      func isAsked(_ asked: String) -> String {
        switch self {
        case .commands: "provider = \(asked).provider AND account = \(asked).account AND mode = \(asked).mode"
        case .webhooks: "endpoint = \(asked).endpoint AND due_at IS NOT NULL"
        }
      }
    }

    /// The table `owners` with the column `id`: each owner is found by one look into the index, the next one after it. The
    /// last row is null.
    static func of(_ asked: String, in table: Table) -> String {
      """
      WITH RECURSIVE owners (id) AS (
        SELECT min(owner) FROM \(table) WHERE \(table.isAsked(asked))
        UNION ALL
        SELECT (SELECT min(owner) FROM \(table) WHERE \(table.isAsked(asked)) AND owner > owners.id)
        FROM owners WHERE owners.id IS NOT NULL)
      """
    }

    /// A query for the first moment after $1 in a column of the rows that are asked for.
    static func first(_ column: String, _ asked: String, in table: Table) -> String {
      """
      \(of(asked, in: table)) SELECT min((
        SELECT min(\(column)) FROM \(table) WHERE \(table.isAsked(asked)) AND owner = owners.id AND \(column) > $1
      )) AS first FROM owners
      """
    }
  }

  // MARK: The next look

  extension DueWork {
    /// The first moments after now when work becomes due, whichever server owns it.
    /// - Returns: The moment of commands and timers, the moment of notifications, and the number of servers that are alive.
    func next(
      commands: [ProviderAccountID], notifications: [ProviderAccountID]
    ) throws -> PostgresQuestion<(work: Moment?, notification: Moment?, servers: Int)> {
      try PostgresQuestion(
        """
        SELECT least(
            (SELECT min(wake_at) FROM checkouts WHERE wake_at > $1),
            (SELECT min(first) FROM unnest($2::text[], $3::text[], $4::text[]) AS asked (provider, account, mode)
              CROSS JOIN LATERAL (\(OwnersOfRows.first("not_before", "asked", in: .commands))) AS each)),
          (SELECT min(first) FROM unnest($5::text[], $6::text[], $7::text[]) AS asked (provider, account, mode)
            CROSS JOIN LATERAL (
              SELECT min(due_at) AS first FROM inbox
              WHERE inbox.provider = asked.provider AND inbox.account = asked.account AND inbox.mode = asked.mode
                AND due_at > $1) AS each),
          (SELECT count(*) FROM servers WHERE \(PostgresTransaction.isAlive))
        """, [.moment(now)] + commands.columns + notifications.columns
      ) { rows in
        (rows.first?.momentIfPresent(0), rows.first?.momentIfPresent(1), Int(rows.first?.int(2) ?? 1))
      }
    }

    /// The first moment after now when a message to one of some endpoints is due.
    func nextDelivery(_ endpoints: [WebhookEndpointID]) throws -> PostgresQuestion<Moment?> {
      try PostgresQuestion(
        """
        SELECT min(first) FROM unnest($2::text[]) AS asked (endpoint)
          CROSS JOIN LATERAL (\(OwnersOfRows.first("due_at", "asked", in: .webhooks))) AS each
        """, [.moment(now), .texts(endpoints.map(\.text))]
      ) { $0.first?.momentIfPresent(0) }
    }
  }

  // MARK: Claims

  extension PostgresTransaction {
    /// Makes a server the owner of checkouts whose owner is not alive. Those that somebody else changes or claims meanwhile are
    /// left out.
    /// - Returns: The new fences.
    func claim(_ ids: [CheckoutID], for server: Int64) throws -> [CheckoutID: Int64] {
      let rows = try rows(
        """
        WITH free AS (
          SELECT checkouts.id FROM checkouts JOIN orders ON orders.id = order_id
          WHERE checkouts.id = ANY ($1)
            AND (owner IS NULL OR owner <> ALL (ARRAY(SELECT id FROM servers WHERE \(Self.keepsCheckouts))))
            AND EXISTS (SELECT 1 FROM servers WHERE servers.id = $2 AND \(Self.isAlive))
          ORDER BY orders.id FOR NO KEY UPDATE OF orders, checkouts SKIP LOCKED),
        claimed AS (
          UPDATE checkouts SET owner = $2, fence = fence + 1 FROM free WHERE checkouts.id = free.id
          RETURNING checkouts.id, fence),
        their_commands AS (UPDATE commands SET owner = $2 FROM free WHERE checkout = free.id),
        their_webhooks AS (UPDATE webhooks SET owner = $2 FROM free WHERE checkout = free.id)
        SELECT id, fence FROM claimed
        """, [.texts(ids.map(\.text)), .int(server)])
      return Dictionary(uniqueKeysWithValues: rows.map { (CheckoutID($0.text(0)), $0.int(1)) })
    }
  }
#endif
