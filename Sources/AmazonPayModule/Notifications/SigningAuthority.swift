import AmazonPay
import CryptoExtras
import FerryCore
import FerryHTTP
import FerryProvider
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The site that serves the signing certificates of Amazon SNS or of a sandbox. The sender chooses the URLs in a message, so
/// each is compared byte by byte with the one form that Amazon writes, and not parsed as a browser would.
enum SigningPlace: Hashable {
  case amazon(region: String)
  /// Scheme, host and port.
  case sandbox(origin: String)

  /// Scheme, host and port.
  var origin: String {
    switch self {
    case .amazon(let region): "https://sns.\(region).amazonaws.com"
    case .sandbox(let origin): origin
    }
  }

  /// The document at a certificate's URL; nil if the URL is on another site.
  func certificate(at address: String) -> NeededDocument? {
    let path: Substring
    guard address.utf8.count <= 512, address.hasPrefix(origin) else { return nil }
    path = address.dropFirst(origin.count)
    guard path.utf8.first == UInt8(ascii: "/"), path.hasSuffix(".pem"), path.utf8.count > 5,
      path.utf8.allSatisfy(Self.isPathByte), !path.contains(".."), !path.contains("//")
    else { return nil }
    return document(path: String(path))
  }

  /// The URL that confirms a subscription to a topic; nil if the message names another site.
  ///
  /// The URL is built here. Of the message's URL only the origin is compared.
  func confirmation(of topic: SNSTopic, token: String, named address: String) -> NeededDocument? {
    guard (1...1024).contains(token.utf8.count), token.utf8.allSatisfy(Self.isTokenByte),
      address.hasPrefix(origin + "/")
    else { return nil }
    return document(path: "/?Action=ConfirmSubscription&TopicArn=\(topic.text)&Token=\(token)")
  }

  private func document(path: String) -> NeededDocument {
    let isSecure = origin.hasPrefix("https://")
    return NeededDocument(
      scheme: isSecure ? .https : .http, authority: String(origin.dropFirst(isSecure ? 8 : 7)), path: path)
  }

  /// Returns true for an origin on this machine, with nothing after the port.
  static func isLoopback(_ text: String) -> Bool {
    guard let origin = Origin(text) else { return false }
    return origin.text == text && Loopback.isHost(origin.host)
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    isTokenByte(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    AmazonPayCall.isLetterOrDigit(byte) || byte == UInt8(ascii: "-")
  }
}

/// The authorities and names of the certificates that sign SNS messages.
///
/// Amazon serves one certificate at `SigningCertURL`, without its issuer's. Its name is `sns.amazonaws.com`, in newer
/// regions `sns-signing.<region>.amazonaws.com`. Its issuer is one of Amazon's changing intermediate authorities ("Amazon
/// RSA 2048 M01") under Amazon Root CA 1. The certificate names the URL of its issuer's certificate, usually on plain http
/// (RFC 5280 §4.2.2.1). That one is fetched from Amazon's own hosts only, and trusted only if the chain leads to a root.
struct SigningAuthority {
  /// The certificate needs one of these DNS names.
  let names: Set<String>
  /// In DER.
  let roots: [[UInt8]]
  /// True if issuers' certificates are fetched from Amazon's hosts.
  let fetchesIssuers: Bool

  enum Judgement {
    case trusted(Certificate.PublicKey)
    /// The issuer's certificate is missing.
    case needsIssuer(NeededDocument)
    case refused
  }

  static func amazon(region: String, roots: [[UInt8]]) -> SigningAuthority {
    SigningAuthority(
      names: ["sns.amazonaws.com", "sns.\(region).amazonaws.com", "sns-signing.\(region).amazonaws.com"],
      roots: roots, fetchesIssuers: true)
  }

  static func sandbox(root: [UInt8]) -> SigningAuthority {
    SigningAuthority(names: ["sns.amazonaws.com"], roots: [root], fetchesIssuers: false)
  }

  private static let mostCertificates = 4
  private static let largestDocument = 65_536
  private static let leastKeyBits = 2_048

