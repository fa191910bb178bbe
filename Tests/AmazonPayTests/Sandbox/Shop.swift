import Crypto
import CryptoExtras
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryTesting
import HTTPTypes
import Synchronization
import Testing

@testable import AmazonPaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A merchant with its own sandbox, on virtual time and without a socket.
struct Shop {
  static let merchantID = "A1EXAMPLE00000"
  static let otherMerchantID = "A2EXAMPLE00000"
  static let keyID = "SANDBOX-AHEXAMPLEKEYID0000000000"
  static let liveKeyID = "LIVE-AHEXAMPLEKEYID0000000000000"
  static let plainKeyID = "AHEXAMPLEKEYID0000000000"
  static let otherKeyID = "SANDBOX-OTHEREXAMPLE000000000000"
  static let storeID = "amzn1.application-oa2-client.00000000000000000000000000000000"

  /// The moment of the signing vectors: 2025-01-02T03:04:05Z.
  static let start = Moment(milliseconds: 1_735_787_045_000)

  let time = HandClock(start)
  let sandbox: Sandbox
  private let privateKey: _RSA.Signing.PrivateKey

  /// The parts of a sandbox that a test changes before the start.
  struct Setup {
    var merchants: [Merchant]
    var notifications = NotificationSettings()
    var place: SandboxPlace
    var journal: String?
  }

  init(_ rules: Rules = Rules(), _ change: (inout Setup) -> Void = { _ in }) throws {
    var setup = Setup(
      merchants: [
        Merchant(
          id: Self.merchantID, name: "Sample Shop", storeIDs: [Self.storeID],
          publicKeys: [
            Self.keyID: SigningTestKey.publicKey, Self.liveKeyID: SigningTestKey.publicKey,
            Self.plainKeyID: SigningTestKey.publicKey,
          ]),
        Merchant(
          id: Self.otherMerchantID, name: "Other Shop", storeIDs: ["amzn1.application-oa2-client.other"],
          publicKeys: [Self.otherKeyID: SigningTestKey.publicKey]),
      ],
      place: try .test(timekeeper: time, randomness: FixedRandomness()))
    change(&setup)
    privateKey = try _RSA.Signing.PrivateKey(pemRepresentation: SigningTestKey.privateKey)
    sandbox = try Sandbox(
      setup.merchants, rules, setup.notifications, at: setup.place, journal: setup.journal, signingKey: privateKey)
  }

  /// Records the outcome of an attempt to deliver a notification.
  func note(_ outcome: DeliveryOutcome, of number: Int) {
    sandbox.state.note(outcome, of: number, rules: sandbox.deliveryRules)
  }

  struct Answer {
    let status: Int
    let body: JSONValue
    let bytes: [UInt8]

    var reasonCode: String? { body["reasonCode"]?.text }
    var message: String { body["message"]?.text ?? "" }
    var state: String? { body["statusDetails"]?["state"]?.text }
    var stateReason: String? { body["statusDetails"]?["reasonCode"]?.text }
  }

