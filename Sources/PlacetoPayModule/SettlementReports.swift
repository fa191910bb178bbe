import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import Foundation

/// Reports of an account's transactions ("Report", PlacetoPay Gateway documentation): the Gateway's text, separated by tabs, and the
/// console's export, separated by semicolons. The acquirer pays, and its papers state the fees: a payout is what PlacetoPay shows of
/// it, the approved transactions of a day and batch. UNCONFIRMED.
struct PlacetoPaySettlementReports: SettlementReports {
  /// The site's country, in ISO 3166-1.
  let country: String

  /// The columns that are read; others are ignored.
  private enum Column {
    /// The transaction's number, `internalReference` of the API.
    static let number = "internal_reference"
    static let amount = "amount"
    static let currency = "currency_code"
    static let processed = "transaction_date"
    static let created = "date"
    /// The merchant's reference of the payment.
    static let reference = "reference"
    static let status = "status"
    static let type = "type"
    static let batch = "batch_number"
    /// Only the console's export of bank debits that came back has it.
    static let returned = "return_id"

    static let needed = [number, amount, currency]
  }

  /// - Throws: `CSVProblem` for a file without these columns, and for an approved transaction without number, amount or time.
  func read(_ file: ReportFile) throws(CSVProblem) -> SettlementReport {
    guard let table = try CSVTable.read(FileText.utf8(of: file.bytes), below: Column.number) else {
      throw CSVProblem(
        line: 1, "This is no report of PlacetoPay: no line names the column \(Column.number).")
    }
    try table.require(Column.needed)
    guard table.has(Column.processed) || table.has(Column.created) else {
      try table.require([Column.processed])
      return SettlementReport(lines: [])
    }
    var lines: [SettlementLine] = []
    for row in table.rows where row[Column.status].map({ $0.uppercased() == "APPROVED" }) ?? true {
      lines.append(try line(row, areReturns: table.has(Column.returned)))
    }
    return SettlementReport(lines: lines)
  }

  private func line(_ row: NamedRecord, areReturns: Bool) throws(CSVProblem) -> SettlementLine {
    let currency = try row.currency(Column.currency)
    guard let amount = try row.amount(Column.amount, currency) else { throw row.problem(Column.amount, "is empty.") }
    let column = row[Column.processed] == nil ? Column.created : Column.processed
    guard let at = try row.moment(column, in: zone) else { throw row.problem(column, "is empty.") }
    let number = try row.neededID(Column.number)
    let kind = areReturns ? .chargeback : Self.kind(try row.id(Column.type), amount)
    let size = Money(minorUnits: Int64(amount.minorUnits.magnitude), currency)
    let gross: Money =
      switch kind {
      case .capture: size
      case .refund, .chargeback: size.negated
      case .transfer, .other: .zero(currency)
      }
    let day = row[column]?.prefix(10) ?? ""
    return SettlementLine(
      number: row.line, payout: try row.id(Column.batch).map { "\(day) \($0)" } ?? String(day), kind: kind, id: number,
      group: number, order: try row.id(Column.reference), gross: gross, fee: .zero(currency), at: at)
  }

  /// Reports have types if they were asked for by type. Holds, and news of disputes, move no money.
  private static func kind(_ type: String?, _ amount: Money) -> SettlementLine.Kind {
    switch type?.uppercased() {
    case nil: amount.isNegative ? .refund : .capture
    case "AUTH_ONLY"?, "AUTH_CAPTURE"?, "CAPTURE_ONLY"?, "SETTLE"?, "CHECKOUT"?: .capture
    case "REFUND"?, "VOID"?, "CREDIT"?: .refund
    case "CHARGEBACK"?, "DISPUTE_LOSS"?: .chargeback
    case let other?: .other(other)
    }
  }

  /// Of times without a zone.
  private var zone: TimeZone? {
    let names = [
      "CL": "America/Santiago", "CO": "America/Bogota", "CR": "America/Costa_Rica", "EC": "America/Guayaquil",
      "GT": "America/Guatemala", "HN": "America/Tegucigalpa", "PA": "America/Panama", "PR": "America/Puerto_Rico",
      "UY": "America/Montevideo",
    ]
    return names[country].flatMap { TimeZone(identifier: $0) } ?? TimeZone(identifier: "UTC")
  }
}
