#if PostgreSQL
  import FerryCheckout
  import FerryCore
  package import FerryEngine
  import FerryProvider

  /// A checkout as it is to be changed.
  struct StoredCheckout {
    let file: CheckoutFile
    /// True if its last change is not known to be on disk.
    let waits: Bool
    /// The number of its account's last counted reference.
    let lastReference: Int64
    /// The server that does its work; nil if none is known.
    let owner: Int64?
  }

  extension PostgresTransaction {
    /// Everything of a checkout that a change of it needs, or nil.
    /// - Throws: `DamagedRow`.
    func storedCheckout(_ id: CheckoutID) throws -> StoredCheckout? {
      let rows = try rows(
        """
        SELECT \(Self.fileColumns), waits, coalesce((
          SELECT reference_numbers.number FROM reference_numbers
          WHERE reference_numbers.provider = checkouts.provider AND reference_numbers.account = checkouts.account
            AND reference_numbers.mode = checkouts.mode
          ORDER BY reference_numbers.number DESC LIMIT 1), 0), checkouts.owner
        FROM \(Self.fileTables) WHERE checkouts.id = $1 ORDER BY commands.number
        """, [.text(id.text)])
      guard let first = rows.first, let file = try CheckoutFile(rows) else { return nil }
      return StoredCheckout(
        file: file, waits: first.bool(14), lastReference: first.int(15), owner: first.intIfPresent(16))
    }

    /// Checkouts with something postponed beyond a moment, by id.
    func checkouts(
      waitingBeyond moment: Moment, after last: CheckoutID?, limit: Int, besides unreadable: Set<CheckoutID>
    ) throws -> [CheckoutID] {
      try rows(
        """
        (SELECT id FROM checkouts WHERE id > $1 AND id <> ALL($2) AND wake_at > $3 ORDER BY id LIMIT $4)
        UNION
        (SELECT DISTINCT checkout FROM commands WHERE checkout > $1 AND checkout <> ALL($2) AND not_before > $3
          ORDER BY checkout LIMIT $4)
        ORDER BY 1 LIMIT $4
        """,
        [.text(last?.text ?? ""), .texts(unreadable.map(\.text)), .moment(moment), .int(limit)]
      ).map { CheckoutID($0.text(0)) }
    }
  }

  // MARK: Writing

  extension PostgresTransaction {
    package func upsert(_ command: StoredCommand) throws {
      try run(
        """
        INSERT INTO commands
          (provider, account, mode, checkout, number, not_before, created_at, body, request_content, owner)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce((SELECT owner FROM checkouts WHERE id = $4), 0))
        ON CONFLICT (checkout, number) DO UPDATE SET not_before = excluded.not_before, body = excluded.body,
          request_content = excluded.request_content, owner = excluded.owner
        """,
        command.account.columns.values + [
          .text(command.checkout.text), .int(command.command.number), .moment(command.notBefore),
          .moment(command.createdAt), .text(try command.body), .bytes(command.request?.content),
        ])
    }

    /// Makes everything that was committed of a checkout durable: the commit of this change waits for the disk, which has the
    /// earlier ones before it. Nothing is written if it is durable already.
    func flush(_ id: CheckoutID) throws {
      _ = try count("UPDATE checkouts SET waits = false WHERE id = $1 AND waits", [.text(id.text)])
    }
  }
#endif
