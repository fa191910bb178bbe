import FerryCore
import FerryWeb
import Foundation

/// Ferry's `/v1`, called with the shop's secret key.
struct FerryClient: Sendable {
  let transport: any ShopTransport
  let base: Origin
  let secretKey: Secret<String>

  func call<Answer: Decodable>(
    _ type: Answer.Type, _ method: String, _ path: Link, _ body: (any Encodable & Sendable)?, idempotencyKey: String?
  ) async throws -> Answer {
    var headers = [
      (name: "authorization", value: "Bearer \(secretKey.reveal())"), (name: "accept", value: "application/json"),
    ]
    if let idempotencyKey { headers.append((name: "idempotency-key", value: idempotencyKey)) }
    guard let answer = try? await transport.call(method, base.text + path.text, body, headers: headers) else {
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
  func providers() async throws -> [ProviderBody] {
    try await call(ProviderListBody.self, "GET", "/v1/providers", nil, idempotencyKey: nil).providers
  }

  /// Creates a checkout, or finds the one with the same key or order.
  func create(_ body: CreateCheckoutBody, key: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts", body, idempotencyKey: key)
  }

  func checkout(_ id: String) async throws -> CheckoutBody {
    try await state("GET", "/v1/checkouts/\(id)")
  }

  /// Returns a new address of the buyer's present step. It works once and expires soon, so call this at the press of a button.
  func begin(_ id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/begin")
  }

  /// Claims the buyer's selection with the code that their browser has returned with.
  func claim(_ code: String, of id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/claim", ClaimBody(code: code))
  }

  /// Sends the buyer back to the provider for another selection.
  func change(_ what: ChangeKind, of id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/change", ChangeCheckoutBody(what: what))
  }

  /// Ends a change. The former selection stays.
  func keep(_ id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/keep")
  }

  /// Buys exactly this revision at this total.
  func confirm(_ id: String, revision: Int, total: Money) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/confirm", ConfirmCheckoutBody(revision: revision, total: total))
  }

  func cancel(_ id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/cancel")
  }

  /// Makes Ferry ask the provider, and waits for the answer.
  func check(_ id: String) async throws -> CheckoutBody {
    try await state("POST", "/v1/checkouts/\(id)/check")
  }

  private func state(
    _ method: String, _ path: Link, _ body: (any Encodable & Sendable)? = nil, idempotencyKey: String? = nil
  ) async throws -> CheckoutBody {
    try await call(CheckoutBody.self, method, path, body, idempotencyKey: idempotencyKey)
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
