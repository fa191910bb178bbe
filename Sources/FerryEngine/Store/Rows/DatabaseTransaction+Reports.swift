package import FerryCheckout
package import FerryCore
import FerryProvider

extension DatabaseTransaction {
  /// Enters a report that is incomplete: its number of lines is below zero until `finish`.
  /// - Returns: Its number, and the report itself if it is complete.
  package func begin(_ new: NewReport) throws -> (number: Int64, known: ImportedReport?) {
    let period = new.report.period
    try insert(
      new.account.columns + [
        "digest": .text(new.digest), "name": .text(new.name), "lines": .int(-1),
        "from_at": .moment(period?.lowerBound), "until_at": .moment(period?.upperBound),
        "imported_at": .moment(new.importedAt), "person": .text(new.person),
      ], into: "reports", "ON CONFLICT (provider, account, mode, digest) DO NOTHING")
    let found = try row(
      "SELECT number FROM reports WHERE provider = $1 AND account = $2 AND mode = $3 AND digest = $4",
      new.account.columns.values + [.text(new.digest)])
    guard let found else { throw StoreError.inconsistent("a report that was begun is missing") }
    return (found.int(0), try importedReport(new))
  }

  package func enter(
    _ lines: [(identity: String, line: SettlementLine)], of report: Int64, _ account: ProviderAccountID
  ) throws {
    for (identity, line) in lines {
      try insert(
        account.columns + ["identity": .text(identity), "report": .int(report)] + line.columns,
        into: "settlement_lines", "ON CONFLICT (provider, account, mode, identity) DO NOTHING")
    }
  }

  package func finish(_ new: NewReport, _ number: Int64) throws -> ReportImport {
    let isFirst =
      try row(
        "UPDATE reports SET lines = $1 WHERE number = $2 AND lines < 0 RETURNING number",
        [.int(new.report.lines.count), .int(number)]) != nil
    try run(
      """
      INSERT INTO payouts (provider, account, mode, id, currency, at)
      SELECT provider, account, mode, payout, currency, max(at) FROM settlement_lines
      WHERE report = $1 AND payout IS NOT NULL GROUP BY provider, account, mode, payout, currency
      ON CONFLICT (provider, account, mode, id, currency) DO UPDATE SET at = excluded.at WHERE payouts.at < excluded.at
      """, [.int(number)])
    guard let kept = try importedReport(new) else {
      throw StoreError.inconsistent("a report that was kept is missing")
    }
    return isFirst ? .imported(kept) : .known(kept)
  }

  private func importedReport(_ new: NewReport) throws -> ImportedReport? {
    try row(
      """
      SELECT \(ImportedReport.columns) FROM reports
      WHERE provider = $1 AND account = $2 AND mode = $3 AND digest = $4 AND lines >= 0
      """, new.account.columns.values + [.text(new.digest)]
    ).map { ImportedReport($0) }
  }

  package func reports(of account: ProviderAccountID, limit: Int) throws -> [ImportedReport] {
    try rows(
      """
      SELECT \(ImportedReport.columns) FROM reports
      WHERE provider = $1 AND account = $2 AND mode = $3 AND lines >= 0 ORDER BY number DESC LIMIT $4
      """, account.columns.values + [.int(limit)]
    ).map { ImportedReport($0) }
  }

  package func payouts(
    of account: ProviderAccountID, after place: PayoutPlace?, limit: Int
  ) throws -> [PayoutEntry] {
    let follows = place == nil ? "" : "AND (at, currency, id) < ($5, $6, $7)"
    let bounds: [StatementValue] = place.map { [.moment($0.at), .text($0.currency.code), .text($0.id)] } ?? []
    return try rows(
      """
      SELECT latest.id, latest.currency, latest.at, count(*),
        CAST(sum(CASE WHEN kind <> 'transfer' THEN gross ELSE 0 END) AS bigint), CAST(sum(fee) AS bigint),
        CAST(sum(CASE WHEN kind = 'transfer' THEN gross END) AS bigint)
      FROM (
        SELECT id, currency, at FROM payouts WHERE provider = $1 AND account = $2 AND mode = $3 \(follows)
        ORDER BY at DESC, currency DESC, id DESC LIMIT $4) AS latest
        JOIN settlement_lines ON provider = $1 AND account = $2 AND mode = $3
          AND payout = latest.id AND settlement_lines.currency = latest.currency
      GROUP BY latest.id, latest.currency, latest.at ORDER BY latest.at DESC, latest.currency DESC, latest.id DESC
      """, account.columns.values + [.int(limit)] + bounds
    ).map { try PayoutEntry($0, account) }
  }

