import Crypto
import FerryCore
import FerryWeb
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DemoShop

/// A shop with a Ferry behind it.
struct ShopFixture {
  let ferry = FakeFerry()
  let clock = FixedClock()
  var payButton: PayButton?
  var origin = "https://shop.example"
  var sessions: (any SessionStore)?
  let orders = OrderBook()
  var webhookSecrets: [WebhookSecret] = []
  /// Where the checkout server's scripts and pictures come from.
  var ferryOrigin = "https://ferry.example:8443"
  /// Where buyers are carried to.
  var destination = "https://ferry.example:8443"

  func shop() throws -> TabletShop {
    let configuration = DemoShopConfiguration(
      origin: try #require(Origin(origin)), ferry: try #require(Origin(ferryOrigin)),
      secretKey: Secret("secret-key-of-the-shop"),
      formKey: Secret(SymmetricKey(data: [UInt8](repeating: 7, count: 32))), payButton: payButton,
      destinations: [try #require(Origin(destination))], apps: ["tablets-ios"],
      webhookSecrets: webhookSecrets)
    return TabletShop(
      configuration: configuration, api: ferry, sessions: sessions ?? MemorySessionStore(clock: clock), orders: orders,
      clock: clock)
  }

  private func application() throws -> some ApplicationProtocol {
    let shop = try shop()
    let router = Router()
    let origin = shop.configuration.origin
    router.add(middleware: SecurityHeaders(origin: origin))
    router.add(
      middleware: ErrorResponses(
        problemsBelow: TabletShop.problemPaths, languages: LanguagePreference(origin: origin), shop: "/",
        frame: TabletShop.frame))
    AssetRoutes(TabletShop.assets).add(to: router)
    shop.addRoutes(to: router)
    return Application(router: router)
  }

  /// Opens the shop to a browser.
  func open<Result: Sendable>(
    _ body: @escaping @Sendable (ShopBrowser, any TestClientProtocol) async throws -> Result
  ) async throws -> Result {
    try await application().test(.router) { client in
      try await body(ShopBrowser(client), client)
    }
  }

  /// Opens the shop on a port of this machine; gives its address without a slash at the end.
  func serve(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
    try await application().test(.live) { client in
      try await body("http://localhost:\(try #require(client.port))")
    }
  }

  /// Opens the shop to a browser that has two products in its cart.
  func openWithCart<Result: Sendable>(_ body: @escaping @Sendable (ShopBrowser) async throws -> Result) async throws
    -> Result
  {
    try await open { browser, _ in
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      try await browser.post("/cart", [("sku", "fire-hd10"), ("quantity", "2")])
      try await browser.get("/")
      return try await body(browser)
    }
  }

  /// Opens the shop to a browser that is at the review page; gives the checkout's id.
  func openAtReview<Result: Sendable>(
    region: String = "東京都", name: String = "山田 太郎",
    _ body: @escaping @Sendable (ShopBrowser, String) async throws -> Result
  ) async throws -> Result {
    try await openWithCart { browser in
      try await browser.post("/checkout")
      let id = try #require(await ferry.only()?.id)
      try await ferry.select(id, region: region, name: name)
      try await browser.get("/checkout")
      return try await body(browser, id)
    }
  }
}
