import AmazonPay
import AmazonPayModule
import AmazonPaySandbox
import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryProvider
import FerrySandbox
import FerryServer
import FerrySimulation
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

/// The checkout server with its engine and the sandbox, in one process, on virtual time: what is sent to their addresses
/// goes through the server's whole router, and through no socket.
struct ServedInProcess: ShopTransport {
  let world: InProcessAmazonPay
  /// The requests to the checkout server and its answers.
  let traffic = Traffic()
  private let sites: InProcessSites

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
      let served = ServedInProcess(world: world, sites: InProcessSites(client: client, sandbox: world.sandbox))
      return try await world.run { try await journey(served) }
    }
  }

  func app(_ kind: AppKind) -> ScriptedApp {
    ScriptedApp(
      Self.target, app: "tablets-ios", linkHost: Self.linkHost, review: kind == .firstGeneration ? .browser : .app,
      transport: self)
  }

  /// A buyer in a browser, and their shop.
  func browser() -> ScriptedCheckout { ScriptedCheckout(Self.target, transport: self) }

  private static var target: ScriptedCheckout.Target {
    ScriptedCheckout.Target(ferry: ferry, sandbox: InProcessAmazonPay.origin, secretKey: secretKey)
  }

  /// The amounts in the sandbox's ledger, without those that were released.
  var money: MoneyTotals {
    let money = world.money
    return MoneyTotals(held: money.held, captured: money.captured, refunded: money.refunded)
  }

  func send(_ request: ShopRequest) async throws -> ShopAnswer {
    let answer = try await sites.send(request)
    if request.url.hasPrefix(Self.ferry + "/") { traffic.add(request, answer) }
    return answer
  }
}

/// The checkout server and a sandbox in the test's process, at the addresses of the demo.
struct InProcessSites: ShopTransport {
  let client: any TestClientProtocol
  let sandbox: any ProviderSandbox

  func send(_ request: ShopRequest) async throws -> ShopAnswer {
    if let answer = try await sandbox.answer(request) { return answer }
    guard let path = request.url.path(at: ServedInProcess.ferry) else {
      throw Unexpected("Nobody answers at \(request.url.prefix(40)).")
    }
    let response = try await client.execute(
      uri: path, method: try #require(HTTPRequest.Method(rawValue: request.method)),
      headers: HTTPFields(request.headers), body: request.body.map { ByteBuffer(bytes: $0) })
    return ShopAnswer(response.status, response.headers, Array(response.body.readableBytesView))
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
