/// The source of ids, keys and tokens. It is passed in, so that a failing test can be repeated exactly.
public protocol Randomness: Sendable {
  func bytes(_ count: Int) -> [UInt8]
}

extension Randomness {
  /// A token of `count` random bytes in base64url without padding (RFC 4648 §5).
  public func token(bytes count: Int = 16) -> String { Base64URL.encode(bytes(count)) }

  /// Text of `length` characters of `alphabet`, each equally likely.
  /// - Parameter alphabet: 1 to 256 characters.
  public func text(_ length: Int, of alphabet: [Character]) -> String {
    precondition((1...256).contains(alphabet.count), "An alphabet has 1 to 256 characters.")
    // Bytes at or above the largest multiple of the alphabet's size would favour its first characters.
    let limit = 256 - 256 % alphabet.count
    var result = ""
    while result.count < length {
      for byte in bytes(length - result.count) where Int(byte) < limit {
        result.append(alphabet[Int(byte) % alphabet.count])
      }
    }
    return result
  }
}

/// The operating system's cryptographically secure random numbers.
public struct SystemRandomness: Randomness {
  public init() {}

  public func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var result: [UInt8] = []
    result.reserveCapacity(count + 7)
    while result.count < count {
      withUnsafeBytes(of: generator.next()) { result.append(contentsOf: $0) }
    }
    return Array(result.prefix(count))
  }
}

/// The small, fast generator SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). For
/// tests and sandboxes only: its numbers are predictable.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)).multipliedReportingOverflow(by: 0xBF58_476D_1CE4_E5B9).partialValue
    mixed = (mixed ^ (mixed >> 27)).multipliedReportingOverflow(by: 0x94D0_49BB_1331_11EB).partialValue
    return mixed ^ (mixed >> 31)
  }
}
