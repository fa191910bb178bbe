import Crypto
public import FerryCore
import SwiftASN1
import X509

/// A server's certificate of a development authority, with its key.
public struct DevelopmentServerCertificate: Sendable {
  private let kept: KeyedCertificate
  var certificate: Certificate { kept.certificate }

  static let lifetime: Duration = .seconds(397 * 86_400)

  /// With less time left it is made anew.
  static let renewalTime: Duration = .seconds(30 * 86_400)

  init(certificate: Certificate, key: P256.Signing.PrivateKey) throws {
    kept = try KeyedCertificate(certificate, key)
  }

  /// One that was kept.
  /// - Parameter pem: As `pem` gave it.
  /// - Throws: `DevelopmentPEM.Unreadable`.
  public init(pem: Secret<String>) throws(DevelopmentPEM.Unreadable) {
    kept = try KeyedCertificate(pem: pem)
  }

  /// Key and certificate, to be kept where nobody else reads.
  public var pem: Secret<String> { kept.pem }

  /// The certificate alone, as the server shows it.
  public var certificatePEM: String { kept.certificatePEM }

  /// The key alone (PKCS #8).
  public var keyPEM: Secret<String> { Secret(kept.key.pemRepresentation) }

  /// What it is for; nil when it holds something that none of ours does.
  var names: DevelopmentNames? {
    guard let alternatives = try? certificate.extensions.subjectAlternativeNames else { return nil }
    var hosts: [String] = []
    var addresses: [NetworkAddress] = []
    for alternative in alternatives {
      switch alternative {
      case .dnsName(let host): hosts.append(host)
      case .ipAddress(let octets):
        guard let address = NetworkAddress(bytes: Array(octets.bytes)) else { return nil }
        addresses.append(address)
      default: return nil
      }
    }
    return DevelopmentNames(hosts: hosts, addresses: addresses)
  }
}
