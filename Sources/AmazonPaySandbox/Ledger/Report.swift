import FerryCore
import FerrySandbox
import FerryWeb

struct Report: Codable, Hashable, OwnedObject {
  let id: String
  let documentID: String
  let owner: Owner
  let type: String
  let startTime: String?
  let endTime: String?
  let createdAt: Moment
  let due: Moment
}

struct ReportSchedule: Codable, Hashable, Identifiable {
  let id: String
  let owner: Owner
  let type: String
  let frequency: String
  let nextCreation: String?
}

/// Reports and their schedules ("Reports", Amazon Pay documentation).
extension Ledger {
  mutating func createReport(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let report = Report(
      id: newID(), documentID: "amzn1.tortuga.\(UUIDText.version4(randomness.bytes(16)))", owner: request.owner,
      type: request.body["reportType"]?.text ?? "", startTime: try time("startTime", request.body),
      endTime: try time("endTime", request.body), createdAt: now, due: now + rules.reportDuration)
    reports.store(report)
    return (201, ["reportId": .string(report.id)])
  }

  func getReport(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    guard let report = reports[request.id], report.owner == request.owner else { throw .notFound("report") }
    return (200, body(of: report, at: now))
  }

  /// Get Reports: the newest first, in pages. The token is the number of entries before the page.
  func getReports(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let types = request.list("reportTypes")
    let statuses = request.list("processingStatuses")
    let period = try period("createdSince", "createdUntil", request)
    let found = reports.values.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }.filter { report in
      report.owner == request.owner && (types.isEmpty || types.contains(report.type))
        && (statuses.isEmpty || statuses.contains(status(of: report, at: now)))
        && period(report.createdAt)
    }
    let (page, next) = try page(of: found, request)
    return (200, ["reports": .array(page.map { body(of: $0, at: now) }), "nextToken": next])
  }

  /// Get Report Document: the URL of a report's content, which needs no further authentication. See `reportContent`.
  func getReportDocument(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let found = reports.values.first { $0.documentID == request.id && $0.owner == request.owner }
    guard let report = found, report.due <= now else { throw .notFound("report document") }
    let body = JSONValue.object(all: [
      "reportDocumentId": report.documentID, "url": "\(pagesOrigin)/reports/\(report.id).txt",
      "compressionAlgorithm": "N/A",
    ])
    return (200, body)
  }

  mutating func createReportSchedule(_ request: APIRequest) throws(APIRefusal) -> (Int, JSONValue) {
    let type = request.body["reportType"]?.text ?? ""
    let existing = reportSchedules.values.filter { $0.owner == request.owner && $0.type == type }
    if !existing.isEmpty {
      guard request.body["deleteExistingSchedule"]?.flagOrText == true else {
        throw .invalidCombination("There is a schedule for \(type); deleteExistingSchedule replaces it.")
      }
      for schedule in existing { reportSchedules[schedule.id] = nil }
    }
    let schedule = ReportSchedule(
      id: newID(), owner: request.owner, type: type, frequency: request.body["scheduleFrequency"]?.text ?? "",
      nextCreation: try time("nextReportCreationTime", request.body))
    reportSchedules.store(schedule)
    return (201, ["reportScheduleId": .string(schedule.id)])
  }

  func getReportSchedules(_ request: APIRequest) -> (Int, JSONValue) {
    let types = request.list("reportTypes")
    let found = reportSchedules.sorted.filter {
      $0.owner == request.owner && (types.isEmpty || types.contains($0.type))
    }
    return (200, ["reportSchedules": .array(found.map { body(of: $0) })])
  }

  func getReportSchedule(_ request: APIRequest) throws(APIRefusal) -> (Int, JSONValue) {
    (200, body(of: try schedule(request)))
  }

  mutating func cancelReportSchedule(_ request: APIRequest) throws(APIRefusal) -> (Int, JSONValue) {
    let schedule = try schedule(request)
    reportSchedules[schedule.id] = nil
    return (200, body(of: schedule))
  }

  private func schedule(_ request: APIRequest) throws(APIRefusal) -> ReportSchedule {
    guard let schedule = reportSchedules[request.id], schedule.owner == request.owner else {
      throw .notFound("report schedule")
    }
    return schedule
  }

  private func status(of report: Report, at now: Moment) -> String { report.due <= now ? "COMPLETED" : "IN_PROGRESS" }

  /// Members in Amazon's order, which is that of the alphabet (test suite of the official Node.js client).
  private func body(of report: Report, at now: Moment) -> JSONValue {
    let isDone = report.due <= now
    let created = AmazonTimestamp.text(report.createdAt)
    return .object(all: [
      "createdTime": created, "endTime": report.endTime,
      "processingEndTime": isDone ? AmazonTimestamp.text(report.due) : nil, "processingStartTime": created,
      "processingStatus": status(of: report, at: now), "reportDocumentId": isDone ? report.documentID : nil,
      "reportId": report.id, "reportType": report.type, "startTime": report.startTime,
    ])
  }

  private func body(of schedule: ReportSchedule) -> JSONValue {
    .object(all: [
      "nextReportCreationTime": schedule.nextCreation, "reportScheduleId": schedule.id, "reportType": schedule.type,
      "scheduleFrequency": schedule.frequency,
    ])
  }

  private func time(_ name: String, _ body: JSONValue) throws(APIRefusal) -> String? {
    let text = body[name]?.text
    if let text { _ = try moment(text, name) }
    return text
  }

  private func moment(_ text: String, _ name: String) throws(APIRefusal) -> Moment {
    guard let moment = AmazonTimestamp.moment(text) else {
      throw .invalidValue(name, "a time such as 20250102T030405Z is expected")
    }
    return moment
  }

  /// The period that a query names. Both ends are included, and both may be missing.
  func period(_ start: String, _ end: String, _ request: APIRequest) throws(APIRefusal) -> (Moment) -> Bool {
    func named(_ name: String) throws(APIRefusal) -> Moment? {
      guard let text = request.query[name], !text.isEmpty else { return nil }
      return try moment(text, name)
    }
    let (first, last) = (try named(start), try named(end))
    return { moment in first.map { moment >= $0 } ?? true && last.map { moment <= $0 } ?? true }
  }

  /// The page that a request asks for, and the token of the next one.
  func page<Element>(of all: [Element], _ request: APIRequest) throws(APIRefusal) -> (ArraySlice<Element>, JSONValue) {
    let size = try count("pageSize", request, usual: 10, most: 100)
    let start = try count("nextToken", request, usual: 0, most: all.count)
    let page = all.dropFirst(start).prefix(size)
    return (page, JSONValue(page.endIndex < all.count ? String(page.endIndex) : nil))
  }

  private func count(_ name: String, _ request: APIRequest, usual: Int, most: Int) throws(APIRefusal) -> Int {
    guard let text = request.query[name], !text.isEmpty else { return usual }
    guard let count = Int(text), (0...most).contains(count) else {
      throw .invalidValue(name, "a number up to \(most) is expected")
    }
    return count
  }

  private func newID() -> String { "A" + randomness.text(13, of: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")) }
}

extension APIRequest {
  fileprivate func list(_ name: String) -> [String] { (query[name] ?? "").split(separator: ",").map { String($0) } }
}

/// The content of reports. A settlement report has the ledger's movements, with the fields of "Settlement Report Details" in
/// the Amazon Pay documentation. A movement counts as settled at once, and fees are zero. Other reports have no content.
extension Ledger {
  private static let settlementTypes = [
    "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SETTLEMENT_DATA_", "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SANDBOX_SETTLEMENT_DATA_",
  ]

  private static let columns = [
    "TransactionPostedDate", "SettlementId", "AmazonTransactionId", "SellerReferenceId", "TransactionType",
    "AmazonOrderReferenceId", "SellerOrderId", "StoreName", "CurrencyCode", "TransactionDescription",
    "TransactionAmount", "TransactionPercentageFee", "TransactionFixedFee", "TotalTransactionFee",
    "NetTransactionAmount",
  ]

  /// Nil if there is no such report, if it is not ready, or if it has no content.
  func reportContent(_ id: String, at now: Moment) -> [UInt8]? {
    guard let report = reports[id], report.due <= now, Self.settlementTypes.contains(report.type) else { return nil }
    let start = report.startTime.flatMap { AmazonTimestamp.moment($0) }
    let end = report.endTime.flatMap { AmazonTimestamp.moment($0) } ?? report.createdAt
    let rows = movements.filter { movement in
      movement.owner == report.owner && start.map { movement.at >= $0 } ?? true && movement.at < end
    }.compactMap { row($0, of: report) }
    return Array(([Self.columns] + rows).map { Self.line($0) + "\r\n" }.joined().utf8)
  }

  private func row(_ movement: MoneyMovement, of report: Report) -> [String]? {
    let type: String
    switch movement.kind {
    case .captured: type = "Capture"
    case .refunded: type = "Refund"
    case .chargedBack, .chargebackReversed: type = "Chargeback"
    case .authorized, .released: return nil
    }
    let isCredit = movement.kind == .captured || movement.kind == .chargebackReversed
    let amount = (isCredit ? "" : "-") + movement.amount.decimal
    let zero = Money.zero(movement.amount.currency).decimal
    return [
      // The documentation writes the zone with four digits.
      String(movement.at.iso8601.dropLast()) + "-0000", report.id,
      movement.refundID ?? movement.disputeID ?? movement.chargeID, "", type,
      charges[movement.chargeID]?.permissionID ?? "", movement.merchantReferenceID ?? "", "",
      movement.amount.currency.code, "", amount, zero, zero, zero, amount,
    ]
  }

  private static func line(_ fields: [String]) -> String {
    fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
  }
}
