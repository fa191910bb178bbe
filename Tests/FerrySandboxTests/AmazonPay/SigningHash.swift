import Crypto

@testable import FerrySandbox

enum SigningHash {
  static func of(_ payload: String) -> String { Hexadecimal.text(SHA256.hash(data: Array(payload.utf8))) }
}
