import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import HTTPTypes

/// Settlement reports of an account ("Settlement Report Details", Amazon Pay documentation): text files with one line for
/// each transaction that Amazon has credited or debited.
struct AmazonPaySettlementReports: SettlementReports {
  private let account: AmazonPayAccount

  /// Amazon can take minutes to create a report.
  private static let patience = Duration.seconds(300)

  init(_ account: AmazonPayAccount) { self.account = account }

  /// The charge permission: the first three parts of the id ("Charge", Amazon Pay documentation).
  func group(ofCharge id: String) -> String {
    id.split(separator: "-", omittingEmptySubsequences: false).prefix(3).joined(separator: "-")
  }

  // MARK: Reading

  /// The type of reports of live payments, which Amazon creates with each settlement.
  private static let liveType = "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SETTLEMENT_DATA_"
  /// The type of reports of sandbox payments, which are created on request.
  private static let sandboxType = "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SANDBOX_SETTLEMENT_DATA_"

  /// The columns that are read. Their order does not matter, and other columns are ignored.
  enum Column: String, CaseIterable, Sendable {
    case postedAt = "TransactionPostedDate"
    case id = "AmazonTransactionId"
    case type = "TransactionType"
    /// The charge permission of a capture, refund or chargeback.
    case permission = "AmazonOrderReferenceId"
    case currency = "CurrencyCode"
    /// Before fees; negative for a refund and a chargeback.
    case amount = "TransactionAmount"
  }

  /// - Throws: `CSVProblem` for a file without these columns, and for an unreadable line of a transaction that is compared.
  func read(_ bytes: [UInt8]) throws(CSVProblem) -> SettlementReport {
    let records = try CSVRecord.read(bytes, separator: Self.separator(of: bytes))
    // Lines about the whole report may precede the heading.
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
    let rows = table.rows.map { row in (row, table.text(Column.type.rawValue, row) ?? "") }
    // Refunds and chargebacks may be written with a sign or without. Where they have one, a chargeback without it is money that
    // came back.
    let isSigned = rows.contains { row, type in
      ProviderTransaction.Kind(rawValue: type.lowercased()).map { $0 != .capture } ?? false && isNegative(row, table)
    }
    for (row, type) in rows {
      guard let kind = ProviderTransaction.Kind(rawValue: type.lowercased()) else {
        others[type, default: 0] += 1
        continue
      }
      let isCredit = kind == .chargeback && isSigned && !isNegative(row, table)
      transactions.append(try transaction(kind, isCredit: isCredit, row, table))
    }
    return SettlementReport(transactions: transactions, others: others)
  }

  private func isNegative(_ row: CSVRecord, _ table: CSVTable) -> Bool {
    table.text(Column.amount.rawValue, row)?.hasPrefix("-") ?? false
  }

  private func transaction(
    _ kind: ProviderTransaction.Kind, isCredit: Bool, _ row: CSVRecord, _ table: CSVTable
  ) throws(CSVProblem) -> ProviderTransaction {
    func problem(_ column: Column, _ what: String) -> CSVProblem {
      CSVProblem(line: row.line, "The column \(column.rawValue) \(what)")
    }
    func text(_ column: Column) throws(CSVProblem) -> String {
      guard let text = table.text(column.rawValue, row) else { throw problem(column, "is empty.") }
      return text
    }
    guard let moment = Moment(written: try text(.postedAt)) else { throw problem(.postedAt, "has no time.") }
    guard let currency = Currency(try text(.currency)) else {
      throw problem(.currency, "has no currency that is known.")
    }
    let id = try text(.id)
    let written = try text(.amount)
    guard currency.exponent == 3 || written.wholeMatch(of: /-?[0-9]+\.[0-9]{3}/) == nil else {
      throw problem(.amount, "may have a point between thousands. Take the file as Amazon has written it.")
    }
    let digits = written.hasPrefix("-") ? String(written.dropFirst()) : written
    guard let amount = try? Money(providerDecimal: digits, currency), !amount.isNegative else {
      throw problem(.amount, "has no amount.")
    }
    return ProviderTransaction(
      kind: kind, id: id,
      group: table.text(Column.permission.rawValue, row) ?? group(ofCharge: id),
      amount: isCredit ? Money(minorUnits: -amount.minorUnits, currency) : amount, at: moment)
  }

