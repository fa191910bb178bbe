#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryProvider

  extension PostgresTransaction {
    // MARK: Storing

    /// - Returns: With the checkout that it names.
    func accept(_ entry: InboxEntry, _ limits: InboxLimits) throws -> (InboxAcceptance, CheckoutID?) {
      let known = try row(
        """
        SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND identity = $4
        FOR NO KEY UPDATE
        """, entry.account.columns + [.text(entry.identity)])
      let owner = try owner(of: entry.references, entry.account)
      if let known {
        let found = try notifications([known.int(0)])
        for (number, old) in found {
          var new = old
          if new.comeAgain(at: entry.receivedAt) { try update(number, to: new) }
        }
        return (.repeated, owner)
      }
      guard entry.isAuthenticated || owner != nil else { return (.foreign, nil) }
      try insert(entry)
      try forgetClosed(before: entry.receivedAt - limits.memory)
      try expireUnmatched(entry.account, above: limits.unmatched, at: entry.receivedAt)
      return (.kept, owner)
    }

    private func insert(_ entry: InboxEntry) throws {
      try run(
        """
        WITH entered AS (
          INSERT INTO inbox (\(InboxEntry.columns))
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING number)
        INSERT INTO inbox_references (number, place, kind, value)
        SELECT number, place, kind, value
        FROM entered, unnest($15::text[], $16::text[]) WITH ORDINALITY AS named (kind, value, place)
        """,
        entry.account.columns + [
          .text(entry.identity), .bool(entry.isAuthenticated), .text(entry.kind), .bool(entry.isRecognised),
          .bytes(entry.body), .moment(entry.receivedAt), .text(entry.state.rawValue), .int(entry.attempts),
          .int(entry.repetitions), .moment(entry.dueAt), .moment(entry.closedAt),
          .texts(entry.references.map(\.kind)), .texts(entry.references.map(\.value)),
        ])
    }

    /// Deletes a few with every new one: as many as come, and no commit becomes long.
    private func forgetClosed(before moment: Moment) throws {
      try run(
        """
        DELETE FROM inbox WHERE number IN (
          SELECT number FROM inbox WHERE closed_at < $1 AND due_at IS NULL ORDER BY closed_at LIMIT 4
          FOR UPDATE SKIP LOCKED)
        """, [.moment(moment)])
    }

    private func expireUnmatched(_ account: ProviderAccountID, above limit: Int, at now: Moment) throws {
      let surplus = try rows(
        """
        SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND state = 'unmatched'
        ORDER BY number DESC LIMIT 4 OFFSET $4 FOR NO KEY UPDATE SKIP LOCKED
        """, account.columns + [.int(limit)])
      for (number, old) in try notifications(surplus.map { $0.int(0) }) {
        var new = old
        new.leaveUnmatched(until: nil, at: now)
        try update(number, to: new)
      }
    }

    // MARK: Handling

    /// Waits for references of the notification that are being entered: whoever commits first is seen by the other.
    func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) throws -> Bool {
      guard let entry = try notifications([number])[number] else { return false }
      try lock(entry.references, entry.account)
      guard try owner(of: entry.references, entry.account) == nil,
        var entry = try notifications([number], changing: true)[number], entry.state.isOpen
      else { return false }
      entry.leaveUnmatched(until: moment, at: now)
      try update(number, to: entry)
      return true
    }

    /// - Throws: `StoreError.notificationClosed`.
    func enter(_ changes: [NotificationChange], of checkout: Checkout) throws {
      guard !changes.isEmpty else { return }
      var entries = try notifications(changes.map(\.number), changing: true)
      for change in changes {
        guard var entry = entries[change.number], entry.account == checkout.accountID, entry.state.isOpen else {
          throw StoreError.notificationClosed
        }
        switch change {
        case .handled(_, let moment): entry.close(.handled, at: moment)
        case .postponed(_, let moment): entry.postpone(until: moment)
        }
        entries[change.number] = entry
        try update(change.number, to: entry)
      }
    }

    func bringForwardNotifications(to now: Moment) throws {
      try run("UPDATE inbox SET due_at = $1 WHERE due_at > $1", [.moment(now)])
    }

    /// Updates the columns of an entry that can change.
    private func update(_ number: InboxNumber, to entry: InboxEntry) throws {
      try run(
        """
        UPDATE inbox
        SET body = $1, received_at = $2, state = $3, attempts = $4, repetitions = $5, due_at = $6, closed_at = $7
        WHERE number = $8
        """,
        [
          .bytes(entry.body), .moment(entry.receivedAt), .text(entry.state.rawValue), .int(entry.attempts),
          .int(entry.repetitions), .moment(entry.dueAt), .moment(entry.closedAt), .int(number),
        ])
    }

    // MARK: Reading

    /// - Parameter changing: True to lock them.
    func notifications(
      _ numbers: [InboxNumber], changing: Bool = false
    ) throws -> [InboxNumber: InboxEntry] {
      guard !numbers.isEmpty else { return [:] }
      if changing {
        try lock("SELECT 1 FROM inbox WHERE number = ANY($1) ORDER BY number FOR NO KEY UPDATE", [.ints(numbers)])
      }
      let rows = try rows(
        """
        SELECT \(InboxEntry.columns), number, named_kind, named_value
        FROM inbox LEFT JOIN inbox_references AS named (number, place, named_kind, named_value) USING (number)
        WHERE number = ANY($1) ORDER BY number, place
        """, [.ints(numbers)])
      return try Dictionary(grouping: rows) { $0.int(14) }.compactMapValues { rows in
        let references = rows.compactMap { row in
          row.textIfPresent(15).map { ProviderReference($0, row.text(16)) }
        }
        return try rows.first.map { try InboxEntry($0, references: references) }
      }
    }

    /// - Parameter condition: With that of the index `inbox_without_order`, handled notifications are not read.
    func inboxCounts(_ condition: String = "") throws -> [InboxCount] {
      try rows(
        """
        SELECT provider, account, mode, state, is_recognised, count(*) FROM inbox \(condition) GROUP BY 1, 2, 3, 4, 5
        """
      ).map { try InboxCount($0) }
    }
  }
#endif
