public import FerryCheckout
public import FerryCore

/// Who is told of what: as much of an endpoint as a commit needs, without address and secrets. A store keeps the routes of
/// the last server, so that what is decided while none runs is told as well.
public struct WebhookRoute: Codable, Hashable, Sendable {
  public var endpoint: WebhookEndpointID
  public var shop: ShopID
  public var mode: Mode
  /// Nil for everything.
  public var types: Set<WebhookType>?

  public init(endpoint: WebhookEndpointID, shop: ShopID, mode: Mode, types: Set<WebhookType>?) {
    self.endpoint = endpoint
    self.shop = shop
    self.mode = mode
    self.types = types
  }

  func leadsFrom(_ checkout: Checkout) -> Bool { shop == checkout.shop && mode == checkout.mode }
  func takes(_ type: WebhookType) -> Bool { types?.contains(type) ?? true }
}