  /// A tab if the heading has tabs, else a comma.
  private static func separator(of bytes: [UInt8]) -> UInt8 {
    let name = Array(Column.id.rawValue.utf8)
    let heading = bytes.split(separator: 0x0A).first { line in line.firstRange(of: name) != nil } ?? []
    return heading.contains(0x09) ? 0x09 : UInt8(ascii: ",")
  }

  // MARK: Fetching

  /// For live payments, the reports that Amazon created since the window's start. For test payments, one is created.
  func fetch(
    _ window: Range<Moment>, _ connection: ProviderConnection
  ) async throws(ProviderProblem) -> [SettlementReport] {
    let client = AmazonPayClient(account, transport: connection.transport, time: connection.time)
    do {
      let documents =
        account.mode == .live
        ? try await made(since: window.lowerBound, client) : [try await make(window, client, connection)]
      var reports: [SettlementReport] = []
      for document in documents { reports.append(try read(try await content(document, client, connection))) }
      return reports
    } catch let problem as ProviderProblem {
      throw problem
    } catch let problem as CSVProblem {
      throw ProviderProblem("A report of the provider cannot be read. \(problem)")
    } catch {
      throw ProviderProblem("The provider's reports could not be fetched. \(error)")
    }
  }

  /// The documents of all reports that were created since a time.
  private func made(since start: Moment, _ client: AmazonPayClient) async throws -> [String] {
    var filter = ReportFilter(types: [Self.liveType], statuses: [.completed], createdSince: start, pageSize: 100)
    var documents: [String] = []
    repeat {
      let page: ReportPage = try await client.send(.listReports(filter))
      documents += page.reports.compactMap(\.reportDocumentId)
      // The token includes the conditions.
      filter = ReportFilter(nextToken: page.nextToken)
    } while filter.nextToken != nil
    return documents
  }

  private func make(
    _ window: Range<Moment>, _ client: AmazonPayClient, _ connection: ProviderConnection
  ) async throws -> String {
    let asked: Report = try await client.send(
      .createReport(
        type: Self.sandboxType, from: window.lowerBound, to: window.upperBound,
        IdempotencyKey(connection.randomness.token(bytes: 16))))
    let end = connection.time.now + Self.patience
    while true {
      let report: Report = try await client.send(.getReport(asked.reportId))
      if let document = report.reportDocumentId, report.processingStatus == .known(.completed) { return document }
      switch report.processingStatus {
      case .known(.failed), .known(.cancelled): throw ProviderProblem("The provider could not make the report.")
      default: break
      }
      guard connection.time.now < end else {
        throw ProviderProblem("The provider's report was not made within five minutes.")
      }
      try await connection.time.sleep(for: .seconds(5))
    }
  }

  /// The document's URL is signed and acts as a password: it is neither shown nor logged.
  private func content(
    _ document: String, _ client: AmazonPayClient, _ connection: ProviderConnection
  ) async throws -> [UInt8] {
    let place: ReportDocument = try await client.send(.getReportDocument(document))
    guard place.compressionAlgorithm.map({ $0 == "N/A" }) ?? true else {
      throw ProviderProblem("The provider's report is compressed. Download it, unpack it, and name it with --report.")
    }
    guard let address = place.url.flatMap({ AddressParts($0) }) else {
      throw ProviderProblem("The provider names no address for its report.")
    }
    let request = HTTPRequest(
      method: .get, scheme: address.origin.scheme, authority: address.origin.authority, path: address.rest)
    do {
      let answer = try await connection.transport.send(request, body: [], timeout: .seconds(60))
      guard answer.status == .ok else {
        throw ProviderProblem("The provider's report was answered with HTTP \(answer.status.code).")
      }
      return answer.body
    } catch is TransportFailure {
      throw ProviderProblem("The provider's report did not arrive.")
    }
  }
}
