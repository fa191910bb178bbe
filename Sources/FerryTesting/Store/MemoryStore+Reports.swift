public import FerryCheckout
public import FerryCore
public import FerryEngine
import FerryProvider

extension MemoryStore {
  public func keep(_ new: NewReport) async throws -> ReportImport {
    tables.withLock { tables in
      let known = tables.reports.first { $0.new.account == new.account && $0.new.digest == new.digest }
      if let known { return .known(known.kept) }
      let stored = Set(tables.settlementLines.filter { $0.account == new.account }.map(\.identity))
      let lines = new.report.identified.filter { !stored.contains($0.identity) }
      tables.settlementLines += lines.map { (new.account, $0.identity, $0.line) }
      let kept = ImportedReport(
        name: new.name, lines: new.report.lines.count, newLines: lines.count, period: new.report.period,
        importedAt: new.importedAt, person: new.person)
      tables.reports.append((new, kept))
      return .imported(kept)
    }
  }

  public func reports(of account: ProviderAccountID, limit: Int) async throws -> [ImportedReport] {
    tables.withLock { $0.reports.filter { $0.new.account == account }.reversed().prefix(limit).map(\.kept) }
  }

  public func payouts(
    of account: ProviderAccountID, after place: PayoutPlace?, limit: Int
  ) async throws -> [PayoutEntry] {
    let lines = settled { $0 == account && $1.payout != nil }.map(\.line)
    let payouts = Dictionary(grouping: lines) {
      PayoutID(account: account, id: $0.payout ?? "", currency: $0.gross.currency)
    }
    let entries = payouts.map { id, lines in
      let transfers = lines.filter { $0.kind == .transfer }.map(\.gross.minorUnits)
      let gross = lines.filter { $0.kind != .transfer }.map(\.gross.minorUnits).reduce(0, +)
      return PayoutEntry(
        id: id, at: lines.map(\.at).max() ?? SampleAttempt.start, gross: Money(minorUnits: gross, id.currency),
        fees: Money(minorUnits: lines.map(\.fee.minorUnits).reduce(0, +), id.currency),
        transferred: transfers.isEmpty ? nil : Money(minorUnits: -transfers.reduce(0, +), id.currency),
        lines: lines.count)
    }
    func turn(_ place: PayoutPlace) -> (Moment, String, String) { (place.at, place.currency.code, place.id) }
    return Array(
      entries.filter { entry in place.map { turn(entry.place) < turn($0) } ?? true }
        .sorted { turn($0.place) > turn($1.place) }.prefix(limit))
  }

  public func lines(of payout: PayoutID) async throws -> [SettledLine] {
    settled { $0 == payout.account && $1.payout == payout.id && $1.gross.currency == payout.currency }
  }

  public func lines(ofGroups groups: [String], _ account: ProviderAccountID) async throws -> [SettledLine] {
    settled { $0 == account && $1.group.map(groups.contains) ?? false }
  }

  public func lines(of account: ProviderAccountID, in window: Range<Moment>) async throws -> [SettledLine] {
    settled { $0 == account && window.contains($1.at) }
  }

  public func checkouts(_ ids: [CheckoutID]) async throws -> [CheckoutFile] {
    tables.withLock { tables in ids.compactMap { tables.file($0) } }
  }

  /// The oldest first.
  private func settled(_ isWanted: (ProviderAccountID, SettlementLine) -> Bool) -> [SettledLine] {
    tables.withLock { tables in
      tables.settlementLines.filter { isWanted($0.account, $0.line) }.enumerated()
        .sorted { ($0.element.line.at, $0.offset) < ($1.element.line.at, $1.offset) }
        .map { _, stored in
          func owner(_ id: String?) -> CheckoutID? {
            tables.references.filter { key, _ in
              key.account == stored.account && key.reference.value == id
                && ProviderReference.kindsOfTransactions.contains(key.reference.kind)
            }.map(\.value).min()
          }
          return SettledLine(line: stored.line, checkout: owner(stored.line.id) ?? owner(stored.line.group))
        }
    }
  }
}
