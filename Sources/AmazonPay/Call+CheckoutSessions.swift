public import FerryCore
public import FerryHTTP

/// Checkout sessions. The answer to each call is a `CheckoutSession`, except to `finalizeCheckoutSession`.
extension AmazonPayCall {
  /// Creates a session without a button: for servers that redirect the buyer to Amazon themselves, and for saved
  /// payment methods. A button creates its session itself.
  /// - Parameter region: The account's region. With it, an amount in a currency that the region refuses throws; nil checks no
  ///   currency.
  public static func createCheckoutSession(
    _ session: NewCheckoutSession, _ key: IdempotencyKey, in environment: AmazonPayEnvironment,
    region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try session.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.createCheckoutSession, body: stableJSON(session), idempotencyKey: key)
  }

  /// Gets a session. It has buyer and address only while it is open.
  public static func getCheckoutSession(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getCheckoutSession, id)
  }

  /// Sets the payment of an open session. The answer has the address of the payment page once nothing is missing. The call is
  /// idempotent.
  /// - Parameter region: The account's region. With it, an amount in a currency that the region refuses throws; nil checks no
  ///   currency.
  public static func updateCheckoutSession(
    _ id: String, _ update: CheckoutSessionUpdate, in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try update.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.updateCheckoutSession, id, body: stableJSON(update))
  }

  /// Completes the payment after the buyer's return from the payment page. Only the answer tells if the buyer has paid. It has
  /// the id of the charge; compare the charge's amounts with the requested ones.
  /// - Parameters:
  ///   - amount: The amount of the session's last update.
  ///   - totalOrderAmount: The total of the order, if more charges follow.
  ///   - region: The account's region. With it, an amount in a currency that the region refuses throws; nil checks no
  ///     currency.
  public static func completeCheckoutSession(
    _ id: String, _ amount: Money, totalOrderAmount: Money? = nil, _ key: IdempotencyKey, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits(region: region)
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

  /// Completes a session whose values a script set in the buyer's browser; Amazon compares them with these. The answer is a
  /// `FinalizedCheckoutSession`.
  /// - Parameter region: The account's region. With it, an amount in a currency that the region refuses throws; nil checks no
  ///   currency.
  public static func finalizeCheckoutSession(
    _ id: String, _ values: CheckoutSessionFinalization, _ key: IdempotencyKey, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try values.check(FieldLimits(region: region))
    return try AmazonPayCall(.finalizeCheckoutSession, id, body: stableJSON(values), idempotencyKey: key)
  }
}
