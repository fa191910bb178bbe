import Crypto
public import FerryCore
import Foundation
import HTTPTypes
public import Hummingbird
import SwiftASN1
import X509

/// A certificate authority for development servers, trusted on one machine only. Its name constraints (RFC 5280 §4.2.1.10)
/// allow this machine's own names and private networks only, so that a stolen key is useless for any other site.
public struct DevelopmentAuthority: Sendable {
  private let stored: KeyedCertificate
  var certificate: Certificate { stored.certificate }
  private var key: P256.Signing.PrivateKey { stored.key }

  /// Ten years, less the leap days.
  static let lifetime: Duration = .seconds(3_650 * 86_400)

  static let serverLifetime: Duration = .seconds(397 * 86_400)

  /// A server's certificate with less time left is renewed.
  static let renewalTime: Duration = .seconds(30 * 86_400)

  /// Another machine's clock may be behind by this much.
  static let clockTolerance: Duration = .seconds(86_400)

  /// A new authority.
  /// - Parameter randomness: The source of the serial number.
  public init(now: Moment, randomness: any Randomness) throws {
    let key = P256.Signing.PrivateKey()
    let certificate = try Self.certificate(
      key: key, from: now - Self.clockTolerance, until: now - Self.clockTolerance + Self.lifetime,
      serial: .random(randomness), ranges: DevelopmentNames.ranges)
    stored = try KeyedCertificate(certificate, key)
  }

  /// Reads a stored authority.
  /// - Parameter pem: The text that `pem` returned.
  public init(pem: Secret<String>) throws(KeyedCertificate.Unreadable) {
    stored = try KeyedCertificate(pem: pem)
  }

  /// Key and certificate, to be stored where nobody else reads.
  public var pem: Secret<String> { stored.pem }

  /// The certificate alone, for machines that are to trust it.
  public var certificatePEM: String { stored.certificatePEM }

  /// The name that people see: "Ferry development CA 1f2e3d4c". The number is a digest of the key.
  public var name: String { Self.name(of: key) }

  /// The end of its validity.
  public var ends: Moment { certificate.ends }

  /// A certificate for a server of these names, with a new key.
  ///
  /// It is valid for 397 days, and no longer than the authority. Apple's systems refuse TLS server certificates that are
  /// valid for more than 825 days, also under roots that a person has added (Apple Support, "Requirements for trusted
  /// certificates in iOS 13 and macOS 10.15", support.apple.com/103769). Some browsers allow 398 days for all.
  public func serverCertificate(
    for names: DevelopmentNames, now: Moment, randomness: any Randomness
  ) throws -> KeyedCertificate {
    let key = P256.Signing.PrivateKey()
    let begins = now - Self.clockTolerance
    let publicKey = Certificate.PublicKey(key.publicKey)
    let hosts = names.hosts.map { GeneralName.dnsName($0) }
    let addresses = names.addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
    let certificate = try Certificate(
      version: .v3, serialNumber: .random(randomness), publicKey: publicKey, notValidBefore: begins.date,
      notValidAfter: min(begins + Self.serverLifetime, ends).date, issuer: self.certificate.subject,
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
      }, issuerPrivateKey: Certificate.PrivateKey(self.key))
    return try KeyedCertificate(certificate, key)
  }

  /// Returns true if a stored certificate is still good: this authority issued it, for these names, and its renewal is not
  /// due.
  public func isValid(_ server: KeyedCertificate, as names: DevelopmentNames, at now: Moment) -> Bool {
    server.certificate.issuer == certificate.subject
      && certificate.publicKey.isValidSignature(server.certificate.signature, for: server.certificate)
      && server.names == names && server.certificate.begins <= now && now + Self.renewalTime < server.certificate.ends
  }

  /// The same authority in a certificate without the constraints on addresses: for TLS clients of this process, never for a
  /// file. NIOSSL verifies with BoringSSL, which does not support constraints on addresses and therefore refuses every
  /// server certified for an address under an authority that has them. The constraints on names stay.
  public func anchor(now: Moment, randomness: any Randomness) throws -> String {
    try Self.certificate(key: key, from: certificate.begins, until: ends, serial: .random(randomness), ranges: []).pem
  }

  private static func certificate(
    key: P256.Signing.PrivateKey, from begins: Moment, until ends: Moment, serial: Certificate.SerialNumber,
    ranges: [AddressRange]
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
      }, issuerPrivateKey: Certificate.PrivateKey(key))
  }

  private static func name(of key: P256.Signing.PrivateKey) -> String {
    "Ferry development CA \(Hexadecimal.text(SHA256.hash(data: key.publicKey.x963Representation).prefix(4)))"
  }
}

/// Offers a development authority's certificate for download, so that a device can be made to trust it. Mount it only where
/// such an authority is in use.
public struct DevelopmentCertificateRoute: Sendable {
  private let pem: String

  /// The file's name on the device.
  public static let fileName = "ferry-development-ca.crt"

  public init(_ authority: DevelopmentAuthority) { pem = authority.certificatePEM }

  public func add(to router: some RouterMethods<some RequestContext>) {
    // For this type, iOS and Android offer to install it.
    let file = Response(
      "application/x-x509-ca-cert", pem.utf8,
      headers: [.contentDisposition: #"attachment; filename="\#(Self.fileName)""#])
    router.get("/crt") { _, _ in file }
  }
}

/// Names and addresses of a development server. They lead to this machine or to one on the same private network, and
/// nowhere else.
public struct DevelopmentNames: Hashable, Sendable {
  /// Lower case, sorted.
  public let hosts: [String]
  /// Sorted.
  public let addresses: [NetworkAddress]

  /// The domains that a development authority may certify, with everything below them (RFC 6761 §6.3 for "localhost",
  /// RFC 6762 §3 for "local").
  static let domains = ["localhost", "local"]

  /// The addresses that a development authority may certify: loopback (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3), private use
  /// (RFC 1918, RFC 4193 with its locally assigned half) and link-local (RFC 4291 §2.5.6). They include 10.0.2.2, the
  /// address of the host machine in an Android emulator.
  static let ranges = [
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fe80::/10", "fd00::/8",
  ]
  .compactMap { AddressRange($0) }

  /// The names and addresses of this machine that an authority may certify, without the others.
  /// - Parameters:
  ///   - machine: The machine's name, with or without a domain. Its first label is certified under `local`.
  ///   - addresses: The addresses of its network interfaces.
  public init(machine: String, addresses: [NetworkAddress]) {
    let label = machine.lowercased().prefix { $0 != "." }
    let isName =
      PlainText.isPlain(String(label), most: 63) && !label.contains("_") && label != "localhost" && label.first != "-"
      && label.last != "-"
    let always = ["127.0.0.1", "::1", "10.0.2.2"].compactMap { NetworkAddress($0) }
    self.init(
      hosts: ["localhost"] + (isName ? ["\(label).local"] : []),
      addresses: always + addresses.filter { address in Self.ranges.contains { $0.contains(address) } })
  }

  init(hosts: [String], addresses: [NetworkAddress]) {
    self.hosts = Set(hosts).sorted()
    self.addresses = Set(addresses).sorted()
  }
}
