extension AmazonPayClient {
  public func chargePermission(_ id: String) async throws -> ChargePermission {
    try await perform(.getChargePermission(id))
  }

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
