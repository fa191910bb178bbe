public import Crypto
public import FerryCore
public import FerryWeb
public import Hummingbird

/// A shop that uses Ferry as one in any language would: over HTTP, with a secret key. Carts and prices live in it, orders
/// and payments in Ferry, and the browser holds an opaque number.
///
/// Its routes are mounted at the root of a host. `SecurityHeaders`, `ErrorResponses` and `AssetRoutes` with `assets` belong
/// on the same router.
public struct TabletShop: Sendable {
  let configuration: DemoShopConfiguration
  let catalogue = Catalogue.demo
  let sessions: any SessionStore
  let orders: OrderBook
  let ferry: FerryClient
  let browsers: Browsers
  let clock: any Timekeeper
  let randomness: any Randomness
  /// What the pay button needs, its script's own site included.
  private let buttonSites: [PageSource]

  public init(
    configuration: DemoShopConfiguration, api: any FerryAPI, sessions: any SessionStore,
    orders: OrderBook = OrderBook(), clock: any Timekeeper, randomness: any Randomness = SystemRandomness()
  ) {
    self.configuration = configuration
    self.sessions = sessions
    self.orders = orders
    self.clock = clock
    self.randomness = randomness
    ferry = FerryClient(api: api, base: configuration.ferry, secretKey: configuration.secretKey)
    let button = configuration.payButton
    buttonSites = ((button?.script.origin.map { [$0] } ?? []) + (button?.sites ?? [])).map { PageSource($0) }
    browsers = Browsers(configuration: configuration, randomness: randomness)
  }

  /// What the shop's pages load from its own host, besides the house style.
  public static let assets: [Asset] = [.shopScript]

  /// The header and footer of pages that the shop's routes do not make, for `ErrorResponses`.
  public static let frame = SiteFrame(
    header: { ShopFrame.header($0, cartCount: nil) }, footer: { ShopFrame.footer($0) })

  /// Where programs are the readers, for `ErrorResponses`: the apps and Ferry's webhooks.
  public static let problemPaths = ["/app", "/ferry/webhooks"]

  public func addRoutes(to router: some RouterMethods<some RequestContext>) {
    CartRoutes(shop: self).add(to: router)
    CheckoutRoutes(shop: self).add(to: router)
    AppRoutes(shop: self).add(to: router)
    WebhookRoutes(shop: self).add(to: router)
    OrderRoutes(shop: self).add(to: router)
  }

  /// The session of a browser, with what Ferry has told of its order since: a buyer who has paid and not come back finds no
  /// full cart again.
  func session(_ browser: BuyerBrowser) async throws -> Session {
    let session = try await sessions.session(browser.session)
    guard let started = session.checkout,
      let receipt = try await orders.record(started.order.reference)?.receipt
    else { return session }
    return try await sessions.update(browser.session) { session in
      session.paid(key: started.key, receipt)
      return session
    }
  }

  func createBody(_ order: ShopOrder, language: Language, app: AppBody?) -> CreateCheckoutBody {
    CreateCheckoutBody(
      orderReference: order.reference, kind: app == nil ? .browser : .app, provider: configuration.provider,
      language: language, order: catalogue.content(of: order.cart), app: app)
  }

  /// The picture of the provider's button, as Ferry has it.
  func appButton(_ language: Language) -> Link {
    configuration.ferry.link(
      Link("/ferry/button/\(configuration.provider).svg", query: [("language", language.rawValue)]))
  }

  func frame(_ browser: BuyerBrowser, _ place: ShopFrame.Place, _ session: Session) -> ShopFrame {
    var policy = PagePolicy(nonce: Nonce(randomness), formActions: configuration.destinations.map { PageSource($0) })
    if browser.app != nil {
      policy.images = [PageSource(configuration.ferry)]
    } else if place == .cart, let button = configuration.payButton {
      policy.scripts = buttonSites
      policy.connections = buttonSites
      policy.images = buttonSites
      policy.styles = buttonSites
      policy.allowsInlineStyles = button.needsInlineStyles
    }
    return ShopFrame(
      language: browser.language, place: place, cartCount: session.cart.count, policy: policy,
      bridge: browser.app == nil ? nil : configuration.ferry.link("/ferry/bridge.js"))
  }
}

/// What the shop needs to know at its start.
public struct DemoShopConfiguration: Sendable {
  /// The shop's public address.
  public var origin: Origin
  /// Where Ferry's `/v1` answers.
  public var ferry: Origin
  /// The secret key that Ferry knows the shop by.
  public var secretKey: Secret<String>
  /// The key of the forms' CSRF tokens; the same across restarts, or open pages stop working.
  public var formKey: Secret<SymmetricKey>
  /// The provider that checkouts are made for, by its id at Ferry.
  public var provider: String
  /// The Amazon Pay button; without it a plain button starts the checkout.
  public var payButton: PayButton?
  /// The sites that the buyer is carried to after pressing a button: Ferry's own and the provider's. Browsers hold
  /// redirects after a form to this list.
  public var destinations: [Origin]
  /// The shop's apps, by their ids at Ferry.
  public var apps: [String]
  /// What Ferry signs its webhooks with; two while one takes the other's place.
  public var webhookSecrets: [WebhookSecret]

  public init(
    origin: Origin, ferry: Origin, secretKey: Secret<String>, formKey: Secret<SymmetricKey>,
    provider: String = "amazon-pay", payButton: PayButton?, destinations: [Origin], apps: [String] = [],
    webhookSecrets: [WebhookSecret] = []
  ) {
    self.origin = origin
    self.ferry = ferry
    self.secretKey = secretKey
    self.formKey = formKey
    self.provider = provider
    self.payButton = payButton
    self.destinations = destinations
    self.apps = apps
    self.webhookSecrets = webhookSecrets
  }
}
