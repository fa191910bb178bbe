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
