public import FerryCore

extension AmazonPayCall {
  /// Charges a buyer who has agreed to it.
  /// - Parameter region: Where the account is registered: with it, amounts in other currencies than its own are found, too.
  /// - Throws: `InvalidField`.
  public static func createCharge(
    _ charge: NewCharge, _ key: IdempotencyKey, in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try charge.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(
      .createCharge, charge.chargePermissionId, body: stableJSON(charge), idempotencyKey: key)
  }

  /// - Throws: `InvalidField`.
  public static func getCharge(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getCharge, id)
  }

  /// For payment service providers only: what has become of a charge that they process themselves. Amazon shows one case of
  /// it, `canceled` as `expiredUnused`.
  /// - Throws: `InvalidField`.
  public static func updateCharge(
    _ id: String, to state: Charge.State, reason: Charge.Reason? = nil, _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    let body = Status(statusDetails: .init(state: state.rawValue, reasonCode: reason?.rawValue))
    return try AmazonPayCall(.updateCharge, id, body: stableJSON(body), idempotencyKey: key)
  }

  /// The same with fields by their names.
  /// - Throws: `InvalidField`.
  public static func updateCharge(
    _ id: String, _ fields: [String: JSONValue], _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.updateCharge, id, body: stableJSON(fields), idempotencyKey: key)
  }

  /// Takes what was authorized, or a part of it. A charge is captured once.
  /// - Parameters:
  ///   - softDescriptor: At most 16 bytes on the buyer's statement; not in Japan.
  ///   - region: Where the account is registered: with it, amounts in other currencies than its own are found, too.
  /// - Throws: `InvalidField`.
  public static func captureCharge(
    _ id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil,
    in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits(environment: environment, region: region)
    try limits.check(amount, "captureAmount")
    try limits.check(softDescriptor: softDescriptor, "softDescriptor")
    let body = Capture(captureAmount: Price(amount), softDescriptor: softDescriptor)
    return try AmazonPayCall(.captureCharge, id, body: stableJSON(body), idempotencyKey: key)
  }

  /// Releases what was authorized and not captured. Repeating it changes nothing more.
  /// - Parameter reason: For the merchant's own records at Amazon; at most 255 characters.
  /// - Throws: `InvalidField`.
  public static func cancelCharge(
    _ id: String, reason: String, in environment: AmazonPayEnvironment
  ) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits(environment: environment)
    try limits.require(reason, "cancellationReason")
    try limits.check(reason, "cancellationReason", atMost: 255)
    return try AmazonPayCall(.cancelCharge, id, body: stableJSON(["cancellationReason": reason]))
  }

  private struct Status: Encodable {
    struct Details: Encodable {
      let state: String
      let reasonCode: String?
    }

    let statusDetails: Details
  }

  private struct Capture: Encodable {
    let captureAmount: Price
    let softDescriptor: String?
  }
}
