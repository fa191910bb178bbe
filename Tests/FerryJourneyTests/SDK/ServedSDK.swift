import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerrySandbox
import FerryServer
import FerrySimulation
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

/// The checkout server as the merchant backend of Swedbank Pay's SDKs, with engine, provider and sandbox, in one process and
/// on virtual time.
struct ServedSDK: Sendable {
  let world: ProviderWorld
  let client: any TestClientProtocol

  static let backend = ProviderWorld.shopOrigin + "/ferry/sdk/swedbank-pay/"
  private static let key = "sk_test_of-a-shop-with-an-sdk"
  private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

  /// - Parameters:
  ///   - settings: Settings of the account besides the demo's.
  ///   - notifies: True if the sandbox sends its callbacks to the server.
  ///   - others: Accounts beside it.
  ///   - moreApps: Apps besides one for iOS and one for Android.
  ///   - power: Cuts the server off at a moment.
  ///   - old: The world of a server that is started again, with its settings; nil for a new one.
  static func run<Result: Sendable>(
    rates: RateLimits = .none, settings: [String: String] = [:], notifies: Bool = false,
    besides others: [OfferedProvider] = [], moreApps: [RegisteredApp] = [], power: PowerSwitch? = nil,
    restarting old: ProviderWorld? = nil, _ journey: @escaping @Sendable (ServedSDK) async throws -> Result
  ) async throws -> Result {
    let world =
      try old.map(ProviderWorld.init(restarting:))
      ?? ProviderWorld(.swedbankPay, power: power, notifies: notifies, settings: settings)
    let base = try #require(Origin(ProviderWorld.shopOrigin))
    let linkHost = try #require(Origin("http://127.0.0.1:3080"))
    let connection = ProviderConnection(
      transport: world.editor, time: world.time, randomness: SequentialRandomness(seed: 7))
    let server = CheckoutServer(
      configuration: FerryServerConfiguration(
        base: base,
        shops: [
          ShopConfiguration(
            id: "main", checkoutPage: base.link("/checkout"),
            keys: [ShopConfiguration.Key(SecretKeyDigest(of: key), mode: .test)])
        ],
        apps: [
          RegisteredApp(
            id: "tablets-ios", shop: "main",
            platform: .ios(IOSApp(bundleID: "jp.example.tablets", teamID: "A1B2C3D4E5")),
            scheme: "tablets", linkHost: linkHost),
          RegisteredApp(
            id: "tablets-android", shop: "main",
            platform: .android(AndroidApp(package: "jp.example.tablets", fingerprints: [fingerprint])),
            scheme: "tablets", linkHost: linkHost),
        ] + moreApps,
        limits: FerryServerConfiguration.Limits(rates: rates, trustedProxies: 1)),
      service: world.engine,
      providers: [
        OfferedProvider(
          world.account.id, name: world.account.name, journey: .pay, sdk: world.account.sdkBackend(connection))
      ] + others, freeDisk: FreeDisk { nil })
    return try await Application(router: server.router(), logger: .silent).test(.router) { client in
      let served = ServedSDK(world: world, client: client)
      return try await world.run(posting: InProcessPost(client: client) { $0 }) { try await journey(served) }
    }
  }

  /// The shop's backend has created a checkout for an app, which has a secret of its own.
  /// - Parameter options: The shop's options for Swedbank Pay, in JSON.
  func app(_ sdk: OfficialSDK, _ reference: String = "cart-1", options: String = "{}") async throws -> AppWithSDK {
    let verifier = Verifier(SystemRandomness())
    let handoff = try await create(sdk, reference, options: options, challenge: verifier.challenge)
    return AppWithSDK(
      served: self, sdk: sdk, id: CheckoutID(handoff.checkout), token: try #require(handoff.clientToken),
      verifier: verifier, installation: SystemRandomness().token(bytes: 32))
  }

