#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryProvider

  extension PostgresTransaction {
    func update(_ old: [StoredCommand], to new: [StoredCommand]) throws {
      for command in old where !new.contains(where: { $0.command.number == command.command.number }) {
        try run(
          "DELETE FROM commands WHERE checkout = $1 AND number = $2",
          [.text(command.checkout.text), .int(command.command.number)])
      }
      for command in new where !old.contains(command) { try upsert(command) }
    }

    func upsert(_ command: StoredCommand) throws {
      try run(
        """
        INSERT INTO commands
          (provider, account, mode, checkout, number, not_before, created_at, body, request_content, owner)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce((SELECT owner FROM checkouts WHERE id = $4), 0))
        ON CONFLICT (checkout, number) DO UPDATE SET not_before = excluded.not_before, body = excluded.body,
          request_content = excluded.request_content, owner = excluded.owner
        """,
        command.account.columns + [
          .text(command.checkout.text), .int(command.command.number), .moment(command.notBefore),
          .moment(command.createdAt), .text(try command.body), .bytes(command.request?.content),
        ])
    }

    /// The backlog of each account.
    func backlog(at now: Moment) throws -> [Backlog] {
      try Backlog.all(
        commands: rows(
          "SELECT provider, account, mode, count(*), min(created_at), min(not_before) FROM commands GROUP BY 1, 2, 3"),
        held: rows("SELECT provider, account, mode, count(*) FROM checkouts WHERE phase = 'held' GROUP BY 1, 2, 3"),
        overdue: rows(
          """
          SELECT provider, account, mode, count(*) FROM (
            SELECT id, provider, account, mode FROM checkouts WHERE overdue_at <= $1
            UNION SELECT checkout, provider, account, mode FROM commands WHERE created_at <= $2
          ) AS overdue GROUP BY 1, 2, 3
          """, [.moment(now), .moment(now - Checkout.patience)]),
        inbox: inboxCounts("WHERE state IN ('unmatched', 'expired')"))
    }
  }
#endif
