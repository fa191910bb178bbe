public import FerryCore

/// One request that the sandbox has seen. It names no buyer and holds no body.
public struct AmazonPayRequestRecord: Hashable, Sendable {
  public let at: Moment
  public let method: String
  /// Without query.
  public let path: String
  /// Nil for what is no operation of the API.
  public let operation: AmazonPayOperation?
  public let status: Int
  /// The reason code of an error.
  public let reasonCode: String?
  /// Whether a planned fault struck the request.
  public let wasStruck: Bool
}

/// The last requests, the oldest first.
struct RequestLog {
  let limit: Int
  private var ring: [AmazonPayRequestRecord] = []
  private var oldest = 0

  init(limit: Int) { self.limit = max(0, limit) }

  var records: [AmazonPayRequestRecord] { Array(ring[oldest...] + ring[..<oldest]) }

  mutating func append(_ record: AmazonPayRequestRecord) {
    if ring.count < limit {
      ring.append(record)
    } else if limit > 0 {
      ring[oldest] = record
      oldest = (oldest + 1) % limit
    }
  }
}
