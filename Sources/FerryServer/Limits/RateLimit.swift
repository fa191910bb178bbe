import FerryCore
import Synchronization

/// A limit on how often something may be done: a burst, then a rate.
public struct RateLimit: Hashable, Sendable {
  public let burst: Int
  public let perMinute: Int

  /// - Parameters:
  ///   - perMinute: 1 to 10,000,000.
  ///   - burst: The most at once, after a pause; half of `perMinute` by default.
  public init(perMinute: Int, burst: Int? = nil) {
    let burst = burst ?? max(1, perMinute / 2)
    precondition(
      (1...10_000_000).contains(perMinute) && (1...10_000_000).contains(burst), "A rate is from 1 to 10,000,000.")
    self.perMinute = perMinute
    self.burst = burst
  }

  /// An empty bucket fills in this time. A bucket that is not used for this long can be forgotten.
  var memory: Duration { .milliseconds((Int64(burst) * 60_000 + Int64(perMinute) - 1) / Int64(perMinute)) }
}

/// The rate limits of the server; nil for none.
public struct RateLimits: Hashable, Sendable {
  /// Calls of `/v1` with one secret key.
  public var key: RateLimit?
  /// Requests for the pages between shop and provider, and calls of apps, from one address. Buyers behind the same router or
  /// mobile operator share an address. A checkout takes about eight requests, or twenty with an app.
  public var address: RateLimit?
  /// Changes of one checkout by its buyer's browser, by its app, by the shop for the buyer, and by the shop for itself. Each
  /// side is counted alone.
  public var checkout: RateLimit?
  /// Providers' notifications from one address. A provider sends all of them from a few.
  public var notification: RateLimit?

  public init(
    key: RateLimit?, address: RateLimit?, checkout: RateLimit?, notification: RateLimit? = RateLimit(perMinute: 6000)
  ) {
    self.key = key
    self.address = address
    self.checkout = checkout
    self.notification = notification
  }

  public static let none = RateLimits(key: nil, address: nil, checkout: nil, notification: nil)

  /// A hundred calls a second with one key, a hundred notifications a second from one address, a hundred and fifty checkouts
  /// a minute from one address, one step a second in one checkout.
  public static let usual = RateLimits(
    key: RateLimit(perMinute: 6000), address: RateLimit(perMinute: 1200), checkout: RateLimit(perMinute: 60))
}

/// One limit for concurrent callers.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let time: any Timekeeper
  private let table: Mutex<RateTable<Key>>

  init(_ limit: RateLimit, _ time: any Timekeeper) {
    self.time = time
    table = Mutex(RateTable(limit, at: time.now))
  }

  /// - Returns: Nil if it is allowed, else the time to wait.
  func take(_ key: Key) -> Duration? { table.withLock { $0.take(key, at: time.now) } }
}

/// The buckets of one limit, of a bounded number. Buckets that would be full again are dropped, which changes nothing. If there
/// are still too many, those that were used longest ago are dropped too.
struct RateTable<Key: Hashable & Sendable>: Sendable {
  private let limit: RateLimit
  private let capacity: Int
  private var recent: [Key: TokenBucket] = [:]
  /// Buckets that were not used since the last turn.
  private var older: [Key: TokenBucket] = [:]
  private var turned: Moment

  /// - Parameter capacity: The most buckets at a time.
  init(_ limit: RateLimit, capacity: Int = 100_000, at now: Moment) {
    self.limit = limit
    self.capacity = max(2, capacity)
    turned = now
  }

  var count: Int { recent.count + older.count }

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

/// A bucket of tokens that fills with time. A token is 60,000 parts, so that a millisecond adds as many parts as a minute adds
/// tokens, in whole numbers.
struct TokenBucket: Hashable, Sendable {
  private static let token: Int64 = 60_000

  private var parts: Int64
  private var counted: Moment

  init(_ limit: RateLimit, at now: Moment) {
    parts = Int64(limit.burst) * Self.token
    counted = now
  }

  /// Takes one token.
  /// - Returns: Nil if there was one. Otherwise nothing was taken, and this is the time until there is one.
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
    // A clock that was set back adds nothing, and counts from there.
    let elapsed = min(max(now.since(counted), .zero), limit.memory).wholeMilliseconds
    parts = min(parts + elapsed * Int64(limit.perMinute), Int64(limit.burst) * Self.token)
    counted = now
  }
}
