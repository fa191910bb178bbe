import FerryCore
import Synchronization

/// A clock on which every wait returns at once and moves the time forward.
final class SkippingTime: Timekeeper {
  private let moment = Mutex(Moment(milliseconds: 1_000_000_000))

  var now: Moment { moment.withLock { $0 } }

  func pass(_ duration: Duration) { moment.withLock { $0 = $0 + duration } }

  func sleep(until end: Moment) async throws {
    try Task.checkCancellation()
    // Other tasks run first.
    for _ in 0..<20 { await Task.yield() }
    try Task.checkCancellation()
    moment.withLock { $0 = max($0, end) }
  }
}
