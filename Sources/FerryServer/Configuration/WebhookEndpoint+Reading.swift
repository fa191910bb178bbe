import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
package import FerryModule
import FerryWeb

extension WebhookEndpoint {
  /// Reads all endpoints and reports every problem to `settings`.
  static func all(_ settings: inout SettingsReader, shopIDs: [String]) -> [WebhookEndpoint] {
    guard let ids = ids(settings) else {
      settings.refuseNames(WebhookSettings.webhooks, "An endpoint's name")
      return []
    }
    let endpoints = ids.compactMap { WebhookReading(id: $0, shopIDs: shopIDs).endpoint(&settings) }
    // The receiver of one endpoint could sign as Ferry at another endpoint that has the same secret.
    settings.requireDistinct(
      endpoints.flatMap { endpoint in
        endpoint.secrets.map { (WebhookSettings(id: endpoint.id.text).secrets, $0) }
      }, "This secret is listed twice, or belongs to another endpoint. Give each endpoint its own.")
    return endpoints
  }

  /// The names of the endpoints; nil if one is malformed.
  package static func ids(_ settings: SettingsReader) -> [String]? { settings.names(WebhookSettings.webhooks) }
}

/// Reads one endpoint and reports the problems of each of its settings.
private struct WebhookReading {
  let id: String
  let shopIDs: [String]
  var keys: WebhookSettings { WebhookSettings(id: id) }

  func endpoint(_ settings: inout SettingsReader) -> WebhookEndpoint? {
    let shop = settings.shop(keys.shop, among: shopIDs)
    let mode = settings.value(keys.mode, "Write test or live, for the payments of its events.", Mode.init(rawValue:))
    let url = url(&settings, mode)
    let secrets = secrets(&settings)
    let types = types(&settings)
    guard let shop, let mode, let url, !secrets.isEmpty else { return nil }
    return WebhookEndpoint(id: WebhookEndpointID(id), shop: shop, mode: mode, url: url, secrets: secrets, types: types)
  }

  private func url(_ settings: inout SettingsReader, _ mode: Mode?) -> String? {
    let link = settings.value(
      keys.url, "Write a complete https URL; http is for tests on this machine only."
    ) { $0.contains("#") ? nil : Link(external: $0) }
    guard let link else { return nil }
    guard link.origin.map({ LinkLocal.isHost($0.host) }) != true else {
      settings.refuse(keys.url, "This address is link-local. Write the shop's address; a private network is fine.")
      return nil
    }
    guard mode != .live || link.origin?.isSecure ?? false else {
      settings.refuse(keys.url, "An endpoint for live payments needs an https address.")
      return nil
    }
    return link.text
  }

  private func secrets(_ settings: inout SettingsReader) -> [WebhookSecret] {
    let written = settings.list(keys.secrets).map { Secret($0) }
    guard (1...2).contains(written.count) else {
      settings.refuse(keys.secrets, "Give the endpoint one secret, or two while one replaces the other.")
      return []
    }
    let secrets = written.compactMap { WebhookSecret(text: $0.reveal()) }
    guard secrets.count == written.count else {
      settings.refuse(
        keys.secrets, "A secret is whsec_ and 24 to 64 bytes in base64. `ferry webhooks secret` creates one.")
      return []
    }
    if written.contains(where: { $0.reveal() == WebhookSettings.exampleSecret }) {
      settings.refuse(
        keys.secrets, "This is the example. Create your own with `ferry webhooks secret`.", showsExample: false)
    }
    return secrets
  }

  private func types(_ settings: inout SettingsReader) -> Set<WebhookType>? {
    let types = settings.list(keys.types).map(WebhookType.init(rawValue:))
    if types.contains(where: { !WebhookType.all.contains($0) }) {
      settings.refuse(
        keys.types, "Write types of this list: \(WebhookType.all.map(\.rawValue).joined(separator: ", ")).")
    }
    return types.isEmpty ? nil : Set(types)
  }
}

/// The settings of one webhook endpoint.
struct WebhookSettings: Sendable {
  static let webhooks = ConfigurationKey(
    "ferry.webhooks", "The names of the endpoints that get webhooks, separated by commas.",
    example: "orders", isOptional: true)

  let id: String

  var shop: ConfigurationKey { key("shop", "The shop whose events it gets.", example: "main") }
  var mode: ConfigurationKey {
    key("mode", "test or live. For both, set up two endpoints with two secrets.", example: "live")
  }
  var url: ConfigurationKey {
    key("url", "The URL to POST webhooks to.", example: "https://shop.example/ferry/webhooks")
  }
  var secrets: ConfigurationKey {
    key(
      "secrets",
      "The secret that signs them, from `ferry webhooks secret`; two, separated by a comma, while one replaces the other.",
      example: Self.exampleSecret, isSecret: true)
  }
  var types: ConfigurationKey {
    key(
      "types", "The event types that it gets, separated by commas; by default all.",
      example: "\(WebhookType.checkoutPaid),\(WebhookType.paymentRefunded)")
  }

  var all: [ConfigurationKey] { [shop, mode, url, secrets, types] }

  /// Optional: a server starts without any endpoint.
  private func key(_ name: String, _ about: String, example: String, isSecret: Bool = false) -> ConfigurationKey {
    ConfigurationKey("ferry.webhook.\(id).\(name)", about, example: example, isOptional: true, isSecret: isSecret)
  }

  /// Known to everybody who reads the documentation, and refused.
  static let exampleSecret = "whsec_ZXhhbXBsZS1zZWNyZXQtdGhhdC1ldmVyeWJvZHkta25vd3M="
}
