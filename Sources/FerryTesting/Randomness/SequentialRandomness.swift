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

/// The small, fast generator SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). For
/// tests only: its numbers are predictable.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
