import FerryCore
import Synchronization

/// A clock that stands still until it is moved; whoever sleeps moves it.
final class VirtualTime: Timekeeper {
  private let moment: Mutex<Moment>

  init(_ moment: Moment) { self.moment = Mutex(moment) }

  var now: Moment { moment.withLock { $0 } }

  func advance(by duration: Duration) { moment.withLock { $0 = $0 + duration } }

  func sleep(until wake: Moment) async throws {
    try Task.checkCancellation()
    moment.withLock { $0 = max($0, wake) }
  }
}

/// Random bytes that are the same in every run.
final class SeededRandomness: Randomness {
  private let state: Mutex<UInt64>

  init(seed: UInt64 = 1) { state = Mutex(seed) }

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }
}
