#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
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
    /// Everything of a checkout, or nil.
    /// - Throws: `DamagedRow`.
    func file(_ id: CheckoutID) throws -> CheckoutFile? {
      try Self.file(try rows("\(Self.files) WHERE checkouts.id = $1 ORDER BY commands.number", [.text(id.text)]))
    }

    /// The same, with everything that a change of it needs.
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
      guard let first = rows.first, let file = try Self.file(rows) else { return nil }
      return StoredCheckout(
        file: file, waits: first.bool(15), lastReference: first.int(16), owner: first.intIfPresent(17))
    }

    /// Checkouts in the order of their ids, without those that cannot be read.
    func files(_ ids: [CheckoutID], _ damage: Damage<PostgresStoreError>) throws -> [CheckoutFile] {
      guard !ids.isEmpty else { return [] }
      let rows = try rows(
        "\(Self.files) WHERE checkouts.id = ANY($1) ORDER BY checkouts.id, commands.number",
        [.texts(ids.map(\.text))])
      let files = Dictionary(grouping: rows) { $0.text(8) }
      return try ids.compactMap { id in try damage.skipping { try Self.file(files[id.text] ?? []) } }
    }

    private static let files = "SELECT \(fileColumns) FROM \(fileTables)"

    /// A row for each command, or one without: the columns of the checkout are repeated in each.
    private static let fileColumns = "\(CheckoutFile.columns), fence, commands.body, commands.request_content"

    private static let fileTables = """
      checkouts JOIN orders ON orders.id = order_id
        LEFT JOIN buyer_details ON buyer_details.checkout = checkouts.id
        LEFT JOIN commands ON commands.checkout = checkouts.id
      """

    /// - Parameter rows: Those of one checkout; nil if there are none.
    private static func file(_ rows: [PostgresRow]) throws -> CheckoutFile? {
      guard let first = rows.first else { return nil }
      var file = try CheckoutFile(first) { _ in
        try rows.filter { $0.bytesIfPresent(13) != nil }.map { try StoredCommand($0, from: 13) }
      }
      file.fence = first.int(12)
      return file
    }

    /// Checkouts alone, by their ids.
    /// - Throws: `DamagedRow`.
    func checkouts(_ ids: Set<CheckoutID>) throws -> [CheckoutID: Checkout] {
      var checkouts: [CheckoutID: Checkout] = [:]
      for row in try rows("SELECT id, body FROM checkouts WHERE id = ANY($1)", [.texts(ids.map(\.text))]) {
        let id = CheckoutID(row.text(0))
        do { checkouts[id] = try row.json(1) } catch { throw DamagedRow(error.reason, of: id) }
      }
      return checkouts
    }

    func isCheckout(_ id: CheckoutID) throws -> Bool {
      try row("SELECT 1 FROM checkouts WHERE id = $1", [.text(id.text)]) != nil
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
    /// - Parameter owner: The server that opens it.
    func insert(_ file: CheckoutFile, owner: Int64?, fence: Int64) throws {
      let checkout = file.checkout
      try run(
        """
        INSERT INTO checkouts
          (provider, account, mode, id, order_id, created_at, owner, fence,
           phase, is_live, is_final, wake_at, overdue_at, body, round_trips, return_urls, record, left_at, returned_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
        """,
        checkout.accountID.columns + [
          .text(checkout.id.text), .text(checkout.order.text), .moment(checkout.createdAt), .int(owner), .int(fence),
        ] + Self.changing(file))
      if file.hasBuyer { try upsertBuyer(of: file) }
      for command in file.outstanding { try upsert(command) }
      try list(checkout)
      if file.lastMessage > 0 { try setLastMessage(file.lastMessage, of: checkout.id) }
    }

    /// Writes what differs between two states of a checkout.
    /// - Parameter waits: True if the change waits for a later flush.
    func update(_ stored: StoredCheckout, to new: CheckoutFile, waits: Bool) throws {
      let old = stored.file
      if new.order != old.order { try update(new.order) }
      if !new.hasSameRow(as: old) || waits && !stored.waits {
        try run(
          """
          UPDATE checkouts SET phase = $1, is_live = $2, is_final = $3, wake_at = $4, overdue_at = $5, body = $6,
            round_trips = $7, return_urls = $8, record = $9, left_at = $10, returned_at = $11, waits = $12
          WHERE id = $13
          """, try Self.changing(new) + [.bool(waits), .text(new.checkout.id.text)])
      }
      try list(new.checkout, insteadOf: old.checkout)
      if new.details != old.details || new.buyerFacts != old.buyerFacts {
        if new.hasBuyer { try upsertBuyer(of: new) } else { try forget(new.checkout.id) }
      }
      if new.outstanding != old.outstanding { try update(old.outstanding, to: new.outstanding) }
      if new.lastMessage != old.lastMessage { try setLastMessage(new.lastMessage, of: new.checkout.id) }
    }

    /// The columns that change: one statement writes them all, because each update writes the whole row.
    private static func changing(_ file: CheckoutFile) throws -> [PostgresValue] {
      let checkout = file.checkout
      return [
        .text(checkout.phase.name.rawValue), .bool(file.isLive), .bool(checkout.phase.isFinal),
        .moment(checkout.wakeAt), .moment(checkout.overdueAt), .text(try StoredJSON.text(checkout)),
        .text(try StoredJSON.text(file.roundTrips)), .text(try file.returnURLs), .bytes(file.record),
        .moment(file.firstStay?.leftAt), .moment(file.firstStay?.returnedAt),
      ]
    }

    private func upsertBuyer(of file: CheckoutFile) throws {
      try run(
        """
        INSERT INTO buyer_details (checkout, body, facts, email, stated_email) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (checkout) DO UPDATE SET body = excluded.body, facts = excluded.facts, email = excluded.email,
          stated_email = excluded.stated_email
        """,
        [
          .text(file.checkout.id.text), .text(try file.details.map { try StoredJSON.text($0) }),
          .text(try file.buyerFacts.map { try StoredJSON.text($0) }), Self.lookUp(file.details?.buyer?.email),
          Self.lookUp(file.buyerFacts?.email),
        ])
    }

    /// The copy of an address for the look-up. One with a NUL, which PostgreSQL cannot hold, is in the JSON alone.
    private static func lookUp(_ email: String?) -> PostgresValue {
      .text(email.flatMap { $0.utf8.contains(0) ? nil : $0 })
    }

    func forget(_ id: CheckoutID) throws {
      try run("DELETE FROM buyer_details WHERE checkout = $1", [.text(id.text)])
    }

    /// True if the last change of a checkout is not known to be on disk.
    func waits(_ id: CheckoutID) throws -> Bool {
      try row("SELECT waits FROM checkouts WHERE id = $1", [.text(id.text)])?.bool(0) ?? false
    }

    /// Makes everything that was committed of a checkout durable: the commit of this change waits for the disk, which has the
    /// earlier ones before it.
    func flush(_ id: CheckoutID) throws {
      _ = try count("UPDATE checkouts SET waits = false WHERE id = $1 AND waits", [.text(id.text)])
    }
  }

  extension CheckoutFile {
    /// True if the row in `checkouts` is as it was.
    fileprivate func hasSameRow(as old: CheckoutFile) -> Bool {
      checkout == old.checkout && isLive == old.isLive && roundTrips == old.roundTrips
        && sentReturnURLs == old.sentReturnURLs && record == old.record && firstStay == old.firstStay
    }
  }
#endif
