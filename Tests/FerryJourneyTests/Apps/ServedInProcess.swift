import AmazonPay
import AmazonPayModule
import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryProvider
import FerrySandbox
import FerryScriptedBuyer
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

/// The checkout server with its engine and the sandbox, in one process, on virtual time: what is sent to their addresses
/// goes through the server's whole router, and through no socket.
struct ServedInProcess: ScriptedTransport {
  let world: InProcessAmazonPay
  /// The requests to the checkout server and its answers.
  let traffic = Traffic()
  private let client: any TestClientProtocol

  static let ferry = "http://localhost:3080"
  static let linkHost = "http://127.0.0.1:3080"
  static let secretKey = Secret("sk_test_of-a-shop-that-is-served-in-process")

  /// Runs a journey with a running engine.
  /// - Parameters:
  ///   - store: The store of a new world.
  ///   - power: Stops the store at a moment.
  ///   - spoilt: Answers that the provider gives instead of the true ones.
  ///   - logger: The log of server and engine.
  static func run<Result: Sendable>(
    store: any Store = MemoryStore(), power: PowerSwitch? = nil, spoilt: SpoiltAnswers? = nil,
    logger: Logger = .silent, _ journey: @escaping @Sendable (ServedInProcess) async throws -> Result
  ) async throws -> Result {
    let world = try InProcessAmazonPay(store: store, power: power, spoilt: spoilt, logger: logger)
    let base = try #require(Origin(ferry))
    let configuration = FerryServerConfiguration(
      base: base,
      shops: [
        ShopConfiguration(
          id: "main", checkoutPage: base.link("/checkout"),
          keys: [ShopConfiguration.Key(SecretKeyDigest(of: secretKey.reveal()), mode: .test)])
      ],
      apps: [
        RegisteredApp(
          id: "tablets-ios", shop: "main",
          platform: .ios(IOSApp(bundleID: "jp.example.tablets", teamID: "FERRYDEMO1")), scheme: "tablets",
          linkHost: try #require(Origin(linkHost)))
      ])
    let server = CheckoutServer(
      configuration: configuration, service: world.engine, providers: [],
      freeDisk: FreeDisk { nil })
    return try await Application(router: server.router(), logger: logger).test(.router) { client in
      let served = ServedInProcess(world: world, client: client)
      return try await world.run { try await journey(served) }
    }
  }

  func app(_ kind: AppKind, verifier: Verifier = Verifier(SystemRandomness())) -> ScriptedApp {
    ScriptedApp(
      ScriptedApp.Target(
        ferry: Self.ferry, sandbox: InProcessAmazonPay.origin, secretKey: Self.secretKey, app: "tablets-ios",
        linkHost: Self.linkHost, review: kind == .firstGeneration ? .browser : .app),
      transport: self, verifier: verifier)
  }

  /// A buyer in a browser, and their shop.
  func browser() -> ScriptedCheckout {
    ScriptedCheckout(
      ScriptedCheckout.Target(ferry: Self.ferry, sandbox: InProcessAmazonPay.origin, secretKey: Self.secretKey),
      transport: self)
  }

  /// The sums of all orders in the sandbox's ledger: captured, held and refunded.
  var money: [Int64] {
    let orders = world.sandbox.money
    return [orders.map(\.captured), orders.map(\.held), orders.map(\.refunded)].map { amounts in
      amounts.reduce(0) { $0 + $1.minorUnits }
    }
  }

  func send(_ request: ScriptedRequest) async throws -> ScriptedAnswer {
    for (site, answers) in [(Self.ferry, answersOfServer), (InProcessAmazonPay.origin, answersOfSandbox)]
    where request.url.hasPrefix(site + "/") {
      return try await answers(request, String(request.url.dropFirst(site.count)))
    }
    throw Unexpected("Nobody answers at \(request.url.prefix(40)).")
  }

  private func answersOfServer(_ request: ScriptedRequest, _ path: String) async throws -> ScriptedAnswer {
    let response = try await client.execute(
      uri: path, method: try #require(HTTPRequest.Method(rawValue: request.method)),
      headers: try Self.fields(request), body: request.body.map { ByteBuffer(bytes: $0) })
    let answer = ScriptedAnswer(
      status: response.status.code, headers: response.headers.map { (name: $0.name.rawName, value: $0.value) },
      body: Array(response.body.readableBytesView))
    traffic.add(request, answer)
    return answer
  }

  private func answersOfSandbox(_ request: ScriptedRequest, _ path: String) async throws -> ScriptedAnswer {
    let head = HTTPRequest(
      method: try #require(HTTPRequest.Method(rawValue: request.method)), scheme: "http", authority: "127.0.0.1:3081",
      path: path, headerFields: try Self.fields(request))
    let (response, body) = world.sandbox.respond(to: head, body: request.body ?? [])
    return ScriptedAnswer(
      status: response.status.code,
      headers: response.headerFields.map { (name: $0.name.rawName, value: $0.value) }, body: body)
  }

  private static func fields(_ request: ScriptedRequest) throws -> HTTPFields {
    var fields: HTTPFields = [:]
    for (name, value) in request.headers { fields[try #require(HTTPField.Name(name))] = value }
    return fields
  }
}

/// The three ways in which apps have their checkout.
enum AppKind: String, CaseIterable, Sendable {
  /// Its own screens: it confirms by itself.
  case native
  /// The shop's pages in a web view: the shop's backend confirms.
  case webView
  /// The secure browser shows the review, and its purchase link leads into the app, which confirms.
  case firstGeneration
}
