package import FerryCheckout
package import FerryCore

extension LedgerEntry {
  /// The columns of the table `ledger`.
  fileprivate func columns(of checkout: Checkout) -> StoredColumns {
    checkout.accountID.columns + [
      "checkout": .text(checkout.id.text), "currency": .text(amount.currency.code), "kind": .text(kind.rawValue),
      "external_id": .text(externalID), "debit": .text(debit.rawValue), "credit": .text(credit.rawValue),
      "amount": .int(amount.minorUnits),
    ]
  }
}

extension DatabaseTransaction {
  /// An entry that is stored already is left alone; one that contradicts it would change it, and is refused.
  package func enter(_ entry: LedgerEntry, of checkout: Checkout) throws {
    try insert(
      entry.columns(of: checkout), into: "ledger",
      """
      ON CONFLICT (provider, account, mode, external_id, kind) DO UPDATE SET amount = excluded.amount
        WHERE (ledger.checkout, ledger.currency, ledger.debit, ledger.credit, ledger.amount)
          <> (excluded.checkout, excluded.currency, excluded.debit, excluded.credit, excluded.amount)
      """)
  }

  package func ledger(_ id: CheckoutID) throws -> [LedgerEntry] {
    try rows("SELECT \(LedgerEntry.columns) FROM ledger WHERE checkout = $1 ORDER BY position", [.text(id.text)])
      .map { try LedgerEntry(row: $0) }
  }

  package func balances() throws -> [Balance] {
    try rows(
      """
      SELECT provider, account, mode, side, CAST(sum(amount) AS bigint), currency FROM (
        SELECT provider, account, mode, currency, debit AS side, amount FROM ledger UNION ALL
        SELECT provider, account, mode, currency, credit, -amount FROM ledger) AS sides
      GROUP BY provider, account, mode, currency, side ORDER BY provider, account, mode, currency, side
      """, []
    ).map { try Balance($0) }
  }

  /// The backlog of each account.
  package func backlog(at now: Moment) throws -> [Backlog] {
    try Backlog.all(
      commands: rows(
        "SELECT provider, account, mode, count(*), min(created_at), min(not_before) FROM commands GROUP BY 1, 2, 3", []),
      held: rows("SELECT provider, account, mode, count(*) FROM checkouts WHERE phase = 'held' GROUP BY 1, 2, 3", []),
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

// MARK: The log

extension DatabaseTransaction {
  package func enter(_ entries: [LogEntry], of checkout: Checkout) throws {
    guard !entries.isEmpty else { return }
    try lockLog()
    for entry in entries {
      try insert(["checkout": .text(checkout.id.text), "at": .moment(entry.at), "body": try .json(entry)], into: "log")
    }
  }

  /// The latest moment of the last entries: a clock may have been set back between them.
  package func lastWritten() throws -> Moment? {
    try row("SELECT max(at) FROM (SELECT at FROM log ORDER BY position DESC LIMIT 1000) AS latest")?.momentIfPresent(0)
  }

  /// The latest problem of each account since a moment, the latest first.
  package func accountProblems(since moment: Moment) throws -> [AccountProblem] {
    let entries = try rows(
      """
      SELECT \(AccountProblem.columns) FROM log JOIN checkouts ON checkouts.id = log.checkout
      WHERE \(AccountProblem.condition) AND log.at >= $1 ORDER BY log.at DESC LIMIT $2
      """, [.moment(moment), .int(AccountProblem.mostEntries)])
    return AccountProblem.latest(entries.compactMap { AccountProblem($0) })
  }

  /// A checkout's entries after a position, oldest first. They are in the order of their commits.
  package func log(of id: CheckoutID, after position: Int64, limit: Int) throws -> [LogRecord] {
    try rows(
      "SELECT \(LogRecord.columns) FROM log WHERE checkout = $1 AND position > $2 ORDER BY position LIMIT $3",
      [.text(id.text), .int(position), .int(limit)]
    ).map { LogRecord($0) }
  }

  /// The entries of all checkouts after a position, oldest first.
  /// - Parameter end: No entry at this position or after it.
  package func log(after position: Int64, before end: Int64, limit: Int) throws -> [LogRecord] {
    try rows(
      "SELECT \(LogRecord.columns) FROM log WHERE position > $1 AND position < $2 ORDER BY position LIMIT $3",
      [.int(position), .int(end), .int(limit)]
    ).map { LogRecord($0) }
  }
}
