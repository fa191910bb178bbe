/// Why nothing could be signed.
public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The RSA implementation refused.
  case failed

  public var description: String {
    "The RSA signature could not be made. Check the private key by loading it again."
  }
}
