extension AmazonPayClient {
  /// The charge permission of an id as it is now. The buyer's data are in it for 30 days.
  public func chargePermission(_ id: String) async throws -> ChargePermission {
    try await perform(.getChargePermission(id))
  }

  /// Changes the merchant's own data of a permission that is not closed, or when and how much is charged.
  public func updateChargePermission(
    _ id: String, _ update: ChargePermissionUpdate
  ) async throws -> ChargePermission {
    try await perform(.updateChargePermission(id, update, in: account.environment, region: account.region))
  }

  /// Gives the buyer's consent back: nothing more can be charged.
  /// - Parameter cancelPendingCharges: Whether charges that are not decided or captured yet are cancelled, too.
  public func closeChargePermission(
    _ id: String, reason: String, cancelPendingCharges: Bool = false
  ) async throws -> ChargePermission {
    try await perform(
      .closeChargePermission(
        id, reason: reason, cancelPendingCharges: cancelPendingCharges, in: account.environment))
  }
}
