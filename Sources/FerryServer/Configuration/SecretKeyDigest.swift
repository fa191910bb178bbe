import Crypto
import FerryCore
import FerryModule

/// The SHA-256 of a secret key. Keys are long and random, so a slow hash would not protect them better.
public struct SecretKeyDigest: Sendable {
  private let bytes: [UInt8]

  public init(of key: String) { bytes = Array(SHA256.hash(data: Array(key.utf8))) }

  /// - Parameter text: "sha256:" and 64 hexadecimal digits; nil for anything else.
  public init?(written text: String) {
    guard text.hasPrefix("sha256:") else { return nil }
    let digits = text.utf8.dropFirst(7).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, text.utf8.count == 71 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

extension SecretKeyDigest {
  /// A key for another purpose, which does not tell the digests. It is the same in whatever order they come.
  static func derivedKey(_ digests: [SecretKeyDigest], _ purpose: String) -> SymmetricKey {
    let material = digests.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }.joined()
    return HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(material)), info: Array(purpose.utf8), outputByteCount: 32)
  }

  /// A text that identifies the key in the store. It does not reveal the digest.
  var fingerprint: String {
    Self.derivedKey([self], "ferry operator session 1").withUnsafeBytes { Base64URL.encode($0) }
  }
}

extension SecretKeyDigest: Equatable {
  /// In a time that does not depend on the digests.
  public static func == (left: Self, right: Self) -> Bool { equalInConstantTime(left.bytes, right.bytes) }
}

extension SettingsReader {
  /// An example that is the hash of no known key. It is refused, because with it nobody could use the shop.
  static let exampleKey = "sha256:" + String(repeating: "0123456789abcdef", count: 4)

  /// A key in a setting of its own, or its SHA-256; nil if it is missing or refused.
  mutating func secretKey(_ key: ConfigurationKey) -> SecretKeyDigest? {
    guard let secret = text(key).map({ Secret($0) }) else { return nil }
    guard let digest = SecretKeyDigest(setting: secret), secret.reveal() != Self.exampleKey else {
      refuse(key, "A key has 32 to 256 printable characters without blanks, or is its SHA-256. Create your own key.")
      return nil
    }
    refuse(guessable: secret, key)
    return digest
  }

  /// The keys of a shop, or their SHA-256.
  mutating func secretKeys(_ key: ConfigurationKey, _ mode: Mode) -> [ShopConfiguration.Key] {
    list(key).map { Secret($0) }.compactMap { secret in
      guard let digest = SecretKeyDigest(setting: secret) else {
        refuse(
          key,
          "A key has 32 to 256 printable characters without blanks and commas, or is its SHA-256 as in the example.")
        return nil
      }
      if secret.reveal() == Self.exampleKey {
        refuse(key, "This is the example. Create your own key, and write it or its SHA-256.", showsExample: false)
      }
      refuse(guessable: secret, key)
      if secret.reveal().hasPrefix(mode == .live ? "sk_test_" : "sk_live_") {
        refuse(key, "The key's prefix is of the other mode. Do not mix test and live keys.")
      }
      return ShopConfiguration.Key(digest, mode: mode)
    }
  }

  private mutating func refuse(guessable secret: Secret<String>, _ key: ConfigurationKey) {
    guard !secret.reveal().hasPrefix("sha256:"), GuessableKey.isGuessable(secret) else { return }
    refuse(
      key, "This key can be guessed. Create a random one, for example with `openssl rand -hex 32`.", showsExample: false
    )
  }
}

extension SecretKeyDigest {
  /// Nil for what is neither a key nor the SHA-256 of one.
  fileprivate init?(setting secret: Secret<String>) {
    let text = secret.reveal()
    if text.hasPrefix("sha256:") {
      self.init(written: text)
    } else if (32...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      self.init(of: text)
    } else {
      return nil
    }
  }
}

/// Finds keys that a person has typed in place of a random one. It is an estimate: a key that passes may still be known.
private enum GuessableKey {
  /// The least bits that a key has to have; random ones of 24 digits have more.
  private static let least = 48

  /// True if a key consists of a few characters, repeats itself, or counts up or down.
  /// - Parameter key: With or without the first letters that tell its mode.
  static func isGuessable(_ key: Secret<String>) -> Bool {
    let text = key.reveal()
    let prefix = ["sk_test_", "sk_live_"].first { text.hasPrefix($0) } ?? ""
    return bits(Array(text.utf8.dropFirst(prefix.utf8.count))) < least
  }

  /// Each character counts that does not follow from the two before it: as the third of three that were there already, or as
  /// the next of a row.
  private static func bits(_ text: [UInt8]) -> Int {
    var seen: Set<[UInt8]> = []
    let unexpected = text.indices.count { index in
      guard index >= 2 else { return true }
      let three = Array(text[index - 2...index])
      let step = Int(three[2]) - Int(three[1])
      let continues = abs(step) <= 1 && step == Int(three[1]) - Int(three[0])
      return seen.insert(three).inserted && !continues
    }
    let bitsOfCharacter = Int.bitWidth - max(1, Set(text).count - 1).leadingZeroBitCount
    return unexpected * bitsOfCharacter
  }
}
