public import FerryCore

/// A report about the merchant's account, made by Amazon on request or on a schedule.
public struct Report: Hashable, Sendable {
  /// Where the report is on its way.
  public enum ProcessingStatus: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is being made.
    case inProgress = "IN_PROGRESS"
    /// Its document can be fetched.
    case completed = "COMPLETED"
    /// It could not be made.
    case failed = "FAILED"
    /// It will not be made.
    case cancelled = "CANCELLED"
  }

  /// Names the report.
  public let reportId: String
  /// Such as `_GET_FLAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_`.
  public let reportType: String?
  /// Where the report is on its way.
  public let processingStatus: Open<ProcessingStatus>?
  /// Names the document once the report is completed.
  public let reportDocumentId: String?
  /// What the report is about begins here.
  public let startTime: Moment?
  /// Until when the transactions in it reach.
  public let endTime: Moment?
  /// When it was asked for.
  public let createdTime: Moment?
  /// When Amazon began to make it.
  public let processingStartTime: Moment?
  /// When it was done.
  public let processingEndTime: Moment?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension Report: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reportId = try object.required("reportId")
    reportType = object.value("reportType")
    processingStatus = object.value("processingStatus")
    reportDocumentId = object.value("reportDocumentId")
    startTime = object.moment("startTime")
    endTime = object.moment("endTime")
    createdTime = object.moment("createdTime")
    processingStartTime = object.moment("processingStartTime")
    processingEndTime = object.moment("processingEndTime")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(reportId, "reportId")
    try object.write(reportType, "reportType")
    try object.write(processingStatus, "processingStatus")
    try object.write(reportDocumentId, "reportDocumentId")
    try object.write(startTime, "startTime")
    try object.write(endTime, "endTime")
    try object.write(createdTime, "createdTime")
    try object.write(processingStartTime, "processingStartTime")
    try object.write(processingEndTime, "processingEndTime")
  }
}

/// A page of a list of reports ("Reports", Amazon Pay documentation).
public struct ReportPage: Hashable, Sendable {
  /// In the order in which they came.
  public let reports: [Report]
  /// Asks for the next page; nil on the last one.
  public let nextToken: String?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension ReportPage: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reports = object.values("reports")
    nextToken = object.value("nextToken")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(list: reports, "reports")
    try object.write(nextToken, "nextToken")
  }
}

/// Where a report's content can be fetched ("Reports", Amazon Pay documentation). It prints as "redacted", for whoever has
/// the address can fetch.
public struct ReportDocument: Hashable, Sendable {
  /// Names the document.
  public let reportDocumentId: String
  /// Signed, and good for 30 seconds.
  public let url: String?
  /// `N/A` for content that is not compressed.
  public let compressionAlgorithm: String?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension ReportDocument: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reportDocumentId = try object.required("reportDocumentId")
    url = object.value("url")
    compressionAlgorithm = object.value("compressionAlgorithm")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(reportDocumentId, "reportDocumentId")
    try object.write(url, "url")
    try object.write(compressionAlgorithm, "compressionAlgorithm")
  }
}

extension ReportDocument: Redacted {}

/// A report that is made again and again ("Reports", Amazon Pay documentation).
public struct ReportSchedule: Hashable, Sendable {
  /// Names the schedule.
  public let reportScheduleId: String
  /// Nil, like the next ones, in the answer to the request that made it.
  public let reportType: String?
  /// An ISO 8601 duration such as `P1D` or `PT84H`.
  public let scheduleFrequency: String?
  /// When the next report is made.
  public let nextReportCreationTime: Moment?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension ReportSchedule: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reportScheduleId = try object.required("reportScheduleId")
    reportType = object.value("reportType")
    scheduleFrequency = object.value("scheduleFrequency")
    nextReportCreationTime = object.moment("nextReportCreationTime")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(reportScheduleId, "reportScheduleId")
    try object.write(reportType, "reportType")
    try object.write(scheduleFrequency, "scheduleFrequency")
    try object.write(nextReportCreationTime, "nextReportCreationTime")
  }
}

/// The schedules by which reports are made.
public struct ReportScheduleList: Hashable, Sendable {
  /// In the order in which they came.
  public let reportSchedules: [ReportSchedule]
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension ReportScheduleList: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reportSchedules = object.values("reportSchedules")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(list: reportSchedules, "reportSchedules")
  }
}
