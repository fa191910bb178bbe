public import Foundation

/// <https://developer.apple.com/documentation/cryptokit/hashfunction> iOS 13.0
public protocol HashFunction {}

/// <https://developer.apple.com/documentation/cryptokit/sha256> iOS 13.0
public struct SHA256: HashFunction {
  /// <https://developer.apple.com/documentation/cryptokit/hashfunction/hash(data:)> iOS 13.0
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { undeclared() }
}

/// <https://developer.apple.com/documentation/cryptokit/sha256digest> iOS 13.0
public struct SHA256Digest: Sequence {
  /// <https://developer.apple.com/documentation/cryptokit/sha256digest/makeiterator()> iOS 13.0
  public func makeIterator() -> Array<UInt8>.Iterator { undeclared() }
}

/// <https://developer.apple.com/documentation/cryptokit/symmetrickey> iOS 13.0
public struct SymmetricKey: Sendable {
  /// <https://developer.apple.com/documentation/cryptokit/symmetrickey/init(data:)> iOS 13.0
  public init<D: ContiguousBytes>(data: D) { undeclared() }

  /// <https://developer.apple.com/documentation/cryptokit/symmetrickey/init(size:)> iOS 13.0
  public init(size: SymmetricKeySize) { undeclared() }
}

/// <https://developer.apple.com/documentation/cryptokit/symmetrickeysize> iOS 13.0
public struct SymmetricKeySize: Sendable {
  /// <https://developer.apple.com/documentation/cryptokit/symmetrickeysize/bits256> iOS 13.0
  public static var bits256: SymmetricKeySize { undeclared() }
}

/// <https://developer.apple.com/documentation/cryptokit/hmac> iOS 13.0
public struct HMAC<H: HashFunction> {
  /// <https://developer.apple.com/documentation/cryptokit/hashedauthenticationcode> iOS 13.0
  public typealias MAC = HashedAuthenticationCode<H>

  /// <https://developer.apple.com/documentation/cryptokit/hmac/authenticationcode(for:using:)> iOS 13.0
  public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC { undeclared() }

  /// <https://developer.apple.com/documentation/cryptokit/hmac/isvalidauthenticationcode(_:authenticating:using:)> iOS 13.0
  public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
    _ authenticationCode: C, authenticating authenticatedData: D, using key: SymmetricKey
  ) -> Bool { undeclared() }
}

/// <https://developer.apple.com/documentation/cryptokit/hashedauthenticationcode> iOS 13.0
public struct HashedAuthenticationCode<H: HashFunction>: Sequence {
  /// <https://developer.apple.com/documentation/cryptokit/hashedauthenticationcode/makeiterator()> iOS 13.0
  public func makeIterator() -> Array<UInt8>.Iterator { undeclared() }
}
