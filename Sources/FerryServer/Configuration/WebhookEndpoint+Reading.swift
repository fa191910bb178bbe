import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

extension WebhookEndpoint {
  /// All endpoints. What is wrong stands in `settings` afterwards.
  static func all(_ settings: inout SettingsReading, shopIDs: [String]) -> [WebhookEndpoint] {
    guard let ids = ids(settings) else {
      settings.refuse(
        WebhookKeys.webhooks,
        "An endpoint's name has 1 to 32 lower-case letters, digits and hyphens, begins with a letter, and stands here once."
      )
      return []
    }
    let endpoints = ids.compactMap { WebhookReading(id: $0, shopIDs: shopIDs).endpoint(&settings) }
    requireOwnSecrets(endpoints, &settings)
    return endpoints
  }

  /// The names of the endpoints; nil when they are not written as they must be.
  package static func ids(_ settings: SettingsReading) -> [String]? { settings.names(WebhookKeys.webhooks) }

  /// Whoever receives at one endpoint could speak in the name of Ferry at another that has the same secret.
  private static func requireOwnSecrets(_ endpoints: [WebhookEndpoint], _ settings: inout SettingsReading) {
    var seen: [WebhookSecret] = []
    for endpoint in endpoints {
      for secret in endpoint.secrets {
        if seen.contains(secret) {
          settings.refuse(
            WebhookKeys(endpoint.id.text).secrets,
            "This secret stands here twice, or belongs to another endpoint. Each has its own.")
        }
        seen.append(secret)
      }
    }
  }
}

/// Reads one endpoint and says what is wrong with each of its settings.
private struct WebhookReading {
  let id: String
  let shopIDs: [String]
  private let keys: WebhookKeys

  init(id: String, shopIDs: [String]) {
    self.id = id
    self.shopIDs = shopIDs
    keys = WebhookKeys(id)
  }

  func endpoint(_ settings: inout SettingsReading) -> WebhookEndpoint? {
    let shop = settings.shop(keys.shop, among: shopIDs)
    let mode = mode(&settings)
    let url = url(&settings, mode)
    let secrets = secrets(&settings)
    let types = types(&settings)
    guard let shop, let mode, let url, !secrets.isEmpty else { return nil }
    return WebhookEndpoint(
      id: WebhookEndpointID(id), shop: shop, mode: mode, url: url, secrets: secrets, types: types)
  }

  private func mode(_ settings: inout SettingsReading) -> Mode? {
    let mode = settings.text(keys.mode).flatMap(Mode.init(rawValue:))
    if mode == nil { settings.refuse(keys.mode, "Write test or live: which payments it is told of.") }
    return mode
  }

  private func url(_ settings: inout SettingsReading, _ mode: Mode?) -> String? {
    guard let text = settings.text(keys.url), let link = Link(external: text), !text.contains("#") else {
      settings.refuse(keys.url, "Write a whole https address; http only for this machine itself, while testing.")
      return nil
    }
    guard mode != .live || link.origin?.isSecure ?? false else {
      settings.refuse(keys.url, "An endpoint for live payments has an https address.")
      return nil
    }
    return link.text
  }

  private func secrets(_ settings: inout SettingsReading) -> [WebhookSecret] {
    let written = settings.list(keys.secrets).map { Secret($0) }
    guard (1...2).contains(written.count) else {
      settings.refuse(keys.secrets, "Give the endpoint one secret, or two while one replaces the other.")
      return []
    }
    let secrets = written.compactMap { WebhookSecret(text: $0.reveal()) }
    guard secrets.count == written.count else {
      settings.refuse(
        keys.secrets, "A secret is whsec_ and 24 to 64 bytes in base64; `ferry webhooks secret` makes one.")
      return []
    }
    if written.contains(where: { $0.reveal() == WebhookKeys.exampleSecret }) {
      settings.refuse(
        keys.secrets, "This is the example. Make one of your own with `ferry webhooks secret`.", showsExample: false)
    }
    return secrets
  }

  private func types(_ settings: inout SettingsReading) -> Set<WebhookType>? {
    let types = settings.list(keys.types).map(WebhookType.init(rawValue:))
    if types.contains(where: { !WebhookType.all.contains($0) }) {
      settings.refuse(
        keys.types, "Write types that there are: \(WebhookType.all.map(\.rawValue).joined(separator: ", ")).")
    }
    return types.isEmpty ? nil : Set(types)
  }
}
