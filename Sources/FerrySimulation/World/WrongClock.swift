import FerryCore
import Synchronization

/// A server's clock, which may be wrong.
final class WrongClock: Timekeeper {
  private let base: any Timekeeper
  private let offset = Mutex(Duration.zero)

  init(_ base: any Timekeeper) { self.base = base }

  var now: Moment { base.now + offset.withLock { $0 } }

  func sleep(until moment: Moment) async throws { try await base.sleep(until: moment - offset.withLock { $0 }) }

  func set(wrongBy duration: Duration) { offset.withLock { $0 = duration } }
}
