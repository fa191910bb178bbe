import Crypto
import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is kept of a secret key: its SHA-256. Keys are long and random, so that a slow hash would protect nothing more.
public struct SecretKeyDigest: Sendable {
  private let bytes: [UInt8]

  public init(of key: String) {
    bytes = Array(SHA256.hash(data: Data(key.utf8)))
  }

  /// - Parameter text: "sha256:" and 64 hexadecimal digits; nil for anything else.
  public init?(written text: String) {
    guard text.hasPrefix("sha256:") else { return nil }
    let digits = text.utf8.dropFirst(7).compactMap(Self.value)
    guard digits.count == 64, text.utf8.count == 71 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The value of a hexadecimal digit.
  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension SecretKeyDigest: Equatable {
  /// In a time that does not depend on the digests.
  public static func == (left: Self, right: Self) -> Bool { equalInConstantTime(left.bytes, right.bytes) }
}
