public import FerryCheckout
public import FerryCore

/// The configuration of webhooks.
public struct Webhooks: Sendable {
  public var endpoints: [WebhookEndpoint]
  public var transport: any WebhookTransport
  public var schedule: WebhookSchedule
  /// The timeout of one message.
  public var timeout: Duration
  /// The most messages in flight to one endpoint.
  public var mostAtOnce: Int

  /// - Parameter endpoints: Their ids are distinct.
  public init(
    endpoints: [WebhookEndpoint], transport: any WebhookTransport, schedule: WebhookSchedule = .threeDays,
    timeout: Duration = .seconds(10), mostAtOnce: Int = 4
  ) {
    self.endpoints = endpoints
    self.transport = transport
    self.schedule = schedule
    self.timeout = timeout
    self.mostAtOnce = mostAtOnce
  }

  subscript(_ id: WebhookEndpointID) -> WebhookEndpoint? { endpoints.first { $0.id == id } }
}

public typealias WebhookEndpointID = Identifier<WebhookEndpoint>

/// An address that gets the events of a shop's checkouts in one mode. Endpoints are configuration: no request names one, so
/// that nobody can make the server call an address of theirs.
public struct WebhookEndpoint: Sendable {
  public let id: WebhookEndpointID
  public let shop: ShopID
  public let mode: Mode
  /// https, or http to this machine while testing.
  public let url: String
  /// All of them sign: two during a rotation.
  public let secrets: [WebhookSecret]
  /// The event types that it gets; nil for all.
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

  func isFor(_ checkout: Checkout) -> Bool { shop == checkout.shop && mode == checkout.mode }
  func subscribes(to type: WebhookType) -> Bool { types?.contains(type) ?? true }
}

/// When a message is sent again that the endpoint did not accept.
public struct WebhookSchedule: Hashable, Sendable {
  /// The wait after each attempt; after the one that follows the last, the message is parked.
  public var waits: [Duration]

  /// Ten attempts over three days (Standard Webhooks, "Deliverability and reliability": example retry schedule).
  public static let threeDays = WebhookSchedule(
    waits: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map { .seconds($0) })

  /// The wait, up to a tenth longer by chance, so that many that failed together do not come back together; nil when it has
  /// been tried for long enough.
  /// - Parameters:
  ///   - attempts: How often it was sent, from 1.
  ///   - asked: What the receiver has asked for by `Retry-After`.
  func wait(after attempts: Int, asked: Duration?, _ randomness: any Randomness) -> Duration? {
    guard (1...waits.count).contains(attempts) else { return nil }
    let byte = Int(randomness.bytes(1).first ?? 0)
    let wait = waits[attempts - 1] * (2560 + byte) / 2560
    return max(wait, min(asked ?? .zero, .seconds(86_400)))
  }
}
