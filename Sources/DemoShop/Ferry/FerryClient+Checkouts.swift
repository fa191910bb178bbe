import FerryCore
import FerryWeb
import HTTPTypes

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
