import FerryCore
import Synchronization

/// A clock that is ahead of another and can be set. Whoever sleeps meanwhile sleeps as long as it was to be, as on a real
/// machine.
final class SettableTime: Timekeeper {
  private let base: any Timekeeper
  private let ahead: Mutex<Duration>

  init(_ base: any Timekeeper, ahead: Duration) {
    self.base = base
    self.ahead = Mutex(ahead)
  }

  func set(ahead: Duration) { self.ahead.withLock { $0 = ahead } }

  var now: Moment { base.now + ahead.withLock { $0 } }

  func sleep(until moment: Moment) async throws { try await base.sleep(for: moment.since(now)) }
}
