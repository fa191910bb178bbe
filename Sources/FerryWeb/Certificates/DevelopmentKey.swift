import Crypto

/// The key pair of a development certificate: ECDSA on P-256, which every device that still gets updates verifies.
public struct DevelopmentKey: Sendable {
  let key: P256.Signing.PrivateKey

  /// A new one, by the operating system's random numbers.
  public init() { key = P256.Signing.PrivateKey() }
}
