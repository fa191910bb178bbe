public import FerryCore

extension AmazonPayCall {
  /// - Throws: `InvalidField`.
  public static func listReports(_ filter: ReportFilter = ReportFilter()) throws(InvalidField) -> AmazonPayCall {
    if let pageSize = filter.pageSize, !ReportFilter.pageSizes.contains(pageSize) {
      throw InvalidField(field: "pageSize", fault: .notInRange(ReportFilter.pageSizes))
    }
    return try AmazonPayCall(.listReports, query: filter.query)
  }

  /// Asks for a report about a time. Ask for it by its id until it is completed.
  /// - Throws: `InvalidField`.
  public static func createReport(
    type: String, from start: Moment, to end: Moment, _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    guard !type.isEmpty else { throw InvalidField(field: "reportType", fault: .missing) }
    guard start < end else { throw InvalidField(field: "endTime", fault: .notAfter("startTime")) }
    let body = [
      "reportType": type, "startTime": AmazonPayTimestamp.text(start), "endTime": AmazonPayTimestamp.text(end),
    ]
    return try AmazonPayCall(.createReport, body: stableJSON(body), idempotencyKey: key)
  }

  /// - Throws: `InvalidField`.
  public static func getReport(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getReport, id)
  }

  /// Where a report's content can be fetched.
  /// - Throws: `InvalidField`.
  public static func getReportDocument(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getReportDocument, id)
  }

  /// - Throws: `InvalidField`.
  public static func listReportSchedules(types: [String] = []) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(
      .listReportSchedules, query: types.isEmpty ? [] : [Parameter("reportTypes", types.joined(separator: ","))])
  }

  /// Has reports made again and again.
  /// - Parameters:
  ///   - frequency: An ISO 8601 duration such as `P1D` or `PT84H`.
  ///   - replacing: Whether a schedule for the same type goes.
  /// - Throws: `InvalidField`.
  public static func createReportSchedule(
    type: String, frequency: String, next: Moment, replacing: Bool = false, _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    guard !type.isEmpty else { throw InvalidField(field: "reportType", fault: .missing) }
    guard frequency.wholeMatch(of: /P([0-9]+[DWM]|T[0-9]+[HM])/) != nil else {
      throw InvalidField(field: "scheduleFrequency", fault: .notADuration)
    }
    let body = Schedule(
      reportType: type, scheduleFrequency: frequency, nextReportCreationTime: AmazonPayTimestamp.text(next),
      deleteExistingSchedule: replacing)
    return try AmazonPayCall(.createReportSchedule, body: stableJSON(body), idempotencyKey: key)
  }

  /// - Throws: `InvalidField`.
  public static func getReportSchedule(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getReportSchedule, id)
  }

  /// - Throws: `InvalidField`.
  public static func cancelReportSchedule(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.cancelReportSchedule, id)
  }

  /// What Amazon has paid out.
  /// - Throws: `InvalidField`.
  public static func listDisbursements(_ filter: DisbursementFilter) throws(InvalidField) -> AmazonPayCall {
    try filter.check()
    return try AmazonPayCall(.listDisbursements, query: filter.query)
  }

  private struct Schedule: Encodable {
    let reportType: String
    let scheduleFrequency: String
    let nextReportCreationTime: String
    let deleteExistingSchedule: Bool
  }
}

/// Which reports to list; all of them without conditions.
public struct ReportFilter: Hashable, Sendable {
  /// Only reports of these types; all if empty.
  public var types: [String]
  /// Only reports that are so far; all if empty.
  public var statuses: [Report.ProcessingStatus]
  /// Only reports that were asked for since then.
  public var createdSince: Moment?
  /// Only reports that were asked for until then.
  public var createdUntil: Moment?
  /// How many reports a page has at most: 1 to 100; Amazon's own choice is 10.
  public var pageSize: Int?
  /// The page's token, from the page before.
  public var nextToken: String?

  /// Without arguments: all reports.
  public init(
    types: [String] = [],
    statuses: [Report.ProcessingStatus] = [],
    createdSince: Moment? = nil,
    createdUntil: Moment? = nil,
    pageSize: Int? = nil,
    nextToken: String? = nil
  ) {
    self.types = types
    self.statuses = statuses
    self.createdSince = createdSince
    self.createdUntil = createdUntil
    self.pageSize = pageSize
    self.nextToken = nextToken
  }

  static let pageSizes = 1...100

  var query: [AmazonPayCall.Parameter] {
    let values: [(String, String?)] = [
      ("reportTypes", types.isEmpty ? nil : types.joined(separator: ",")),
      ("processingStatuses", statuses.isEmpty ? nil : statuses.map(\.rawValue).joined(separator: ",")),
      ("createdSince", createdSince.map(AmazonPayTimestamp.text)),
      ("createdUntil", createdUntil.map(AmazonPayTimestamp.text)),
      ("pageSize", pageSize.map { String($0) }),
      ("nextToken", nextToken),
    ]
    return values.compactMap { name, value in value.map { AmazonPayCall.Parameter(name, $0) } }
  }
}

/// Which disbursements to list: those whose settlement falls into a time.
public struct DisbursementFilter: Hashable, Sendable {
  /// The first moment of the settlements.
  public var startTime: Moment
  /// The last moment of the settlements.
  public var endTime: Moment
  /// How many a page has at most.
  public var pageSize: Int?
  /// The page's token, from the page before.
  public var nextToken: String?

  /// The disbursements of a time.
  public init(from startTime: Moment, to endTime: Moment, pageSize: Int? = nil, nextToken: String? = nil) {
    self.startTime = startTime
    self.endTime = endTime
    self.pageSize = pageSize
    self.nextToken = nextToken
  }

  func check() throws(InvalidField) {
    guard startTime < endTime else { throw InvalidField(field: "endTime", fault: .notAfter("startTime")) }
    if let pageSize, pageSize < 1 { throw InvalidField(field: "pageSize", fault: .notPositive) }
  }

  var query: [AmazonPayCall.Parameter] {
    let values: [(String, String?)] = [
      ("startTime", AmazonPayTimestamp.text(startTime)), ("endTime", AmazonPayTimestamp.text(endTime)),
      ("pageSize", pageSize.map { String($0) }), ("nextToken", nextToken),
    ]
    return values.compactMap { name, value in value.map { AmazonPayCall.Parameter(name, $0) } }
  }
}
