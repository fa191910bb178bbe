/// The two worlds of an Amazon Pay account; the raw value is the segment that may lead the path.
public enum AmazonPayEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
  case sandbox
  case live

  /// The environment that a public key id's prefix decides, nil for the older ids without one.
  init?(publicKeyID: String) {
    let upper = publicKeyID.uppercased()
    if upper.hasPrefix("LIVE") {
      self = .live
    } else if upper.hasPrefix("SANDBOX") {
      self = .sandbox
    } else {
      return nil
    }
  }
}
