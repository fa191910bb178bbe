public import AsyncHTTPClient
import FerryCore
import FerryWeb
public import HTTPTypes
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Ferry's `/v1` as the shop calls it, with its secret key.
struct FerryClient: Sendable {
  let api: any FerryAPI
  let base: Origin
  let secretKey: Secret<String>

  /// One exchange; an answer that is not a success is thrown.
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
      // A proxy's page, or an answer that was cut off.
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
      method: method, scheme: base.scheme, authority: String(base.text.dropFirst(base.scheme.count + 3)),
      path: path.text,
      headerFields: fields)
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
  /// Creates a checkout, or finds the one that the same key or order made before.
  func create(_ body: CreateCheckoutBody, key: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts", body, idempotencyKey: key)
  }

  func checkout(_ id: String) async throws -> CheckoutState {
    try await state(.get, "/v1/checkouts/\(id)")
  }

  /// A fresh address of the step that the buyer is at; it works once and not for long, so it is asked for at the press.
  func begin(_ id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/begin")
  }

  /// Takes what the buyer's browser has brought back from choosing.
  func claim(_ code: String, of id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/claim", ClaimBody(code: code))
  }

  /// Sends the buyer back to the provider to choose again.
  func change(_ what: ChangeKind, of id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/change", ChangeCheckoutBody(what: what))
  }

  /// Ends a change; what the buyer chose before stands.
  func keep(_ id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/keep")
  }

  /// Buys what was shown, and nothing else.
  func confirm(_ id: String, revision: Int, total: Money) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/confirm", ConfirmCheckoutBody(revision: revision, total: total))
  }

  func cancel(_ id: String) async throws -> CheckoutState {
    try await state(.post, "/v1/checkouts/\(id)/cancel")
  }

  private func state(
    _ method: HTTPRequest.Method, _ path: Link, _ body: (any Encodable & Sendable)? = nil,
    idempotencyKey: String? = nil
  ) async throws -> CheckoutState {
    CheckoutState(try await call(CheckoutBody.self, method, path, body, idempotencyKey: idempotencyKey))
  }
}

/// Why a call of `/v1` brought no result.
enum FerryFailure: Error {
  /// Ferry has answered that it will not or cannot.
  case problem(Problem, retryAfter: Duration?)
  /// No whole answer came, or one that cannot be read. What became of the request is unknown.
  case unknown

  /// The problem's type, where there was an answer.
  var kind: Problem.Kind? {
    switch self {
    case .problem(let problem, _): problem.type
    case .unknown: nil
    }
  }

  /// The checkout that stands in the way of a new one, where the answer names it.
  var otherAttempt: String? {
    guard case .problem(let problem, _) = self, [.wrongPhase, .attemptLive].contains(problem.type),
      let path = problem.instance, path.hasPrefix("/v1/checkouts/")
    else { return nil }
    let id = path.dropFirst("/v1/checkouts/".count)
    let isID = id.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    return isID && (1...64).contains(id.utf8.count) ? String(id) : nil
  }
}

/// The way to Ferry's `/v1`, at the level of HTTP, so that tests can stand at the other end of it.
public protocol FerryAPI: Sendable {
  /// Sends one request, once, and returns the whole answer, whatever its status.
  /// - Throws: Any error, when there is no whole answer. What became of the request is then unknown.
  func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8])
}

/// Ferry's `/v1` over the network.
public struct FerryOverHTTP: FerryAPI {
  private let client: HTTPClient
  private let limit: Duration
  private static let largestAnswer = 1 << 20

  /// - Parameter limit: How long one exchange may take. Ferry itself waits 8 seconds for a payment to be known.
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
