public import FerryCore

extension AmazonPayClient {
  /// - Throws: `AmazonPayFailure`, `InvalidField`, `SigningError`; so do all operations.
  public func checkoutSession(_ id: String) async throws -> CheckoutSession {
    try await perform(.getCheckoutSession(id))
  }

  /// Sets what the buyer is about to pay. The answer holds the address of the payment page once nothing is missing.
  public func updateCheckoutSession(_ id: String, _ update: CheckoutSessionUpdate) async throws -> CheckoutSession {
    try await perform(.updateCheckoutSession(id, update, in: account.environment))
  }

  /// Finishes the payment after the buyer has been on the payment page. The returned session names the charge, whose
  /// amounts should be compared with what was asked for.
  /// - Parameters:
  ///   - amount: The amount that the session was updated with.
  ///   - key: Stored before the first call, and the same in every repetition of it.
  public func completeCheckoutSession(
    _ id: String, _ amount: Money, _ key: IdempotencyKey
  ) async throws -> CheckoutSession {
    try await perform(
      .completeCheckoutSession(id, amount, key, in: account.environment), timeout: .seconds(30))
  }

  public func charge(_ id: String) async throws -> Charge {
    try await perform(.getCharge(id))
  }

  /// Takes what was authorized, or a part of it.
  public func captureCharge(_ id: String, _ amount: Money, _ key: IdempotencyKey) async throws -> Charge {
    try await perform(.captureCharge(id, amount, key, in: account.environment), timeout: .seconds(30))
  }

  /// Releases what was authorized and not captured.
  public func cancelCharge(_ id: String, reason: String) async throws -> Charge {
    try await perform(.cancelCharge(id, reason: reason, in: account.environment))
  }

  /// Returns captured money to the buyer. The refund is decided later: ask for it until it is.
  public func createRefund(ofCharge id: String, _ amount: Money, _ key: IdempotencyKey) async throws -> Refund {
    try await perform(.createRefund(ofCharge: id, amount, key, in: account.environment))
  }

  public func refund(_ id: String) async throws -> Refund {
    try await perform(.getRefund(id))
  }

  public func chargePermission(_ id: String) async throws -> ChargePermission {
    try await perform(.getChargePermission(id))
  }
}
