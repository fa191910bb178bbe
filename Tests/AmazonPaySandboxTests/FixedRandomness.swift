import FerryCore
import Synchronization

/// Random bytes that are the same in every run.
final class FixedRandomness: Randomness {
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
