public import FerryCore
import Synchronization

/// A clock that stands still until it is moved; a sleep moves it.
public final class HandClock: Timekeeper {
  private let moment: Mutex<Moment>

  public init(_ moment: Moment) { self.moment = Mutex(moment) }

  public var now: Moment { moment.withLock { $0 } }

  public func advance(by duration: Duration) { moment.withLock { $0 = $0 + duration } }

  public func sleep(until wake: Moment) async throws {
    try Task.checkCancellation()
    moment.withLock { $0 = max($0, wake) }
  }
}
