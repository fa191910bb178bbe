/// What the browser's script needs to open Amazon's pages: the payload's exact text and its signature. It encodes to the
/// script's `createCheckoutSessionConfig`.
public struct SignedButtonPayload: Codable, Hashable, Sendable {
  /// The signed text. It has to reach the script byte for byte.
  public let payloadJSON: String
  /// In base64.
  public let signature: String
  /// Names the key pair to Amazon.
  public let publicKeyId: String
  /// What was signed by.
  public let algorithm: AmazonPayAlgorithm
}
