/// Why nothing could be signed.
public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The RSA implementation salts with 32 bytes only.
  case saltNotSupported(AmazonPayAlgorithm)
  /// The RSA implementation refused.
  case failed

  public var description: String {
    switch self {
    case .saltNotSupported(let algorithm):
      """
      \(algorithm.rawValue) needs a salt of \(algorithm.saltLength) bytes, which this library does not make. Sign with \
      \(AmazonPayAlgorithm.v2.rawValue); Amazon accepts it for every key.
      """
    case .failed: "The RSA signature could not be made. Check the private key by loading it again."
    }
  }
}
