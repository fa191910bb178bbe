import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryServer
import FerryWeb
import Foundation

#if PostgreSQL
  import FerryPostgres
#endif

/// The folder with the demo's data and secrets. The first run makes all secrets, and they stay there.
struct DemoFolder: Sendable {
  let path: String

  init(_ path: String) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Self.notWritable(path)
    }
    self.path = URL(filePath: path).path
  }

  var sessions: String { file("shop-sessions") }
  var orders: String { file("shop-orders") }

  /// - Parameter shop: The demo's own if nil.
  func secretKeyFile(of shop: String?) throws -> String {
    let known = [DemoMerchant.own, DemoMerchant.sample]
    guard let id = known.first(where: { $0.text == shop ?? DemoMerchant.own.text }) else {
      throw CommandFailure(UnknownName.message("shop", shop ?? "", among: known.map(\.text)))
    }
    return file(DemoMerchant.secretKeyName(id))
  }

  /// The file with the checkout server's address, for commands that ask the demo.
  static let addressName = "server-address"

  /// The file with the sandboxes' addresses, by provider, for `ferry trigger`.
  private static let sandboxesName = "sandbox-addresses"

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
    guard let secret = WebhookSecret(text: text) else {
      throw CommandFailure(
        "The file \(file(name)) was changed and is not valid any more. Delete it; the next start creates a new one.")
    }
    return secret
  }

  /// A file that only this user may read; made if it is missing.
  func secretText(_ name: String, make: () throws -> String) throws -> String {
    let path = file(name)
    if FileManager.default.fileExists(atPath: path) {
      guard let data = FileManager.default.contents(atPath: path) else { throw Self.unreadable(path) }
      return String(decoding: data, as: UTF8.self)
    }
    let text = try make()
    try write(text, to: name, permissions: 0o600)
    return text
  }

  func write(_ text: String, to name: String, permissions: Int) throws(CommandFailure) {
    let made = FileManager.default.createFile(
      atPath: file(name), contents: Data(text.utf8), attributes: [.posixPermissions: permissions])
    guard made else { throw Self.notWritable(path) }
  }

  func file(_ name: String) -> String { path + "/" + name }

  private static func notWritable(_ path: String) -> CommandFailure {
    CommandFailure("Cannot write to the folder \(path). Choose another one with --data.")
  }

  private static func unreadable(_ file: String) -> CommandFailure {
    CommandFailure(
      "Cannot read the file \(file). Correct its permissions, or delete the demo's folder to start over.")
  }
}

extension DemoFolder {
  /// The file with the address of the last demo's PostgreSQL database.
  private static let storeName = "store-address"

  /// The database of the last demo in a folder.
  static func store(in path: String) throws -> StoreLocation {
    guard let address = FileManager.default.contents(atPath: path + "/" + storeName) else { return .sqlite(in: path) }
    return try StoreLocation(address: String(decoding: address, as: UTF8.self))
  }

  /// Notes the database for commands that read it.
  func write(_ store: StoreLocation) throws(CommandFailure) {
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
  func developmentAuthority(now: Moment, randomness: any Randomness) throws -> DevelopmentAuthority {
    let name = "development-ca.pem"
    let pem = try secretText(name) { try DevelopmentAuthority(now: now, randomness: randomness).pem.reveal() }
    guard let authority = try? DevelopmentAuthority(pem: Secret(pem)) else { throw Self.unreadable(file(name)) }
    guard now + .seconds(86_400) < authority.ends else {
      throw CommandFailure(
        "The development authority in \(file(name)) has expired. Run `ferry trust --remove`, delete the file, and start again."
      )
    }
    if InputFile.text(authorityCertificate) != authority.certificatePEM {
      try write(authority.certificatePEM, to: DevelopmentCertificateRoute.fileName, permissions: 0o644)
    }
    return authority
  }

  /// The authority's certificate in PEM, for clients to trust.
  func trustAnchor() throws -> String {
    let (now, randomness) = (SystemTime().now, SystemRandomness())
    return try developmentAuthority(now: now, randomness: randomness).anchor(now: now, randomness: randomness)
  }

  /// The servers' certificate; made if it is missing, names have changed, or it expires soon.
  func serverCertificate(
    of authority: DevelopmentAuthority, for names: DevelopmentNames, now: Moment, randomness: any Randomness
  ) throws -> KeyedCertificate {
    let name = "development-server.pem"
    if let pem = InputFile.text(file(name)), let kept = try? KeyedCertificate(pem: Secret(pem)),
      authority.isValid(kept, as: names, at: now)
    {
      return kept
    }
    let made = try authority.serverCertificate(for: names, now: now, randomness: randomness)
    try write(made.pem.reveal(), to: name, permissions: 0o600)
    return made
  }
}

/// A shop at the demo's server: the demo's own, or `sample`, which is a program of one's own or one of `Samples`, in another
/// process on this machine. The demo makes its key and webhook secret, and sends its buyers and webhooks there.
struct DemoMerchant: Sendable {
  static let own: ShopID = "demo"
  static let sample: ShopID = "sample"
  static let usualSampleSite = "http://localhost:8000"

  let id: ShopID
  let site: Origin
  let secretKey: Secret<String>
  let webhookSecret: WebhookSecret

  init(_ id: ShopID, at site: Origin, _ folder: DemoFolder, _ randomness: any Randomness) throws {
    self.id = id
    self.site = site
    secretKey = try folder.secret(Self.secretKeyName(id), prefix: "sk_test_", randomness)
    webhookSecret = try folder.webhookSecret(Self.webhookSecretName(id), randomness)
  }

  static func secretKeyName(_ id: ShopID) -> String { "\(prefix(id))-secret-key" }
  static func webhookSecretName(_ id: ShopID) -> String { "\(prefix(id))-webhook-secret" }

  /// The files are "shop-secret-key", "shop-webhook-secret", "sample-secret-key" and "sample-webhook-secret".
  private static func prefix(_ id: ShopID) -> String { id == own ? "shop" : id.text }

  var configuration: ShopConfiguration {
    ShopConfiguration(
      id: id, checkoutPage: site.link("/checkout"),
      keys: [ShopConfiguration.Key(SecretKeyDigest(of: secretKey.reveal()), mode: .test)])
  }

  var webhooks: WebhookEndpoint {
    WebhookEndpoint(
      id: WebhookEndpointID(Self.prefix(id)), shop: id, mode: .test, url: site.link("/ferry/webhooks").text,
      secrets: [webhookSecret])
  }
}
