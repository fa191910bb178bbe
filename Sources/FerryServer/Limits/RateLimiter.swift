import FerryCore
import Synchronization

/// One limit, counted for everybody who calls at the same time.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let time: any Timekeeper
  private let table: Mutex<RateTable<Key>>

  init(_ limit: RateLimit, _ time: any Timekeeper) {
    self.time = time
    table = Mutex(RateTable(limit, at: time.now))
  }

  /// - Returns: Nil when it is allowed; else how long to wait.
  func take(_ key: Key) -> Duration? {
    table.withLock { $0.take(key, at: time.now) }
  }
}
