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
  enum Column {
    static let postedAt = "TransactionPostedDate"
    /// Lines about the account, such as transfers, have none.
    static let id = "AmazonTransactionId"
    static let type = "TransactionType"
    /// The charge permission of a capture, refund or chargeback.
    static let permission = "AmazonOrderReferenceId"
    static let currency = "CurrencyCode"
    /// Before fees; negative for a refund and a chargeback.
    static let amount = "TransactionAmount"
    /// The payout. A report without it explains none.
    static let settlement = "SettlementId"
    /// The amount less all fees.
    static let net = "NetTransactionAmount"
    /// All fees, if the report states no net amounts.
    static let fee = "TotalTransactionFee"
    static let order = "SellerOrderId"

    static let needed = [postedAt, id, type, permission, currency, amount]
  }

  /// Amazon documents no encoding. Reports of its other programs are in Windows-31J in Japan, and in Windows-1252 in Europe and
  /// America ("Reports API", Selling Partner API documentation).
  private var usualEncoding: FileText { account.region == .japan ? .windows31J : .windows1252 }

  /// - Throws: `CSVProblem` for a file without these columns, and for a line without a readable amount or time.
  func read(_ file: ReportFile) throws(CSVProblem) -> SettlementReport {
    let text = FileText.utf8(of: file.bytes, charset: file.charset, usual: usualEncoding)
    // Lines about the whole report may precede the heading.
    guard let table = try CSVTable.read(text, below: Column.id) else {
      throw CSVProblem(
        line: 1,
        "This is no settlement report of Amazon Pay: no line names the columns \(Column.id) and \(Column.type).")
    }
    try table.require(Column.needed)
    var lines: [SettlementLine] = []
    for row in table.rows { lines.append(try line(row)) }
    // Refunds and chargebacks may be written with a sign or without. Where they have one, a chargeback without it is money that
    // came back. Fees of a file without net amounts may lack the sign, too.
    let isSigned = lines.contains { Self.takesMoney($0) && $0.gross.isNegative }
    let hasSignedFees = table.has(Column.net) || lines.contains { $0.fee.isNegative }
    return SettlementReport(
      lines: lines.map { line in
        var line = line
        if Self.takesMoney(line), !line.gross.isNegative, line.kind == .refund || !isSigned {
          line.gross = line.gross.negated
          if table.has(Column.net) { line.fee = line.fee.negated }
        }
        if !hasSignedFees { line.fee = line.fee.negated }
        return line
      })
  }

  private static func takesMoney(_ line: SettlementLine) -> Bool { [.refund, .chargeback].contains(line.kind) }

  /// A line with the signs of the file.
  private func line(_ row: NamedRecord) throws(CSVProblem) -> SettlementLine {
    let type = try row.id(Column.type) ?? ""
    let kind = SettlementLine.Kind(text: type.lowercased())
    guard let at = try row.moment(Column.postedAt) else { throw row.problem(Column.postedAt, "is empty.") }
    let currency = try row.currency(Column.currency)
    guard let gross = try row.amount(Column.amount, currency) else { throw row.problem(Column.amount, "is empty.") }
    let stated = try row.amount(Column.fee, currency)
    let fee = try row.amount(Column.net, currency)?.plus(gross.negated) ?? stated ?? .zero(currency)
    var line = SettlementLine(
      number: row.line, payout: try row.id(Column.settlement), kind: kind, id: try row.id(Column.id),
      order: try row.id(Column.order), gross: gross, fee: fee, at: at)
    switch kind {
    case .capture, .refund, .chargeback: line.id = try row.neededID(Column.id)
    case .transfer: break
    case .other: line.kind = .other(type)
    }
    line.group = try row.id(Column.permission) ?? line.id.map { group(ofCharge: $0) }
    return line
  }

  // MARK: Fetching

  /// For live payments, the reports that Amazon created since the window's start. For test payments, one is created.
  func fetch(
    _ window: Range<Moment>, _ connection: ProviderConnection
  ) async throws(ProviderProblem) -> [ReportFile] {
    let client = AmazonPayClient(account, transport: connection.transport, time: connection.time)
    do {
      let documents =
        account.mode == .live
        ? try await made(since: window.lowerBound, client) : [try await make(window, client, connection)]
      var files: [ReportFile] = []
      for document in documents { files.append(try await content(document, client, connection)) }
      return files
    } catch let problem as ProviderProblem {
      throw problem
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
  ) async throws -> ReportFile {
    let place: ReportDocument = try await client.send(.getReportDocument(document))
    guard place.compressionAlgorithm.map({ $0 == "N/A" }) ?? true else {
      throw ProviderProblem(
        "The provider's report is compressed. Download it, unpack it, and import it with `ferry reports import`.")
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
      let charset = answer.headers[.contentType]?.firstMatch(of: /charset="?([^"; ]+)/.ignoresCase())?.1
      return ReportFile(name: document, bytes: answer.body, charset: charset.map(String.init))
    } catch is TransportFailure {
      throw ProviderProblem("The provider's report did not arrive.")
    }
  }
}
