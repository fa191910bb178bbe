public import Foundation

/// <https://developer.apple.com/documentation/cryptokit/sha256> iOS 13.0
public struct SHA256 {
  /// <https://developer.apple.com/documentation/cryptokit/hashfunction/hash(data:)> iOS 13.0
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { undeclared() }
}

/// <https://developer.apple.com/documentation/cryptokit/sha256digest> iOS 13.0
public struct SHA256Digest: Sequence {
  /// <https://developer.apple.com/documentation/cryptokit/sha256digest/makeiterator()> iOS 13.0
  public func makeIterator() -> Array<UInt8>.Iterator { undeclared() }
}
