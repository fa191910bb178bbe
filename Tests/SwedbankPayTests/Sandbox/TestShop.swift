import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

/// A shop with its own sandbox, without a socket, on a clock that only the test moves.
struct TestShop: Sendable {
  /// 2026-01-15T14:30:00Z
  static let start = Moment(milliseconds: 1_768_487_400_000)
  static let origin = "http://127.0.0.1:3081"
  static let payee = "11111111-2222-4333-8444-555555555555"
  static let token = "SANDBOX-access-token"

  let time: HandClock
  let sandbox: Sandbox

  /// - Parameter journal: The file that keeps the state; nil for memory only.
  init(
    time: HandClock = HandClock(start), journal: String? = nil, origin: String = Self.origin,
    _ change: (inout Rules) -> Void = { _ in }
  ) throws {
    self.time = time
    var rules = Rules()
    change(&rules)
    var place = SandboxPlace(
      origin: try #require(Origin(origin)), shop: try #require(Origin("http://localhost:3080")),
      shopName: "Butiken", folder: MemoryFolder(), timekeeper: time, randomness: SequentialRandomness())
    place.isControlEnabled = true
    sandbox = try Sandbox(
      Merchant(payeeID: Self.payee, accessToken: Secret(Self.token), name: "Butiken", rules: rules), at: place,
      journal: journal)
  }

  struct Answer {
    let status: Int
    let headers: HTTPFields
    let body: JSONValue

    subscript(_ path: String) -> JSONValue? {
      path.split(separator: ".").reduce(body) { value, name in
        Int(name).map { index in value?.elements.flatMap { index < $0.count ? $0[index] : nil } }
          ?? value?[String(name)]
      }
    }

    var order: String { self["paymentOrder.status"]?.text ?? "none" }
    var id: String { self["paymentOrder.id"]?.text ?? "none" }
    /// The type of a problem, and the name of its first part.
    var problem: String {
      let type = self["type"]?.text?.split(separator: "/").suffix(2).joined(separator: "/") ?? "none"
      return "\(status) \(type.replacing("errordetail/", with: "")) \(self["problems.0.name"]?.text ?? "")"
    }
    var rels: [String] { (body["operations"]?.elements ?? []).compactMap { $0["rel"]?.text } }

    func href(_ rel: String) -> String? {
      body["operations"]?.elements?.first { $0["rel"]?.text == rel }?["href"]?.text
    }
  }

