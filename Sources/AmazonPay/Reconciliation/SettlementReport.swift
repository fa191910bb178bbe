import FerryCore
public import FerryReconciliation

/// What a settlement report says that money moved ("Settlement Report Details", Amazon Pay documentation): a text file with
/// one line for each transaction that Amazon has credited or debited. It has transactions when they are settled, which may be
/// days after they were made, so that what is missing in a report says nothing.
public struct SettlementReport: Hashable, Sendable {
  /// Captures and refunds, in the order of the report.
  public let transactions: [ProviderTransaction]
  /// How many lines there are of the other types, such as Chargeback, Transfer or Reserve: the ledger does not speak of those.
  public let others: [String: Int]

  /// The type of the report of live payments. Amazon makes it with each settlement.
  public static let type = "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SETTLEMENT_DATA_"
  /// The same of the sandbox's payments, which is made when it is asked for.
  public static let sandboxType = "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SANDBOX_SETTLEMENT_DATA_"

  /// The columns that are read. The documentation names the fields of a line; their order, and whatever stands around them,
  /// does not matter.
  public enum Column: String, CaseIterable, Sendable {
    case postedAt = "TransactionPostedDate"
    case id = "AmazonTransactionId"
    case type = "TransactionType"
    /// The charge permission of a capture or refund.
    case permission = "AmazonOrderReferenceId"
    case currency = "CurrencyCode"
    /// Before fees; of a refund it is below zero.
    case amount = "TransactionAmount"
  }

  /// - Throws: `CSVProblem` for a file that has no such columns, and for a line of a capture or refund that cannot be read.
  public init(_ bytes: [UInt8]) throws(CSVProblem) {
    let records = try CSVRecord.read(bytes, separator: Self.separator(of: bytes))
    // Lines about the whole report may stand above.
    let heading = records.firstIndex { record in
      record.fields.contains { $0.lowercased() == Column.id.rawValue.lowercased() }
    }
    guard let heading else {
      throw CSVProblem(
        line: 1,
        "This is no settlement report of Amazon Pay: no line names the columns \(Column.id.rawValue) and "
          + "\(Column.type.rawValue).")
    }
    let table = try CSVTable(Array(records[heading...]))
    try table.require(Column.allCases.map(\.rawValue))
    var transactions: [ProviderTransaction] = []
    var others: [String: Int] = [:]
    for row in table.rows {
      let type = table.text(Column.type.rawValue, row) ?? ""
      guard let kind = ProviderTransaction.Kind(rawValue: type.lowercased()) else {
        others[type, default: 0] += 1
        continue
      }
      transactions.append(try Self.transaction(kind, row, table))
    }
    self.transactions = transactions
    self.others = others
  }

  private static func transaction(
    _ kind: ProviderTransaction.Kind, _ row: CSVRecord, _ table: CSVTable
  ) throws(CSVProblem) -> ProviderTransaction {
    func text(_ column: Column) throws(CSVProblem) -> String {
      guard let text = table.text(column.rawValue, row) else {
        throw CSVProblem(line: row.line, "The column \(column.rawValue) is empty.")
      }
      return text
    }
    guard let moment = Moment(written: try text(.postedAt)) else {
      throw CSVProblem(line: row.line, "The column \(Column.postedAt.rawValue) has no time.")
    }
    guard let currency = Currency(try text(.currency)) else {
      throw CSVProblem(line: row.line, "The column \(Column.currency.rawValue) has no currency that is known.")
    }
    let id = try text(.id)
    let written = try text(.amount)
    // Refunds may be written with a sign or without.
    guard
      let amount = try? Money(decimal: written.hasPrefix("-") ? String(written.dropFirst()) : written, currency),
      !amount.isNegative
    else { throw CSVProblem(line: row.line, "The column \(Column.amount.rawValue) has no amount.") }
    return ProviderTransaction(
      kind: kind, id: id,
      group: table.text(Column.permission.rawValue, row) ?? AmazonPayProvider.chargePermission(ofCharge: id),
      amount: amount, at: moment)
  }

  /// A tab where the heading has tabs, else a comma.
  private static func separator(of bytes: [UInt8]) -> UInt8 {
    let name = Array(Column.id.rawValue.utf8)
    let heading = bytes.split(separator: 0x0A).first { line in line.firstRange(of: name) != nil } ?? []
    return heading.contains(0x09) ? 0x09 : UInt8(ascii: ",")
  }
}

extension AmazonPayProvider {
  /// The charge permission that a charge or refund is of: the first three parts of its id ("Charge", Amazon Pay
  /// documentation).
  public static func chargePermission(ofCharge id: String) -> String {
    id.split(separator: "-", omittingEmptySubsequences: false).prefix(3).joined(separator: "-")
  }
}
