public import FerryCore

/// A number used once: what lets the scripts of one page run, and no other (Content Security Policy Level 3 §2.3).
public struct Nonce: Sendable, Hashable {
  /// In base64url, 16 random bytes.
  public let text: String

  public init(_ randomness: some Randomness) {
    text = randomness.token(bytes: 16)
  }
}
