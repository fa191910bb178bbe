public import Crypto
public import FerryCore
public import FerryWeb
public import Hummingbird

/// A shop that uses Ferry as a shop in any language would: over HTTP, with a secret key. It keeps carts and prices, Ferry
/// keeps orders and payments, and the browser holds an opaque session id. It is written for no provider: it reads their
/// buttons and names from Ferry.
///
/// Its routes are mounted at the root of a host. `SecurityHeaders`, `ErrorResponses` and `AssetRoutes` with `assets` belong
/// on the same router.
public struct TabletShop: Sendable {
  let configuration: DemoShopConfiguration
  let sessions: any SessionStore
  let orders: OrderBook
  let ferry: FerryClient
  let providers: Providers
  let browsers: Browsers
  let clock: any Timekeeper
  let randomness: any Randomness

  public init(
    configuration: DemoShopConfiguration, transport: any ShopTransport, sessions: any SessionStore,
    orders: OrderBook = OrderBook(), clock: any Timekeeper, randomness: any Randomness = SystemRandomness()
  ) {
    self.configuration = configuration
    catalogues = configuration.markets.flatMap(\.catalogues)
    self.sessions = sessions
    self.orders = orders
    self.clock = clock
    self.randomness = randomness
    ferry = FerryClient(transport: transport, base: configuration.ferry, secretKey: configuration.secretKey)
    providers = Providers(ferry, clock: clock)
    browsers = Browsers(configuration: configuration, randomness: randomness)
  }

  /// In every country and currency. The first is for buyers unknown to the shop.
  let catalogues: [Catalogue]

  /// The assets of the shop's pages besides the house style.
  public static let assets: [Asset] = [.shopScript]

  /// The header and footer of error pages, for `ErrorResponses`.
  public static let frame = SiteFrame(
    header: { ShopFrame.header($0, cartCount: nil) }, footer: { ShopFrame.footer($0) })

  /// Paths whose readers are programs, for `ErrorResponses`: the apps and Ferry's webhooks.
  public static let problemPaths = ["/app", "/ferry/webhooks"]

  public func addRoutes(to router: some RouterMethods<some RequestContext>) {
    CartRoutes(shop: self).add(to: router)
    CheckoutRoutes(shop: self).add(to: router)
    AppRoutes(shop: self).add(to: router)
    WebhookRoutes(shop: self).add(to: router)
    OrderRoutes(shop: self).add(to: router)
    DeliveryRoutes(shop: self).add(to: router)
  }

  /// The browser's session, updated by the webhooks of its order: a buyer who has paid and not returned does not find a full
  /// cart again.
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

  /// The catalogue that the buyer chose, else the first one for readers of their language. In an ordinary browser that is one
  /// whose usual language it is; the apps are those of the shop in its first country.
  func catalogue(_ browser: BuyerBrowser) -> Catalogue {
    if let chosen = catalogue(browser.catalogue) { return chosen }
    let readable = catalogues.filter { $0.market.languages.contains(browser.language) }
    let usual = browser.app == nil ? readable.first { $0.market.languages[0] == browser.language } : nil
    return usual ?? readable.first ?? catalogues[0]
  }

  func catalogue(_ id: String?) -> Catalogue? { catalogues.first { $0.id == id } }

  /// The accounts that sell in a catalogue's country.
  func offers(in catalogue: Catalogue) async -> [OfferedProvider] {
    await providers.offers().filter { catalogue.offers($0.body) }
  }

  /// Delivery to an address that the shop knows has one price; else Ferry finds it by the address that the buyer selects at
  /// the provider.
  /// - Parameter customer: The shop's lasting id of the buyer.
  func createBody(
    _ order: ShopOrder, by button: PayButton, language: Language, app: AppBody?, buyer: BuyerFacts? = nil,
    customer: String
  ) throws -> CreateCheckoutBody {
    let catalogue = catalogue(order.catalogue) ?? catalogues[0]
    let account = button.account
    let option = catalogue.option(of: button)
    let shipping =
      order.delivery.map { ShippingRule(standard: catalogue.shipping.price(to: $0.address).price) }
      ?? catalogue.shipping
    return CreateCheckoutBody(
      orderReference: order.reference, kind: app == nil ? .browser : .app, provider: account.provider,
      account: account.account, language: language, capture: option?.capture ?? .automatic,
      order: try catalogue.content(of: order.cart, shipping: shipping, language), app: app, buyer: buyer,
      providerOptions: try option?.options(customer).map { [account.provider: $0] })
  }

  /// - Parameter providers: The providers whose buttons the page shows.
  func frame(
    _ browser: BuyerBrowser, _ place: ShopFrame.Place, _ session: Session, providers: [OfferedProvider] = []
  ) -> ShopFrame {
    var policy = PagePolicy(nonce: Nonce(randomness), formActions: configuration.destinations.map { PageSource($0) })
    for provider in providers {
      if browser.app == nil {
        if let script = provider.script { policy.allow(script.policy) }
      } else if let image = provider.body.image(browser.language)?.origin {
        policy.images.append(PageSource(image))
      }
    }
    return ShopFrame(
      language: browser.language, languages: catalogue(browser).market.languages, place: place,
      cartCount: session.cart.count, policy: policy,
      csrf: browsers.csrf(browser), bridge: browser.app == nil ? nil : configuration.ferry.link("/ferry/bridge.js"))
  }
}

public struct DemoShopConfiguration: Sendable {
  public var origin: Origin
  /// The origin of Ferry's `/v1`.
  public var ferry: Origin
  public var secretKey: Secret<String>
  /// The key of the forms' CSRF tokens. If it changes, open pages stop working.
  public var formKey: Secret<SymmetricKey>
  /// The sites that a form leads to: Ferry's and the providers'. Browsers apply this list to the redirects after a form.
  public var destinations: [Origin]
  /// The countries that the shop sells in. At least one.
  public var markets: [ShopMarket]
  /// The shop's apps, by their ids at Ferry.
  public var apps: [String]
  /// Ferry's operations page, which the thank-you page then links to; nil for no link. A shop with customers has none.
  public var operations: Origin?
  /// The secrets of Ferry's webhooks; two while one replaces the other.
  public var webhookSecrets: [WebhookSecret]

  public init(
    origin: Origin, ferry: Origin, secretKey: Secret<String>, formKey: Secret<SymmetricKey>,
    destinations: [Origin], markets: [ShopMarket], apps: [String] = [], operations: Origin? = nil,
    webhookSecrets: [WebhookSecret] = []
  ) {
    precondition(!markets.isEmpty, "A shop sells somewhere.")
    self.origin = origin
    self.ferry = ferry
    self.secretKey = secretKey
    self.formKey = formKey
    self.destinations = destinations
    self.markets = markets
    self.apps = apps
    self.operations = operations
    self.webhookSecrets = webhookSecrets
  }
}
