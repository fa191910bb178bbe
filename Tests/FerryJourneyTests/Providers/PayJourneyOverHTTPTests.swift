import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerrySandbox
import FerryServer
import FerrySimulation
import FerryTestBank
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@Suite("Pay at once, over HTTP at the test bank")
struct PayJourneyOverHTTPTests {
  @Test("The bank's session is made with the facts of the browser that spends the first ticket, and not before")
  func paid() async throws {
    let (opened, order, moved, phase) = try await ServedBank.run { bank in
      let id = try await bank.create()
      let ticket = try await bank.confirm(id)
      try await bank.world.time.sleep(for: .seconds(15))
      #expect(bank.wire.opened.isEmpty, "The bank heard of the checkout before the buyer's browser left.")
      let browser = try await bank.spend(ticket)
      let page = try await bank.open(id, browser)
      let url = try #require(try bank.world.act(.approve, on: page).url)
      _ = try await bank.get(url, browser)
      let file = try await bank.engine.wait(for: id, within: .seconds(60)) { $0.checkout.phase.isFinal }
      let body = try await bank.call(.get, "/v1/checkouts/\(id)").decoded(CheckoutBody.self)
      return (bank.wire.opened, file, bank.world.moved(file), body.phase)
    }
    #expect(opened == [BuyerFacts(ipAddress: "203.0.113.9", userAgent: "Phone/2")])
    #expect(phase == .paid)
    #expect(moved == [try #require(order.checkout.agreed).total.minorUnits, 0])
    #expect(order.outstanding.isEmpty)
  }

