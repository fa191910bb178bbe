public import FerryCore
import Foundation

/// Random input made from good samples. It runs for a second, or for the time in `FERRY_FUZZ_SECONDS`. `FERRY_FUZZ_SEED`
/// repeats a failed run.
public struct Fuzzing: Sendable {
  public let seconds: Double
  public let seed: UInt64
  /// Texts that are inserted into samples.
  public let pieces: [String]

  /// - Parameter pieces: Texts that are difficult for the format under test.
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

  /// Repeats a step until the time is over, and prints the number of repetitions.
  /// - Parameters:
  ///   - what: The name of the step.
  ///   - least: The smallest number of repetitions.
  public func run(_ what: String, atLeast least: Int = 64, _ step: (inout SplitMix64) throws -> Void) rethrows {
    var course = Course(self)
    while course.goesOn(least) { try step(&course.generator) }
    course.tell(what)
  }

  public func run(
    _ what: String, atLeast least: Int = 64, _ step: (inout SplitMix64) async throws -> Void
  ) async rethrows {
    var course = Course(self)
    while course.goesOn(least) { try await step(&course.generator) }
    course.tell(what)
  }

  /// Repeats a step with changed samples.
  public func run(_ what: String, _ samples: [String], _ step: (inout SplitMix64, [UInt8]) throws -> Void) rethrows {
    try run(what, atLeast: 128) { generator in
      let sample = samples.randomElement(using: &generator) ?? ""
      let bytes = mutated(Array(sample.utf8), &generator)
      try step(&generator, bytes)
    }
  }

  /// Up to four changes: truncation, an inserted piece, a changed byte or bit, a removed or added byte, a repeated part.
  public func mutated(_ sample: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let index = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes = Array(bytes.prefix(index))
      case 1: bytes.insert(contentsOf: Array((pieces.randomElement(using: &generator) ?? "").utf8), at: index)
      case 2 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 3 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 4 where index < bytes.count: bytes.remove(at: index)
      case 5: bytes.insert(contentsOf: bytes.suffix(from: index).prefix(60), at: index)
      default: bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }

  private struct Course {
    var generator: SplitMix64
    private let seed: UInt64
    private let end: Date
    private var count = 0

    init(_ fuzzing: Fuzzing) {
      seed = fuzzing.seed
      generator = SplitMix64(seed: seed)
      end = Date(timeIntervalSinceNow: fuzzing.seconds)
    }

    mutating func goesOn(_ least: Int) -> Bool {
      guard count < least || Date.now < end else { return false }
      count += 1
      return true
    }

    func tell(_ what: String) { print("fuzzed \(what): \(count), seed \(seed)") }
  }
}