  /// The shop's backend creates a checkout for an app, or returns the one that it has created.
  func create(
    _ sdk: OfficialSDK, _ reference: String, options: String = "{}", challenge: Challenge
  ) async throws -> CheckoutHandoff {
    let price = world.bench.order.lines[0].unitPrice
    let order = """
      {"orderReference":"\(reference)","kind":"app","provider":"swedbank-pay","language":"sv","capture":"automatic",
       "providerOptions":{"swedbank-pay":\(options)},
       "app":{"id":"tablets-\(sdk.rawValue)","challenge":"\(challenge.text)"},
       "order":{"currency":"\(price.currency)","lines":[{"sku":"t","name":"Tablet","quantity":1,
         "unitPrice":{"amount":"\(price.decimal)","currency":"\(price.currency)"}}],
         "tax":{"percent":"10","rounding":"down","included":true}}}
      """
    let headers: HTTPFields = [
      .authorization: "Bearer " + Self.key, .contentType: "application/json", .idempotencyKey: "key of \(reference)",
    ]
    let created = try await client.execute(
      uri: "/v1/checkouts", method: .post, headers: headers, body: ByteBuffer(string: order))
    try #require(created.status == .created, "\(String(buffer: created.body))")
    return try #require(try created.content(as: CheckoutBody.self).app)
  }

  /// The requests for payment orders.
  var created: [ProviderRequest] {
    world.provider.exchanges.filter { $0.operation == "createPaymentOrder" }.map(\.request)
  }

  func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
    try await client.execute(uri: path, method: .get, headers: headers)
  }
}

extension TestResponse {
  func content<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(body.readableBytesView))
  }
}

extension ProviderSandbox {
  /// The requests that have arrived so far.
  var requestCount: Int { state.requests.count }
}

/// An app with an official SDK, and its checkout.
struct AppWithSDK: Sendable {
  let served: ServedSDK
  let sdk: OfficialSDK
  let id: CheckoutID
  let token: String
  let verifier: Verifier
  var installation: String?

  /// The app asks the server for a code.
  func askForCode() async throws -> TestResponse {
    var headers: HTTPFields = [.authorization: "Bearer " + token]
    headers[try #require(HTTPField.Name(Verifier.fieldName))] = verifier.text
    return try await served.client.execute(uri: "/v1/app/checkouts/\(id)/sdk", method: .post, headers: headers)
  }

  /// The code that the app is given.
  func code() async throws -> String {
    let answer = try await askForCode()
    try #require(answer.status == .ok, "\(String(buffer: answer.body))")
    let access = try answer.content(as: SDKAccess.self)
    #expect(access.backendUrl == ServedSDK.backend)
    #expect(access.code.utf8.count <= 50)
    return access.code
  }

  /// A request of the SDK.
  /// - Parameters:
  ///   - path: Below the backend's address, or the whole address.
  ///   - code: The code in the header field for requests without an order.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, code: String? = nil,
    type: String? = "application/json; charset=utf-8"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.userAgent: sdk == .ios ? "SwedbankPaySDK-iOS/5.0.2" : "SwedbankPaySDK-Android/5.0.4"]
    headers[try #require(HTTPField.Name(SDKAccess.secretHeader))] = installation
    headers[try #require(HTTPField.Name(SDKAccess.codeHeader))] = code
    headers[try #require(HTTPField.Name("X-Forwarded-For"))] = "203.0.113.9"
    if body != nil { headers[.contentType] = type }
    let origin = ProviderWorld.shopOrigin
    let uri = path.hasPrefix(origin) ? String(path.dropFirst(origin.count)) : "/ferry/sdk/swedbank-pay/" + path
    return try await served.client.execute(
      uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
  }

  /// A request whose answer the SDK has to understand.
  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, code: String? = nil
  ) async throws -> OfficialSDK.Answer {
    sdk.read(try await send(method, path, body, code: code))
  }

  /// Asks for the payment order.
  func pay(_ code: String, isV3: Bool = true) async throws -> OfficialSDK.PaymentOrder {
    try await order(.post, "paymentorders", RecordedBody.order(sdk, code: code, isV3: isV3))
  }

  /// A request whose answer is a payment order.
  func order(_ method: HTTPRequest.Method, _ path: String, _ body: String) async throws -> OfficialSDK.PaymentOrder {
    let response = try await send(method, path, body)
    guard case .success(let order) = sdk.read(response) else {
      throw ProviderWorld.Stuck(description: "\(response.status) \(String(buffer: response.body))")
    }
    return order
  }

  /// The buyer pays in the menu that the SDK shows.
  func approve(_ order: OfficialSDK.PaymentOrder, isV3: Bool = true) throws {
    let script = try #require(sdk.script(order, isV3: isV3), "The SDK finds no script.")
    let page = try served.world.sandbox.open(.redirect(script), order: nil)
    try served.world.act(.approve, on: page.id)
  }

  func file() async throws -> CheckoutFile { try await served.world.file(id) }
}
