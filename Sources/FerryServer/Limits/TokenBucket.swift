import FerryCore

/// What is left of one limit: a bucket of tokens that fills with time. In whole numbers: a token is 60,000 parts, so that
/// every millisecond brings as many parts as a minute brings tokens.
struct TokenBucket: Hashable, Sendable {
  private static let token: Int64 = 60_000

  private var parts: Int64
  private var counted: Moment

  /// A full bucket.
  init(_ limit: RateLimit, at now: Moment) {
    parts = Int64(limit.burst) * Self.token
    counted = now
  }

  /// Takes one token.
  /// - Returns: Nil when there was one; else how long it takes until there is one, and nothing was taken.
  mutating func take(_ limit: RateLimit, at now: Moment) -> Duration? {
    fill(limit, at: now)
    guard parts < Self.token else {
      parts -= Self.token
      return nil
    }
    let rate = Int64(limit.perMinute)
    return .milliseconds((Self.token - parts + rate - 1) / rate)
  }

  private mutating func fill(_ limit: RateLimit, at now: Moment) {
    // A clock that was set back brings nothing, and counts from there.
    let elapsed = min(max(now.since(counted), .zero), limit.memory).wholeMilliseconds
    parts = min(parts + elapsed * Int64(limit.perMinute), Int64(limit.burst) * Self.token)
    counted = now
  }
}
