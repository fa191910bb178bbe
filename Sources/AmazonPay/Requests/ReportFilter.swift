public import FerryCore

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
