/// Why a sandbox cannot start: everything that is wrong, each with what to put there.
public struct AmazonPayConfigurationError: Error, Hashable, CustomStringConvertible {
  public enum Problem: Hashable, Sendable {
    /// The origin is no https address, nor an http address of this machine.
    case origin(String)
    /// The text under this public key id is no RSA public key of 2048 bits or more in PEM.
    case publicKey(id: String, PublicKeyProblem)
    /// Two merchants have the same id, or two keys the same.
    case repeated(String)
    /// An address for notifications that is no address.
    case notificationURL(String)
    /// The name of a topic that Amazon SNS would not write.
    case topic(String)
  }

  public let problems: [Problem]

  public var description: String {
    problems.map { problem in
      switch problem {
      case .origin(let text):
        "\(text) is not an origin; write https://host, or http://127.0.0.1:3081 on this machine, without a path."
      case .publicKey(let id, let problem): "What is given as the public key \(id) \(problem)"
      case .notificationURL(let text):
        "\(text) is no address for notifications; write one such as https://host/path, without a fragment."
      case .topic(let text):
        """
        \(text) is not the name of a topic; write it as Amazon SNS does: arn:aws:sns:, the region, a colon, twelve digits, a \
        colon and the name.
        """
      case .repeated(let id): "\(id) is there twice; every merchant and every key has an id of its own."
      }
    }.joined(separator: "\n")
  }
}