  /// A signed request and its answer.
  @discardableResult
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "", key: String? = nil, simulation: String? = nil,
    keyID: String = Shop.keyID, _ change: (inout HTTPRequest) -> Void = { _ in }
  ) throws -> Answer {
    let request = try signed(method, path, body, key: key, simulation: simulation, keyID: keyID, change)
    let (response, bytes) = sandbox.respond(to: request, body: Array(body.utf8))
    return Answer(status: response.status.code, body: try JSONValue(parsing: bytes), bytes: bytes)
  }

  /// A request signed with AMZN-PAY-RSASSA-PSS-V2.
  /// - Parameter change: applied after signing.
  func signed(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "", key: String? = nil, simulation: String? = nil,
    keyID: String = Shop.keyID, _ change: (inout HTTPRequest) -> Void = { _ in }
  ) throws -> HTTPRequest {
    var headers = [
      "accept": "application/json", "content-type": "application/json",
      "x-amz-pay-date": AmazonTimestamp.text(time.now), "x-amz-pay-host": "pay-api.amazon.jp",
      "x-amz-pay-region": "jp",
    ]
    headers["x-amz-pay-idempotency-key"] = key
    headers["x-amz-pay-simulation-code"] = simulation
    var request = HTTPRequest(method: method, scheme: "https", authority: "pay-api.amazon.jp", path: path)
    for (name, value) in headers { request.headerFields[try #require(HTTPField.Name(name))] = value }
    try sign(&request, headers.keys.sorted(), body, keyID)
    change(&request)
    return request
  }

  func sign(_ request: inout HTTPRequest, _ names: [String], _ body: String, _ keyID: String) throws {
    let fields = request.headerFields
    let canonical = CanonicalRequest(
      method: request.method.rawValue, target: request.path ?? "", signedHeaders: names,
      value: { fields.amazonPay($0) }, body: Array(body.utf8))
    let text = SignatureAlgorithm.version2.stringToSign(hash: canonical.hash)
    request.headerFields[.authorization] =
      "AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=\(keyID), SignedHeaders=\(names.joined(separator: ";")), "
      + "Signature=\(try signature(text))"
  }

  /// A signature with salt 32, in Base64.
  func signature(_ text: String) throws -> String {
    try privateKey.signature(for: SHA256.hash(data: Array(text.utf8)), padding: .PSS).rawRepresentation
      .base64EncodedString()
  }
}

extension SandboxPlace {
  /// A sandbox of a test at 127.0.0.1. No test opens its port.
  static func test(
    timekeeper: any Timekeeper = SystemTime(), randomness: any Randomness = SystemRandomness()
  ) throws -> SandboxPlace {
    SandboxPlace(
      origin: try #require(Origin("http://127.0.0.1:3081")), shop: try #require(Origin("http://localhost:3080")),
      shopName: "Sample Shop", timekeeper: timekeeper, randomness: randomness)
  }
}

extension NotificationSettings {
  init(_ change: (inout NotificationSettings) -> Void) {
    self.init()
    change(&self)
  }
}

extension Sandbox {
  func plan(_ fault: SandboxFault) { state.plan(fault) }

  var requests: [RequestRecord] { state.requests }

  var now: Moment { state.now }

  func advanceClock(by duration: Duration) { state.advanceClock(by: duration) }
}

extension SandboxFault {
  init(_ kind: Kind, on operation: APIOperation?, _ incidence: FaultIncidence = .next(1)) {
    self.init(kind, onOperation: operation?.rawValue, incidence)
  }
}

extension Shop {
  static let createBody = """
    {"webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example.test/review?token=1"},\
    "storeId":"\(storeID)"}
    """

  static func updateBody(
    amount: String = "8980", intent: String = "Authorize", pending: Bool = false, reference: String = "ORDER-1"
  ) -> String {
    """
    {"webCheckoutDetails":{"checkoutResultReturnUrl":"https://shop.example.test/result"},\
    "paymentDetails":{"paymentIntent":"\(intent)","canHandlePendingAuthorization":\(pending),\
    "chargeAmount":{"amount":"\(amount)","currencyCode":"JPY"}},\
    "merchantMetadata":{"merchantReferenceId":"\(reference)"}}
    """
  }

  static func price(_ name: String, _ amount: String, _ currency: String = "JPY") -> String {
    #"{"\#(name)":{"amount":"\#(amount)","currencyCode":"\#(currency)"}}"#
  }

  /// An open session without a buyer. Returns the id.
  func session(_ body: String = createBody, key: String = "create") throws -> String {
    let answer = try call(.post, "/v2/checkoutSessions", body, key: key)
    #expect(answer.status == 201)
    return try #require(answer.body["checkoutSessionId"]?.text)
  }

  /// Does what a buyer does on the hosted pages.
  func asBuyer(_ act: (inout Ledger, TestBuyer, Moment) throws -> PageStep) throws -> PageStep {
    let buyer = TestBuyer.ready[0]
    return try sandbox.state.change { try act(&$0, buyer, $1) }
  }

  @discardableResult
  func select(_ id: String, address: String? = "tokyo", card: String = "1111") throws -> PageStep {
    try asBuyer { try $0.select(id, by: $1, addressID: address, ending: card, at: $2) }
  }

  @discardableResult
  func process(_ id: String, card: String? = nil) throws -> PageStep {
    try asBuyer { try $0.process(id, by: $1, ending: card, at: $2) }
  }

  func abandonProcessing(_ id: String) throws -> PageStep {
    try asBuyer { try $0.abandonProcessing(id, by: $1, at: $2) }
  }

  /// The redirect to the shop after the processing page.
  static func resultStep(_ id: String) -> PageStep {
    .leave("https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
  }

  /// A session whose buyer has selected and confirmed. Returns the id.
  func confirmed(
    amount: String = "8980", intent: String = "Authorize", pending: Bool = false, card: String = "1111",
    reference: String = "ORDER-1", key: String = "create"
  ) throws -> String {
    let id = try session(key: key)
    try select(id, card: card)
    let update = Self.updateBody(amount: amount, intent: intent, pending: pending, reference: reference)
    #expect(try call(.patch, "/v2/checkoutSessions/\(id)", update).status == 200)
    try process(id)
    return id
  }

  func complete(
    _ id: String, amount: String = "8980", key: String? = nil, simulation: String? = nil
  ) throws -> Answer {
    try call(
      .post, "/v2/checkoutSessions/\(id)/complete", Self.price("chargeAmount", amount), key: key,
      simulation: simulation)
  }

  /// A completed session. Returns the ids of its charge permission and charge.
  func authorized(
    amount: String = "8980", intent: String = "Authorize", pending: Bool = false, card: String = "1111",
    key: String = "create"
  ) throws -> (permission: String, charge: String) {
    let id = try confirmed(amount: amount, intent: intent, pending: pending, card: card, key: key)
    let answer = try complete(id, amount: amount)
    #expect(answer.state == "Completed")
    return (
      try #require(answer.body["chargePermissionId"]?.text), try #require(answer.body["chargeId"]?.text)
    )
  }

  /// A captured charge's id.
  func captured(amount: String = "8980", key: String = "create") throws -> String {
    try authorized(amount: amount, intent: "AuthorizeWithCapture", key: key).charge
  }
}

/// Random bytes that are the same in every run.
final class FixedRandomness: Randomness {
  private let state: Mutex<UInt64>

  init(seed: UInt64 = 1) { state = Mutex(seed) }

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }
}

enum SigningHash {
  static func of(_ payload: String) -> String { Hexadecimal.text(SHA256.hash(data: Array(payload.utf8))) }
}
