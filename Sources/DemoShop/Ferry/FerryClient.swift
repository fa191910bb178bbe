public import AsyncHTTPClient
import FerryCore
import FerryWeb
import Foundation
public import HTTPTypes
import NIOCore
import NIOHTTP1

/// Ferry's `/v1`, called with the shop's secret key.
struct FerryClient: Sendable {
  let api: any FerryAPI
  let base: Origin
  let secretKey: Secret<String>

  /// - Throws: `FerryFailure` for an answer that is not a success.
  func call<Answer: Decodable>(
    _ type: Answer.Type, _ method: HTTPRequest.Method, _ path: Link, _ body: (any Encodable & Sendable)?,
    idempotencyKey: String?
  ) async throws -> Answer {
    let (response, bytes) = try await exchange(method, path, body, idempotencyKey)
    do {
      if response.status.kind == .successful { return try JSONDecoder().decode(type, from: Data(bytes)) }
      let problem = try JSONDecoder().decode(Problem.self, from: Data(bytes))
      throw FerryFailure.problem(problem, retryAfter: Self.retryAfter(response))
    } catch let failure as FerryFailure {
      throw failure
    } catch {
      // A proxy's page, or a truncated answer.
      throw FerryFailure.unknown
    }
  }

  private func exchange(
    _ method: HTTPRequest.Method, _ path: Link, _ body: (any Encodable & Sendable)?, _ idempotencyKey: String?
  ) async throws -> (response: HTTPResponse, body: [UInt8]) {
    var fields: HTTPFields = [.authorization: "Bearer " + secretKey.reveal(), .accept: "application/json"]
    if let idempotencyKey { fields[.idempotencyKey] = idempotencyKey }
    if body != nil { fields[.contentType] = "application/json" }
    let request = HTTPRequest(
      method: method, scheme: base.scheme, authority: base.authority, path: path.text, headerFields: fields)
    do {
      let bytes = try body.map { try Array(JSONEncoder().encode($0)) } ?? []
      return try await api.send(request, body: bytes)
    } catch {
      throw FerryFailure.unknown
    }
  }

  private static func retryAfter(_ response: HTTPResponse) -> Duration? {
    response.headerFields[.retryAfter].flatMap {
      RetryAfter($0, date: response.headerFields[.date], receivedAt: nil)?.wait
    }
  }
}

extension FerryClient {
  func providers() async throws -> [ProviderBody] {
    try await call(ProviderListBody.self, .get, "/v1/providers", nil, idempotencyKey: nil).providers
  }

  /// Creates a checkout, or finds the one with the same key or order.
  func create(_ body: CreateCheckoutBody, key: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts", body, idempotencyKey: key)
  }

  func checkout(_ id: String) async throws -> CheckoutState {
    try await state(.get, "/v1/checkouts/\(id)")
  }

  /// Returns a new address of the buyer's present step. It works once and expires soon, so call this at the press of a button.
  func begin(_ id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/begin")
  }

  /// Claims the buyer's selection with the code that their browser has returned with.
  func claim(_ code: String, of id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/claim", ClaimBody(code: code))
  }

  /// Sends the buyer back to the provider for another selection.
  func change(_ what: ChangeKind, of id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/change", ChangeCheckoutBody(what: what))
  }

  /// Ends a change. The former selection stays.
  func keep(_ id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/keep")
  }

  /// Buys exactly this revision at this total.
  func confirm(_ id: String, revision: Int, total: Money) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/confirm", ConfirmCheckoutBody(revision: revision, total: total))
  }

  func cancel(_ id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/cancel")
  }

  /// Makes Ferry ask the provider, and waits for the answer.
  func check(_ id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/check")
  }

  private func state(
    _ method: HTTPRequest.Method, _ path: Link, _ body: (any Encodable & Sendable)? = nil, idempotencyKey: String? = nil
  ) async throws -> CheckoutState {
    CheckoutState(try await call(CheckoutBody.self, method, path, body, idempotencyKey: idempotencyKey))
  }
}

/// The reason why a call of `/v1` has no result.
enum FerryFailure: Error {
  /// Ferry refused.
  case problem(Problem, retryAfter: Duration?)
  /// No whole or readable answer. The outcome of the request is unknown.
  case unknown

  /// The problem's type, if there was an answer.
  var kind: Problem.Kind? {
    switch self {
    case .problem(let problem, _): problem.type
    case .unknown: nil
    }
  }

  /// The live checkout that prevents a new one, if the answer names it.
  var otherAttempt: String? {
    guard case .problem(let problem, _) = self, [.wrongPhase, .attemptLive].contains(problem.type),
      let path = problem.instance, path.hasPrefix("/v1/checkouts/")
    else { return nil }
    let id = String(path.dropFirst("/v1/checkouts/".count))
    return PlainText.isPlain(id, most: 64) ? id : nil
  }
}

/// The transport to Ferry's `/v1`, which tests replace.
public protocol FerryAPI: Sendable {
  /// Sends one request, once, and returns the whole answer with any status.
  /// - Throws: If there is no whole answer. The outcome of the request is then unknown.
  func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8])
}

/// Ferry's `/v1` over the network.
public struct FerryOverHTTP: FerryAPI {
  private let client: HTTPClient
  private let limit: Duration
  private static let largestAnswer = 1 << 20

  /// - Parameter limit: The timeout of one exchange. Ferry itself waits up to 8 seconds for a payment's outcome.
  public init(client: HTTPClient, limit: Duration = .seconds(12)) {
    self.client = client
    self.limit = limit
  }

  public func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8]) {
    let scheme = request.scheme ?? ""
    let authority = request.authority ?? ""
    var outgoing = HTTPClientRequest(url: "\(scheme)://\(authority)\(request.path ?? "/")")
    outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headerFields { outgoing.headers.add(name: field.name.rawName, value: field.value) }
    if !body.isEmpty { outgoing.body = .bytes(body) }
    let answer = try await client.execute(outgoing, timeout: TimeAmount(limit))
    var collected = try await answer.body.collect(upTo: Self.largestAnswer)
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let response = HTTPResponse(status: HTTPResponse.Status(code: Int(answer.status.code)), headerFields: fields)
    return (response, collected.readBytes(length: collected.readableBytes) ?? [])
  }
}