  /// A call of the API.
  /// - Parameter version: Nil for a request that names none.
  @discardableResult
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, version: String? = "3.1",
    token: String? = Self.token
  ) async throws -> Answer {
    var headers = HTTPFields()
    let mediaType = version.map { "application/json;version=\($0)" } ?? "application/json"
    headers[method == .get ? .accept : .contentType] = mediaType
    headers[.authorization] = token.map { "Bearer \($0)" }
    headers[.userAgent] = "shop/1.0"
    return try await send(method, path, body?.bytes ?? [], headers)
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ bytes: [UInt8], _ headers: HTTPFields
  ) async throws -> Answer {
    let path = path.hasPrefix(Self.origin) ? String(path.dropFirst(Self.origin.count)) : path
    let request = HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:3081", path: path, headerFields: headers)
    let exchange = try await sandbox.exchange(request, body: bytes)
    return Answer(
      status: exchange.response.status.code, headers: exchange.response.headerFields,
      body: try JSONValue(parsing: exchange.body))
  }

  func control(_ path: String, _ body: JSONValue) async throws -> Answer {
    try await send(.post, "/control/\(path)", body.bytes, [.contentType: "application/json"])
  }

  // MARK: Orders

  /// The body of a request for an order.
  /// - Parameters:
  ///   - more: Members that replace those of the usual request; null leaves one out.
  ///   - urls: The same for `urls`.
  static func request(
    _ reference: String, amount: Int64 = 1_500, currency: String = "SEK", _ more: JSONValue = [:], urls: JSONValue = [:]
  ) -> JSONValue {
    let usualURLs: JSONValue = [
      "hostUrls": ["https://shop.example/pay"], "completeUrl": "https://shop.example/complete",
      "cancelUrl": "https://shop.example/cancel", "callbackUrl": "https://shop.example/callback",
    ]
    let usual: JSONValue = [
      "operation": "Purchase", "currency": .string(currency), "amount": JSONValue(amount),
      "vatAmount": JSONValue(amount / 5), "description": "A tablet", "userAgent": "Mozilla/5.0", "language": "en-US",
      "urls": usualURLs.replacing(urls),
      "payeeInfo": [
        "payeeId": .string(payee), "payeeReference": .string(reference),
        "orderReference": .string("order-\(reference)"),
      ],
    ]
    return ["paymentorder": usual.replacing(more)]
  }

  /// A new order.
  func create(
    _ reference: String = "R1", amount: Int64 = 1_500, currency: String = "SEK", _ more: JSONValue = [:],
    urls: JSONValue = [:], version: String? = "3.1"
  ) async throws -> Answer {
    let request = Self.request(reference, amount: amount, currency: currency, more, urls: urls)
    let answer = try await call(.post, "/psp/paymentorders", request, version: version)
    try #require(answer.status == 201, "\(answer.problem)")
    return answer
  }

  func get(_ id: String, expand: String = "", version: String? = "3.1") async throws -> Answer {
    try await call(.get, expand.isEmpty ? id : "\(id)?$expand=\(expand)", version: version)
  }

  /// A capture, cancellation or reversal.
  @discardableResult
  func operate(
    _ id: String, _ segment: String, _ reference: String, amount: Int64 = 1_500, version: String? = "3.1"
  ) async throws -> Answer {
    var members: [JSONValue.Member] = [
      .init(name: "description", value: "Parcel"), .init(name: "payeeReference", value: .string(reference)),
    ]
    if segment != "cancellations" {
      members.append(.init(name: "amount", value: JSONValue(amount)))
      members.append(.init(name: "vatAmount", value: JSONValue(amount / 5)))
    }
    return try await call(.post, "\(id)/\(segment)", ["transaction": .object(members)], version: version)
  }

  @discardableResult
  func change(_ id: String, _ operation: String, _ more: JSONValue = [:]) async throws -> Answer {
    try await call(.patch, id, ["paymentorder": (["operation": .string(operation)] as JSONValue).replacing(more)])
  }

  // MARK: The payer

  func token(_ id: String) throws -> String {
    try sandbox.state.reading { ledger throws(APIProblem) in
      try ledger.order(String(id.split(separator: "/").last ?? ""))
    }.token
  }

  @discardableResult
  func act(_ act: BuyerAct, _ id: String, _ details: [String: String] = [:]) throws -> BuyerStep {
    try sandbox.act(act, on: token(id), details: details)
  }

  /// An order that is paid.
  func paid(
    _ reference: String = "R1", amount: Int64 = 1_500, _ more: JSONValue = [:], urls: JSONValue = [:],
    method: String = "CreditCard", version: String? = "3.1"
  ) async throws -> String {
    let id = try await create(reference, amount: amount, more, urls: urls, version: version).id
    try act(.approve, id, ["method": method])
    return id
  }

  /// The bodies of the callbacks, in their order.
  var callbacks: [JSONValue] {
    get throws {
      try sandbox.state.advanced().0.post.list.map { try JSONValue(parsing: sandbox.message($0).body) }
    }
  }
}

extension JSONValue {
  /// The object with members replaced or added; null leaves one out.
  func replacing(_ more: JSONValue) -> JSONValue {
    let names = Set((more.members ?? []).map(\.name))
    return .object(
      (members ?? []).filter { !names.contains($0.name) } + (more.members ?? []).filter { !$0.value.isNull })
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
