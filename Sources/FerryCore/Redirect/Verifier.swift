import Crypto

/// The secret of one checkout that its app alone holds: 32 random bytes, as the code verifier of RFC 7636 §4.1. Only who
/// has it can use the code that a return link carries.
public struct Verifier: Hashable, Sendable {
  /// 43 characters of base64url. For the storage and the request that proves it; never for a page, a link or a log.
  public let text: String

  /// The name of the HTTP field that an app's calls prove it by.
  public static let fieldName = "Ferry-Verifier"

  public init(_ randomness: any Randomness) { text = randomness.token(bytes: 32) }

  /// Nil for text that no verifier can be.
  public init?(text: String) {
    guard Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }

  /// What everybody may see of it: SHA-256 of its text (`S256`, RFC 7636 §4.2).
  public var challenge: Challenge { Challenge(digest: SHA256.hash(data: Array(text.utf8))) }
}

extension Verifier: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let verifier = Verifier(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A verifier is 32 bytes in base64url without padding.")
    }
    self = verifier
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Verifier: Redacted {}

/// The digest of a verifier, which the checkout is created with.
public struct Challenge: Hashable, Sendable {
  /// 43 characters of base64url.
  public let text: String

  /// Nil for text that no challenge can be.
  public init?(text: String) {
    guard Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }

  init(digest: some Sequence<UInt8>) { text = Base64URL.encode(digest) }

  /// Whether the verifier is the one that the challenge was made of. Takes the same time for every wrong one.
  public func isMet(by verifier: Verifier) -> Bool { equalInConstantTime(text, verifier.challenge.text) }
}

extension Challenge: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let challenge = Challenge(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A challenge is a SHA-256 digest in base64url without padding, 43 characters.")
    }
    self = challenge
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
