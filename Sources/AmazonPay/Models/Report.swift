public import FerryCore
public import FerryHTTP

/// A report about the merchant's account, made by Amazon on request or on a schedule.
public struct Report: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public enum ProcessingStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case inProgress = "IN_PROGRESS"
    /// Its document is available.
    case completed = "COMPLETED"
    case failed = "FAILED"
    case cancelled = "CANCELLED"
  }

  public internal(set) var reportId = ""
  /// Such as `_GET_FLAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_`.
  public internal(set) var reportType: String?
  public internal(set) var processingStatus: Open<ProcessingStatus>?
  /// Present once the report is completed.
  public internal(set) var reportDocumentId: String?
  /// The beginning of the reported period.
  public internal(set) var startTime: Moment?
  /// The end of the reported period.
  public internal(set) var endTime: Moment?
  public internal(set) var createdTime: Moment?
  public internal(set) var processingStartTime: Moment?
  public internal(set) var processingEndTime: Moment?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .createReport || reportId == call.objectId }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&reportId, "reportId")
    try members.member(&reportType, "reportType")
    try members.member(&processingStatus, "processingStatus")
    try members.member(&reportDocumentId, "reportDocumentId")
    try members.member(&startTime, "startTime")
    try members.member(&endTime, "endTime")
    try members.member(&createdTime, "createdTime")
    try members.member(&processingStartTime, "processingStartTime")
    try members.member(&processingEndTime, "processingEndTime")
  }
}

/// A page of a list of reports ("Reports", Amazon Pay documentation).
public struct ReportPage: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public internal(set) var reports: [Report] = []
  /// The token of the next page; nil on the last page.
  public internal(set) var nextToken: String?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .listReports }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.list(&reports, "reports")
    try members.member(&nextToken, "nextToken")
  }
}

/// The address of a report's content ("Reports", Amazon Pay documentation). It prints as "redacted", because the
/// address is enough to download the report.
public struct ReportDocument: Hashable, Sendable, LenientCodable, AmazonPayObject, Redacted {
  public internal(set) var reportDocumentId = ""
  /// Signed; it expires after 30 seconds.
  public internal(set) var url: String?
  /// `N/A` for content that is not compressed.
  public internal(set) var compressionAlgorithm: String?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool { reportDocumentId == call.objectId }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&reportDocumentId, "reportDocumentId")
    try members.member(&url, "url")
    try members.member(&compressionAlgorithm, "compressionAlgorithm")
  }
}

/// Amazon makes reports on this schedule ("Reports", Amazon Pay documentation).
public struct ReportSchedule: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public internal(set) var reportScheduleId = ""
  /// Nil in the answer to Create Report Schedule, like the properties below.
  public internal(set) var reportType: String?
  /// An ISO 8601 duration such as `P1D` or `PT84H`.
  public internal(set) var scheduleFrequency: String?
  /// The time of the next report.
  public internal(set) var nextReportCreationTime: Moment?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool {
    call.operation == .createReportSchedule || reportScheduleId == call.objectId
  }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&reportScheduleId, "reportScheduleId")
    try members.member(&reportType, "reportType")
    try members.member(&scheduleFrequency, "scheduleFrequency")
    try members.member(&nextReportCreationTime, "nextReportCreationTime")
  }
}

public struct ReportScheduleList: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public internal(set) var reportSchedules: [ReportSchedule] = []
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .listReportSchedules }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.list(&reportSchedules, "reportSchedules")
  }
}
