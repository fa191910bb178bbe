/// Why a sandbox cannot start.
public struct AmazonPayConfigurationError: Error, Hashable, CustomStringConvertible {
  /// Public key ids whose PEM is no RSA public key of 2048 bits or more.
  public let unreadableKeys: [String]

  public var description: String {
    """
    No RSA public key could be read for \(unreadableKeys.joined(separator: ", ")). \
    Put the public half, from BEGIN PUBLIC KEY to END PUBLIC KEY, 2048 bits or more.
    """
  }
}