  /// - Parameters:
  ///   - document: The certificate in PEM, perhaps with its issuers'.
  ///   - documents: The documents that were fetched so far.
  func judge(_ document: [UInt8], at moment: Moment, knowing documents: [NeededDocument: [UInt8]]) async -> Judgement {
    guard let given = Self.certificates(document), let leaf = given.first, isForSigning(leaf) else { return .refused }
    let roots = roots.compactMap { try? Certificate(derEncoded: $0) }
    var above = Array(given.dropFirst())
    if fetchesIssuers, !(roots + above).contains(where: { $0.subject == leaf.issuer }) {
      guard let place = Self.issuerPlace(leaf) else { return .refused }
      guard let bytes = documents[place] else { return .needsIssuer(place) }
      guard let issuers = Self.certificates(bytes) else { return .refused }
      above += issuers
    }
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
    var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
      RFC5280Policy(fixedExpiryValidationTime: date)
    }
    switch await verifier.validate(leaf: leaf, intermediates: CertificateStore(above)) {
    case .validCertificate: return .trusted(leaf.publicKey)
    case .couldNotValidate: return .refused
    }
  }

  /// Returns true for a certificate of the service that may sign.
  private func isForSigning(_ certificate: Certificate) -> Bool {
    guard let alternatives = try? certificate.extensions.subjectAlternativeNames,
      alternatives.contains(where: { name in
        if case .dnsName(let name) = name { names.contains(name.lowercased()) } else { false }
      })
    else { return false }
    if case .some(.isCertificateAuthority) = try? certificate.extensions.basicConstraints { return false }
    if let usage = try? certificate.extensions.keyUsage, !usage.digitalSignature { return false }
    guard let key = _RSA.Signing.PublicKey(certificate.publicKey) else { return false }
    return key.keySizeInBits >= Self.leastKeyBits
  }

  /// The URL of the issuer's certificate, if it is on one of Amazon's hosts for them:
  /// "http://crt.r2m01.amazontrust.com/r2m01.cer".
  private static func issuerPlace(_ certificate: Certificate) -> NeededDocument? {
    let places = (try? certificate.extensions.authorityInformationAccess).map { Array($0) } ?? []
    return places.lazy.compactMap { place in
      guard place.method == .issuingCA, case .uniformResourceIdentifier(let address) = place.location else {
        return nil
      }
      return issuerPlace(address)
    }.first
  }

  static func issuerPlace(_ address: String) -> NeededDocument? {
    let scheme: NeededDocument.Scheme
    if address.hasPrefix("http://crt.") {
      scheme = .http
    } else if address.hasPrefix("https://crt.") {
      scheme = .https
    } else {
      return nil
    }
    let rest = address.dropFirst(scheme.rawValue.utf8.count + 3)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let host = rest[..<slash]
    let path = rest[slash...]
    let label = host.dropFirst(4).dropLast(".amazontrust.com".utf8.count)
    guard host.hasSuffix(".amazontrust.com"), (1...32).contains(label.utf8.count),
      label.utf8.allSatisfy(isLabelByte), (2...64).contains(path.utf8.count),
      path.dropFirst().utf8.allSatisfy({ isLabelByte($0) || $0 == UInt8(ascii: ".") }), !path.contains("..")
    else { return nil }
    return NeededDocument(scheme: scheme, authority: String(host), path: String(path))
  }

  private static func isLabelByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// The certificates in a document, in PEM or one in DER; nil if it is neither, or has too many.
  private static func certificates(_ document: [UInt8]) -> [Certificate]? {
    guard document.count <= largestDocument else { return nil }
    if document.first == 0x30 { return (try? Certificate(derEncoded: document)).map { [$0] } }
    guard let text = String(bytes: document, encoding: .utf8),
      let blocks = try? PEMDocument.parseMultiple(pemString: text), (1...mostCertificates).contains(blocks.count),
      blocks.allSatisfy({ $0.discriminator == "CERTIFICATE" })
    else { return nil }
    let certificates = blocks.compactMap { try? Certificate(derEncoded: $0.derBytes) }
    return certificates.count == blocks.count ? certificates : nil
  }
}
