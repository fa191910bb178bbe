public import FerryCore

/// Which disbursements to list: those whose settlement falls into a time.
public struct DisbursementFilter: Hashable, Sendable {
  /// The first moment of the settlements.
  public var startTime: Moment
  /// The last moment of the settlements.
  public var endTime: Moment
  /// How many a page has at most.
  public var pageSize: Int?
  /// The page's token, from the page before.
  public var nextToken: String?

  /// The disbursements of a time.
  public init(from startTime: Moment, to endTime: Moment, pageSize: Int? = nil, nextToken: String? = nil) {
    self.startTime = startTime
    self.endTime = endTime
    self.pageSize = pageSize
    self.nextToken = nextToken
  }

  func check() throws(InvalidField) {
    guard startTime < endTime else { throw InvalidField(field: "endTime", fault: .notAfter("startTime")) }
    if let pageSize, pageSize < 1 { throw InvalidField(field: "pageSize", fault: .notPositive) }
  }

  var query: [AmazonPayCall.Parameter] {
    let values: [(String, String?)] = [
      ("startTime", AmazonPayTimestamp.text(startTime)), ("endTime", AmazonPayTimestamp.text(endTime)),
      ("pageSize", pageSize.map { String($0) }), ("nextToken", nextToken),
    ]
    return values.compactMap { name, value in value.map { AmazonPayCall.Parameter(name, $0) } }
  }
}
