public import FerryCore
public import FerryHTTP

extension AmazonPayCall {
  /// Lists reports, including those that were requested in Seller Central. The answer is a `ReportPage`.
  public static func listReports(_ filter: ReportFilter = ReportFilter()) throws(InvalidField) -> AmazonPayCall {
    if let pageSize = filter.pageSize, !ReportFilter.pageSizes.contains(pageSize) {
      throw InvalidField(field: "pageSize", .notInRange(ReportFilter.pageSizes))
    }
    return try AmazonPayCall(.listReports, query: filter.query)
  }

  /// Requests a report about a period. Get it by its id until it is completed. The answer is a `Report`.
  public static func createReport(
    type: String, from start: Moment, to end: Moment, _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    guard !type.isEmpty else { throw InvalidField(field: "reportType", .missing) }
    guard start < end else { throw InvalidField(field: "endTime", .notAfter("startTime")) }
    let body = [
      "reportType": type, "startTime": AmazonPayTimestamp.text(start), "endTime": AmazonPayTimestamp.text(end),
    ]
    return try AmazonPayCall(.createReport, body: stableJSON(body), idempotencyKey: key)
  }

  /// Gets a `Report`.
  public static func getReport(_ id: String) throws(InvalidField) -> AmazonPayCall { try AmazonPayCall(.getReport, id) }

  /// Gets the download address of a report. The answer is a `ReportDocument`.
  public static func getReportDocument(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getReportDocument, id)
  }

  /// The answer is a `ReportScheduleList`.
  public static func listReportSchedules(types: [String] = []) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(
      .listReportSchedules, query: types.isEmpty ? [] : [Parameter("reportTypes", types.joined(separator: ","))])
  }

  /// Creates a schedule for a type of report. The answer is a `ReportSchedule`.
  /// - Parameters:
  ///   - frequency: An ISO 8601 duration such as `P1D` or `PT84H`.
  ///   - replacing: True to delete an existing schedule for the same type.
  public static func createReportSchedule(
    type: String, frequency: String, next: Moment, replacing: Bool = false, _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    guard !type.isEmpty else { throw InvalidField(field: "reportType", .missing) }
    guard frequency.wholeMatch(of: /P([0-9]+[DWM]|T[0-9]+[HM])/) != nil else {
      throw InvalidField(field: "scheduleFrequency", .notADuration)
    }
    let body: [String: UntypedJSON] = [
      "reportType": .string(type), "scheduleFrequency": .string(frequency),
      "nextReportCreationTime": .string(AmazonPayTimestamp.text(next)), "deleteExistingSchedule": .bool(replacing),
    ]
    return try AmazonPayCall(.createReportSchedule, body: stableJSON(body), idempotencyKey: key)
  }

  /// Gets a `ReportSchedule`.
  public static func getReportSchedule(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getReportSchedule, id)
  }

  /// Cancels a schedule; its reports stay. The answer is not documented: it is an `UntypedAnswer`.
  public static func cancelReportSchedule(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.cancelReportSchedule, id)
  }

  /// The answer is a `DisbursementPage`.
  public static func listDisbursements(_ filter: DisbursementFilter) throws(InvalidField) -> AmazonPayCall {
    try filter.check()
    return try AmazonPayCall(.listDisbursements, query: filter.query)
  }
}

public struct ReportFilter: Hashable, Sendable {
  /// Empty for all types.
  public var types: [String]
  /// Empty for all states.
  public var statuses: [Report.ProcessingStatus]
  public var createdSince: Moment?
  public var createdUntil: Moment?
  /// The maximum number of reports in a page: 1 to 100; Amazon's default is 10.
  public var pageSize: Int?
  /// The token from the previous page.
  public var nextToken: String?

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
    AmazonPayCall.Parameter.list([
      ("reportTypes", types.isEmpty ? nil : types.joined(separator: ",")),
      ("processingStatuses", statuses.isEmpty ? nil : statuses.map(\.rawValue).joined(separator: ",")),
      ("createdSince", createdSince.map(AmazonPayTimestamp.text)),
      ("createdUntil", createdUntil.map(AmazonPayTimestamp.text)),
      ("pageSize", pageSize.map { String($0) }),
      ("nextToken", nextToken),
    ])
  }
}

public struct DisbursementFilter: Hashable, Sendable {
  public var startTime: Moment
  public var endTime: Moment
  /// The maximum number of disbursements in a page.
  public var pageSize: Int?
  /// The token from the previous page.
  public var nextToken: String?

  public init(from startTime: Moment, to endTime: Moment, pageSize: Int? = nil, nextToken: String? = nil) {
    self.startTime = startTime
    self.endTime = endTime
    self.pageSize = pageSize
    self.nextToken = nextToken
  }

  func check() throws(InvalidField) {
    guard startTime < endTime else { throw InvalidField(field: "endTime", .notAfter("startTime")) }
    if let pageSize, pageSize < 1 { throw InvalidField(field: "pageSize", .notPositive) }
  }

  var query: [AmazonPayCall.Parameter] {
    AmazonPayCall.Parameter.list([
      ("startTime", AmazonPayTimestamp.text(startTime)), ("endTime", AmazonPayTimestamp.text(endTime)),
      ("pageSize", pageSize.map { String($0) }), ("nextToken", nextToken),
    ])
  }
}
