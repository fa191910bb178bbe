public import FerryCore

/// A report about the merchant's account, made by Amazon on request or on a schedule.
public struct Report: Hashable, Sendable {
  public enum ProcessingStatus: String, Codable, Hashable, Sendable, CaseIterable {
    case inProgress = "IN_PROGRESS"
    case completed = "COMPLETED"
    case failed = "FAILED"
    case cancelled = "CANCELLED"
  }

  public let reportId: String
  public let reportType: String?
  public let processingStatus: Open<ProcessingStatus>?
  /// Names the document once the report is completed.
  public let reportDocumentId: String?
  /// What the report is about begins here.
  public let startTime: Moment?
  public let endTime: Moment?
  public let createdTime: Moment?
  public let processingStartTime: Moment?
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
