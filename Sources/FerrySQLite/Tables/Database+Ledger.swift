import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// - Throws: `StoreError.inconsistent` when the same movement stands there otherwise.
  func enter(_ entry: LedgerEntry, of checkout: Checkout) throws {
    try run(
      """
      INSERT INTO ledger (checkout, mode, provider, currency, kind, external_id, debit, credit, amount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (provider, mode, external_id, kind) DO NOTHING
      """,
      [
        checkout.id.text, checkout.mode.rawValue, checkout.provider.text, entry.amount.currency.code,
        entry.kind.rawValue, entry.externalID, entry.debit.rawValue, entry.credit.rawValue, entry.amount.minorUnits,
      ])
    guard changesCount == 0 else { return }
    let standing = try row(
      """
      SELECT kind, external_id, debit, credit, amount, currency, checkout FROM ledger
      WHERE provider = ? AND mode = ? AND external_id = ? AND kind = ?
      """,
      [checkout.provider.text, checkout.mode.rawValue, entry.externalID, entry.kind.rawValue])
    guard let standing, try Self.entry(standing) == entry, standing[6] == checkout.id.text else {
      throw StoreError.inconsistent("a ledger entry says otherwise than the one that stands")
    }
  }

  func ledger(_ id: CheckoutID) throws -> [LedgerEntry] {
    try rows(
      "SELECT kind, external_id, debit, credit, amount, currency FROM ledger WHERE checkout = ? ORDER BY position",
      [id.text]
    ).map(Self.entry)
  }

  func balances() throws -> [Balance] {
    try rows(
      """
      SELECT mode, provider, account, sum(amount), currency FROM (
        SELECT mode, provider, currency, debit AS account, amount FROM ledger UNION ALL
        SELECT mode, provider, currency, credit, -amount FROM ledger)
      GROUP BY mode, provider, currency, account ORDER BY mode, provider, currency, account
      """
    ).map { row in
      guard let mode = Mode(rawValue: row[0]) else { throw DamagedRow("an unknown mode") }
      return Balance(
        mode: mode, provider: ProviderID(row[1]), account: try Self.account(row[2]),
        amount: try Self.money(row[3], row[4]))
    }
  }

  private static func entry(_ row: Row) throws -> LedgerEntry {
    guard let kind = LedgerEntry.Kind(rawValue: row[0]) else { throw DamagedRow("an unknown entry") }
    return LedgerEntry(
      kind: kind, externalID: row[1], debit: try account(row[2]), credit: try account(row[3]),
      amount: try money(row[4], row[5]))
  }

  private static func account(_ name: String) throws -> LedgerEntry.Account {
    guard let account = LedgerEntry.Account(rawValue: name) else {
      throw DamagedRow("an unknown account")
    }
    return account
  }

  private static func money(_ units: Int64, _ code: String) throws -> Money {
    guard let currency = Currency(code) else { throw DamagedRow("an unknown currency") }
    return Money(minorUnits: units, currency)
  }
}
