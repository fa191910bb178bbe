import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server with two shops, and calls to it as a merchant or as a browser.
struct TestServer: Sendable {
  static let testKey = "test-key-of-the-shop-0123456789abcdef"
  static let secondKey = "second-key-of-the-shop-0123456789abc"
  static let liveKey = "live-key-of-the-shop-0123456789abcdef"
  static let otherKey = "key-of-another-shop-0123456789abcdef"
  static let base = "https://pay.shop.example"
  static let linkHost = "https://link.shop.example"
  static let checkoutPage = "https://shop.example/checkout"

  let time: VirtualTime
  let service: MemoryCheckouts
  let server: CheckoutServer
  let client: any TestClientProtocol

  /// Runs a test against a server.
  static func run(
    freeDisk: FreeDisk = FreeDisk { nil }, freeDescriptors: FreeDescriptors = FreeDescriptors { nil },
    metrics: PrometheusMetrics? = nil, metricsKey: String? = nil,
    limits: FerryServerConfiguration.Limits = FerryServerConfiguration.Limits(), shops: Int = 2,
    isLive: Bool = false, journey: JourneyProfile.Journey = .selectThenPay,
    sessionOrigin: JourneyProfile.SessionOrigin = .proven, excessRefund: JourneyProfile.ExcessRefund = .none,
    operations: OperationsPageConfiguration? = nil, domainFiles: [Mode: DomainFile] = [:],
    settlements: (any SettlementReports)? = nil,
    _ test: @Sendable (TestServer) async throws -> Void
  ) async throws {
    let time = VirtualTime()
    let service = MemoryCheckouts(
      time: time, journey: journey, sessionOrigin: sessionOrigin, excessRefund: excessRefund)
    var configuration = try configuration()
    configuration.limits = limits
    configuration.shops = Array(configuration.shops.prefix(shops))
    configuration.operations = operations
    configuration.metricsKey = metricsKey.map { SecretKeyDigest(of: $0) }
    let server = CheckoutServer(
      configuration: configuration, service: service,
      providers: [
        OfferedProvider(
          ProviderAccountID(provider: MemoryCheckouts.provider, mode: .test), name: "Test Pay", journey: journey,
          button: ProviderButtonScriptBody(
            source: "https://static.provider.example/button.js", function: ["provider", "button"],
            arguments: ["en": #"["{container}"]"#, "ja": #"["{container}"]"#], onClick: "onClick",
            policy: PageSourcesBody(scripts: ["https://static.provider.example"])), domainFile: domainFiles[.test],
          reports: settlements),
        OfferedProvider(
          ProviderAccountID(provider: "other-pay", mode: .live), name: "Other Pay", journey: .pay,
          domainFile: domainFiles[.live]),
      ],
      freeDisk: freeDisk, freeDescriptors: freeDescriptors, metrics: metrics)
    try await Application(router: server.router()).test(isLive ? .live : .router) { client in
      try await test(TestServer(time: time, service: service, server: server, client: client))
    }
  }

  private init(time: VirtualTime, service: MemoryCheckouts, server: CheckoutServer, client: any TestClientProtocol) {
    self.service = service
    self.server = server
    self.client = client
    self.time = time
  }

  static func configuration() throws -> FerryServerConfiguration {
    FerryServerConfiguration(
      base: try #require(Origin(base)),
      shops: [
        ShopConfiguration(
          id: "main", checkoutPage: try #require(Link(external: checkoutPage)),
          keys: [
            ShopConfiguration.Key(SecretKeyDigest(of: testKey), mode: .test),
            ShopConfiguration.Key(SecretKeyDigest(of: secondKey), mode: .test),
            ShopConfiguration.Key(SecretKeyDigest(of: liveKey), mode: .live),
          ]),
        ShopConfiguration(
          id: "other", checkoutPage: try #require(Link(external: "https://other.example/checkout")),
          keys: [ShopConfiguration.Key(SecretKeyDigest(of: otherKey), mode: .test)]),
      ],
      apps: [
        RegisteredApp(
          id: "shop-ios", shop: "main",
          platform: .ios(IOSApp(bundleID: "jp.example.shop", teamID: "A1B2C3D4E5")), scheme: "shop",
          linkHost: try #require(Origin(linkHost))),
        RegisteredApp(
          id: "shop-android", shop: "main",
          platform: .android(
            AndroidApp(
              package: "jp.example.shop", fingerprints: [Array(repeating: "A1", count: 32).joined(separator: ":")])),
          scheme: "shop", linkHost: try #require(Origin(linkHost))),
        RegisteredApp(
          id: "other-ios", shop: "other",
          platform: .ios(IOSApp(bundleID: "jp.example.other", teamID: "A1B2C3D4E5")), scheme: "other",
          linkHost: try #require(Origin("https://link.other.example"))),
      ],
      webhooks: [
        WebhookEndpoint(id: "orders", shop: "main", mode: .test, url: "https://shop.example/hooks", secrets: [])
      ],
      buttons: [ProviderAccountID(provider: MemoryCheckouts.provider, mode: .test): .drawing])
  }

  static let order = #"""
    {"orderReference":"A-1","kind":"browser","provider":"sandbox","language":"ja","capture":"automatic",
     "order":{"currency":"JPY","lines":[{"sku":"t-1","name":"煎茶","quantity":2,
       "unitPrice":{"amount":"1200","currency":"JPY"}}],
       "tax":{"percent":"10","rounding":"down","included":true},
       "shipping":{"standard":{"amount":"600","currency":"JPY"},
         "zones":[{"regions":["Hokkaido"],"price":{"amount":"900","currency":"JPY"}}]}}}
    """#

  /// Tea at 8 % and a pot at 10 %, with a discount on the pot, a coupon, a gift card, and delivery: ¥4,500.
  static let mixedOrder = #"""
    {"orderReference":"A-1","kind":"browser","provider":"sandbox","language":"ja","capture":"automatic",
     "order":{"currency":"JPY","lines":[
       {"sku":"t-1","name":"煎茶","quantity":2,"unitPrice":{"amount":"1200","currency":"JPY"},"tax":{"percent":"8"}},
       {"id":"pot","sku":"p-1","name":"急須","quantity":1,"unitPrice":{"amount":"3300","currency":"JPY"},
        "discounts":[{"name":"Outlet","amount":{"amount":"300","currency":"JPY"}}]}],
       "tax":{"percent":"10","rounding":"down","included":true},
       "shipping":{"standard":{"amount":"600","currency":"JPY"},
         "zones":[{"regions":["Hokkaido"],"price":{"amount":"900","currency":"JPY"}}]},
       "discounts":[{"name":"Spring <1>","amount":{"amount":"500","currency":"JPY"}}],
       "paidOtherwise":[{"name":"Gift card","amount":{"amount":"1000","currency":"JPY"}}]}}
    """#

  /// A call of `/v1`.
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, key: String? = testKey,
    idempotencyKey: String? = nil, verifier: Verifier? = nil, browser: String? = nil,
    contentType: String = "application/json"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    headers[try #require(HTTPField.Name("Ferry-Browser"))] = browser
    if let verifier { headers[try #require(HTTPField.Name("Ferry-Verifier"))] = verifier.text }
    if let key { headers[.authorization] = "Bearer " + key }
    if let idempotencyKey { headers[try #require(HTTPField.Name("Idempotency-Key"))] = idempotencyKey }
    if body != nil { headers[.contentType] = contentType }
    return try await client.execute(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
  }

  /// A checkout that is paid.
  /// - Parameter total: The amount that the order costs.
  func paid(
    _ order: String = Self.order, total: Money = .yen(3_000), capture: CapturePolicy = .automatic,
    reference: String = "A-1"
  ) async throws -> String {
    let order = order.replacing(#""capture":"automatic""#, with: #""capture":"\#(capture.rawValue)""#)
    let created = try await create(order.replacing("A-1", with: reference), idempotencyKey: reference)
    #expect(created.status == .created)
    let id = try created.decoded(CheckoutBody.self).id
    try await buyer(of: id, [.leave(change: nil), .returned(session: "S1"), .confirm(revision: 1, total: total)])
    #expect(try await buyer(of: id, [.returned(session: "S1")]) == .paid)
    return id
  }

  /// The buyer of a checkout does these things, without a browser.
  /// - Returns: The phase after them.
  @discardableResult
  func buyer(of id: String, _ events: [Event]) async throws -> PhaseName? {
    var phase: PhaseName?
    for event in events { phase = try await service.submit(event, to: CheckoutID(id)).checkout.phase.name }
    return phase
  }

  func create(_ body: String = order, idempotencyKey: String? = "key-1") async throws -> TestResponse {
    try await call(.post, "/v1/checkouts", body, idempotencyKey: idempotencyKey)
  }

  /// Spends a ticket, as the start page's script does.
  func spend(
    _ ticket: String, cookie: String? = nil, origin: String? = base, site: String? = "same-origin",
    agent: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: "application/json", .acceptLanguage: "en"]
    headers[.userAgent] = agent
    headers[.origin] = origin
    headers[.cookie] = cookie
    headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
    return try await client.execute(
      uri: "/ferry/start", method: .post, headers: headers, body: ByteBuffer(string: #"{"ticket":"\#(ticket)"}"#))
  }

  /// Spends a ticket and opens the page that the answer names.
  func leave(_ ticket: String, cookie: String? = nil) async throws -> TestResponse {
    let spent = try await spend(ticket, cookie: cookie)
    let jar = spent.headers[.setCookie].map { String($0.prefix { $0 != ";" }) } ?? cookie
    let url = try spent.nextURL
    try #require(url.hasPrefix(Self.base + "/ferry/next/"), "\(url)")
    return try await visit(String(url.dropFirst(Self.base.count)), cookie: jar)
  }

  /// Submits a form of one of the server's own pages.
  func submit(
    _ path: String, _ form: String, cookie: String?, origin: String? = base, site: String? = "same-origin"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    headers[.origin] = origin
    headers[.cookie] = cookie
    headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
    return try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: form))
  }

  /// A browser's GET.
  /// - Parameter address: The value of `X-Forwarded-For`.
  func visit(_ path: String, cookie: String? = nil, from address: String? = nil) async throws -> TestResponse {
    var headers: HTTPFields = [.acceptLanguage: "en"]
    headers[.cookie] = cookie
    headers[try #require(HTTPField.Name("X-Forwarded-For"))] = address
    return try await client.execute(uri: path, method: .get, headers: headers)
  }

  /// A checkout whose buyer was redirected to the provider.
  func departed() async throws -> Departed {
    let checkout = try await create().decoded(CheckoutBody.self)
    return try await browser(of: checkout.id, after: try await spend(try checkout.ticket))
  }

  /// A buyer's browser after an answer that may have set its cookie.
  /// - Parameter cookie: The cookie that it had before; nil for none.
  func browser(of id: String, after response: TestResponse, cookie: String? = nil) async throws -> Departed {
    let cookie = response.headers[.setCookie].map { String($0.prefix { $0 != ";" }) } ?? cookie
    let nonce = try #require(await service.file(CheckoutID(id))).roundTrips.nonce
    return Departed(id: id, cookie: try #require(cookie), nonce: nonce)
  }

  /// A checkout whose buyer has made a selection and reviews the order.
  func reviewing() async throws -> Departed {
    let buyer = try await departed()
    try await choose(buyer)
    return buyer
  }

  /// The buyer returns from the selection, and the shop claims with the code that the browser brings.
  func choose(_ buyer: Departed, _ trip: String = "select?session=S1") async throws {
    let code = try #require(try await comeBack(buyer, trip))
    try #require(try await claim(buyer, code).status == .ok)
  }

  /// The buyer returns to the shop's page.
  /// - Returns: The code that the browser brings, if there is something to claim.
  func comeBack(_ buyer: Departed, _ trip: String = "select?session=S1") async throws -> String? {
    let response = try await visit(buyer.path(trip), cookie: buyer.cookie)
    try #require(response.status == .seeOther)
    return try response.broughtCode
  }

  /// As the shop's backend reads it.
  func read(_ buyer: Departed) async throws -> CheckoutBody {
    try await call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self)
  }

  /// The shop's backend claims with a code.
  func claim(_ buyer: Departed, _ code: String, key: String? = testKey) async throws -> TestResponse {
    try await call(.post, "/v1/checkouts/\(buyer.id)/claim", #"{"code":"\#(code)"}"#, key: key)
  }

  /// The browser that has replaced another.
  func renewed(_ buyer: Departed, by response: TestResponse) async throws -> Departed {
    let renewed = try await browser(of: buyer.id, after: response)
    #expect(renewed.nonce != buyer.nonce)
    return renewed
  }

  func phase(_ buyer: Departed) async throws -> PhaseName {
    try #require(await service.file(CheckoutID(buyer.id))).checkout.phase.name
  }
}

/// The browser's state after the redirect.
struct Departed: Sendable {
  let id: String
  let cookie: String
  let nonce: String

  func path(_ trip: String) -> String { "/ferry/return/\(id)/\(nonce)/\(trip)" }
}

extension TestResponse {
  /// The next address for the start page's script.
  var nextURL: String {
    get throws { try #require(try decoded([String: String].self)["url"]) }
  }

  /// The code in the redirect to the shop's checkout page; nil if there is none.
  var broughtCode: String? {
    get throws {
      let parts = try #require(headers[.location]).split(separator: "?ferry_code=")
      try #require(parts.first.map(String.init) == TestServer.checkoutPage)
      return parts.count == 2 ? String(parts[1]) : nil
    }
  }

  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(buffer: body))
  }

  var text: String { String(buffer: body) }

  var problem: Problem? {
    headers[.contentType] == "application/problem+json" ? try? decoded(Problem.self) : nil
  }
}

extension Data {
  init(buffer: ByteBuffer) { self.init(buffer.readableBytesView) }
}

extension CheckoutBody {
  var ticket: String {
    get throws {
      let url = try #require(next?.url)
      #expect(url.hasPrefix(TestServer.base + "/ferry/start?"))
      return String(try #require(url.split(separator: "#").last))
    }
  }
}
