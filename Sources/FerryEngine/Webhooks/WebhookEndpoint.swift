public import FerryCheckout
public import FerryCore

public typealias WebhookEndpointID = Identifier<WebhookEndpoint>

/// Where a shop wants to be told of what happens to its checkouts of one mode. Endpoints are configuration: no request
/// names one, so that nobody can make the server call an address of his choice.
public struct WebhookEndpoint: Sendable {
  public let id: WebhookEndpointID
  public let shop: ShopID
  public let mode: Mode
  /// https, or http to this machine while testing.
  public let url: String
  /// All of them sign: two while one takes the other's place.
  public let secrets: [WebhookSecret]
  /// What it is told of; nil for everything.
  public let types: Set<WebhookType>?

  public init(
    id: WebhookEndpointID, shop: ShopID, mode: Mode, url: String, secrets: [WebhookSecret],
    types: Set<WebhookType>? = nil
  ) {
    self.id = id
    self.shop = shop
    self.mode = mode
    self.url = url
    self.secrets = secrets
    self.types = types
  }

  /// Who is told of what.
  public var route: WebhookRoute { WebhookRoute(endpoint: id, shop: shop, mode: mode, types: types) }
}
