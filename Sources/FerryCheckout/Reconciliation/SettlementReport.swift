public import FerryCore

/// A settlement report of a provider: the money that has moved. A transaction is in a report once it is settled, which can be days
/// after it was made: a transaction that is missing in a report proves nothing.
public struct SettlementReport: Hashable, Sendable {
  /// In the order of the report.
  public let lines: [SettlementLine]

  public init(lines: [SettlementLine]) { self.lines = lines }

  /// Captures, refunds and chargebacks.
  public var transactions: [ProviderTransaction] { lines.compactMap(\.transaction) }

  /// The number of lines of each other kind, such as transfers. They are not in Ferry's ledger.
  public var others: [String: Int] {
    lines.filter { $0.transaction == nil }.reduce(into: [:]) { $0[$1.kind.text, default: 0] += 1 }
  }

  /// From the first line's time to the last one's; nil without lines.
  public var period: ClosedRange<Moment>? {
    let times = lines.map(\.at)
    return times.min().flatMap { first in times.max().map { first...$0 } }
  }
}

/// A line of a settlement report. Amounts count for the shop: below zero for money that goes away from it.
public struct SettlementLine: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case capture, refund, chargeback
    /// Money that the provider has paid to the shop's bank.
    case transfer
    /// In the provider's words: "Reserve".
    case other(String)

    public init(text: String) {
      self = [.capture, .refund, .chargeback, .transfer].first { $0.text == text } ?? .other(text)
    }

    public var text: String { if case .other(let text) = self { text } else { "\(self)" } }
  }

  /// The line of the file, from 1.
  public var number: Int
  /// The provider's id of the payout that includes it; nil if the report names none.
  public var payout: String?
  public var kind: Kind
  /// The provider's id of the transaction; nil for lines about the account.
  public var id: String?
  /// The id that a charge, its refunds and its disputes share.
  public var group: String?
  /// The name of the order in the report; nil if it has none.
  public var order: String?
  /// Before fees.
  public var gross: Money
  /// The provider adds it to `gross`: below zero for a fee. Zero if the report states no fees.
  public var fee: Money
  /// When the provider booked it.
  public var at: Moment

  public init(
    number: Int, payout: String?, kind: Kind, id: String?, group: String? = nil, order: String? = nil, gross: Money,
    fee: Money, at: Moment
  ) {
    self.number = number
    self.payout = payout
    self.kind = kind
    self.id = id
    self.group = group
    self.order = order
    self.gross = gross
    self.fee = fee
    self.at = at
  }

  /// Nil for a line that is neither a capture nor a refund nor a chargeback.
  public var transaction: ProviderTransaction? {
    guard let id, let kind = ProviderTransaction.Kind(rawValue: kind.text) else { return nil }
    return ProviderTransaction(
      kind: kind, id: id, group: group ?? id, amount: kind == .capture ? gross : gross.negated, at: at)
  }
}

extension SettlementReport {
  /// The lines with their identities in the books of an account. A daily and a monthly report have the same lines with the same
  /// identities, and equal lines of one report have different ones. A line with an id is the same in another payout or at another
  /// time: PlacetoPay's exports differ in both.
  package var identified: [(identity: String, line: SettlementLine)] {
    var seen: [String: Int] = [:]
    return lines.map { line in
      let place = [line.payout ?? "", "\(line.fee.minorUnits)", "\(line.at.milliseconds)"]
      let amount = [line.gross.currency.code, "\(line.gross.minorUnits)"]
      let content = ([line.kind.text] + amount + (line.id.map { ["id", $0] } ?? place)).joined(separator: "|")
      seen[content, default: 0] += 1
      return ("\(content)|\(seen[content, default: 0])", line)
    }
  }
}

/// A stored line, with the checkout whose transaction it is; nil if no checkout has its ids.
public struct SettledLine: Hashable, Sendable {
  public var line: SettlementLine
  public var checkout: CheckoutID?

  public init(line: SettlementLine, checkout: CheckoutID?) {
    self.line = line
    self.checkout = checkout
  }
}

extension Money {
  /// The sum with an amount of the same currency. Amounts of reports are far from an overflow: `NamedRecord.amount`.
  package func plus(_ other: Money?) -> Money {
    Money(minorUnits: minorUnits &+ (other?.minorUnits ?? 0), currency)
  }
}
