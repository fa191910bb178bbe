public import FerryCheckout
public import FerryCore
public import FerryEngine
public import FerryWeb

/// What the server needs to know at its start.
public struct FerryServerConfiguration: Sendable {
  /// The public address, without a path.
  public var base: Origin
  public var shops: [ShopConfiguration]
  /// One for each platform of each app.
  public var apps: [RegisteredApp]
  /// Who is told of what happens.
  public var webhooks: [WebhookEndpoint]
  /// The images of the providers' buttons; a provider that is not here has none.
  public var buttons: [ProviderID: ButtonImage]
  public var limits: Limits
  /// The key of `/metrics`; without one they are told on this machine only, and not through a proxy.
  public var metricsKey: SecretKeyDigest?

  public struct Limits: Sendable, Hashable {
    /// The largest body of a request to `/v1`.
    public var bodyBytes: Int
    /// How long a request waits for the provider's answer before it says that it is not known yet.
    public var wait: Duration
    /// With fewer free bytes no new checkout is taken.
    public var leastFreeDisk: Int64
    public var rates: RateLimits
    /// How many proxies of our own stand in front. Then `X-Forwarded-For` tells who the client is; without any it is not read.
    public var trustedProxies: Int

    /// How long a buyer looks at the start page before it says that the provider's page could not be opened.
    public var patience: Duration
    /// How long a client may hold a connection without anything coming of it.
    public var connections: ConnectionLimits

    public init(
      bodyBytes: Int = 65_536, wait: Duration = .seconds(8), leastFreeDisk: Int64 = 200_000_000,
      rates: RateLimits = .usual, trustedProxies: Int = 0, patience: Duration = .seconds(15),
      connections: ConnectionLimits = ConnectionLimits()
    ) {
      self.bodyBytes = bodyBytes
      self.wait = wait
      self.leastFreeDisk = leastFreeDisk
      self.rates = rates
      self.trustedProxies = trustedProxies
      self.patience = patience
      self.connections = connections
    }
  }

  public init(
    base: Origin, shops: [ShopConfiguration], apps: [RegisteredApp] = [],
    webhooks: [WebhookEndpoint] = [], buttons: [ProviderID: ButtonImage] = [:], limits: Limits = Limits(),
    metricsKey: SecretKeyDigest? = nil
  ) {
    self.base = base
    self.shops = shops
    self.apps = apps
    self.webhooks = webhooks
    self.buttons = buttons
    self.limits = limits
    self.metricsKey = metricsKey
  }

  func checkoutPage(of shop: ShopID) -> Link? { shops.first { $0.id == shop }?.checkoutPage }

  /// The app with an id, if it is the shop's.
  func app(_ id: String, of shop: ShopID) -> RegisteredApp? { apps.first { $0.id == id && $0.shop == shop } }

  /// The checkout page, where there is only one shop.
  var onlyCheckoutPage: Link? { shops.count == 1 ? shops.first?.checkoutPage : nil }
}

/// A merchant as the server knows it.
public struct ShopConfiguration: Sendable {
  public var id: ShopID
  /// The page of the shop that shows how its checkout stands. Buyers are sent there, and nowhere else.
  public var checkoutPage: Link
  /// Several may be live, so that one can be replaced without a gap.
  public var keys: [Key]

  /// A secret key and the mode that it opens.
  public struct Key: Sendable {
    public var digest: SecretKeyDigest
    public var mode: Mode

    public init(_ digest: SecretKeyDigest, mode: Mode) {
      self.digest = digest
      self.mode = mode
    }
  }

  public init(id: ShopID, checkoutPage: Link, keys: [Key]) {
    self.id = id
    self.checkoutPage = checkoutPage
    self.keys = keys
  }
}
