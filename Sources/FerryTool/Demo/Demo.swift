import Crypto
import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerrySandbox
import FerryServer
import FerryWeb
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOSSL
import ServiceLifecycle

/// Shop, checkout server and the providers' sandboxes in one process. They talk to each other over HTTP, as over the internet.
struct Demo: Sendable {
  let sites: DemoSites
  /// The trust roots of its certificates; nil without TLS.
  let trust: TLSConfiguration?
  let folder: DemoFolder
  let secretKey: Secret<String>
  /// The keys of the operations page's operators; empty without that page.
  let operatorKeys: [(holder: Operator, key: Secret<String>)]
  /// Complete when shop and sandboxes listen.
  let startup: Startup
  private let services: ProcessServices

  /// An operator of each role. The keys are in files of these names.
  private static let operators = [
    (holder: Operator("demo", .act), file: "operator-key"), (holder: Operator("viewer", .look), file: "viewer-key"),
  ]

  struct Options: Sendable {
    var folder: String
    var sites: DemoSites
    /// The modules that read the accounts of the sandboxes.
    var modules = Providers.modules
    /// The time that a sandbox's processing page stays.
    var processingPause: Duration = .seconds(2)
    /// True if the sandboxes are part of this process; else another process runs them on the same folder and ports.
    var hasSandboxes = true
    var hasWebhooks = true
    var hasNotifications = true
    var hasOperationsPage = true
    /// The address of the sample shop; nil for none.
    var sampleShop: Origin?
    /// When the provider is asked about a silent buyer: seconds, with commas between; nil for the usual times.
    var quietSeconds: String?

    func tls(_ folder: DemoFolder) throws -> DemoTLS? {
      guard sites.isSecure else { return nil }
      return try DemoTLS(folder, now: SystemTime().now, randomness: SystemRandomness())
    }
  }

