import Crypto
import FerryCore
import SwiftASN1
import X509

/// How development certificates are kept: key and certificate in one text, so that neither is ever without the other.
public enum DevelopmentPEM {
  /// The text is no key with its certificate.
  public struct Unreadable: Error, Hashable, Sendable {}

  struct Kept {
    let certificate: Certificate
    let certificatePEM: String
    let key: P256.Signing.PrivateKey
  }

  /// - Throws: What SwiftASN1 could not write.
  static func text(_ certificate: Certificate) throws -> String {
    try certificate.serializeAsPEM().pemString + "\n"
  }

  static func read(_ pem: Secret<String>) throws(Unreadable) -> Kept {
    do {
      let documents = try PEMDocument.parseMultiple(pemString: pem.reveal())
      guard documents.count == 2 else { throw Unreadable() }
      let key = try P256.Signing.PrivateKey(derRepresentation: documents[0].derBytes)
      let certificate = try Certificate(pemDocument: documents[1])
      guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else { throw Unreadable() }
      return Kept(certificate: certificate, certificatePEM: try text(certificate), key: key)
    } catch {
      throw Unreadable()
    }
  }
}
