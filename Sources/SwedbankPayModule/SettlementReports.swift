import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Transaction lists of an account, in XML ("Settlement and Reconciliation", Swedbank Pay documentation). They come by e-mail or
/// SFTP, weekly or monthly. Fees are in the PDF of the settlement alone, and so is the amount that was transferred.
struct SwedbankPaySettlementReports: SettlementReports {
  /// The attributes that are read; others are ignored.
  private enum Attribute {
    /// Of the list: the payout.
    static let accounting = "AccountingNo"
    /// Swedbank Pay's number of the transaction.
    static let number = "PayexTransactionNo"
    /// The number of the authorization that a capture is of. A sale has none.
    static let referenced = "ReferencedTransaction"
    /// Below zero for a reversal.
    static let amount = "Amount"
    static let currency = "Currency"
    static let modified = "DateModified"
    static let created = "DateCreated"
    /// The merchant's reference. The documentation has both names, and the samples neither.
    static let orders = ["OrderIdentity", "OrderId"]
  }

  /// Times have no zone; they are read as Swedish ones. UNCONFIRMED.
  private static let zone = TimeZone(identifier: "Europe/Stockholm")

  /// - Throws: `CSVProblem` for other XML, and for a transaction without number, amount or time.
  func read(_ file: ReportFile) throws(CSVProblem) -> SettlementReport {
    let reading = TransactionList()
    var text = FileText.utf8(of: file.bytes, usual: .windows1252)
    // Lists declare no types and no entities. The parser reads the bytes that were checked, whatever encoding the file declares.
    let hasTypes = text.firstRange(of: "<!DOCTYPE".utf8) != nil
    if text.starts(with: "<?xml".utf8), let end = text.firstRange(of: "?>".utf8) {
      text.removeSubrange(..<end.upperBound)
    }
    let parser = XMLParser(data: Data(#"<?xml version="1.0" encoding="UTF-8"?>"#.utf8) + text)
    parser.delegate = reading
    guard !hasTypes, parser.parse(), let list = reading.list, reading.isComplete else {
      throw CSVProblem(
        line: reading.list == nil ? 1 : max(1, parser.lineNumber),
        "This is no transaction list of Swedbank Pay, or it is not complete. Take the XML file as Swedbank Pay sent it."
      )
    }
    let payout = try list.id(Attribute.accounting)
    guard payout != nil else { throw list.problem(Attribute.accounting, "is empty.") }
    var lines: [SettlementLine] = []
    for row in reading.transactions { lines.append(try line(row, payout)) }
    return SettlementReport(lines: lines)
  }

  private func line(_ row: NamedRecord, _ payout: String?) throws(CSVProblem) -> SettlementLine {
    let currency = try row.currency(Attribute.currency)
    guard let gross = try row.amount(Attribute.amount, currency) else {
      throw row.problem(Attribute.amount, "is empty.")
    }
    let time = row[Attribute.modified] == nil ? Attribute.created : Attribute.modified
    guard let at = try row.moment(time, in: Self.zone) else { throw row.problem(Attribute.modified, "is empty.") }
    let number = try row.neededID(Attribute.number)
    let order = Attribute.orders.first { row[$0] != nil } ?? Attribute.orders[0]
    return SettlementLine(
      number: row.line, payout: payout, kind: gross.isNegative ? .refund : .capture, id: number,
      group: try row.id(Attribute.referenced) ?? number, order: try row.id(order),
      gross: gross, fee: .zero(currency), at: at)
  }
}

/// Collects the elements of a list.
private final class TransactionList: NSObject, XMLParserDelegate {
  private static let root = "SalesAccountedTransactions"

  private(set) var list: NamedRecord?
  private(set) var transactions: [NamedRecord] = []
  /// The parser accepts a file that ends too early.
  private(set) var isComplete = false

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let record = NamedRecord(line: parser.lineNumber, attributes: attributes)
    switch name {
    case Self.root: list = record
    case "Transaction": transactions.append(record)
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { isComplete = isComplete || name == Self.root }
}
