/// A signature algorithm by Amazon's name. Both are RSASSA-PSS with SHA-256 and MGF1 with SHA-256; they differ in the
/// length of the salt ("Signing requests", Amazon Pay documentation).
public enum AmazonPayAlgorithm: String, Codable, Hashable, Sendable, CaseIterable {
  /// The older one, with a salt of 20 bytes: what Amazon assumes where no algorithm is named.
  case salt20 = "AMZN-PAY-RSASSA-PSS"
  /// With a salt of 32 bytes. Amazon recommends it, and accepts it for every key.
  case v2 = "AMZN-PAY-RSASSA-PSS-V2"

  /// In bytes.
  public var saltLength: Int {
    switch self {
    case .salt20: 20
    case .v2: 32
    }
  }
}
