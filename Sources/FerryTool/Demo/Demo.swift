import AmazonPay
import Crypto
import DemoShop
import FerryCore
import FerrySQLite
import FerryServer
import FerryWeb
import Hummingbird
import Logging
import ServiceLifecycle

/// Shop, checkout server and sandbox in one process, talking to each other over HTTP as they would over the internet.
struct Demo: Sendable {
  let shopPort: Int
  /// Where the sandbox answers.
  let sandbox: Origin
  let folder: DemoFolder
  let store: SQLiteStore
  let secretKey: Secret<String>
  /// Complete when shop and sandbox listen.
  let startup: Startup
  private let services: ProcessServices

  static let merchantID = "A1FERRYDEMO000"
  static let storeID = "amzn1.application-oa2-client.00000000000000000000000000000001"
  static let publicKeyID = "SANDBOX-FERRYDEMOKEY000000000000"

  struct Options: Sendable {
    var folder: String
    var port: Int
    var sandboxPort: Int
    /// Opens the sandbox's control API.
    var isControlled: Bool
    /// How long the sandbox's processing page shows itself.
    var processingPause: Duration = .seconds(2)
    /// Whether the sandbox is part of this process; else another one runs it on the same folder and port.
    var hasSandbox = true
    /// When to ask about a buyer who has gone to pay and is quiet.
    var quietSchedule = AmazonPayProvider.usualQuietSchedule
  }

  /// - Parameter metrics: What the whole process counts into.
  /// - Throws: `DemoFolder.Problem`, `PortCheck.Refused`, `SQLiteStoreError`, and what else stops a start.
  init(_ options: Options, metrics: PrometheusMetrics, logger: Logger) async throws {
    try await PortCheck.require(options.port, setting: "--port")
    if options.hasSandbox { try await PortCheck.require(options.sandboxPort, setting: "--sandbox-port") }
    shopPort = options.port
    folder = try DemoFolder(options.folder)
    let time = SystemTime()
    let randomness = SystemRandomness()
    let base = try Self.origin("http://localhost:\(options.port)")
    let sandboxOrigin = try Self.origin("http://127.0.0.1:\(options.sandboxPort)")
    self.sandbox = sandboxOrigin
    secretKey = try folder.secret("shop-secret-key", prefix: "sk_test_", randomness)
    let key = try folder.signingKey()
    let formKey = try folder.secret("shop-form-key", randomness)
    let account = try AmazonPayAccount(
      mode: .test, region: .japan, merchantId: Self.merchantID, storeId: Self.storeID,
      publicKeyId: Self.publicKeyID, privateKeyPEM: key, standIn: sandboxOrigin.text)
    let provider = try AmazonPayProvider(
      account, storeName: "Minato Store", quietSchedule: options.quietSchedule)
    let startup = Startup(parts: options.hasSandbox ? 2 : 1)
    self.startup = startup
    let sandbox: [any Service] =
      options.hasSandbox
      ? [
        try DemoSandbox(options, folder: folder, key: key, shop: base, logger: logger) { startup.partListens() }.service
      ] : []
    let process = try await CheckoutProcess(
      FerryServerConfiguration(
        base: base,
        shops: [
          ShopConfiguration(
            id: "demo", checkoutPage: base.link("/checkout"),
            keys: [ShopConfiguration.Key(SecretKeyDigest(of: secretKey.reveal()), mode: .test)])
        ],
        // All its buyers are on this machine, and so is what puts load on it.
        limits: FerryServerConfiguration.Limits(rates: .none)),
      providers: [provider], folder: folder.path, metrics: metrics, logger: logger)
    store = process.store
    let sessions = FileSessionStore(directory: folder.sessions, clock: time)
    let shop = TabletShop(
      configuration: DemoShopConfiguration(
        origin: base, ferry: base, secretKey: secretKey,
        formKey: Secret(SymmetricKey(data: Array(formKey.reveal().utf8))),
        payButton: PayButton(
          script: sandboxOrigin.link("/checkout.js"), merchantID: Self.merchantID, ledgerCurrency: .jpy,
          isSandbox: true, sites: [sandboxOrigin], needsInlineStyles: true),
        destinations: [base, sandboxOrigin]),
      api: FerryOverHTTP(client: process.client), sessions: sessions, clock: time)

    let router = Router(context: ClientContext.self)
    router.add(middleware: SecurityHeaders(origin: base))
    router.add(
      middleware: ErrorResponses(
        problemsBelow: CheckoutServer.problemPaths, languages: LanguageChoice(origin: base), shop: "/"))
    AssetRoutes(CheckoutServer.assets + TabletShop.assets).add(to: router)
    process.server.addRoutes(to: router)
    shop.addRoutes(to: router)
    router.refuseOtherMethods()
    services = ProcessServices(
      services: process.services(
        below: sandbox,
        above: [
          SessionSweeper(store: sessions, clock: time, logger: logger),
          CheckoutProcess.listener(router, host: "127.0.0.1", port: options.port, logger: logger) {
            startup.partListens()
          },
        ]),
      logger: logger)
  }

  /// Runs until the process is told to stop; then finishes what is under way.
  func run(until done: (@Sendable () async throws -> Void)? = nil) async throws {
    try await services.run(until: done)
  }

  private struct BadOrigin: Error, CustomStringConvertible {
    let text: String
    var description: String { "\(text) is no address of a site." }
  }

  static func origin(_ text: String) throws -> Origin {
    guard let origin = Origin(text) else { throw BadOrigin(text: text) }
    return origin
  }
}
