import Crypto
import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// SHA-256 in base64url: what is kept of a secret, and what requests are compared by.
enum TextDigest {
  static func sha256(_ text: String) -> String { sha256(Data(text.utf8)) }

  static func sha256(_ data: Data) -> String { Base64URL.encode(Array(SHA256.hash(data: data))) }
}
