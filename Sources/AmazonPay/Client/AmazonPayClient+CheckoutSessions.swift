public import FerryCore

extension AmazonPayClient {
  /// Begins a session without a button.
  /// - Parameter key: Stored before the first call, and the same in every repetition of it.
  /// - Throws: `AmazonPayFailure`, `InvalidField`, `SigningError`; so do all operations.
  public func createCheckoutSession(
    _ session: NewCheckoutSession, _ key: IdempotencyKey
  ) async throws -> CheckoutSession {
    try await perform(.createCheckoutSession(session, key, in: account.environment, region: account.region))
  }

  /// The session of an id as it is now. Buyer and address are in it only while it is open.
  public func checkoutSession(_ id: String) async throws -> CheckoutSession {
    try await perform(.getCheckoutSession(id))
  }

  /// Sets what the buyer is about to pay. The answer holds the address of the payment page once nothing is missing.
  public func updateCheckoutSession(_ id: String, _ update: CheckoutSessionUpdate) async throws -> CheckoutSession {
    try await perform(.updateCheckoutSession(id, update, in: account.environment, region: account.region))
  }

  /// Finishes the payment after the buyer has been on the payment page. The returned session names the charge, whose
  /// amounts should be compared with what was asked for.
  /// - Parameters:
  ///   - amount: The amount that the session was updated with.
  ///   - totalOrderAmount: The whole order, when more charges will follow.
  ///   - key: Stored before the first call, and the same in every repetition of it.
  public func completeCheckoutSession(
    _ id: String, _ amount: Money, totalOrderAmount: Money? = nil, _ key: IdempotencyKey
  ) async throws -> CheckoutSession {
    try await perform(
      .completeCheckoutSession(
        id, amount, totalOrderAmount: totalOrderAmount, key, in: account.environment, region: account.region),
      timeout: .seconds(30))
  }

  /// Finishes a session that only saves a payment method.
  public func completeSetup(ofCheckoutSession id: String, _ key: IdempotencyKey) async throws -> CheckoutSession {
    try await perform(.completeSetup(ofCheckoutSession: id, key), timeout: .seconds(30))
  }

  /// Finishes a session whose values a script set in the buyer's browser.
  public func finalizeCheckoutSession(
    _ id: String, _ values: CheckoutSessionFinalization, _ key: IdempotencyKey
  ) async throws -> FinalizedCheckoutSession {
    try await perform(
      .finalizeCheckoutSession(id, values, key, in: account.environment, region: account.region), timeout: .seconds(30))
  }
}
