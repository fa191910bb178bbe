import FerryCore

/// The buckets of one limit. It remembers a bounded number: those that nobody has taken from until they would be full again
/// are dropped, which changes nothing; should there be more, those that were used longest ago go too.
struct RateTable<Key: Hashable & Sendable>: Sendable {
  private let limit: RateLimit
  private let capacity: Int
  private var recent: [Key: TokenBucket] = [:]
  /// Not used since the last turn.
  private var older: [Key: TokenBucket] = [:]
  private var turned: Moment

  /// - Parameter capacity: The most buckets at a time.
  init(_ limit: RateLimit, capacity: Int = 100_000, at now: Moment) {
    self.limit = limit
    self.capacity = max(2, capacity)
    turned = now
  }

  /// How many buckets are remembered.
  var count: Int { recent.count + older.count }

  /// - Returns: Nil when it is allowed; else how long to wait.
  mutating func take(_ key: Key, at now: Moment) -> Duration? {
    if now.since(turned) >= limit.memory || now < turned || recent.count >= capacity / 2 {
      older = recent
      recent = [:]
      turned = now
    }
    var bucket = recent[key] ?? older.removeValue(forKey: key) ?? TokenBucket(limit, at: now)
    let wait = bucket.take(limit, at: now)
    recent[key] = bucket
    return wait
  }
}
