#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine

  extension PostgresTransaction {
    /// An entry that is stored already is left alone; one that contradicts it would change it, and is refused.
    func enter(_ entry: LedgerEntry, of checkout: Checkout) throws {
      try run(
        """
        INSERT INTO ledger
          (provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (provider, account, mode, external_id, kind) DO UPDATE SET amount = excluded.amount
          WHERE (ledger.checkout, ledger.currency, ledger.debit, ledger.credit, ledger.amount)
            <> (excluded.checkout, excluded.currency, excluded.debit, excluded.credit, excluded.amount)
        """,
        checkout.accountID.columns + [
          .text(checkout.id.text), .text(entry.amount.currency.code), .text(entry.kind.rawValue),
          .text(entry.externalID), .text(entry.debit.rawValue), .text(entry.credit.rawValue),
          .int(entry.amount.minorUnits),
        ])
    }

    func ledger(_ id: CheckoutID) throws -> [LedgerEntry] {
      try rows(
        "SELECT \(LedgerEntry.columns) FROM ledger WHERE checkout = $1 ORDER BY position", [.text(id.text)]
      ).map { try LedgerEntry(row: $0) }
    }

    func balances() throws -> [Balance] {
      try rows(
        """
        SELECT provider, account, mode, side, sum(amount)::bigint, currency FROM (
          SELECT provider, account, mode, currency, debit AS side, amount FROM ledger UNION ALL
          SELECT provider, account, mode, currency, credit, -amount FROM ledger) AS sides
        GROUP BY provider, account, mode, currency, side ORDER BY provider, account, mode, currency, side
        """
      ).map { try Balance($0) }
    }
  }

  // MARK: The log

  extension PostgresTransaction {
    func enter(_ entries: [LogEntry], of checkout: Checkout) throws {
      guard !entries.isEmpty else { return }
      try lockLog()
      for entry in entries {
        try run(
          "INSERT INTO log (checkout, at, body) VALUES ($1, $2, $3)",
          [.text(checkout.id.text), .moment(entry.at), .text(try StoredJSON.text(entry))])
      }
    }

    /// The latest moment of the last entries: a clock may have been set back between them.
    func lastWritten() throws -> Moment? {
      try row("SELECT max(at) FROM (SELECT at FROM log ORDER BY position DESC LIMIT 1000) AS latest")?
        .momentIfPresent(0)
    }

    /// The latest problem of each account since a moment, the latest first.
    func accountProblems(since moment: Moment) throws -> [AccountProblem] {
      let entries = try rows(
        """
        SELECT \(AccountProblem.columns) FROM log JOIN checkouts ON checkouts.id = log.checkout
        WHERE \(AccountProblem.condition) AND log.at >= $1 ORDER BY log.at DESC LIMIT $2
        """, [.moment(moment), .int(Int64(AccountProblem.mostEntries))])
      return AccountProblem.latest(entries.compactMap { AccountProblem($0) })
    }

    /// A checkout's entries after a position, oldest first. They are in the order of their commits.
    func log(of id: CheckoutID, after position: Int64, limit: Int) throws -> [LogRecord] {
      try rows(
        "SELECT \(LogRecord.columns) FROM log WHERE checkout = $1 AND position > $2 ORDER BY position LIMIT $3",
        [.text(id.text), .int(position), .int(limit)]
      ).map { LogRecord($0) }
    }

    /// The entries of all checkouts after a position, oldest first.
    /// - Parameter end: `firstOpenPosition`, read in a transaction before this one.
    func log(after position: Int64, before end: Int64, limit: Int) throws -> [LogRecord] {
      try rows(
        "SELECT \(LogRecord.columns) FROM log WHERE position > $1 AND position < $2 ORDER BY position LIMIT $3",
        [.int(position), .int(end), .int(limit)]
      ).map { LogRecord($0) }
    }
  }
#endif
