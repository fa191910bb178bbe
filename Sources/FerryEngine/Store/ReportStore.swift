public import FerryCheckout
public import FerryCore

/// The storage of settlement reports. A line that several reports have is stored once, with the first of them.
public protocol ReportStore: Sendable {
  /// Keeps a report, unless the account has one of its digest.
  func keep(_ report: NewReport) async throws -> ReportImport

  /// The latest reports of an account, newest first.
  func reports(of account: ProviderAccountID, limit: Int) async throws -> [ImportedReport]

  /// The payouts of an account, the latest first.
  /// - Parameter place: Only those that stand further down than this.
  func payouts(of account: ProviderAccountID, after place: PayoutPlace?, limit: Int) async throws -> [PayoutEntry]

  /// The lines of a payout, the oldest first.
  func lines(of payout: PayoutID) async throws -> [SettledLine]

  /// The lines of some charges, whatever payout they are in, the oldest first.
  /// - Parameter groups: See `SettlementLine.group`.
  func lines(ofGroups groups: [String], _ account: ProviderAccountID) async throws -> [SettledLine]

  /// The lines that an account's provider has booked in a time, the oldest first.
  func lines(of account: ProviderAccountID, in window: Range<Moment>) async throws -> [SettledLine]

  /// The checkouts with some ids, in no particular order. Those that cannot be read are left out.
  func checkouts(_ ids: [CheckoutID]) async throws -> [CheckoutFile]
}

extension ReportStore {
  /// Explains a payout; nil if there is no such payout.
  public func payout(_ id: PayoutID) async throws -> Payout? {
    let lines = try await lines(of: id)
    guard !lines.isEmpty else { return nil }
    let owners = Set(lines.compactMap(\.checkout)).sorted()
    let books = try await checkouts(owners).map {
      RecordedPayment($0.checkout, orderReference: $0.order.reference, entries: [], movedAt: nil)
    }
    let groups = Set(lines.filter { $0.checkout != nil }.compactMap(\.line.group)).sorted()
    return Payout(
      id.id, in: id.currency, lines: lines, related: try await self.lines(ofGroups: groups, id.account), books: books)
  }
}

/// A report to keep.
public struct NewReport: Hashable, Sendable {
  public var account: ProviderAccountID
  /// SHA-256 of the file.
  public var digest: String
  /// The file's name, or the provider's name of the document.
  public var name: String
  public var report: SettlementReport
  public var importedAt: Moment
  /// The operator or the command that has imported it.
  public var person: String

  public init(
    account: ProviderAccountID, digest: String, name: String, report: SettlementReport, importedAt: Moment,
    person: String
  ) {
    self.account = account
    self.digest = digest
    self.name = String(name.filter { !$0.unicodeScalars.contains("\0") }.prefix(128))
    self.report = report
    self.importedAt = importedAt
    self.person = person
  }
}

/// The outcome of an import.
public enum ReportImport: Hashable, Sendable {
  case imported(ImportedReport)
  /// The file was imported before. Nothing has changed.
  case known(ImportedReport)
}

/// A report that was imported.
public struct ImportedReport: Hashable, Sendable {
  public var name: String
  /// The number of its lines, and how many of them no earlier report had.
  public var lines, newLines: Int
  /// From the first line's time to the last one's; nil without lines.
  public var period: ClosedRange<Moment>?
  public var importedAt: Moment
  public var person: String

  public init(
    name: String, lines: Int, newLines: Int, period: ClosedRange<Moment>?, importedAt: Moment, person: String
  ) {
    self.name = name
    self.lines = lines
    self.newLines = newLines
    self.period = period
    self.importedAt = importedAt
    self.person = person
  }
}

/// A payout in one currency.
public struct PayoutID: Hashable, Sendable {
  public var account: ProviderAccountID
  /// The provider's id of it.
  public var id: String
  public var currency: Currency

  public init(account: ProviderAccountID, id: String, currency: Currency) {
    self.account = account
    self.id = id
    self.currency = currency
  }
}

/// A payout in a list.
public struct PayoutEntry: Hashable, Sendable {
  public var id: PayoutID
  /// The time of its last line.
  public var at: Moment
  /// The sums of its lines without transfers.
  public var gross, fees: Money
  /// The amount that the provider states to have transferred; nil if no line states one.
  public var transferred: Money?
  public var lines: Int

  public init(id: PayoutID, at moment: Moment, gross: Money, fees: Money, transferred: Money?, lines: Int) {
    self.id = id
    at = moment
    self.gross = gross
    self.fees = fees
    self.transferred = transferred
    self.lines = lines
  }

  public var place: PayoutPlace { PayoutPlace(at: at, currency: id.currency, id: id.id) }
}

/// A payout's place in the list of its account.
public struct PayoutPlace: Hashable, Sendable {
  public var at: Moment
  public var currency: Currency
  public var id: String

  public init(at moment: Moment, currency: Currency, id: String) {
    at = moment
    self.currency = currency
    self.id = id
  }

  /// Nil for what `text` cannot have made.
  public init?(text: String) {
    let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let milliseconds = Int64(parts[0]), milliseconds >= 0,
      let currency = Currency(String(parts[1])), parts[2].utf8.count <= String.longestID
    else { return nil }
    self.init(at: Moment(milliseconds: milliseconds), currency: currency, id: String(parts[2]))
  }

  /// Digits, the currency and the id, with hyphens between.
  public var text: String { "\(at.milliseconds)-\(currency.code)-\(id)" }
}
