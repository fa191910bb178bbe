#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Anything at all in place of what comes from outside, made out of good samples. It runs for a second;
/// `FERRY_FUZZ_SECONDS=60` for longer, and `FERRY_FUZZ_SEED` for another course or one that failed.
public struct Fuzzing: Sendable {
  public let seconds: Double
  public let seed: UInt64
  /// What is put in here and there.
  public let pieces: [String]

  /// - Parameter pieces: What the format under test may stumble over, beside what any format may.
  public init(pieces: [String] = []) {
    let environment = ProcessInfo.processInfo.environment
    seconds = environment["FERRY_FUZZ_SECONDS"].flatMap(Double.init) ?? 1
    seed = environment["FERRY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    self.pieces = Self.usualPieces + pieces
  }

  private static let usualPieces: [String] = [
    "\"", "{", "}", "[", "]", ":", ",", "\\", "null", "true", "-1", "1e999", "99999999999999999999", "\u{0}", "\r\n",
    "é", "\u{2028}", "%00", "%FF", "../", "&", "=", "?", "#", "//", " ", "\u{202E}", "💳", "</script>",
  ]

  /// Repeats a body with changed samples until the time is over, 128 times at least.
  /// - Returns: How often.
  @discardableResult
  public func run(_ samples: [String], _ body: (inout SplitMix64, [UInt8]) throws -> Void) rethrows -> Int {
    var generator = SplitMix64(seed: seed)
    let end = Date(timeIntervalSinceNow: seconds)
    var count = 0
    while count < 128 || !count.isMultiple(of: 64) || Date.now < end {
      count += 1
      let sample = Array((samples.randomElement(using: &generator) ?? "").utf8)
      try body(&generator, mutated(sample, &generator))
    }
    return count
  }

  /// Up to four changes: cut off, a piece put in, a byte changed, lost or added, a part repeated.
  public func mutated(_ sample: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let index = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes = Array(bytes.prefix(index))
      case 1: bytes.insert(contentsOf: Array((pieces.randomElement(using: &generator) ?? "").utf8), at: index)
      case 2 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 3 where index < bytes.count: bytes.remove(at: index)
      case 4: bytes.insert(contentsOf: bytes.suffix(from: index).prefix(40), at: index)
      default: bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }
}
