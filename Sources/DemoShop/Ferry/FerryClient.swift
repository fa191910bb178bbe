import FerryCore
import FerryWeb
import Foundation

/// Ferry's `/v1`, called with the shop's secret key.
struct FerryClient: Sendable {
  let transport: any ShopTransport
  let base: Origin
  let secretKey: Secret<String>

  func call<Answer: Decodable>(
    _ type: Answer.Type, _ method: String, _ path: Link, _ body: (any Encodable & Sendable)?, idempotencyKey: String?,
    limit: Duration? = nil
  ) async throws -> Answer {
    var headers = [
      (name: "authorization", value: "Bearer \(secretKey.reveal())"), (name: "accept", value: "application/json"),
    ]
    if let idempotencyKey { headers.append((name: "idempotency-key", value: idempotencyKey)) }
    guard let answer = try? await transport.call(method, base.text + path.text, body, headers: headers, limit: limit)
    else {
      throw FerryFailure.unknown
    }
    if answer.isSuccess, let body = try? JSONDecoder().decode(type, from: Data(answer.body)) { return body }
    guard !answer.isSuccess, let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.body)) else {
      // A proxy's page, or a truncated answer.
      throw FerryFailure.unknown
    }
    let retryAfter = answer.fields("retry-after").first.flatMap {
      RetryAfter($0, date: answer.fields("date").first, receivedAt: nil)?.wait
    }
    throw FerryFailure.problem(problem, retryAfter: retryAfter)
  }
}

extension FerryClient {
  func providers(limit: Duration? = nil) async throws -> [ProviderBody] {
    try await call(ProviderListBody.self, "GET", "/v1/providers", nil, idempotencyKey: nil, limit: limit).providers
  }

  /// Creates a checkout, or finds the one with the same key or order.
  func create(_ body: CreateCheckoutBody, key: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts", body, idempotencyKey: key)
  }

  func checkout(_ id: String, limit: Duration? = nil) async throws -> CheckoutBody {
    try await state("GET", "/v1/checkouts/\(id)", limit: limit)
  }

  /// A command without a body.
  enum Command: String, Sendable {
    /// Returns a new address of the buyer's present step. It works once and expires soon, so send this at the press of a button.
    case begin
    case cancel
    /// Makes Ferry ask the provider, and waits for the answer.
    case check
    /// Ends a change. The former selection stays.
    case keep
  }

  func send(_ command: Command, _ id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/\(command.rawValue)")
  }

  /// Claims the buyer's selection with the code that their browser has returned with.
  func claim(_ code: String, of id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/claim", ClaimBody(code: code))
  }

  /// Sends the buyer back to the provider for another selection.
  func change(_ what: ChangeKind, of id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/change", ChangeCheckoutBody(what: what))
  }

  /// Buys exactly this revision at this total.
  func confirm(_ id: String, revision: Int, total: Money) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/confirm", ConfirmCheckoutBody(revision: revision, total: total))
  }

  private func state(
    _ method: String, _ path: Link, _ body: (any Encodable & Sendable)? = nil, idempotencyKey: String? = nil,
    limit: Duration? = nil
  ) async throws -> CheckoutBody {
    try await call(CheckoutBody.self, method, path, body, idempotencyKey: idempotencyKey, limit: limit)
  }
}

/// The reason why a call of `/v1` has no result.
enum FerryFailure: Error {
  case problem(Problem, retryAfter: Duration?)
  /// No whole or readable answer. The outcome of the request is unknown.
  case unknown

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
