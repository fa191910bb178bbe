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
  let visitors: Visitors
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
    visitors = Visitors(configuration: configuration, randomness: randomness)
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

  /// The session of a visit, with what Ferry has told of its order since: a buyer who has paid and not come back finds no
  /// full cart again.
  func session(_ visit: ShopRequest) async throws -> Session {
    let session = try await sessions.session(visit.id)
    guard let started = session.checkout,
      let receipt = try await orders.record(started.order.reference)?.receipt
    else { return session }
    return try await sessions.update(visit.id) { session in
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

  func frame(_ visit: ShopRequest, _ place: ShopFrame.Place, _ session: Session) -> ShopFrame {
    var policy = PagePolicy(nonce: Nonce(randomness), formActions: configuration.destinations.map { PageSource($0) })
    if visit.app != nil {
      policy.images = [PageSource(configuration.ferry)]
    } else if place == .cart, let button = configuration.payButton {
      policy.scripts = buttonSites
      policy.connections = buttonSites
      policy.images = buttonSites
      policy.styles = buttonSites
      policy.allowsInlineStyles = button.needsInlineStyles
    }
    return ShopFrame(
      language: visit.language, place: place, cartCount: session.cart.count, policy: policy,
      bridge: visit.app == nil ? nil : configuration.ferry.link("/ferry/bridge.js"))
  }
}
