import Crypto
import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerrySQLite
import FerrySandbox
import FerryServer
import FerryWeb
import Hummingbird
import HummingbirdCore
import Logging
import NIOSSL
import ServiceLifecycle

/// Shop, checkout server and sandbox in one process, talking to each other over HTTP as they would over the internet.
struct Demo: Sendable {
  let sites: DemoSites
  /// What its certificates are held against; nil where it is not over TLS.
  let trust: TLSConfiguration?
  let folder: DemoFolder
  let store: SQLiteStore
  let secretKey: Secret<String>
  /// Complete when shop and sandbox listen.
  let startup: Startup
  private let services: ProcessServices

  static let shopID: ShopID = "demo"
  static let merchantID = "A1FERRYDEMO000"
  static let storeID = "amzn1.application-oa2-client.00000000000000000000000000000001"
  static let publicKeyID = "SANDBOX-FERRYDEMOKEY000000000000"

  struct Options: Sendable {
    var folder: String
    var sites: DemoSites
    /// Opens the sandbox's control API, and the demo's own: its clock.
    var isControlled: Bool
    /// How long the sandbox's processing page shows itself.
    var processingPause: Duration = .seconds(2)
    /// Whether the sandbox is part of this process; else another one runs it on the same folder and port.
    var hasSandbox = true
    /// Whether the shop is told of its orders by webhooks.
    var hasWebhooks = true
    /// Whether the sandbox tells the checkout server of changes.
    var hasNotifications = true
    /// When the provider is asked about a silent buyer: seconds, with commas between; nil for the usual times.
    var quietSeconds: String?

    /// How the parts speak TLS; nil where they do not.
    /// - Throws: `DemoFolder.Problem`.
    func tls(_ folder: DemoFolder) throws -> DemoTLS? {
      guard sites.isSecure else { return nil }
      return try DemoTLS(folder, now: SystemTime().now, randomness: SystemRandomness())
    }
  }

  /// - Parameter metrics: What the whole process counts into.
  /// - Throws: `DemoFolder.Problem`, `PortCheck.Refused`, `SQLiteStoreError`, and what else stops a start.
  init(_ options: Options, metrics: PrometheusMetrics, logger: Logger) async throws {
    let sites = options.sites
    try await PortCheck.require(sites.shopPort, setting: "--port")
    if options.hasSandbox { try await PortCheck.require(sites.sandboxPort, setting: "--sandbox-port") }
    if sites.isSecure { try await PortCheck.require(sites.linkPort, setting: "--link-port") }
    self.sites = sites
    folder = try DemoFolder(options.folder)
    let tls = try options.tls(folder)
    trust = tls?.client
    let time = DemoClock()
    let randomness = SystemRandomness()
    let base = sites.shop
    secretKey = try folder.secret("shop-secret-key", prefix: "sk_test_", randomness)
    let key = try folder.signingKey()
    let webhookSecret = try folder.webhookSecret(randomness)
    let formKey = try folder.secret("shop-form-key", randomness)
    let accounts = try DemoAccount.accounts(
      folder, sites, quietSeconds: options.quietSeconds,
      notificationRoot: options.hasNotifications ? folder.notificationAuthority(now: time.now).rootPEM : nil)
    let startup = Startup(parts: 1 + (options.hasSandbox ? 1 : 0) + (sites.isSecure ? 1 : 0))
    self.startup = startup
    let sandbox: [any Service] =
      options.hasSandbox
      ? try DemoSandbox(options, folder: folder, key: key, tls: tls, time: time, logger: logger) {
        startup.partListens()
      }.services : []
    let process = try await CheckoutProcess(
      FerryServerConfiguration(
        base: base,
        shops: [
          ShopConfiguration(
            id: Self.shopID, checkoutPage: base.link("/checkout"),
            keys: [ShopConfiguration.Key(SecretKeyDigest(of: secretKey.reveal()), mode: .test)])
        ],
        apps: DemoApps.registered(linkHost: sites.links),
        webhooks: options.hasWebhooks
          ? [
            WebhookEndpoint(
              id: "shop", shop: Self.shopID, mode: .test, url: base.link("/ferry/webhooks").text,
              secrets: [webhookSecret])
          ] : [],
        buttons: Dictionary(
          accounts.compactMap { account in account.button?.image.map { (account.id.provider, $0) } },
          uniquingKeysWith: { first, _ in first }),
        // All its buyers are on this machine, and so is what puts load on it.
        limits: FerryServerConfiguration.Limits(rates: .none)),
      accounts: accounts, folder: folder.path, trust: tls?.client, time: time, metrics: metrics, logger: logger)
    store = process.store
    let sessions = FileSessionStore(directory: folder.sessions, clock: time)
    let shop = TabletShop(
      configuration: DemoShopConfiguration(
        origin: base, ferry: base, secretKey: secretKey,
        formKey: Secret(SymmetricKey(data: Array(formKey.reveal().utf8))),
        payButton: PayButton(
          script: sites.sandbox.link("/checkout.js"), merchantID: Self.merchantID, ledgerCurrency: .jpy,
          isSandbox: true, sites: [sites.sandbox], needsInlineStyles: true),
        destinations: [base, sites.sandbox], apps: [DemoApps.iOS, DemoApps.android],
        webhookSecrets: [webhookSecret]),
      api: FerryOverHTTP(client: process.client), sessions: sessions, orders: OrderBook(directory: folder.orders),
      clock: time)

    let router = Router(context: ClientContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders(origin: base))
    router.add(
      middleware: ErrorResponses(
        problemsBelow: CheckoutServer.problemPaths + TabletShop.problemPaths + ["/control"],
        languages: LanguageChoice(origin: base), shop: "/", frame: TabletShop.frame))
    AssetRoutes(TabletShop.assets).add(to: router)
    process.server.addRoutes(to: router)
    shop.addRoutes(to: router)
    if let tls { DevelopmentCertificateRoute(tls.authority).add(to: router) }
    if options.isControlled { DemoClockRoute(clock: time).add(to: router) }
    router.refuseOtherMethods()
    services = ProcessServices(
      services: process.services(
        below: sandbox,
        above: [
          SessionSweeper(store: sessions, clock: time, logger: logger),
          try CheckoutProcess.listener(
            router, server: tls?.listener() ?? .bounded(), host: "127.0.0.1", port: sites.shopPort, logger: logger
          ) { startup.partListens() },
        ] + (try Self.linkHost(process.server, sites, tls, logger: logger) { startup.partListens() })),
      logger: logger)
  }

  /// Runs until the process is told to stop; then finishes what is under way.
  func run(until done: (@Sendable () async throws -> Void)? = nil) async throws {
    try await services.run(until: done)
  }

  /// What answers where the apps' links lead, where that is a port of its own.
  private static func linkHost(
    _ server: CheckoutServer, _ sites: DemoSites, _ tls: DemoTLS?, logger: Logger,
    onListening: @escaping @Sendable () -> Void
  ) throws -> [any Service] {
    guard let tls else { return [] }
    return [
      try CheckoutProcess.listener(
        server.linkHost(at: sites.links), server: tls.listener(), host: "127.0.0.1", port: sites.linkPort,
        logger: logger, onListening: onListening)
    ]
  }
}
