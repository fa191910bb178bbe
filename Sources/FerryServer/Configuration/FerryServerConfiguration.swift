public import FerryCheckout
public import FerryCore
public import FerryEngine
public import FerryModule
public import FerryWeb
public import Foundation

/// The settings of the server.
public struct FerryServerConfiguration: Sendable {
  /// The public address, without a path.
  public var base: Origin
  public var shops: [ShopConfiguration]
  /// One for each platform of each app.
  public var apps: [RegisteredApp]
  public var webhooks: [WebhookEndpoint]
  /// The images of the accounts' buttons.
  public var buttons: [ProviderAccountID: ButtonImage]
  public var limits: Limits
  /// The key of `/metrics`; without one they can be read on this machine only, and not through a proxy.
  public var metricsKey: SecretKeyDigest?
  /// The operations page; nil for none.
  public var operations: OperationsPageConfiguration?
  /// The time zone of the operations page.
  public var timeZone: TimeZone

  public struct Limits: Sendable, Hashable {
    /// The largest body of a request to `/v1`.
    public var bodyBytes = 65_536
    /// The largest request with evidence for a dispute. Amazon names no limit.
    public var evidenceBytes = 8_388_608
    /// The time that a request waits for the provider before it answers that the result is not known yet.
    public var wait = Duration.seconds(8)
    /// With fewer free bytes new checkouts are refused.
    public var leastFreeDisk: Int64 = 200_000_000
    public var rates: RateLimits
    /// The number of our own proxies in front, which write `X-Forwarded-For`; with 0 it is not read.
    public var trustedProxies: Int
    /// After this time, the start page says that the provider's page could not be opened.
    public var patience = Duration.seconds(15)
    /// The timeouts for idle and slow connections.
    public var connections = ConnectionLimits()

    public init(rates: RateLimits = .usual, trustedProxies: Int = 0) {
      self.rates = rates
      self.trustedProxies = trustedProxies
    }

    /// True if clients are counted by the addresses of their connections. Behind a proxy these are the proxy's.
    var countsAddressesOfConnections: Bool {
      trustedProxies == 0 && (rates.address != nil || rates.notification != nil)
    }
  }

  public init(
    base: Origin, shops: [ShopConfiguration], apps: [RegisteredApp] = [],
    webhooks: [WebhookEndpoint] = [], buttons: [ProviderAccountID: ButtonImage] = [:], limits: Limits = Limits(),
    metricsKey: SecretKeyDigest? = nil, operations: OperationsPageConfiguration? = nil, timeZone: TimeZone = .gmt
  ) {
    self.base = base
    self.shops = shops
    self.apps = apps
    self.webhooks = webhooks
    self.buttons = buttons
    self.limits = limits
    self.metricsKey = metricsKey
    self.operations = operations
    self.timeZone = timeZone
  }

  func checkoutPage(of shop: ShopID) -> Link? { shops.first { $0.id == shop }?.checkoutPage }

  var onlyCheckoutPage: Link? { shops.count == 1 ? shops.first?.checkoutPage : nil }
}

/// A merchant.
public struct ShopConfiguration: Sendable {
  public var id: ShopID
  /// The shop's page that shows the state of its checkout. Buyers are sent there, and nowhere else.
  public var checkoutPage: Link
  /// Several can be valid at once, so that one can be replaced without a gap.
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

/// A provider's account that checkouts can be created for.
public struct OfferedProvider: Sendable {
  public let id: ProviderAccountID
  /// The provider's name for buyers: "Amazon Pay".
  public let name: String
  public let journey: JourneyProfile.Journey
  /// The button that its script draws in a page of the shop; nil if there is none.
  public let button: ProviderButtonScriptBody?
  /// The backend for the provider's own SDK for apps; nil if there is none.
  let sdk: (any SDKBackend)?
  /// The file that the server serves for the account; nil if there is none.
  let domainFile: DomainFile?
  /// Reads the account's settlement reports; nil if it has none.
  let reports: (any SettlementReports)?

  public init(
    _ id: ProviderAccountID, name: String, journey: JourneyProfile.Journey,
    button: ProviderButtonScriptBody? = nil, sdk: (any SDKBackend)? = nil, domainFile: DomainFile? = nil,
    reports: (any SettlementReports)? = nil
  ) {
    self.id = id
    self.name = name
    self.journey = journey
    self.button = button
    self.sdk = sdk
    self.domainFile = domainFile
    self.reports = reports
  }
}
