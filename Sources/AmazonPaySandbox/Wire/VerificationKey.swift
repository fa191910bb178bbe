import BigInt
import Crypto
import CryptoExtras
import FerryCore
import FerrySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A merchant's public key, ready to verify signatures of both algorithms.
struct VerificationKey: Sendable {
  private let key: _RSA.Signing.PublicKey
  private let modulus: BigUInt
  private let exponent: BigUInt

  /// - Parameter pem: "BEGIN PUBLIC KEY" or "BEGIN RSA PUBLIC KEY", of 2048 bits or more.
  /// - Throws: `PublicKeyProblem`.
  init(pem: String) throws(PublicKeyProblem) {
    if let problem = PublicKeyProblem.visible(in: pem) { throw problem }
    let primitives: _RSA.Signing.PublicKey.Primitives
    do {
      key = try _RSA.Signing.PublicKey(pemRepresentation: pem)
      primitives = try key.getKeyPrimitives()
    } catch {
      let small = try? _RSA.Signing.PublicKey(unsafePEMRepresentation: pem)
      throw small.map { PublicKeyProblem.tooSmall(bits: $0.keySizeInBits) } ?? .unreadable
    }
    modulus = BigUInt(primitives.modulus)
    exponent = BigUInt(primitives.publicExponent)
  }

  func verifies(_ signature: [UInt8], of text: String, _ algorithm: SignatureAlgorithm) -> Bool {
    if let isValid = KeyedSignature.isValid(signature, of: text) { return isValid }
    let digest = SHA256.hash(data: Array(text.utf8))
    return switch algorithm {
    case .version1: verifies(signature, of: Array(digest), saltLength: 20)
    // The library's PSS padding has a salt of the hash's length, as this algorithm prescribes.
    case .version2:
      key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .PSS)
    }
  }

  /// RSASSA-PSS-VERIFY with SHA-256 and MGF1 with SHA-256 (RFC 8017 §8.1.2), for the salt length that the cryptographic
  /// library does not have. All values are public, so its running time reveals no secret.
  func verifies(_ signature: [UInt8], of digest: [UInt8], saltLength: Int) -> Bool {
    let modulusBits = modulus.bitWidth
    guard signature.count == (modulusBits + 7) / 8 else { return false }
    let representative = BigUInt(Data(signature))
    guard representative < modulus else { return false }
    let message = representative.power(exponent, modulus: modulus)
    let length = (modulusBits - 1 + 7) / 8
    let bytes = Array(message.serialize())
    guard bytes.count <= length else { return false }
    let encoded = [UInt8](repeating: 0, count: length - bytes.count) + bytes
    return ProbabilisticPadding.verifies(encoded, digest: digest, bits: modulusBits - 1, saltLength: saltLength)
  }
}

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