  init(_ options: Options, store location: StoreLocation, metrics: PrometheusMetrics, logger: Logger) async throws {
    let sites = options.sites
    try PortCheck.require(sites.shopPort, setting: "--port")
    let sandboxSites = options.hasSandboxes ? sites.sandboxes : []
    for site in sandboxSites { try PortCheck.require(site.port, setting: "--sandbox-port") }
    if sites.isSecure { try PortCheck.require(sites.linkPort, setting: "--link-port") }
    if options.hasOperationsPage { try PortCheck.require(sites.operationsPort, setting: "--operations-port") }
    self.sites = sites
    let folder = try DemoFolder(options.folder)
    self.folder = folder
    let tls = try options.tls(folder)
    trust = tls?.client
    let store = try await location.open(creates: true, name: "demo", logger: logger)
    let time = DemoClock(store.time)
    let randomness = SystemRandomness()
    let base = sites.shop
    let own = try DemoMerchant(DemoMerchant.own, at: base, folder, randomness)
    secretKey = own.secretKey
    let merchants =
      [own] + (try options.sampleShop.map { [try DemoMerchant(DemoMerchant.sample, at: $0, folder, randomness)] } ?? [])
    let formKey = try folder.secret("shop-form-key", randomness)
    let operatorKeys =
      options.hasOperationsPage
      ? try Self.operators.map { (holder: $0.holder, key: try folder.secret($0.file, randomness)) } : []
    self.operatorKeys = operatorKeys
    let accounts = try options.accounts(folder, time: time)
    let startup = Startup(
      parts: 1 + sandboxSites.count + (sites.isSecure ? 1 : 0) + (options.hasOperationsPage ? 1 : 0))
    self.startup = startup
    var sandboxes: [any Service] = []
    for site in sandboxSites {
      sandboxes += try options.services(of: site, folder, tls, time: time, logger: logger) { startup.partListens() }
    }
    let operations: OperationsPageConfiguration? =
      operatorKeys.isEmpty
      ? nil
      : OperationsPageConfiguration(
        base: sites.operations, listenPort: sites.operationsPort,
        access: .keys(operatorKeys.map { OperatorKey($0.holder, SecretKeyDigest(of: $0.key.reveal())) }))
    let process = CheckoutProcess(
      FerryServerConfiguration(
        base: base,
        shops: merchants.map(\.configuration),
        apps: DemoApps.registered(linkHost: sites.links),
        webhooks: options.hasWebhooks ? merchants.map(\.webhooks) : [],
        buttons: Dictionary(
          accounts.compactMap { account in account.button?.image.map { (account.id, $0) } },
          uniquingKeysWith: { first, _ in first }),
        // All its buyers are on this machine, and so is what puts load on it.
        limits: FerryServerConfiguration.Limits(rates: .none), operations: operations, timeZone: .current),
      accounts: accounts, store: store, trust: tls?.client, time: time, metrics: metrics, logger: logger)
    // Not earlier: a start that fails leaves the address of the demo that uses the folder.
    try folder.write(base.text, to: DemoFolder.addressName, permissions: 0o600)
    try folder.write(sites.sandboxes)
    try folder.write(location)
    let sessions = FileSessionStore(directory: folder.sessions, clock: time)
    let shop = TabletShop(
      configuration: DemoShopConfiguration(
        origin: base, ferry: base, secretKey: secretKey,
        formKey: Secret(SymmetricKey(data: Array(formKey.reveal().utf8))),
        destinations: [base] + sites.sandboxes.map(\.origin), markets: sites.markets,
        apps: [DemoApps.iOS, DemoApps.android], operations: options.hasOperationsPage ? sites.operations : nil,
        webhookSecrets: [own.webhookSecret]),
      // Ferry itself waits up to 8 seconds for a payment's outcome.
      transport: NetworkTransport(client: process.client, limit: .seconds(12)), sessions: sessions,
      orders: OrderBook(directory: folder.orders),
      clock: time)

    let router = Router(context: ClientContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders(origin: base))
    router.add(
      middleware: ErrorResponses(
        problemsBelow: CheckoutServer.problemPaths + TabletShop.problemPaths + ["/control"],
        languages: LanguagePreference(origin: base), shop: "/", frame: TabletShop.frame))
    AssetRoutes(TabletShop.assets).add(to: router)
    ReferenceRoutes().add(to: router)
    process.server.addRoutes(to: router)
    shop.addRoutes(to: router)
    if let tls { DevelopmentCertificateRoute(tls.authority).add(to: router) }
    DemoClockRoute(clock: time, site: base).add(to: router)
    DemoAccountsRoute(
      accounts: accounts,
      connection: process.connection
    ).add(to: router)
    router.refuseOtherMethods()
    func listener(_ router: Router<ClientContext>, _ port: Int) -> any Service {
      Listener(
        router.buildResponder(), server: tls?.listener() ?? .bounded(), host: "127.0.0.1", port: port, logger: logger
      ) { startup.partListens() }
    }
    var above: [any Service] = [
      SessionSweeper(store: sessions, clock: time, logger: logger), listener(router, sites.shopPort),
    ]
    if sites.isSecure { above.append(listener(process.server.linkHost(at: sites.links), sites.linkPort)) }
    if let page = process.operations { above.append(listener(page.router(), sites.operationsPort)) }
    services = ProcessServices(services: process.services(below: sandboxes, above: above), logger: logger)
  }

  /// Runs until SIGTERM or SIGINT; then finishes the requests under way.
  func run(until done: (@Sendable () async throws -> Void)? = nil) async throws {
    try await services.run(until: done)
  }
}

/// Waits until every part listens, and then announces it once.
final class Startup: Sendable {
  private struct State {
    var missing: Int
    var announce: (@Sendable () -> Void)?
  }

  private let state: NIOLockedValueBox<State>

  init(parts: Int) { state = NIOLockedValueBox(State(missing: parts)) }

  /// Sets the announcement. Call it before any part is started.
  func whenComplete(_ announce: @escaping @Sendable () -> Void) { state.withLockedValue { $0.announce = announce } }

  func partListens() {
    let announce = state.withLockedValue { state in
      state.missing -= 1
      return state.missing == 0 ? state.announce : nil
    }
    announce?()
  }
}
