package import Crypto
public import FerryCore
package import Foundation
import SwiftASN1
package import X509

/// A development certificate with its key. Both are stored in one text, so that they stay together.
public struct KeyedCertificate: Sendable {
  /// The text is not a key with its certificate.
  public struct Unreadable: Error, Hashable, Sendable {}

  package let certificate: Certificate
  /// The certificate alone, as a server shows it.
  public let certificatePEM: String
  package let key: P256.Signing.PrivateKey

  package init(_ certificate: Certificate, _ key: P256.Signing.PrivateKey) throws {
    self.certificate = certificate
    self.key = key
    certificatePEM = try certificate.pem
  }

  /// Reads a stored certificate with its key.
  /// - Parameter pem: The text that `pem` returned.
  public init(pem: Secret<String>) throws(Unreadable) {
    do {
      let documents = try PEMDocument.parseMultiple(pemString: pem.reveal())
      guard documents.count == 2 else { throw Unreadable() }
      let key = try P256.Signing.PrivateKey(derRepresentation: documents[0].derBytes)
      let certificate = try Certificate(pemDocument: documents[1])
      guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else { throw Unreadable() }
      try self.init(certificate, key)
    } catch {
      throw Unreadable()
    }
  }

  /// Key and certificate, to be stored where nobody else reads.
  public var pem: Secret<String> { Secret(key.pemRepresentation + "\n" + certificatePEM) }

  /// The key alone (PKCS #8).
  public var keyPEM: Secret<String> { Secret(key.pemRepresentation) }

  /// The names that a server's certificate is for; nil if it has an alternative name of another kind than ours.
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

extension Certificate {
  var pem: String { get throws { try serializeAsPEM().pemString + "\n" } }

  package var begins: Moment { Moment(notValidBefore) }
  package var ends: Moment { Moment(notValidAfter) }
}

extension Moment {
  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64(date.timeIntervalSince1970.rounded(.down)) * 1000)
  }

  /// To the second, the precision of certificates (RFC 5280 §4.1.2.5).
  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds / 1000)) }
}

extension Certificate.SerialNumber {
  /// 128 bits, positive and always of the same length: the first bit is clear, the second set (RFC 5280 §4.1.2.2).
  package static func random(_ randomness: any Randomness) -> Certificate.SerialNumber {
    var bytes = randomness.bytes(16)
    bytes[0] = bytes[0] & 0x7F | 0x40
    return Certificate.SerialNumber(bytes: bytes)
  }
}
