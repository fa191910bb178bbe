import Crypto

/// EMSA-PSS with SHA-256 and MGF1 with SHA-256.
enum ProbabilisticPadding {
  private static let hashLength = 32

  /// EMSA-PSS-VERIFY (RFC 8017 §9.1.2); the comments name its steps.
  /// - Parameters:
  ///   - encoded: the encoded message.
  ///   - digest: the hash of the message.
  ///   - bits: the maximal bit length of the encoded message as a number, one less than the modulus has.
  static func verifies(_ encoded: [UInt8], digest: [UInt8], bits: Int, saltLength: Int) -> Bool {
    // 3, 4
    guard encoded.count >= hashLength + saltLength + 2, encoded.last == 0xBC else { return false }
    // 5
    let maskedBlock = encoded[..<(encoded.count - hashLength - 1)]
    let hash = Array(encoded[maskedBlock.endIndex..<(encoded.count - 1)])
    // 6
    let unusedBits = 8 * encoded.count - bits
    let usedBits: UInt8 = 0xFF >> UInt8(unusedBits)
    guard let first = maskedBlock.first, first & ~usedBits == 0 else { return false }
    // 7, 8, 9
    var block = zip(maskedBlock, mask(hash, count: maskedBlock.count)).map { $0 ^ $1 }
    block[0] &= usedBits
    // 10
    let padding = block.count - saltLength - 1
    guard block[..<padding].allSatisfy({ $0 == 0 }), block[padding] == 0x01 else { return false }
    // 11, 12, 13, 14
    let salt = block[(padding + 1)...]
    let expected = SHA256.hash(data: [UInt8](repeating: 0, count: 8) + digest + salt)
    return Array(expected) == hash
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
