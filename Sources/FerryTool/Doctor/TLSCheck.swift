import FerryCore
import FerryModule
import FerryWeb
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Checks that phones and providers accept a site's certificate: its chain, its dates and its name.
enum TLSCheck {
  /// Automatic renewals are done this long before the expiry, at the latest.
  private static let renewal: TimeInterval = 14 * 86_400

  /// - Parameter authorities: Trusted instead of the system's, in PEM.
  static func findings(
    _ chain: PresentedChain, of site: Origin, at now: Moment, authorities: String?
  ) async -> [Finding] {
    let subject = site.text
    let presented: [Certificate]
    switch chain {
    case .failure(let failure): return [.error(.tls, subject, failure.seen, failure.change)]
    case .certificates(let all): presented = all.compactMap { try? Certificate(derEncoded: $0) }
    }
    guard let leaf = presented.first else {
      return [.error(.tls, subject, "It presents no valid certificate.", "Install one from a public authority.")]
    }
    let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    var findings: [Finding] = []
    if let finding = dates(leaf, date, subject) { findings.append(finding) }
    if !isNamed(leaf, site.host) {
      findings.append(
        .error(
          .tls, subject, "The certificate is for \(names(leaf)), not for \(site.host).",
          "Install a certificate for \(site.host), or correct the address in the settings."))
    }
    // The dates have their own finding, so the chain is checked within them.
    let inside = min(max(date, leaf.notValidBefore), leaf.notValidAfter)
    if await !isTrusted(leaf, Array(presented.dropFirst()), inside, authorities) {
      let isSelfMade = leaf.issuer == leaf.subject
      findings.append(
        .error(
          .tls, subject,
          isSelfMade
            ? "The certificate is self-signed."
            : "The certificate is from an authority that this machine does not trust.",
          isSelfMade
            ? "Install one from a public authority."
            : presented.count == 1
              ? "Send the full chain, with the authority's intermediate certificates: phones do not look for them."
              : "Install a certificate from a public authority, with its intermediate certificates."))
    }
    if findings.isEmpty {
      findings.append(.ok(.tls, subject, "The certificate is valid until \(day(leaf.notValidAfter))."))
    }
    return findings
  }

  private static func dates(_ leaf: Certificate, _ now: Date, _ subject: String) -> Finding? {
    let until = day(leaf.notValidAfter)
    if leaf.notValidAfter < now {
      return .error(
        .tls, subject, "The certificate expired on \(until).", "Renew it, and set up automatic renewal.")
    }
    if leaf.notValidBefore > now {
      return .error(
        .tls, subject, "The certificate is not valid before \(day(leaf.notValidBefore)).",
        "Check this machine's clock, or install a certificate that is valid now.")
    }
    if leaf.notValidAfter < now.addingTimeInterval(renewal) {
      return .warning(
        .tls, subject, "The certificate expires on \(until).", "Renew it, and set up automatic renewal.")
    }
    return nil
  }

  private static func day(_ date: Date) -> String {
    String(Moment(milliseconds: Int64(date.timeIntervalSince1970.rounded(.down)) * 1000).iso8601.prefix(10))
  }

  private static func isTrusted(
    _ leaf: Certificate, _ above: [Certificate], _ date: Date, _ authorities: String?
  ) async -> Bool {
    let roots: CertificateStore
    if let authorities {
      guard let root = try? Certificate(pemEncoded: authorities) else { return false }
      roots = CertificateStore([root])
    } else {
      roots = .systemTrustRoots
    }
    var verifier = Verifier(rootCertificates: roots) { RFC5280Policy(fixedExpiryValidationTime: date) }
    switch await verifier.validate(leaf: leaf, intermediates: CertificateStore(above)) {
    case .validCertificate: return true
    case .couldNotValidate: return false
    }
  }

  // MARK: Names

  /// Compares by RFC 6125 §6.4: whole names, or one star in place of the first label; addresses by their bytes.
  static func isNamed(_ leaf: Certificate, _ host: String) -> Bool {
    guard let alternatives = try? leaf.extensions.subjectAlternativeNames else { return false }
    let address = address(host)
    return alternatives.contains { name in
      switch name {
      case .dnsName(let name): address == nil && matches(name.lowercased(), host)
      case .ipAddress(let bytes): Array(bytes.bytes) == address
      default: false
      }
    }
  }

  private static func matches(_ name: String, _ host: String) -> Bool {
    guard name.hasPrefix("*.") else { return name == host }
    guard let dot = host.firstIndex(of: ".") else { return false }
    return name.dropFirst(2) == host[host.index(after: dot)...] && name.dropFirst(2).contains(".")
  }

  private static func address(_ host: String) -> [UInt8]? {
    let octets = host.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
    if octets.count == 4 { return octets }
    return host == "[::1]" ? [UInt8](repeating: 0, count: 15) + [1] : nil
  }

  private static func names(_ leaf: Certificate) -> String {
    let alternatives = (try? leaf.extensions.subjectAlternativeNames).map { Array($0) } ?? []
    let names = alternatives.compactMap { name in
      if case .dnsName(let name) = name { Printable.text(name) } else { nil }
    }
    return names.isEmpty ? "no name" : names.prefix(5).joined(separator: ", ")
  }
}
