import FerryCore
import Synchronization

/// A clock that stands still until it is moved; whoever sleeps moves it.
final class HandClock: Timekeeper {
  private let moment: Mutex<Moment>

  init(_ moment: Moment) { self.moment = Mutex(moment) }

  var now: Moment { moment.withLock { $0 } }

  func advance(by duration: Duration) { moment.withLock { $0 = $0 + duration } }

  func sleep(until wake: Moment) async throws {
    try Task.checkCancellation()
    moment.withLock { $0 = max($0, wake) }
  }
}
