import Crypto
import CryptoExtras
public import FerryCore
import FerryWeb
import SwiftASN1
import X509

/// The certificate authority of a sandbox's notifications. Receivers must be configured to trust it in place of Amazon's. Its
/// name constraints (RFC 5280 §4.2.1.10) allow only the name that signs notifications.
public struct NotificationAuthority: Sendable {
  /// The text is no key with its certificate.
  public struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String {
      "The file holds no key with its certificate. Remove it, and a new one is made with the next start."
    }
  }

  private let kept: KeyedCertificate
  private var certificate: Certificate { kept.certificate }
  /// The certificate in DER, for receivers.
  public let root: [UInt8]
  /// The certificate in PEM, for receivers.
  public var rootPEM: String { kept.certificatePEM }

  /// The DNS name in signing certificates, the same as Amazon's.
  static let signerName = "sns.amazonaws.com"

  /// A receiver's clock may be behind by at most this time.
  private static let clockTolerance: Duration = .seconds(86_400)

  /// Creates an authority that is valid for ten years.
  /// - Parameter randomness: For the serial number; the key comes from the operating system.
  /// - Throws: If the certificate cannot be created.
  public init(now: Moment, randomness: any Randomness = SystemRandomness()) throws {
    let key = P256.Signing.PrivateKey()
    let publicKey = Certificate.PublicKey(key.publicKey)
    let name = try DistinguishedName {
      OrganizationName("Ferry")
      CommonName(
        "Ferry sandbox notification CA \(Hexadecimal.text(SHA256.hash(data: key.publicKey.x963Representation).prefix(4)))"
      )
    }
    let begins = now - Self.clockTolerance
    let certificate = try Certificate(
      version: .v3, serialNumber: .random(randomness), publicKey: publicKey, notValidBefore: begins.date,
      notValidAfter: (begins + .seconds(3_650 * 86_400)).date, issuer: name, subject: name,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true))
        Critical(NameConstraints(permittedDNSDomains: [Self.signerName]))
        SubjectKeyIdentifier(hash: publicKey)
      },
      issuerPrivateKey: Certificate.PrivateKey(key))
    try self.init(KeyedCertificate(certificate, key))
  }

  /// Reads a stored authority.
  /// - Parameter pem: A former value of `pem`.
  /// - Throws: `Unreadable`.
  public init(pem: Secret<String>) throws {
    do {
      try self.init(KeyedCertificate(pem: pem))
    } catch {
      throw Unreadable()
    }
  }

  private init(_ kept: KeyedCertificate) throws {
    self.kept = kept
    root = try kept.certificate.serializeAsPEM().derBytes
  }

  /// Key and certificate, for secret storage.
  public var pem: Secret<String> { kept.pem }

  /// Issues a certificate for a signing key that is valid for a year.
  /// - Returns: The certificate in PEM.
  func certificatePEM(for signer: _RSA.Signing.PublicKey, now: Moment, randomness: any Randomness) throws -> String {
    let publicKey = Certificate.PublicKey(signer)
    let begins = now - Self.clockTolerance
    let issued = try Certificate(
      version: .v3, serialNumber: .random(randomness), publicKey: publicKey, notValidBefore: begins.date,
      notValidAfter: min(begins + .seconds(366 * 86_400), certificate.ends).date,
      issuer: certificate.subject,
      subject: try DistinguishedName { CommonName(Self.signerName) },
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames([.dnsName(Self.signerName)])
        SubjectKeyIdentifier(hash: publicKey)
        AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
      },
      issuerPrivateKey: Certificate.PrivateKey(kept.key))
    return try issued.serializeAsPEM().pemString + "\n"
  }
}
