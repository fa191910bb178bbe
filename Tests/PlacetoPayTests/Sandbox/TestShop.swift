import Crypto
import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import PlacetoPaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A shop with its own sandbox, without a socket, on a clock that only the test moves.
struct TestShop: Sendable {
  /// 2026-01-15T14:30:00Z
  static let start = Moment(milliseconds: 1_768_487_400_000)
  static let origin = "http://127.0.0.1:3081"
  static let login = "test-site"
  static let secret = "SANDBOX-secret-01"

  let time: HandClock
  let sandbox: Sandbox

  /// - Parameter folder: Keeps the journal; nil for memory only.
  init(
    secret: String = Self.secret, time: HandClock = HandClock(start), isLegacy: Bool = false, journal: String? = nil,
    origin: String = Self.origin, _ change: (inout Rules) -> Void = { _ in }
  ) throws {
    self.time = time
    var rules = Rules()
    rules.settlementTime = .zero
    change(&rules)
    var place = SandboxPlace(
      origin: try #require(Origin(origin)), shop: try #require(Origin("http://localhost:3080")),
      shopName: "Tienda", folder: MemoryFolder(), timekeeper: time, randomness: SequentialRandomness())
    place.isControlEnabled = true
    place.notificationURL = "https://shop.example/notify"
    sandbox = try Sandbox(
      Site(login: Self.login, secret: Secret(secret), name: "Tienda"), rules, at: place, journal: journal,
      isLegacy: isLegacy)
  }

  struct Answer {
    let status: Int
    let date: String?
    let body: JSONValue

    subscript(_ path: String) -> JSONValue? {
      path.split(separator: ".").reduce(body) { value, name in
        Int(name).map { index in value?.elements.flatMap { index < $0.count ? $0[index] : nil } }
          ?? value?[String(name)]
      }
    }

    /// Status and reason of the request.
    var result: String { "\(self["status.status"]?.text ?? "none")/\(Self.text(self["status.reason"]))" }
    /// Status and reason of the newest transaction.
    var newest: String {
      "\(self["payment.0.status.status"]?.text ?? "none")/\(Self.text(self["payment.0.status.reason"]))"
    }
    var message: String { self["status.message"]?.text ?? "" }

    private static func text(_ value: JSONValue?) -> String {
      switch value {
      case .string(let text), .number(let text): text
      default: "none"
      }
    }
  }

  /// An `auth` made as the documentation says, independently of the sandbox.
  static func auth(
    _ now: Moment, secret: String = Self.secret, login: String = Self.login, nonce: [UInt8] = Array("nonce".utf8)
  ) -> JSONValue {
    let seed = String(now.iso8601.dropLast()) + "+00:00"
    let digest = SHA256.hash(data: nonce + Array((seed + secret).utf8))
    return [
      "login": .string(login), "tranKey": .string(Data(digest).base64EncodedString()),
      "nonce": .string(Data(nonce).base64EncodedString()), "seed": .string(seed),
    ]
  }

  /// A call of the API with a fresh `auth`.
  @discardableResult
  func call(_ path: String, _ body: JSONValue = [:], auth: JSONValue? = nil) async throws -> Answer {
    let members = [JSONValue.Member(name: "auth", value: auth ?? Self.auth(time.now))] + (body.members ?? [])
    return try await send(path, JSONValue.object(members).bytes)
  }

  func send(
    _ path: String, _ bytes: [UInt8], contentType: String? = "application/json", method: HTTPRequest.Method = .post
  ) async throws -> Answer {
    var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:3081", path: path)
    request.headerFields[.contentType] = contentType
    let exchange = try await sandbox.exchange(request, body: bytes)
    return Answer(
      status: exchange.response.status.code, date: exchange.response.headerFields[.date],
      body: try JSONValue(parsing: exchange.body))
  }

  // MARK: Sessions

  static func payment(
    _ total: JSONValue = 100, _ currency: String = "COP", reference: String = "ORDER-1", more: JSONValue = [:]
  ) -> JSONValue {
    .object(
      [
        .init(name: "reference", value: .string(reference)),
        .init(name: "amount", value: ["currency": .string(currency), "total": total]),
      ] + (more.members ?? []))
  }

  static func request(_ payment: JSONValue? = payment(), _ more: JSONValue = [:]) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "returnUrl", value: "https://shop.example/return"),
      .init(name: "cancelUrl", value: "https://shop.example/cancel"), .init(name: "ipAddress", value: "203.0.113.7"),
      .init(name: "userAgent", value: "Mozilla/5.0"), .init(name: "locale", value: "en_US"),
    ]
    if let payment { members.append(.init(name: "payment", value: payment)) }
    let names = Set((more.members ?? []).map(\.name))
    return .object(members.filter { !names.contains($0.name) } + (more.members ?? []))
  }

  /// A new session's id.
  func create(_ payment: JSONValue? = payment(), _ more: JSONValue = [:]) async throws -> Int64 {
    let answer = try await call("/api/session", Self.request(payment, more))
    try #require(answer.result == "OK/PC", "\(answer.message)")
    return try #require(answer["requestId"]?.integer)
  }

  func query(_ id: Int64) async throws -> Answer { try await call("/api/session/\(id)") }

  /// An operation on a transaction.
  @discardableResult
  func operate(_ action: String, _ id: Int64, _ total: JSONValue? = nil, _ currency: String = "COP") async throws
    -> Answer
  {
    var members: [JSONValue.Member] = [
      .init(name: "internalReference", value: JSONValue(id)), .init(name: "action", value: .string(action)),
    ]
    if let total { members.append(.init(name: "amount", value: ["currency": .string(currency), "total": total])) }
    return try await call("/api/transaction", .object(members))
  }

  /// The newest transaction's id.
  func transaction(_ id: Int64) async throws -> Int64 {
    try #require(try await query(id)["payment.0.internalReference"]?.integer)
  }

  // MARK: The buyer

  @discardableResult
  func act(_ act: BuyerAct, _ id: Int64, _ details: [String: String] = [:]) throws -> BuyerStep {
    try sandbox.act(act, on: String(id), details: details)
  }

  /// A session that is paid, and the id of its transaction.
  func paid(_ payment: JSONValue = payment(), _ more: JSONValue = [:]) async throws -> (
    session: Int64, transaction: Int64
  ) {
    let id = try await create(payment, more)
    try act(.approve, id)
    return (id, try await transaction(id))
  }

  /// The bodies of the notifications, in their order.
  var notifications: [JSONValue] {
    get throws {
      try sandbox.state.advanced().0.post.list.map { try JSONValue(parsing: sandbox.message($0).body) }
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
