import FerryCore
import NIOConcurrencyHelpers

/// Stands still until it is moved.
final class FixedClock: Timekeeper {
  private let moment = NIOLockedValueBox(Moment(milliseconds: 1_800_000_000_000))

  var now: Moment { moment.withLockedValue { $0 } }

  func advance(by duration: Duration) {
    moment.withLockedValue { $0 = $0 + duration }
  }

  func sleep(until moment: Moment) async throws {
    try Task.checkCancellation()
  }
}
