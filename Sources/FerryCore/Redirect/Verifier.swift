import Crypto

/// A checkout's secret that only its app holds: 32 random bytes, the code verifier of RFC 7636 §4.1. A return code works
/// only with it.
public struct Verifier: Hashable, Sendable {
  /// 43 characters of base64url. For the app's storage and its requests; never for a page, a link or a log.
  public let text: String

  /// The HTTP field of the app's requests.
  public static let fieldName = "Ferry-Verifier"

  public init(_ randomness: any Randomness) { text = randomness.token(bytes: 32) }

  /// Nil for text that is not 32 bytes in base64url.
  public init?(text: String) {
    guard Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }

  /// The public part: SHA-256 of the text (`S256`, RFC 7636 §4.2).
  public var challenge: Challenge { Challenge(digest: SHA256.hash(data: Array(text.utf8))) }
}

/// An app sends this HTTP field if it opens the next step in a browser without the cookies of the earlier steps.
public enum AppBrowserField {
  public static let name = "Ferry-Browser"
  /// Its only value.
  public static let new = "new"
}

extension Verifier: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(Verifier.init(text:), else: "A verifier is 32 bytes in base64url without padding.")
  }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Verifier: Redacted {}

/// The digest of a verifier. The shop's backend creates the checkout with it.
public struct Challenge: Hashable, Sendable {
  /// 43 characters of base64url.
  public let text: String

  /// Nil for text that is not 32 bytes in base64url.
  public init?(text: String) {
    guard Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }

  init(digest: some Sequence<UInt8>) { text = Base64URL.encode(digest) }

  /// Returns true if the challenge was made from this verifier. Compares in constant time.
  public func isMet(by verifier: Verifier) -> Bool { equalInConstantTime(text, verifier.challenge.text) }
}

extension Challenge: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(
      Challenge.init(text:), else: "A challenge is a SHA-256 digest in base64url without padding, 43 characters.")
  }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
