import CryptoExtras
import FerryCore
import FerryHTTP
import FerryProvider
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// The site of the certificates that sign SNS messages, their authorities and their names.
///
/// Amazon serves one certificate at `SigningCertURL`, without its issuer's. Its name is `sns.amazonaws.com`, in newer
/// regions `sns-signing.<region>.amazonaws.com`. Its issuer is one of Amazon's changing intermediate authorities ("Amazon
/// RSA 2048 M01") under Amazon Root CA 1. The certificate names the URL of its issuer's certificate, usually on plain http
/// (RFC 5280 §4.2.2.1). That one is fetched from Amazon's own hosts only, and trusted only if the chain leads to a root.
///
/// The sender chooses the URLs in a message, so each is compared with the one form that Amazon writes, and not parsed as a
/// browser would.
struct SigningAuthority {
  /// Scheme, host and port of the site that serves the certificates.
  let origin: String
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

  /// - Parameter region: The topic's.
  init(_ notifications: AmazonPayNotifications, region: String) {
    switch notifications.certificates {
    case .amazon:
      origin = "https://sns.\(region).amazonaws.com"
      names = ["sns.amazonaws.com", "sns.\(region).amazonaws.com", "sns-signing.\(region).amazonaws.com"]
      roots = notifications.amazonRoots
      fetchesIssuers = true
    case .development(let origin, let root):
      self.origin = origin
      names = ["sns.amazonaws.com"]
      roots = [root]
      fetchesIssuers = false
    }
  }

  /// The document at a certificate's URL; nil if the URL is on another site.
  func certificate(at address: String) -> NeededDocument? {
    guard address.utf8.count <= 512, address.hasPrefix(origin) else { return nil }
    let path = String(address.dropFirst(origin.count))
    guard path.isWritten(/\/[A-Za-z0-9\/._-]+\.pem/), !path.contains(".."), !path.contains("//") else { return nil }
    return document(path: path)
  }

  /// The URL that confirms a subscription to a topic; nil if the message names another site.
  ///
  /// The URL is built here. Of the message's URL only the origin is compared.
  func confirmation(of topic: SNSTopic, token: String, named address: String) -> NeededDocument? {
    guard token.isWritten(/[A-Za-z0-9-]{1,1024}/), address.hasPrefix(origin + "/") else { return nil }
    return document(path: "/?Action=ConfirmSubscription&TopicArn=\(topic.text)&Token=\(token)")
  }

  private func document(path: String) -> NeededDocument {
    let isSecure = origin.hasPrefix("https://")
    return NeededDocument(
      scheme: isSecure ? .https : .http, authority: String(origin.dropFirst(isSecure ? 8 : 7)), path: path)
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
    let form = /(https?):\/\/(crt\.[a-z0-9-]{1,32}\.amazontrust\.com)(\/[a-z0-9.-]{1,63})/
    guard let match = address.wholeMatch(of: form.matchingSemantics(.unicodeScalar)), !match.3.contains(".."),
      let scheme = NeededDocument.Scheme(rawValue: String(match.1))
    else { return nil }
    return NeededDocument(scheme: scheme, authority: String(match.2), path: String(match.3))
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

extension String {
  /// Returns true if the whole text is of this form, byte by byte.
  fileprivate func isWritten(_ form: Regex<Substring>) -> Bool {
    wholeMatch(of: form.matchingSemantics(.unicodeScalar)) != nil
  }
}
