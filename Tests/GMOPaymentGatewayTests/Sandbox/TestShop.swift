import Crypto
import CryptoExtras
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

import struct AmazonPaySandbox.Merchant

@testable import GMOPaymentGatewaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A shop with its own sandbox, without a socket, on a clock that only the test moves.
struct TestShop: Sendable {
  /// 2026-01-15T14:30:00Z, half past eleven in the evening in Japan.
  static let start = Moment(milliseconds: 1_768_487_400_000)
  static let origin = "http://127.0.0.1:3081"
  static let shopID = "tshop00000001"
  static let shopPass = "pass0001"
  static let merchantID = "A1EXAMPLE00000"
  static let storeID = "amzn1.application-oa2-client.00000000000000000000000000000000"
  static let publicKeyID = "SANDBOX-AHEXAMPLEKEYID0000000000"
  static let returnURL = "https://shop.example/thanks?client=app"
  static let cancelURL = "https://shop.example/cancel"

  let time: HandClock
  let sandbox: Sandbox

  /// - Parameter journal: Nil for memory only.
  init(
    time: HandClock = HandClock(start), journal: String? = nil, notifies: Bool = true,
    _ changeRules: (inout Rules) -> Void = { _ in }, place change: (inout SandboxPlace) -> Void = { _ in }
  ) throws {
    self.time = time
    var rules = Rules()
    changeRules(&rules)
    var place = SandboxPlace(
      origin: try #require(Origin(Self.origin)), shop: try #require(Origin("http://localhost:3080")),
      shopName: "見本商店", folder: MemoryFolder(), timekeeper: time, randomness: SequentialRandomness())
    place.isControlEnabled = true
    place.processingPause = .zero
    if notifies { place.notificationURL = "https://shop.example/notify" }
    change(&place)
    sandbox = try Sandbox(
      GatewayShop(id: Self.shopID, password: Secret(Self.shopPass), name: "見本商店"), rules,
      Merchant(
        id: Self.merchantID, name: "見本商店", storeIDs: [Self.storeID],
        publicKeys: [Self.publicKeyID: SigningTestKey.publicKey]),
      at: place, journal: journal)
  }

  // MARK: The API

  struct Answer {
    let status: Int
    let contentType: String
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The fields of an idPass body, read independently of the sandbox: first `=` only, `Token` and `StartURL` as they are.
    var fields: [String: String] {
      var fields: [String: String] = [:]
      for pair in bytes.split(separator: UInt8(ascii: "&")) {
        let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self)
        let isRaw = name == "Token" || bytes.contains { $0 > 0x7F }
        fields[name] = isRaw ? CP932.decode(Array(parts[1])).text : TestShop.unescaped(Array(parts[1]))
      }
      return fields
    }

    subscript(name: String) -> String { fields[name] ?? "(none)" }

    /// `ErrInfo`; nil for a success.
    var error: String? { fields["ErrInfo"] }

