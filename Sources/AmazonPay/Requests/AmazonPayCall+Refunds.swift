public import FerryCore

extension AmazonPayCall {
  /// Returns captured money to the buyer, which takes a while. A charge may be refunded in several parts, which together
  /// may come to a little more than was captured; see `AmountRules.refundable`.
  /// - Parameters:
  ///   - softDescriptor: At most 16 bytes on the buyer's statement; not in Japan.
  ///   - region: Where the account is registered: with it, amounts in other currencies than its own are found, too.
  /// - Throws: `InvalidField`.
  public static func createRefund(
    ofCharge id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil,
    in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits(environment: environment, region: region)
    try limits.check(amount, "refundAmount")
    try limits.check(softDescriptor: softDescriptor, "softDescriptor")
    let body = NewRefund(chargeId: id, refundAmount: Price(amount), softDescriptor: softDescriptor)
    return try AmazonPayCall(.createRefund, id, body: stableJSON(body), idempotencyKey: key)
  }

  /// - Throws: `InvalidField`.
  public static func getRefund(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getRefund, id)
  }

  private struct NewRefund: Encodable {
    let chargeId: String
    let refundAmount: Price
    let softDescriptor: String?
  }
}
