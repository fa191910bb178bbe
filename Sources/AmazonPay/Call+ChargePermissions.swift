public import FerryHTTP

/// Charge permissions. The answer to each call is a `ChargePermission`.
extension AmazonPayCall {
  /// Gets a charge permission. It has the buyer's data for 30 days.
  public static func getChargePermission(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getChargePermission, id)
  }

  /// Changes the merchant's data, or frequency and amount of the charges, of a permission that is not closed.
  /// - Parameter region: The account's region. With it, an amount in a currency that the region refuses throws; nil checks no
  ///   currency.
  public static func updateChargePermission(
    _ id: String, _ update: ChargePermissionUpdate, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try update.check(FieldLimits(region: region))
    return try AmazonPayCall(.updateChargePermission, id, body: stableJSON(update))
  }

  /// Closes a charge permission: no more charges are possible. The call is idempotent.
  /// - Parameters:
  ///   - reason: At most 255 characters.
  ///   - cancelPendingCharges: True to cancel charges that are undecided or not captured.
  public static func closeChargePermission(
    _ id: String, reason: String, cancelPendingCharges: Bool = false
  ) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits()
    try limits.require(reason, "closureReason")
    try limits.check(reason, "closureReason", atMost: 255)
    let body: [String: UntypedJSON] = [
      "closureReason": .string(reason), "cancelPendingCharges": .bool(cancelPendingCharges),
    ]
    return try AmazonPayCall(.closeChargePermission, id, body: stableJSON(body))
  }
}

/// Changes of a charge permission that is not closed. Nil properties stay unchanged.
public struct ChargePermissionUpdate: Hashable, Sendable {
  public var merchantMetadata: MerchantMetadata?
  /// Frequency and amount of the charges, for `recurring` only.
  public var recurringMetadata: RecurringMetadata?
  public var additional: [String: UntypedJSON] = [:]

  public init(merchantMetadata: MerchantMetadata? = nil, recurringMetadata: RecurringMetadata? = nil) {
    self.merchantMetadata = merchantMetadata
    self.recurringMetadata = recurringMetadata
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(merchantMetadata)
    try limits.check(recurringMetadata)
  }
}

extension ChargePermissionUpdate: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(merchantMetadata, "merchantMetadata")
    try object.write(recurringMetadata, "recurringMetadata")
  }
}
