import Crypto
import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import Testing

@testable import DemoShop

/// A shop with a Ferry behind it.
struct ShopFixture {
  let ferry = FakeFerry()
  let clock = FixedClock()
  var origin = "https://shop.example"
  var sessions: (any SessionStore)?
  let orders = OrderBook()
  var webhookSecrets: [WebhookSecret] = []
  /// The origin of the checkout server's scripts and images.
  var ferryOrigin = "https://ferry.example:8443"
  /// The site that forms lead to.
  var destination = "https://ferry.example:8443"
  var markets = [ShopMarket.japan]
  /// The site of Ferry's operations page.
  var operations: Origin?

  func shop() throws -> TabletShop {
    let configuration = DemoShopConfiguration(
      origin: try #require(Origin(origin)), ferry: try #require(Origin(ferryOrigin)),
      secretKey: Secret("secret-key-of-the-shop"),
      formKey: Secret(SymmetricKey(data: [UInt8](repeating: 7, count: 32))),
      destinations: [try #require(Origin(destination))], markets: markets, apps: ["tablets-ios"],
      operations: operations, webhookSecrets: webhookSecrets)
    return TabletShop(
      configuration: configuration, transport: ferry, sessions: sessions ?? MemorySessionStore(clock: clock),
      orders: orders,
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

  /// Opens the shop on a port of this machine, and passes its address without a slash at the end.
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

  /// Opens the shop to a browser at the review page, and passes the checkout's id.
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

/// Stands still until it is moved.
final class FixedClock: Timekeeper {
  private let moment = NIOLockedValueBox(Moment(milliseconds: 1_800_000_000_000))

  var now: Moment { moment.withLockedValue { $0 } }

  func advance(by duration: Duration) {
    moment.withLockedValue { $0 = $0 + duration }
  }

  func sleep(until moment: Moment) async throws {
    try Task.checkCancellation()
  }
}

/// A browser with cookies that fills in forms from the shop's pages.
final class ShopBrowser {
  let client: any TestClientProtocol
  private(set) var cookies: [String: String] = [:]
  var languages = "en"
  /// The media type that the page's script asks for when it sends a form.
  var accept: String?
  private(set) var csrf = ""

  init(_ client: any TestClientProtocol) { self.client = client }

  struct Answer {
    let status: Int
    let headers: HTTPFields
    let text: String
    let size: Int

    var location: String? { headers[.location] }
  }

  @discardableResult
  func get(_ path: String) async throws -> Answer {
    let answer = try await send(path, .get)
    // Every form of a page carries the same token.
    if let match = answer.text.firstMatch(of: /name="csrf" value="([^"]+)"/) { csrf = String(match.1) }
    return answer
  }

  /// Sends a form with the token of the page that was loaded last.
  @discardableResult
  func post(_ path: String, _ fields: [(String, String)] = []) async throws -> Answer {
    try await post(path, fields, csrf: csrf)
  }

  func post(_ path: String, _ fields: [(String, String)], csrf: String?) async throws -> Answer {
    let all = (csrf.map { [("csrf", $0)] } ?? []) + fields
    // A query is encoded like a form.
    let encoded = Link("/", query: all.map { (name: $0.0, value: $0.1) }).text.dropFirst(2)
    return try await send(path, .post, body: String(encoded))
  }

  /// Follows redirects within the shop, as a browser does after a form.
  func follow(_ answer: Answer) async throws -> Answer {
    var answer = answer
    while answer.status == 303, let location = answer.location, location.hasPrefix("/") {
      answer = try await get(String(location.prefix { $0 != "#" }))
    }
    return answer
  }

  /// Replaces the cookies by those of another browser.
  func take(_ cookies: [String: String]) { self.cookies = cookies }

  /// Deletes the shop's cookies.
  func clearCookies() { cookies = [:] }

  private func send(_ path: String, _ method: HTTPRequest.Method, body: String? = nil) async throws -> Answer {
    var headers: HTTPFields = [.acceptLanguage: languages]
    headers[.accept] = accept
    if !cookies.isEmpty { headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }
    if body != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    let response = try await client.executeRequest(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    for field in response.headers[values: .setCookie] {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = String(pair[1])
    }
    return Answer(
      status: response.status.code, headers: response.headers, text: String(buffer: response.body),
      size: response.body.readableBytes)
  }
}

/// Sessions in memory.
actor MemorySessionStore: SessionStore {
  private let clock: any Timekeeper
  private var table: SessionTable

  init(limits: SessionLimits = SessionLimits(), clock: any Timekeeper) {
    self.clock = clock
    table = SessionTable(limits)
  }

  func session(_ id: SessionID) -> Session {
    table.session(id, at: clock.now) ?? Session()
  }

  func update<Result: Sendable>(
    _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
  ) throws -> Result {
    var session = session(id)
    let result = try change(&session)
    table.set(session, for: id, changed: clock.now)
    return result
  }

  func removeExpired() {
    table.removeExpired(at: clock.now)
  }
}
