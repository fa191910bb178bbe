import Crypto
import CryptoExtras
import FerryTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs with RSASSA-PSS and a salt of any length (RFC 8017 §8.1.1, §9.1.1), as the official clients do with 20 bytes. The
/// library offers the private operation alone only under the name of blind signing.
struct SaltedSigner {
  private let key: _RSA.BlindSigning.PrivateKey<SHA384>

  init() throws {
    key = try _RSA.BlindSigning.PrivateKey(
      pemRepresentation: SigningTestKey.privateKey, parameters: .RSABSSA_SHA384_PSS_Randomized)
  }

  /// - Returns: The signature in Base64.
  func signature(of text: String, saltLength: Int) throws -> String {
    let salt = (0..<saltLength).map { _ in UInt8.random(in: 0...255) }
    let digest = Array(SHA256.hash(data: Array(text.utf8)))
    let hash = Array(SHA256.hash(data: [UInt8](repeating: 0, count: 8) + digest + salt))
    let length = 256
    var block = [UInt8](repeating: 0, count: length - saltLength - 32 - 2) + [0x01] + salt
    var mask: [UInt8] = []
    var counter: UInt8 = 0
    while mask.count < block.count {
      mask += Array(SHA256.hash(data: hash + [0, 0, 0, counter]))
      counter += 1
    }
    for index in block.indices { block[index] ^= mask[index] }
    block[0] &= 0x7F
    return try key.blindSignature(for: Data(block + hash + [0xBC])).rawRepresentation.base64EncodedString()
  }
}
