public import FerryCore

extension AmazonPayClient {
  /// Charges a buyer who has agreed to it. A decline is an `AmazonPayFailure` of the kind `rejected`.
  public func createCharge(_ charge: NewCharge, _ key: IdempotencyKey) async throws -> Charge {
    try await perform(
      .createCharge(charge, key, in: account.environment, region: account.region), timeout: .seconds(30))
  }

  /// The charge of an id as it is now.
  public func charge(_ id: String) async throws -> Charge {
    try await perform(.getCharge(id))
  }

  /// For payment service providers only: what has become of a charge that they process themselves.
  public func updateCharge(
    _ id: String, to state: Charge.State, reason: Charge.Reason? = nil, _ key: IdempotencyKey? = nil
  ) async throws -> Charge {
    try await perform(.updateCharge(id, to: state, reason: reason, key))
  }

  /// The same with fields by their names.
  public func updateCharge(
    _ id: String, _ fields: [String: JSONValue], _ key: IdempotencyKey? = nil
  ) async throws -> Charge {
    try await perform(.updateCharge(id, fields, key))
  }

  /// Takes what was authorized, or a part of it.
  public func captureCharge(
    _ id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil
  ) async throws -> Charge {
    try await perform(
      .captureCharge(id, amount, key, softDescriptor: softDescriptor, in: account.environment, region: account.region),
      timeout: .seconds(30))
  }

  /// Takes what was authorized, or a part of it, and nothing that the charge itself rules out.
  public func capture(_ charge: Charge, _ amount: Money, _ key: IdempotencyKey) async throws -> Charge {
    try charge.check(capture: amount)
    return try await captureCharge(charge.chargeId, amount, key)
  }

  /// Releases what was authorized and not captured.
  public func cancelCharge(_ id: String, reason: String) async throws -> Charge {
    try await perform(.cancelCharge(id, reason: reason, in: account.environment))
  }
}
