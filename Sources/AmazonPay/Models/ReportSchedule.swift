public import FerryCore

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
