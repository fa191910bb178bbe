public import FerryCore

/// A report about the merchant's account, made by Amazon on request or on a schedule.
public struct Report: Hashable, Sendable {
  /// The state of the report.
  public enum ProcessingStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case inProgress = "IN_PROGRESS"
    /// Its document is available.
    case completed = "COMPLETED"
    case failed = "FAILED"
    case cancelled = "CANCELLED"
  }

  public let reportId: String
  /// Such as `_GET_FLAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_`.
  public let reportType: String?
  /// The state of the report.
  public let processingStatus: Open<ProcessingStatus>?
  /// Present once the report is completed.
  public let reportDocumentId: String?
  /// The beginning of the reported period.
  public let startTime: Moment?
  /// The end of the reported period.
  public let endTime: Moment?
  /// The time of the request.
  public let createdTime: Moment?
  public let processingStartTime: Moment?
  public let processingEndTime: Moment?
  /// Members without a typed property.
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
  public let reports: [Report]
  /// The token of the next page; nil on the last page.
  public let nextToken: String?
  /// Members without a typed property.
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

/// The address of a report's content ("Reports", Amazon Pay documentation). It prints as "redacted", because the
/// address is enough to download the report.
public struct ReportDocument: Hashable, Sendable {
  public let reportDocumentId: String
  /// Signed; it expires after 30 seconds.
  public let url: String?
  /// `N/A` for content that is not compressed.
  public let compressionAlgorithm: String?
  /// Members without a typed property.
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

/// A schedule by which Amazon makes reports ("Reports", Amazon Pay documentation).
public struct ReportSchedule: Hashable, Sendable {
  public let reportScheduleId: String
  /// Nil in the answer to Create Report Schedule, like the properties below.
  public let reportType: String?
  /// An ISO 8601 duration such as `P1D` or `PT84H`.
  public let scheduleFrequency: String?
  /// The time of the next report.
  public let nextReportCreationTime: Moment?
  /// Members without a typed property.
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

/// A list of report schedules.
public struct ReportScheduleList: Hashable, Sendable {
  public let reportSchedules: [ReportSchedule]
  /// Members without a typed property.
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
