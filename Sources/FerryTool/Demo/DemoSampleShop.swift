import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryWeb

/// A second shop of the demo, for a program of one's own or one of `Samples`. It runs in another process on this machine. The
/// demo only makes its key and webhook secret, and sends its buyers and webhooks there.
struct DemoSampleShop: Sendable {
  static let id: ShopID = "sample"
  static let usualSite = "http://localhost:8000"

  let site: Origin
  private let secretKey: Secret<String>
  private let webhookSecret: WebhookSecret

  /// - Throws: `DemoFolder.Problem`.
  init(_ site: Origin, _ folder: DemoFolder, _ randomness: any Randomness) throws {
    self.site = site
    secretKey = try folder.secret(Self.secretKeyName, prefix: "sk_test_", randomness)
    webhookSecret = try folder.webhookSecret(Self.webhookSecretName, randomness)
  }

  static let secretKeyName = "sample-secret-key"
  static let webhookSecretName = "sample-webhook-secret"

  var configuration: ShopConfiguration {
    ShopConfiguration(
      id: Self.id, checkoutPage: site.link("/checkout"),
      keys: [ShopConfiguration.Key(SecretKeyDigest(of: secretKey.reveal()), mode: .test)])
  }

  var webhooks: WebhookEndpoint {
    WebhookEndpoint(
      id: "sample", shop: Self.id, mode: .test, url: site.link("/ferry/webhooks").text, secrets: [webhookSecret])
  }
}

extension Demo.Options {
  /// - Throws: `DemoFolder.Problem`.
  func sample(_ folder: DemoFolder, _ randomness: any Randomness) throws -> DemoSampleShop? {
    try sampleShop.map { try DemoSampleShop($0, folder, randomness) }
  }
}
