import CryptoExtras
import FerryCore
import FerrySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the demo keeps its data and secrets. All secrets are made on the first run and stay in the folder.
struct DemoFolder: Sendable {
  let path: String

  enum Problem: Error, CustomStringConvertible {
    case notWritable(String)
    case unreadable(String)
    /// It holds something else than it should.
    case spoilt(String)
    /// An authority that certifies nothing any more.
    case ended(String)

    var description: String {
      switch self {
      case .notWritable(let path):
        "The folder \(path) cannot be written. Choose another one with --data."
      case .unreadable(let file):
        "The file \(file) cannot be read. Mend its rights, or remove the demo's folder to begin anew."
      case .spoilt(let file):
        "The file \(file) holds something else than Ferry has written. Remove it, and a new one is made."
      case .ended(let file):
        "The development authority in \(file) has come to its end. Take its trust back with `ferry trust --remove`, remove "
          + "the file, and start again."
      }
    }
  }

  /// - Throws: `Problem.notWritable`.
  init(_ path: String) throws(Problem) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .notWritable(path)
    }
    self.path = URL(filePath: path).path
  }

  var sandboxJournal: String { file("amazon-pay-sandbox.journal") }
  var sessions: String { file("shop-sessions") }
  var orders: String { file("shop-orders") }

  /// The key pair by which the shop and the sandbox know each other. In PKCS #8, for Amazon's Java client reads no other form.
  func signingKey() throws -> Secret<String> {
    Secret(
      try secretText(Self.signingKeyName) { try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation })
  }

  /// The secret key of the demo's shop. It opens `/v1`.
  func secretKey(_ randomness: any Randomness) throws -> Secret<String> {
    try secret(Self.secretKeyName, prefix: "sk_test_", randomness)
  }

  var secretKeyFile: String { file(Self.secretKeyName) }

  private static let secretKeyName = "shop-secret-key"

  /// The file with the checkout server's address, for commands that ask the demo.
  static let addressName = "server-address"

  var signingKeyFile: String { file(Self.signingKeyName) }

  private static let signingKeyName = "amazon-pay-sandbox-key.pem"

  /// What the sandbox's notifications are signed under, and the checkout server believes.
  func notificationAuthority(now: Moment) throws -> NotificationAuthority {
    let name = "amazon-pay-sandbox-notifications.pem"
    let text = try secretText(name) { try NotificationAuthority(now: now).pem.reveal() }
    do {
      return try NotificationAuthority(pem: Secret(text))
    } catch {
      throw Problem.spoilt(file(name))
    }
  }

  /// A secret of the demo's own: made once, 256 bits.
  func secret(_ name: String, prefix: String = "", _ randomness: any Randomness) throws -> Secret<String> {
    Secret(try secretText(name) { prefix + randomness.token(bytes: 32) })
  }

  /// What the demo's server signs webhooks with, and its shop knows them by.
  func webhookSecret(_ randomness: any Randomness) throws -> WebhookSecret {
    let name = "shop-webhook-secret"
    let text = try secretText(name) { WebhookSecret(randomness).reveal() }
    guard let secret = WebhookSecret(text: text) else { throw Problem.spoilt(file(name)) }
    return secret
  }

  /// A text of this folder that nobody else may read; made when there is none.
  /// - Throws: `Problem`, and what `make` throws.
  func secretText(_ name: String, make: () throws -> String) throws -> String {
    let path = file(name)
    if FileManager.default.fileExists(atPath: path) {
      guard let data = FileManager.default.contents(atPath: path) else { throw Problem.unreadable(path) }
      return String(decoding: data, as: UTF8.self)
    }
    let text = try make()
    try write(text, to: name, permissions: 0o600)
    return text
  }

  /// - Throws: `Problem.notWritable`.
  func write(_ text: String, to name: String, permissions: Int) throws(Problem) {
    let made = FileManager.default.createFile(
      atPath: file(name), contents: Data(text.utf8), attributes: [.posixPermissions: permissions])
    guard made else { throw .notWritable(path) }
  }

  func file(_ name: String) -> String { path + "/" + name }
}
