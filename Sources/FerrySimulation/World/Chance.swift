import FerryCore
import Synchronization

/// The chance of a world, all of it from its seed. Each actor draws from a stream of its own, so that one draw
/// more of one actor does not change what the others draw.
package final class Chance: Randomness {
  private let seed: UInt64
  private let generator: Mutex<SplitMix64>

  package init(seed: UInt64) {
    self.seed = seed
    generator = Mutex(SplitMix64(seed: seed))
  }

  /// The stream of an actor, the same for the same seed and name.
  package func stream(_ name: String) -> Chance {
    // FNV-1a, because the hashes of the standard library differ from process to process.
    let digest = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    var mixed = SplitMix64(seed: seed ^ digest)
    return Chance(seed: mixed.next())
  }

  /// A number from 0 up to a bound, which is left out.
  package func below(_ bound: Int) -> Int {
    generator.withLock { generator in bound > 1 ? Int.random(in: 0..<bound, using: &generator) : 0 }
  }

  package func happens(perMille: Int) -> Bool { perMille > 0 && below(1000) < perMille }

  package func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// A time between two others, in whole milliseconds.
  package func duration(_ range: ClosedRange<Duration>) -> Duration {
    let (first, last) = (range.lowerBound.wholeMilliseconds, range.upperBound.wholeMilliseconds)
    return .milliseconds(first + Int64(below(Int(last - first) + 1)))
  }

  package func bytes(_ count: Int) -> [UInt8] {
    generator.withLock { generator in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
  }
}