    var json: JSONValue { get throws { try JSONValue(parsing: bytes) } }
  }

  private static func unescaped(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return CP932.decode(result).text
  }

  /// Percent-encodes every byte of a text in Windows-31J.
  static func escaped(_ text: String) throws -> String {
    try CP932.encode(text).map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  static func form(_ fields: [String: String?]) throws -> [UInt8] {
    let pairs = try fields.compactMap { name, value in try value.map { "\(name)=\(try escaped($0))" } }
    return Array(pairs.sorted().joined(separator: "&").utf8)
  }

  /// A call in `.idPass` with the shop's credentials. A field of nil is left out.
  @discardableResult
  func call(_ api: String, _ fields: [String: String?] = [:]) async throws -> Answer {
    let own: [String: String?] = ["ShopID": Self.shopID, "ShopPass": Self.shopPass]
    return try await send("/payment/\(api).idPass", try Self.form(own.merging(fields) { $1 }))
  }

  /// A call in `.json`.
  func callJSON(_ api: String, _ fields: [String: String?] = [:]) async throws -> Answer {
    let own: [String: String?] = ["shopID": Self.shopID, "shopPass": Self.shopPass]
    let members = own.merging(fields) { $1 }.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { JSONValue.Member(name: name, value: .string($0)) }
    }
    return try await send(
      "/payment/\(api).json", JSONValue.object(members).bytes, contentType: "application/json;charset=UTF-8")
  }

  func send(
    _ path: String, _ body: [UInt8], contentType: String? = "application/x-www-form-urlencoded;charset=windows-31j",
    accept: String? = nil, method: HTTPRequest.Method = .post
  ) async throws -> Answer {
    var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:3081", path: path)
    request.headerFields[.contentType] = contentType
    request.headerFields[.accept] = accept
    let exchange = try await sandbox.exchange(request, body: body)
    return Answer(
      status: exchange.response.status.code, contentType: exchange.response.headerFields[.contentType] ?? "",
      bytes: exchange.body)
  }

  func control(_ path: String, _ body: JSONValue = [:]) async throws -> (status: Int, body: JSONValue) {
    let answer = try await send("/control/\(path)", body.bytes, contentType: "application/json")
    return (answer.status, try answer.json)
  }

  func read(_ path: String) async throws -> JSONValue {
    try await send("/control/\(path)", [], contentType: nil, method: .get).json
  }

  // MARK: A payment

  struct Access: Sendable {
    let order: String
    let id: String
    let pass: String

    var fields: [String: String?] { ["OrderID": order, "AccessID": id, "AccessPass": pass] }

    func with(_ more: [String: String?]) -> [String: String?] { fields.merging(more) { $1 } }
  }

  static func entry(_ order: String, _ more: [String: String?] = [:]) -> [String: String?] {
    ["OrderID": order, "JobCd": "AUTH", "Amount": "8000", "Tax": "980", "AmazonpayType": "4"].merging(more) { $1 }
  }

  func enter(_ order: String = "ORDER-1", _ more: [String: String?] = [:]) async throws -> Access {
    let answer = try await call("EntryTranAmazonpay", Self.entry(order, more))
    try #require(answer.error == nil, "\(answer.text)")
    return Access(order: order, id: answer["AccessID"], pass: answer["AccessPass"])
  }

  static let payload = payload(processor: #""processorSpecifications":{"name":"gmopg"},"#)

  static func payload(processor: String) -> String {
    """
    {"webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example/review","checkoutCancelUrl":"\(cancelURL)"},\
    \(processor)"scopes":["name","email","phoneNumber","billingAddress"],"storeId":"\(storeID)"}
    """
  }

  /// The arguments of the button's script, with a signed payload.
  static func button(_ payload: String = payload) throws -> JSONValue {
    let key = try _RSA.Signing.PrivateKey(pemRepresentation: SigningTestKey.privateKey)
    let hash = Hexadecimal.text(SHA256.hash(data: Array(payload.utf8)))
    let text = "AMZN-PAY-RSASSA-PSS-V2\n" + hash
    let signature = try key.signature(for: SHA256.hash(data: Array(text.utf8)), padding: .PSS).rawRepresentation
    return [
      "merchantId": .string(merchantID), "ledgerCurrency": "JPY", "sandbox": true, "placement": "Cart",
      "createCheckoutSessionConfig": [
        "payloadJSON": .string(payload), "signature": .string(signature.base64EncodedString()),
        "publicKeyId": .string(publicKeyID), "algorithm": "AMZN-PAY-RSASSA-PSS-V2",
      ],
    ]
  }

  /// A session whose buyer has selected; its id.
  func selected(
    _ payload: String = payload, order: String? = nil, _ details: [String: String] = [:]
  ) throws -> String {
    let page = try sandbox.open(.script([try Self.button(payload)]), order: order)
    #expect(page.place == .select)
    _ = try sandbox.act(.select, on: page.id, details: details)
    return page.id
  }

  func exec(_ access: Access, _ session: String, _ more: [String: String?] = [:]) async throws -> Answer {
    let own: [String: String?] = ["AmazonCheckoutSessionID": session, "RetURL": Self.returnURL]
    return try await call("ExecTranAmazonpay", access.with(own.merging(more) { $1 }))
  }

  /// A transaction whose buyer is on Amazon's processing page.
  func started(
    _ order: String = "ORDER-1", entry: [String: String?] = [:], exec: [String: String?] = [:], card: String = "1111"
  ) async throws -> Access {
    let access = try await enter(order, entry)
    let answer = try await self.exec(access, try selected(["card": card]), exec)
    try #require(answer.error == nil, "\(answer.text)")
    _ = try sandbox.open(
      .form(action: answer["StartURL"], fields: ["AccessID": access.id, "Token": answer["Token"]]), order: nil)
    return access
  }

  private func selected(_ details: [String: String]) throws -> String { try selected(Self.payload, details) }

  /// A transaction that is authorized, or captured.
  func paid(
    _ order: String = "ORDER-1", _ entry: [String: String?] = [:], exec: [String: String?] = [:]
  ) async throws -> Access {
    let access = try await started(order, entry: entry, exec: exec)
    let step = try sandbox.act(.approve, on: order, details: [:])
    try #require(step.step == "leave", "\(step)")
    return access
  }

  func search(_ order: String = "ORDER-1", _ payType: String? = "38") async throws -> Answer {
    try await call("SearchTradeMulti", ["OrderID": order, "PayType": payType])
  }

  func status(_ order: String = "ORDER-1") async throws -> String { try await search(order)["Status"] }

  /// Money of all orders in yen.
  var money: MoneyTotals { MoneyTotals(sandbox.money.map { ($0.authorized, $0.held, $0.captured, $0.refunded) }) }

  /// The notifications' forms, in their order.
  var notifications: [[String: String]] {
    get throws {
      try sandbox.state.advanced().0.post.list.map { delivery in
        Answer(status: 0, contentType: "", bytes: try sandbox.message(delivery).body).fields
      }
    }
  }
}

extension ScriptlessBrowser {
  convenience init(_ sandbox: Sandbox) {
    self.init(at: TestShop.origin) { request, body in
      let exchange = try await sandbox.exchange(request, body: body)
      return (exchange.response, exchange.body)
    }
  }
}
