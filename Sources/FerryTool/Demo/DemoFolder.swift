import FerryCore
import FerrySandbox
import FerryWeb
import Foundation

#if PostgreSQL
  import FerryPostgres
#endif

/// The folder with the demo's data and secrets. The first run makes all secrets, and they stay there.
struct DemoFolder: Sendable {
  let path: String

  enum Problem: Error, CustomStringConvertible {
    case notWritable(String)
    case unreadable(String)
    case spoilt(String)
    case ended(String)

    var description: String {
      switch self {
      case .notWritable(let path): "Cannot write to the folder \(path). Choose another one with --data."
      case .unreadable(let file):
        "Cannot read the file \(file). Correct its permissions, or delete the demo's folder to start over."
      case .spoilt(let file):
        "The file \(file) was changed and is not valid any more. Delete it; the next start creates a new one."
      case .ended(let file):
        "The development authority in \(file) has expired. Run `ferry trust --remove`, delete the file, and start again."
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

  var sessions: String { file("shop-sessions") }
  var orders: String { file("shop-orders") }

  /// The secret key of the demo's shop. It opens `/v1`.
  func secretKey(_ randomness: any Randomness) throws -> Secret<String> {
    try secret(Self.secretKeyName, prefix: "sk_test_", randomness)
  }

  /// - Parameter shop: The demo's own if nil.
  /// - Throws: `CommandFailure` for a shop that the demo does not have.
  func secretKeyFile(of shop: String?) throws -> String {
    switch shop ?? Demo.shopID.text {
    case Demo.shopID.text: return file(Self.secretKeyName)
    case DemoSampleShop.id.text: return file(DemoSampleShop.secretKeyName)
    case let other:
      throw CommandFailure(UnknownName.message("shop", other, among: [Demo.shopID.text, DemoSampleShop.id.text]))
    }
  }

  /// Every demo has this file.
  static let secretKeyName = "shop-secret-key"

  /// The file with the checkout server's address, for commands that ask the demo.
  static let addressName = "server-address"

  /// The file with the sandboxes' addresses, by provider, for `ferry trigger`.
  private static let sandboxesName = "sandbox-addresses"

  /// - Throws: `Problem.notWritable`.
  func write(_ sandboxes: [DemoSites.Sandbox]) throws {
    let addresses = sandboxes.map { ($0.module.id, $0.origin.text) }
    let text = try JSONOutput.text(Dictionary(addresses) { first, _ in first })
    try write(text, to: Self.sandboxesName, permissions: 0o600)
  }

  /// The address of a provider's sandbox; nil if the last demo in the folder had none.
  func sandbox(of provider: String) -> Origin? {
    FileManager.default.contents(atPath: file(Self.sandboxesName))
      .flatMap { try? JSONDecoder().decode([String: String].self, from: $0) }?[provider].flatMap { Origin($0) }
  }

  /// A secret of the demo's own: made once, 256 bits.
  func secret(_ name: String, prefix: String = "", _ randomness: any Randomness) throws -> Secret<String> {
    Secret(try secretText(name) { prefix + randomness.token(bytes: 32) })
  }

  /// A secret that signs webhooks from the demo's server to a shop.
  /// - Parameter name: The name of its file.
  func webhookSecret(_ name: String, _ randomness: any Randomness) throws -> WebhookSecret {
    let text = try secretText(name) { WebhookSecret(randomness).reveal() }
    guard let secret = WebhookSecret(text: text) else { throw Problem.spoilt(file(name)) }
    return secret
  }

  /// A file that only this user may read; made if it is missing.
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

extension DemoFolder {
  /// The file with the address of the last demo's PostgreSQL database.
  private static let storeName = "store-address"

  /// The database of the last demo in a folder.
  /// - Throws: `CommandFailure` if this program cannot read it.
  static func store(in path: String) throws -> StoreLocation {
    guard let address = FileManager.default.contents(atPath: path + "/" + storeName) else { return .sqlite(in: path) }
    return try StoreLocation(address: String(decoding: address, as: UTF8.self))
  }

  /// Notes the database for commands that read it.
  /// - Throws: `Problem.notWritable`.
  func write(_ store: StoreLocation) throws(Problem) {
    switch store {
    case .sqlite: try? FileManager.default.removeItem(atPath: file(Self.storeName))
    #if PostgreSQL
      case .postgres(let address): try write(address.text.reveal(), to: Self.storeName, permissions: 0o600)
    #endif
    }
  }
}

extension DemoFolder {
  /// The file with the authority's certificate alone, for browsers and devices.
  var authorityCertificate: String { file(DevelopmentCertificateRoute.fileName) }

  /// The authority of this folder; made if it is missing, with its certificate in a file of its own.
  /// - Throws: `Problem`.
  func developmentAuthority(now: Moment, randomness: any Randomness) throws -> DevelopmentAuthority {
    let name = "development-ca.pem"
    let pem = try secretText(name) { try DevelopmentAuthority(now: now, randomness: randomness).pem.reveal() }
    guard let authority = try? DevelopmentAuthority(pem: Secret(pem)) else { throw Problem.unreadable(file(name)) }
    guard now + .seconds(86_400) < authority.ends else { throw Problem.ended(file(name)) }
    let kept = FileManager.default.contents(atPath: authorityCertificate).map { String(decoding: $0, as: UTF8.self) }
    if kept != authority.certificatePEM {
      try write(authority.certificatePEM, to: DevelopmentCertificateRoute.fileName, permissions: 0o644)
    }
    return authority
  }

  /// The authority's certificate in PEM, for clients to trust.
  /// - Throws: `Problem`.
  func trustAnchor() throws -> String {
    let (now, randomness) = (SystemTime().now, SystemRandomness())
    return try developmentAuthority(now: now, randomness: randomness).anchor(now: now, randomness: randomness)
  }

  /// The servers' certificate; made if it is missing, names have changed, or it expires soon.
  /// - Throws: `Problem`.
  func serverCertificate(
    of authority: DevelopmentAuthority, for names: DevelopmentNames, now: Moment, randomness: any Randomness
  ) throws -> KeyedCertificate {
    let name = "development-server.pem"
    if let data = FileManager.default.contents(atPath: file(name)),
      let kept = try? KeyedCertificate(pem: Secret(String(decoding: data, as: UTF8.self))),
      authority.isValid(kept, as: names, at: now)
    {
      return kept
    }
    let made = try authority.serverCertificate(for: names, now: now, randomness: randomness)
    try write(made.pem.reveal(), to: name, permissions: 0o600)
    return made
  }
}
