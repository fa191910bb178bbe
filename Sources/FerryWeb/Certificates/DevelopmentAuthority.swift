import Crypto
public import FerryCore
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An authority that certifies servers for development, on the machine that trusts it and nowhere else. Its name
/// constraints (RFC 5280 §4.2.1.10) allow this machine's own names and private networks only, so that whoever steals its key
/// can deceive nobody about any other site.
public struct DevelopmentAuthority: Sendable {
  private let kept: KeyedCertificate
  var certificate: Certificate { kept.certificate }
  private var key: P256.Signing.PrivateKey { kept.key }

  /// Ten years, less the leap days.
  static let lifetime: Duration = .seconds(3_650 * 86_400)

  /// Another machine's clock may be behind by this much.
  static let clockTolerance: Duration = .seconds(86_400)

  /// A new authority.
  /// - Parameter randomness: Gives the serial number.
  /// - Throws: What the certificate could not be made for.
  public init(
    key: DevelopmentKey = DevelopmentKey(), now: Moment, randomness: any Randomness
  ) throws {
    let certificate = try Self.certificate(
      key: key.key, from: now - Self.clockTolerance, until: now - Self.clockTolerance + Self.lifetime,
      serial: .random(randomness), ranges: DevelopmentNames.ranges)
    kept = try KeyedCertificate(certificate, key.key)
  }

  /// An authority that was kept.
  /// - Parameter pem: As `pem` gave it.
  /// - Throws: `DevelopmentPEM.Unreadable`.
  public init(pem: Secret<String>) throws(DevelopmentPEM.Unreadable) {
    kept = try KeyedCertificate(pem: pem)
  }

  /// Key and certificate, to be kept where nobody else reads.
  public var pem: Secret<String> { kept.pem }

  /// The certificate alone, for whoever is to trust it.
  public var certificatePEM: String { kept.certificatePEM }

  /// What people see it called: "Ferry development CA 1f2e3d4c". The number is the key's.
  public var name: String { Self.name(of: key) }

  /// The last moment at which it certifies anything.
  public var ends: Moment { certificate.ends }

  /// A certificate for a server of these names, with a new key.
  ///
  /// It lasts 397 days, and no longer than the authority. Apple's systems refuse TLS server certificates that are valid for
  /// more than 825 days also under roots that a person has added (Apple Support, "Requirements for trusted certificates in
  /// iOS 13 and macOS 10.15", support.apple.com/103769); browsers that count 398 days for all are content too.
  /// - Throws: What the certificate could not be made for.
  public func serverCertificate(
    for names: DevelopmentNames, key: DevelopmentKey = DevelopmentKey(), now: Moment, randomness: any Randomness
  ) throws -> DevelopmentServerCertificate {
    let begins = now - Self.clockTolerance
    let publicKey = Certificate.PublicKey(key.key.publicKey)
    let hosts = names.hosts.map { GeneralName.dnsName($0) }
    let addresses = names.addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
    let certificate = try Certificate(
      version: .v3, serialNumber: .random(randomness), publicKey: publicKey, notValidBefore: begins.date,
      notValidAfter: min(begins + DevelopmentServerCertificate.lifetime, ends).date, issuer: self.certificate.subject,
      subject: try DistinguishedName {
        OrganizationName("Ferry")
        CommonName("Ferry development server")
      },
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(hosts + addresses)
        SubjectKeyIdentifier(hash: publicKey)
        AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: self.certificate.publicKey).keyIdentifier)
      },
      issuerPrivateKey: Certificate.PrivateKey(self.key))
    return try DevelopmentServerCertificate(certificate: certificate, key: key.key)
  }

  /// Whether a server's certificate that was kept can go on being used.
  public func vouches(for server: DevelopmentServerCertificate, as names: DevelopmentNames, at now: Moment) -> Bool {
    server.certificate.issuer == certificate.subject
      && certificate.publicKey.isValidSignature(server.certificate.signature, for: server.certificate)
      && server.names == names && server.certificate.begins <= now
      && now + DevelopmentServerCertificate.renewalTime < server.certificate.ends
  }

  /// The same authority, by a certificate without the constraints on addresses: for TLS clients of this process, never for
  /// a file. BoringSSL, which NIOSSL verifies by, knows no constraints on addresses and therefore refuses every server that
  /// is certified for one under an authority that has them. The constraints on names are there.
  /// - Throws: What the certificate could not be made for.
  public func anchor(now: Moment, randomness: any Randomness) throws -> String {
    try DevelopmentPEM.text(
      Self.certificate(
        key: key, from: certificate.begins, until: ends, serial: .random(randomness), ranges: []))
  }

  private static func certificate(
    key: P256.Signing.PrivateKey, from begins: Moment, until ends: Moment, serial: Certificate.SerialNumber,
    ranges: [NetworkRange]
  ) throws -> Certificate {
    let publicKey = Certificate.PublicKey(key.publicKey)
    let title = name(of: key)
    let name = try DistinguishedName {
      OrganizationName("Ferry")
      CommonName(title)
    }
    return try Certificate(
      version: .v3, serialNumber: serial, publicKey: publicKey, notValidBefore: begins.date, notValidAfter: ends.date,
      issuer: name, subject: name,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true))
        try ExtendedKeyUsage([.serverAuth])
        Critical(
          NameConstraints(
            permittedDNSDomains: DevelopmentNames.domains,
            permittedIPRanges: ranges.map { ASN1OctetString(contentBytes: $0.constraint[...]) }))
        SubjectKeyIdentifier(hash: publicKey)
      },
      issuerPrivateKey: Certificate.PrivateKey(key))
  }

  private static func name(of key: P256.Signing.PrivateKey) -> String {
    "Ferry development CA \(Hexadecimal.text(SHA256.hash(data: key.publicKey.x963Representation).prefix(4)))"
  }
}
