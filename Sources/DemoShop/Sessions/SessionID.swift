import Crypto
public import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The opaque number that a browser holds: 16 random bytes. Whoever knows it has the cart, so it is never logged and does
/// not name files.
public struct SessionID: Sendable, Hashable {
  let text: String

  public init(_ randomness: some Randomness) {
    text = randomness.token(bytes: 16)
  }

  /// A number as a cookie brings it; nil for what none of ours looks like.
  public init?(cookie: String) {
    guard cookie.utf8.count == 22, Base64URL.decode(cookie)?.count == 16 else { return nil }
    text = cookie
  }

  /// A name for the session's file, from which the number cannot be found.
  var fileName: String {
    Base64URL.encode(SHA256.hash(data: Data(text.utf8))) + ".json"
  }
}