  @Test("The shop's options reach the bank's page; with unknown ones no checkout is opened")
  func options() async throws {
    let (page, refused) = try await ServedBank.run { bank in
      let wrong = try await bank.order(#""providerOptions":{"test-bank":{"Note":"x"}}"#)
      #expect(wrong.status == .unprocessableContent)
      let id = try await bank.create(#""providerOptions":{"test-bank":{"note":"Thank you <3"},"other":{"a":1}}"#)
      let browser = try await bank.spend(try await bank.confirm(id))
      let page = try await bank.page(id, browser)
      let shown = try await bank.world.sandbox.exchange(
        HTTPRequest(
          method: .get, scheme: "http", authority: "127.0.0.1:3081",
          path: String(page.dropFirst(ProviderWorld.sandboxOrigin.count))),
        body: [], endsWithService: false)
      return (String(decoding: shown.body, as: UTF8.self), try wrong.decoded(Problem.self))
    }
    #expect(page.contains("<p>Thank you &lt;3</p>"))
    #expect(refused.errors.map(\.pointer) == ["/providerOptions/test-bank/Note"])
  }

  @Test("The shop's receipt and the timeline show how the buyer has paid; the last digits go with the buyer")
  func receipt() async throws {
    try await ServedBank.run { bank in
      let id = try await bank.create()
      let browser = try await bank.spend(try await bank.confirm(id))
      let page = try await bank.open(id, browser)
      _ = try await bank.get(try #require(try bank.world.act(.approve, on: page).url), browser)
      _ = try await bank.engine.wait(for: id, within: .seconds(60)) { $0.checkout.phase.isFinal }
      let paid = try await bank.call(.get, "/v1/checkouts/\(id)").decoded(CheckoutBody.self).payment
      let method = PaymentMethodBody(code: "account", name: "Bank account", issuer: "Bank of Invention")
      var shown = method
      shown.lastDigits = "4711"
      #expect(paid?.method == shown)
      #expect(paid?.authorizationCode == "A1")
      let operations = try await bank.call(.get, "/v1/checkouts/\(id)/operations").decoded(OperationsBody.self)
      #expect(operations.payment?.method == method)
      let timeline = try await bank.world.log(id).map { "\($0)" }
      #expect(timeline.contains { $0.contains("payment method: Bank account, Bank of Invention, authorization A1") })
      #expect(!timeline.contains { $0.contains("4711") })

      _ = try await bank.call(.delete, "/v1/checkouts/\(id)/buyer")
      _ = try await bank.call(.post, "/v1/checkouts/\(id)/check")
      let forgotten = try await bank.call(.get, "/v1/checkouts/\(id)").decoded(CheckoutBody.self).payment
      #expect(forgotten?.method == method, "The bank's later answers bring the digits back.")
      #expect(forgotten?.authorizationCode == "A1")
    }
  }

  @Test("A fact that the browser does not show is taken from the shop's statement")
  func statedFact() async throws {
    let opened = try await ServedBank.run { bank in
      let id = try await bank.create()
      let browser = try await bank.spend(try await bank.confirm(id), agent: nil)
      _ = try await bank.open(id, browser)
      return bank.wire.opened
    }
    #expect(opened == [BuyerFacts(ipAddress: "203.0.113.9", userAgent: "Shop/1")])
  }

  @Test(
    "While the bank is slow the browser waits, and neither another ticket nor another browser makes a second session")
  func slowBank() async throws {
    let opened = try await ServedBank.run { bank in
      bank.wire.delay(.seconds(20))
      let id = try await bank.create()
      let ticket = try await bank.confirm(id)
      let first = try await bank.spend(ticket)
      let waiting = try await bank.get("/ferry/next/\(id)", first)
      #expect(waiting.status == .ok)
      #expect(String(buffer: waiting.body).contains(#"http-equiv="refresh""#))
      #expect(String(buffer: waiting.body).contains("/checkout\""), "There is no way back to the shop.")
      #expect(try await bank.post("/ferry/start", #"{"ticket":"\#(ticket)"}"#).status == .gone)
      let again = try await bank.call(.post, "/v1/checkouts/\(id)/begin").decoded(CheckoutBody.self)
      let second = try await bank.spend(try #require(again.next?.url))
      #expect(try await bank.get("/ferry/next/\(id)", first).status == .forbidden)
      try await bank.world.time.sleep(for: .seconds(15))
      _ = try await bank.open(id, second)
      return bank.wire.opened
    }
    #expect(opened.count == 1)
  }

  @Test("A cart that changes after the agreement replaces the checkout, while the provider knows nothing of it")
  func changedCart() async throws {
    let world = try ProviderWorld(.testBank)
    let (first, second) = try await world.run {
      let first = try await world.create()
      let total = try #require(first.checkout.quote?.total)
      _ = try await world.engine.submit(
        .confirm(revision: first.checkout.revision, total: total), to: first.checkout.id)
      var content = world.content()
      content.lines[0].quantity = 2
      let second = try await world.engine.create(world.new("cart-1", content)).file
      return (try await world.file(first.checkout.id), second)
    }
    #expect(first.checkout.phase == .cancelled(.merchant))
    #expect(first.buyerFacts == nil, "Nobody needs the buyer's address any more.")
    #expect(second.checkout.phase == .open)
  }

  @Test("A checkout that is cancelled before its browser has left sends nothing, and its ticket opens nothing")
  func cancelled() async throws {
    let (opened, phase) = try await ServedBank.run { bank in
      let id = try await bank.create()
      let ticket = try await bank.confirm(id)
      let ended = try await bank.call(.post, "/v1/checkouts/\(id)/cancel").decoded(CheckoutBody.self)
      let response = try await bank.post("/ferry/start", #"{"ticket":"\#(ticket)"}"#)
      #expect(!String(buffer: response.body).contains("/ferry/next/"))
      try await bank.world.time.sleep(for: .seconds(15))
      return (bank.wire.opened, ended.phase)
    }
    #expect(phase == .cancelled)
    #expect(opened.isEmpty)
  }
}

/// The checkout server with its engine and the test bank, in one process and on virtual time.
private struct ServedBank: Sendable {
  let world: ProviderWorld
  let wire: BankWire
  let engine: Engine
  private let client: any TestClientProtocol

  private static let base = "http://localhost:3080"
  private static let key = "sk_test_of-a-shop-at-the-test-bank"

  static func run<Result: Sendable>(
    _ journey: @escaping @Sendable (ServedBank) async throws -> Result
  ) async throws -> Result {
    let world = try ProviderWorld(.testBank)
    let origin = try #require(Origin(base))
    let wire = BankWire(SandboxTransport(sandbox: world.sandbox, time: world.time), world.time)
    let engine = Engine(
      store: world.store, providers: [world.provider], transport: wire, time: world.time,
      randomness: SequentialRandomness(seed: 2), logger: .silent, links: ServerLinks(base: origin).returnLinks)
    let server = CheckoutServer(
      configuration: FerryServerConfiguration(
        base: origin,
        shops: [
          ShopConfiguration(
            id: "main", checkoutPage: origin.link("/checkout"),
            keys: [ShopConfiguration.Key(SecretKeyDigest(of: key), mode: .test)])
        ],
        limits: FerryServerConfiguration.Limits(rates: .none, trustedProxies: 1)),
      service: engine, providers: [], freeDisk: FreeDisk { nil })
    return try await Application(router: server.router(), logger: .silent).test(.router) { client in
      let bank = ServedBank(world: world, wire: wire, engine: engine, client: client)
      return try await world.time.run(limit: .seconds(86_400)) { try await engine.running { try await journey(bank) } }
    }
  }

  func create(_ member: String? = nil) async throws -> CheckoutID {
    let created = try await order(member)
    try #require(created.status == .created, "\(String(buffer: created.body))")
    return CheckoutID(try created.decoded(CheckoutBody.self).id)
  }

  /// - Parameter member: A further member of the body.
  func order(_ member: String? = nil) async throws -> TestResponse {
    let price = world.bench.order.lines[0].unitPrice
    let order = """
      {"orderReference":"A-1","kind":"browser","provider":"test-bank","language":"en","capture":"automatic",
       "buyer":{"ipAddress":"198.51.100.1","userAgent":"Shop/1"},\(member.map { $0 + "," } ?? "")
       "order":{"currency":"\(price.currency)","lines":[{"sku":"t","name":"Tablet","quantity":1,
         "unitPrice":{"amount":"\(price.decimal)","currency":"\(price.currency)"}}],
         "tax":{"percent":"10","rounding":"down","included":true}}}
      """
    return try await call(.post, "/v1/checkouts", order)
  }

  /// The buyer agrees in the shop.
  /// - Returns: The ticket.
  func confirm(_ id: CheckoutID) async throws -> String {
    let shown = try await call(.get, "/v1/checkouts/\(id)").decoded(CheckoutBody.self)
    let review = try #require(shown.review)
    let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
    let body = String(decoding: try JSONEncoder().encode(agreed), as: UTF8.self)
    let confirmed = try await call(.post, "/v1/checkouts/\(id)/confirm", body).decoded(CheckoutBody.self)
    #expect(confirmed.phase == .paying)
    return try ticket(try #require(confirmed.next?.url))
  }

  private func ticket(_ url: String) throws -> String { String(try #require(url.split(separator: "#").last)) }

  /// A browser spends a ticket, or the ticket of a start page's address.
  /// - Returns: Its cookie.
  func spend(_ ticket: String, agent: String? = "Phone/2") async throws -> String {
    let response = try await post("/ferry/start", #"{"ticket":"\#(try self.ticket(ticket))"}"#, agent: agent)
    try #require(response.status == .ok, "\(String(buffer: response.body))")
    return String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })
  }

  func post(_ path: String, _ body: String, agent: String? = nil) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: "application/json", .origin: Self.base]
    headers[.userAgent] = agent
    headers[try #require(HTTPField.Name("X-Forwarded-For"))] = "203.0.113.9"
    return try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
  }

  func get(_ url: String, _ cookie: String) async throws -> TestResponse {
    try await client.execute(
      uri: url.hasPrefix(Self.base) ? String(url.dropFirst(Self.base.count)) : url, method: .get,
      headers: [.cookie: cookie])
  }

  /// Opens the bank's page by the redirect of the next action.
  /// - Returns: The id of the page.
  func open(_ id: CheckoutID, _ cookie: String) async throws -> String {
    try world.sandbox.open(.redirect(try await page(id, cookie)), order: nil).id
  }

  /// The address of the bank's page.
  func page(_ id: CheckoutID, _ cookie: String) async throws -> String {
    let response = try await get("/ferry/next/\(id)", cookie)
    try #require(response.status == .seeOther, "\(String(buffer: response.body))")
    let address = try #require(response.headers[.location])
    #expect(address.hasPrefix("\(ProviderWorld.sandboxOrigin)/pay/"))
    return address
  }

  func call(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> TestResponse {
    var headers: HTTPFields = [.authorization: "Bearer " + Self.key, .contentType: "application/json"]
    headers[try #require(HTTPField.Name("Idempotency-Key"))] = "key-1"
    return try await client.execute(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
  }
}

/// Carries requests to the bank, and notes the payer of each session that it is asked for.
private final class BankWire: ProviderTransport {
  private struct Request: Decodable { let payer: BuyerFacts? }

  private let bank: SandboxTransport
  private let time: VirtualTime
  private let state = Mutex<(opened: [BuyerFacts], delay: Duration)>(([], .zero))

  init(_ bank: SandboxTransport, _ time: VirtualTime) { (self.bank, self.time) = (bank, time) }

  var opened: [BuyerFacts] { state.withLock(\.opened) }

  /// From now on every answer takes so long.
  func delay(_ delay: Duration) { state.withLock { $0.delay = delay } }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let delay = state.withLock { state in
      if let payer = (try? JSONDecoder().decode(Request.self, from: Data(body)))?.payer { state.opened.append(payer) }
      return state.delay
    }
    try? await time.sleep(for: delay)
    return try await bank.send(request, body: body, timeout: timeout)
  }
}

extension TestResponse {
  fileprivate func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(body.readableBytesView))
  }
}
