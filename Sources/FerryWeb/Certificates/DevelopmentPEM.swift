import SwiftASN1
import X509

/// How development certificates are kept: key and certificate in one text, so that neither is ever without the other.
public enum DevelopmentPEM {
  /// The text is no key with its certificate.
  public struct Unreadable: Error, Hashable, Sendable {}

  /// - Throws: What SwiftASN1 could not write.
  static func text(_ certificate: Certificate) throws -> String {
    try certificate.serializeAsPEM().pemString + "\n"
  }
}