  package func lines(of payout: PayoutID) throws -> [SettledLine] {
    try lines(
      of: payout.account, "payout = $4 AND currency = $5", [.text(payout.id), .text(payout.currency.code)])
  }

  package func lines(ofGroups groups: [String], _ account: ProviderAccountID) throws -> [SettledLine] {
    try lines(of: account, "group_id \(Self.isOne(of: "$4"))", [.texts(groups)])
  }

  package func lines(of account: ProviderAccountID, in window: Range<Moment>) throws -> [SettledLine] {
    try lines(of: account, "at >= $4 AND at < $5", [.moment(window.lowerBound), .moment(window.upperBound)])
  }

  /// The checkout is the one with the transaction's id, else one with the id of its group.
  private func lines(
    of account: ProviderAccountID, _ condition: String, _ values: [StatementValue]
  ) throws -> [SettledLine] {
    func owner(_ column: String) -> String {
      """
      (SELECT min(checkout) FROM provider_references AS named
       WHERE named.provider = $1 AND named.account = $2 AND named.mode = $3 AND value = lines.\(column)
         AND \(ProviderReference.isOfTransaction))
      """
    }
    return try rows(
      """
      SELECT line, payout, kind, id, group_id, order_name, currency, gross, fee, at,
        coalesce(\(owner("id")), \(owner("group_id")))
      FROM settlement_lines AS lines WHERE provider = $1 AND account = $2 AND mode = $3 AND \(condition)
      ORDER BY at, position
      """, account.columns.values + values
    ).map { try SettledLine($0) }
  }
}

// MARK: Rows

extension ProviderReference {
  static let isOfTransaction = "kind IN (\(kindsOfTransactions.sorted().map { "'\($0)'" }.joined(separator: ", ")))"
}

extension SettlementLine {
  fileprivate var columns: StoredColumns {
    [
      "line": .int(number), "payout": .text(payout), "kind": .text(kind.text), "id": .text(id),
      "group_id": .text(group), "order_name": .text(order), "currency": .text(gross.currency.code),
      "gross": .int(gross.minorUnits), "fee": .int(fee.minorUnits), "at": .moment(at),
    ]
  }
}

extension SettledLine {
  /// - Throws: `DamagedRow`.
  fileprivate init(_ row: some StoredRow) throws(DamagedRow) {
    guard let currency = Currency(row.text(6)) else { throw DamagedRow("an unknown currency") }
    self.init(
      line: SettlementLine(
        number: Int(row.int(0)), payout: row.textIfPresent(1), kind: SettlementLine.Kind(text: row.text(2)),
        id: row.textIfPresent(3), group: row.textIfPresent(4), order: row.textIfPresent(5),
        gross: Money(minorUnits: row.int(7), currency), fee: Money(minorUnits: row.int(8), currency),
        at: row.moment(9)),
      checkout: row.textIfPresent(10).map { CheckoutID($0) })
  }
}

extension PayoutEntry {
  /// - Throws: `DamagedRow`.
  fileprivate init(_ row: some StoredRow, _ account: ProviderAccountID) throws(DamagedRow) {
    guard let currency = Currency(row.text(1)) else { throw DamagedRow("an unknown currency") }
    self.init(
      id: PayoutID(account: account, id: row.text(0), currency: currency), at: row.moment(2),
      gross: Money(minorUnits: row.int(4), currency), fees: Money(minorUnits: row.int(5), currency),
      transferred: row.intIfPresent(6).map { Money(minorUnits: $0, currency).negated }, lines: Int(row.int(3)))
  }
}

extension ImportedReport {
  fileprivate static let columns = """
    name, lines, (SELECT count(*) FROM settlement_lines WHERE report = reports.number), from_at, until_at, imported_at, person
    """

  fileprivate init(_ row: some StoredRow) {
    let period = row.momentIfPresent(3).flatMap { first in row.momentIfPresent(4).map { first...$0 } }
    self.init(
      name: row.text(0), lines: Int(row.int(1)), newLines: Int(row.int(2)), period: period,
      importedAt: row.moment(5), person: row.text(6))
  }
}
