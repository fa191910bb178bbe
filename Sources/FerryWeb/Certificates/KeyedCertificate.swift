package import Crypto
package import FerryCore
import SwiftASN1
package import X509

/// A development certificate with its key.
package struct KeyedCertificate: Sendable {
  package let certificate: Certificate
  /// The certificate alone.
  package let certificatePEM: String
  package let key: P256.Signing.PrivateKey

  /// - Throws: What SwiftASN1 could not write.
  package init(_ certificate: Certificate, _ key: P256.Signing.PrivateKey) throws {
    self.certificate = certificate
    self.key = key
    certificatePEM = try DevelopmentPEM.text(certificate)
  }

  /// One that was kept.
  /// - Parameter pem: As `pem` gave it.
  package init(pem: Secret<String>) throws(DevelopmentPEM.Unreadable) {
    do {
      let documents = try PEMDocument.parseMultiple(pemString: pem.reveal())
      guard documents.count == 2 else { throw DevelopmentPEM.Unreadable() }
      let key = try P256.Signing.PrivateKey(derRepresentation: documents[0].derBytes)
      let certificate = try Certificate(pemDocument: documents[1])
      guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else { throw DevelopmentPEM.Unreadable() }
      try self.init(certificate, key)
    } catch {
      throw DevelopmentPEM.Unreadable()
    }
  }

  /// Key and certificate, to be kept where nobody else reads.
  package var pem: Secret<String> { Secret(key.pemRepresentation + "\n" + certificatePEM) }
}
