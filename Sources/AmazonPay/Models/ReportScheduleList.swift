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
