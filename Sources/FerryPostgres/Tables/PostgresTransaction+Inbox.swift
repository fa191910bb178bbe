#if PostgreSQL
  import FerryCheckout
  package import FerryCore
  package import FerryEngine
  import FerryProvider

  extension PostgresTransaction {
    /// - Returns: With the checkout that it names.
    func accept(_ entry: InboxEntry, _ limits: InboxLimits) throws -> (InboxAcceptance, CheckoutID?) {
      let known = try row(
        """
        SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND identity = $4
        FOR NO KEY UPDATE
        """, entry.account.columns.values + [.text(entry.identity)])
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
      try forgetClosedNotifications(before: entry.receivedAt - limits.memory)
      try expireUnmatched(entry.account, above: limits.unmatched, at: entry.receivedAt)
      return (.kept, owner)
    }

    private func insert(_ entry: InboxEntry) throws {
      try run(
        """
        WITH entered AS (
          INSERT INTO inbox (\(entry.columns.names.joined(separator: ", ")))
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING number)
        INSERT INTO inbox_references (number, place, kind, value)
        SELECT number, place, kind, value
        FROM entered, unnest($15::text[], $16::text[]) WITH ORDINALITY AS named (kind, value, place)
        """,
        entry.columns.values + [.texts(entry.references.map(\.kind)), .texts(entry.references.map(\.value))])
    }

    private func expireUnmatched(_ account: ProviderAccountID, above limit: Int, at now: Moment) throws {
      let surplus = try rows(
        """
        SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND state = 'unmatched'
        ORDER BY number DESC LIMIT 4 OFFSET $4 FOR NO KEY UPDATE SKIP LOCKED
        """, account.columns.values + [.int(limit)])
      for (number, old) in try notifications(surplus.map { $0.int(0) }) {
        var new = old
        new.leaveUnmatched(until: nil, at: now)
        try update(number, to: new)
      }
    }

    /// Waits for references of the notification that are being entered: whoever commits first is seen by the other.
    package func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) throws -> Bool {
      guard let entry = try notifications([number])[number] else { return false }
      try lock(entry.references, entry.account)
      guard try owner(of: entry.references, entry.account) == nil,
        var entry = try changeable([number])[number], entry.state.isOpen
      else { return false }
      entry.leaveUnmatched(until: moment, at: now)
      try update(number, to: entry)
      return true
    }

    /// - Throws: `StoreError.notificationClosed`.
    func enter(_ changes: [NotificationChange], of checkout: Checkout) throws {
      guard !changes.isEmpty else { return }
      var entries = try changeable(changes.map(\.number))
      for change in changes {
        guard var entry = entries[change.number], entry.account == checkout.accountID, entry.state.isOpen else {
          throw StoreError.notificationClosed
        }
        entry.apply(change)
        entries[change.number] = entry
        try update(change.number, to: entry)
      }
    }

    /// Locks notifications, and reads them.
    private func changeable(_ numbers: [InboxNumber]) throws -> [InboxNumber: InboxEntry] {
      try lock("SELECT 1 FROM inbox WHERE number = ANY($1) ORDER BY number FOR NO KEY UPDATE", [.ints(numbers)])
      return try notifications(numbers)
    }
  }
#endif
