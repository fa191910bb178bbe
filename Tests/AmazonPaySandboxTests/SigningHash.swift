import Crypto
import FerryCore

enum SigningHash {
  static func of(_ payload: String) -> String { Hexadecimal.text(SHA256.hash(data: Array(payload.utf8))) }
}
