import Crypto

/// EMSA-PSS (RFC 8017 §9.1.1) with SHA-256 and MGF1 with SHA-256, for a salt of any length: the number that a signature is
/// the private key's power of. There is nothing secret in it, for it can be had from the signature by the public key.
enum SignatureEncoding {
  private static let hashLength = SHA256.byteCount

  /// The encoded message, as long as the modulus; the comments name the standard's steps.
  /// - Parameters:
  ///   - modulusBits: The length of the key.
  ///   - salt: Random, of the algorithm's length.
  /// - Returns: Nil for a key that is too small for the hash and the salt.
  static func encoded(_ text: String, modulusBits: Int, salt: [UInt8]) -> [UInt8]? {
    let bits = modulusBits - 1
    let length = (bits + 7) / 8
    // 1, 2, 3
    guard length >= hashLength + salt.count + 2 else { return nil }
    let digest = SHA256.hash(data: Array(text.utf8))
    // 4, 5, 6
    let hash = Array(SHA256.hash(data: [UInt8](repeating: 0, count: 8) + digest + salt))
    // 7, 8
    let padding = [UInt8](repeating: 0, count: length - salt.count - hashLength - 2)
    let block = padding + [0x01] + salt
    // 9, 10, 11
    var masked = zip(block, mask(hash, count: block.count)).map { $0 ^ $1 }
    masked[0] &= 0xFF >> UInt8(8 * length - bits)
    // 12, 13
    let message = masked + hash + [0xBC]
    return [UInt8](repeating: 0, count: (modulusBits + 7) / 8 - length) + message
  }

  /// MGF1 (RFC 8017 §B.2.1).
  private static func mask(_ seed: [UInt8], count: Int) -> [UInt8] {
    var output: [UInt8] = []
    var counter: UInt32 = 0
    while output.count < count {
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> UInt32($0)) }
      output.append(contentsOf: SHA256.hash(data: seed + bytes))
      counter += 1
    }
    return Array(output.prefix(count))
  }
}
