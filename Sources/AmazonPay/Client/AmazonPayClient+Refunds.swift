public import FerryCore

extension AmazonPayClient {
  /// Returns captured money to the buyer. The refund is decided later: ask for it until it is.
  public func createRefund(
    ofCharge id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil
  ) async throws -> Refund {
    try await perform(
      .createRefund(
        ofCharge: id, amount, key, softDescriptor: softDescriptor, in: account.environment, region: account.region))
  }

  /// Returns captured money to the buyer, and nothing that the charge itself rules out.
  public func refund(_ charge: Charge, _ amount: Money, _ key: IdempotencyKey) async throws -> Refund {
    try charge.check(refund: amount)
    return try await createRefund(ofCharge: charge.chargeId, amount, key)
  }

  /// The refund of an id as it is now.
  public func refund(_ id: String) async throws -> Refund {
    try await perform(.getRefund(id))
  }
}
