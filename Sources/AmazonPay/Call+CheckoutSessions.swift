public import FerryCore
public import FerryHTTP

extension AmazonPayCall {
  /// Creates a session without a button: for servers that redirect the buyer to Amazon themselves, and for saved
  /// payment methods. A button creates its session itself.
  public static func createCheckoutSession(
    _ session: NewCheckoutSession, _ key: IdempotencyKey, in environment: AmazonPayEnvironment,
    region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try session.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.createCheckoutSession, body: stableJSON(session), idempotencyKey: key)
  }

  public static func getCheckoutSession(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getCheckoutSession, id)
  }

  /// Sets the payment of an open session. The call is idempotent.
  public static func updateCheckoutSession(
    _ id: String, _ update: CheckoutSessionUpdate, in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try update.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.updateCheckoutSession, id, body: stableJSON(update))
  }

  /// Completes the payment. Only the answer tells if the buyer has paid.
  /// - Parameters:
  ///   - amount: The amount of the session's last update.
  ///   - totalOrderAmount: The total of the order, if more charges follow.
  public static func completeCheckoutSession(
    _ id: String, _ amount: Money, totalOrderAmount: Money? = nil, _ key: IdempotencyKey,
    in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits(environment: environment, region: region)
    try limits.check(amount, "chargeAmount")
    try limits.check(total: totalOrderAmount, "totalOrderAmount", ofCharge: amount)
    var body = ["chargeAmount": Price(amount)]
    body["totalOrderAmount"] = totalOrderAmount.map { Price($0) }
    return try AmazonPayCall(.completeCheckoutSession, id, body: stableJSON(body), idempotencyKey: key)
  }

  /// Completes a session that only saves a payment method (`setupOnly`), without a payment.
  public static func completeSetup(ofCheckoutSession id: String, _ key: IdempotencyKey) throws(InvalidField)
    -> AmazonPayCall
  {
    try AmazonPayCall(.completeCheckoutSession, id, body: Array("{}".utf8), idempotencyKey: key)
  }

  /// Completes a session whose values a script set in the buyer's browser; Amazon compares them with these.
  public static func finalizeCheckoutSession(
    _ id: String, _ values: CheckoutSessionFinalization, _ key: IdempotencyKey, in environment: AmazonPayEnvironment,
    region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try values.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.finalizeCheckoutSession, id, body: stableJSON(values), idempotencyKey: key)
  }
}
