import AmazonPay
import AmazonPaySandbox
import AsyncHTTPClient
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryTesting
import Foundation
import HummingbirdCore
import HummingbirdTesting
import Logging
import NIOCore
import NIOHTTP1
import Testing

/// A client that talks to the sandbox by HTTP; buyers act by the sandbox's control API.
struct SandboxShop: Sendable {
  let client: AmazonPayClient
  let account: AmazonPayAccount
  let origin: String
  private let http: HTTPClient

  /// A key id with a prefix, and one without; for that the path names the environment.
  static let keyIds = [TestAccount.publicKeyId, "AHEXAMPLEKEYID0000000000"]

  /// Another merchant, for whom this one may act.
  static let delegation = (
    merchantId: "A9B2C3D4E5F6G7", storeId: "amzn1.application-oa2-client.other", mwsAuthToken: "amzn.mws.1-2~3"
  )

  static func run(
    publicKeyId: String = TestAccount.publicKeyId, algorithm: AmazonPayAlgorithm = .v2,
    _ body: @escaping @Sendable (SandboxShop) async throws -> Void
  ) async throws {
    var place = try SandboxPlace.test()
    place.processingPause = .zero
    place.isControlEnabled = true
    let sandbox = try Sandbox(
      [
        Merchant(
          id: "A1B2C3D4E5F6G7", name: "Test Shop", storeIDs: [TestAccount.storeId],
          publicKeys: Dictionary(uniqueKeysWithValues: keyIds.map { ($0, SigningTestKey.publicKey) })),
        Merchant(
          id: delegation.merchantId, name: "Another Shop", storeIDs: [delegation.storeId], publicKeys: [:],
          mwsAuthTokens: [delegation.mwsAuthToken: "A1B2C3D4E5F6G7"]),
      ], at: place)
    let logger = Logger(label: "sandbox") { _ in SwiftLogNoOpLogHandler() }
    try await sandbox.responder.application(address: .hostname("127.0.0.1", port: 0), logger: logger).test(.live) {
      served in
      let origin = "http://127.0.0.1:\(try #require(served.port))"
      let account = try AmazonPayAccount(
        mode: .test, region: .japan, merchantId: "A1B2C3D4E5F6G7", storeId: TestAccount.storeId,
        publicKeyId: publicKeyId, privateKeyPEM: Secret(SigningTestKey.privateKey), sandboxURL: origin,
        algorithm: algorithm)
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { http in
        let client = AmazonPayClient(account, transport: HTTPTransport(client: http, time: SystemTime()))
        try await body(SandboxShop(client: client, account: account, origin: origin, http: http))
      }
    }
  }

  /// A client with a merchant's token.
  func client(actingBy token: String) throws -> AmazonPayClient {
    let account = try AmazonPayAccount(
      mode: .test, region: .japan, merchantId: Self.delegation.merchantId, storeId: Self.delegation.storeId,
      publicKeyId: TestAccount.publicKeyId, privateKeyPEM: Secret(SigningTestKey.privateKey), sandboxURL: origin,
      authToken: Secret(token))
    return AmazonPayClient(account, transport: HTTPTransport(client: http, time: SystemTime()))
  }

  /// Performs a buyer's action on Amazon's pages.
  func buyer(_ action: String, _ session: String) async throws {
    try await control("amazon-pay/checkoutSessions/\(session)/buyer", #"{"action":"\#(action)"}"#)
  }

  func advance(seconds: Int) async throws {
    try await control("clock", #"{"advanceSeconds":\#(seconds)}"#)
  }

  private func control(_ path: String, _ body: String) async throws {
    var request = HTTPClientRequest(url: "\(origin)/control/\(path)")
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: body))
    let answer = try await http.execute(request, timeout: .minutes(5))
    let text = String(buffer: try await answer.body.collect(upTo: 1 << 20))
    try #require(answer.status == .ok, "\(path): \(text)")
  }

  /// Signs a buyer in with a sign-in button's payload.
  func signIn(_ payload: SignedButtonPayload, email: String) async throws -> String {
    let fields = [
      ("payloadJSON", payload.payloadJSON), ("signature", payload.signature), ("publicKeyId", payload.publicKeyId),
      ("algorithm", payload.algorithm.rawValue), ("merchantId", account.merchantId), ("sandbox", "true"),
      ("productType", "SignIn"), ("email", email),
    ]
    var request = HTTPClientRequest(url: "\(origin)/checkout/start/signin")
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
    request.body = .bytes(
      ByteBuffer(string: fields.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")))
    let answer = try await http.execute(request, timeout: .minutes(5))
    return try #require(answer.headers.first(name: "location"))
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  func key() throws -> IdempotencyKey { try IdempotencyKey(SystemRandomness().token()) }

  /// A session with the buyer's selection.
  func chosen(_ change: (inout NewCheckoutSession) -> Void = { _ in }) async throws -> CheckoutSession {
    var new = NewCheckoutSession(
      storeId: TestAccount.storeId, checkoutReviewReturnUrl: "http://localhost/review",
      checkoutCancelUrl: "http://localhost/cancel")
    new.scopes = [.name, .email, .shippingAddress]
    change(&new)
    let session = try await client.send(.createCheckoutSession(new, key(), in: .sandbox), as: CheckoutSession.self)
    try await buyer("select", session.checkoutSessionId)
    return session
  }

  /// A paid session.
  func completed(
    _ intent: PaymentIntent, _ amount: Money, total: Money? = nil, pending: Bool = false
  ) async throws -> CheckoutSession {
    let id = try await chosen().checkoutSessionId
    let update = CheckoutSessionUpdate(
      checkoutResultReturnUrl: "http://localhost/result",
      payment: RequestedPayment(intent, amount, canHandlePendingAuthorization: pending, totalOrderAmount: total),
      merchantMetadata: MerchantMetadata(merchantReferenceId: "ORDER-1", merchantStoreName: "テスト店"))
    _ = try await client.send(.updateCheckoutSession(id, update, in: .sandbox), as: CheckoutSession.self)
    try await buyer("approve", id)
    return try await client.send(
      .completeCheckoutSession(id, amount, totalOrderAmount: total, key()), as: CheckoutSession.self)
  }
}
