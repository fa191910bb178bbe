import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// - Throws: `StoreError.inconsistent` if a stored entry of the same movement differs.
  func enter(_ entry: LedgerEntry, of checkout: Checkout) throws {
    try run(
      """
      INSERT INTO ledger
        (provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (provider, account, mode, external_id, kind) DO NOTHING
      """,
      checkout.accountID.columns + [
        checkout.id.text, entry.amount.currency.code, entry.kind.rawValue, entry.externalID, entry.debit.rawValue,
        entry.credit.rawValue, entry.amount.minorUnits,
      ])
    guard changesCount == 0 else { return }
    let stored = try row(
      """
      SELECT \(LedgerEntry.columns), checkout FROM ledger
      WHERE provider = ? AND account = ? AND mode = ? AND external_id = ? AND kind = ?
      """,
      checkout.accountID.columns + [entry.externalID, entry.kind.rawValue])
    guard let stored, try LedgerEntry(row: stored) == entry, stored[6] == checkout.id.text else {
      throw StoreError.inconsistent("a ledger entry contradicts the stored one")
    }
  }

  func ledger(_ id: CheckoutID) throws -> [LedgerEntry] {
    try rows(
      "SELECT \(LedgerEntry.columns) FROM ledger WHERE checkout = ? ORDER BY position", [id.text]
    ).map { try LedgerEntry(row: $0) }
  }

  func balances() throws -> [Balance] {
    try rows(
      """
      SELECT provider, account, mode, side, sum(amount), currency FROM (
        SELECT provider, account, mode, currency, debit AS side, amount FROM ledger UNION ALL
        SELECT provider, account, mode, currency, credit, -amount FROM ledger)
      GROUP BY provider, account, mode, currency, side ORDER BY provider, account, mode, currency, side
      """
    ).map { try Balance($0) }
  }
}

// MARK: The log

extension Database {
  func enter(_ entry: LogEntry, of checkout: Checkout) throws {
    try run(
      "INSERT INTO log (checkout, at, body) VALUES (?, ?, ?)",
      [checkout.id.text, entry.at.milliseconds, StoredJSON.text(entry)])
  }

  /// The latest moment of the last entries: the clock may have been set back between them.
  func lastWritten() throws -> Moment? {
    let row = try row("SELECT max(at) FROM (SELECT at FROM log ORDER BY position DESC LIMIT 1000)", [])
    return (row?[0] as Int64?).map(Moment.init(milliseconds:))
  }

  /// The latest problem of each account since a moment, the latest first.
  func accountProblems(since moment: Moment) throws -> [AccountProblem] {
    let entries = try rows(
      """
      SELECT \(AccountProblem.columns) FROM log JOIN checkouts ON checkouts.id = log.checkout
      WHERE \(AccountProblem.condition) AND log.at >= ? ORDER BY log.at DESC LIMIT ?
      """, [moment.milliseconds, AccountProblem.mostEntries])
    return AccountProblem.latest(entries.compactMap { AccountProblem($0) })
  }

  /// Entries after a position, oldest first.
  func log(_ id: CheckoutID?, after position: Int64, limit: Int) throws -> [LogRecord] {
    let rows =
      if let id {
        try rows(
          "SELECT \(LogRecord.columns) FROM log WHERE checkout = ? AND position > ? ORDER BY position LIMIT ?",
          [id.text, position, limit])
      } else {
        try rows(
          "SELECT \(LogRecord.columns) FROM log WHERE position > ? ORDER BY position LIMIT ?", [position, limit])
      }
    return rows.map { LogRecord($0) }
  }
}
