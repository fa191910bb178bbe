public import FerryCore
import Synchronization

/// Randomness from a seed: the same calls in the same order return the same bytes in every run. For tests only.
public final class SequentialRandomness: Randomness {
  /// Print it with a failure, so that the run can be repeated.
  public let seed: UInt64
  private let generator: Mutex<SplitMix64>

  public init(seed: UInt64 = 1) {
    self.seed = seed
    generator = Mutex(SplitMix64(seed: seed))
  }

  public func bytes(_ count: Int) -> [UInt8] {
    generator.withLock { generator in
      var result: [UInt8] = []
      result.reserveCapacity(count + 7)
      while result.count < count {
        let number = generator.next()
        // Least significant byte first on every machine.
        for shift in stride(from: 0, to: 64, by: 8) { result.append(UInt8(truncatingIfNeeded: number >> shift)) }
      }
      return Array(result.prefix(count))
    }
  }
}
