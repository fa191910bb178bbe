import Crypto
import CryptoExtras
import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The key that a sandbox signs its notifications with, and the certificate that says so.
struct NotificationSigner: Sendable {
  private let key: _RSA.Signing.PrivateKey
  /// The certificate alone; its authority is not sent along.
  let certificatePEM: String
  /// Where the certificate lies: "/sns/SimpleNotificationService-" and 32 digits of the key.
  let certificatePath: String

  /// - Parameter key: RSA, 2048 bits; nil makes one.
  init(
    _ authority: NotificationAuthority, key: _RSA.Signing.PrivateKey? = nil, now: Moment, randomness: any Randomness
  ) throws {
    let key = try key ?? _RSA.Signing.PrivateKey(keySize: .bits2048)
    self.key = key
    certificatePEM = try authority.certificatePEM(for: key.publicKey, now: now, randomness: randomness)
    let digest = SHA256.hash(data: key.publicKey.derRepresentation)
    certificatePath = "/sns/SimpleNotificationService-\(Hexadecimal.text(digest.prefix(16))).pem"
  }

  /// The signature of a text, in Base64.
  func signature(of text: String, _ version: AmazonPayNotificationSettings.SignatureVersion) throws -> String {
    let bytes = Array(text.utf8)
    let signature =
      switch version {
      case .one: try key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
      case .two: try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
      }
    return signature.rawRepresentation.base64EncodedString()
  }
}
