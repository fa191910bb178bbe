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
