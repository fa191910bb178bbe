import FerryCore

/// The settings of one webhook endpoint.
struct WebhookKeys: Sendable {
  static let webhooks = ConfigurationKey(
    "ferry.webhooks", "The names of the endpoints that are told of what happens, with commas between.",
    example: "orders", isOptional: true)

  let shop: ConfigurationKey
  let mode: ConfigurationKey
  let url: ConfigurationKey
  let secrets: ConfigurationKey
  let types: ConfigurationKey

  init(_ id: String) {
    // A server starts without any endpoint.
    func key(_ name: String, _ about: String, example: String, isSecret: Bool = false) -> ConfigurationKey {
      ConfigurationKey("ferry.webhook.\(id).\(name)", about, example: example, isOptional: true, isSecret: isSecret)
    }
    shop = key("shop", "The shop whose checkouts it is told of.", example: "main")
    mode = key("mode", "test or live; an endpoint for both is named twice, with two secrets.", example: "live")
    url = key("url", "Where webhooks are POSTed to.", example: "https://shop.example/ferry/webhooks")
    secrets = key(
      "secrets",
      "What they are signed with, as `ferry webhooks secret` makes it; two, with a comma, while one replaces the other.",
      example: Self.exampleSecret, isSecret: true)
    types = key(
      "types", "The types that it is told of, with commas between; without them all.",
      example: "\(WebhookType.checkoutPaid),\(WebhookType.paymentRefunded)")
  }

  /// Known to everybody who reads the documentation, and refused.
  static let exampleSecret = "whsec_ZXhhbXBsZS1zZWNyZXQtdGhhdC1ldmVyeWJvZHkta25vd3M="

  var all: [ConfigurationKey] { [shop, mode, url, secrets, types] }
}
