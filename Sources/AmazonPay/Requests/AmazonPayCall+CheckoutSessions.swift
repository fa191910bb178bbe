public import FerryCore

extension AmazonPayCall {
  /// Begins a session without a button: for servers that send the buyer to Amazon themselves, and for saved payment
  /// methods. The button makes sessions by itself.
  /// - Parameter region: The account's region. If given, amounts in a currency that the region refuses throw, too.
  /// - Throws: `InvalidField`.
  public static func createCheckoutSession(
    _ session: NewCheckoutSession, _ key: IdempotencyKey, in environment: AmazonPayEnvironment,
    region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try session.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.createCheckoutSession, body: stableJSON(session), idempotencyKey: key)
  }

  /// - Throws: `InvalidField`.
  public static func getCheckoutSession(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getCheckoutSession, id)
  }

  /// Sets what the buyer is about to pay. Repeating it sets the same again.
  /// - Parameter region: The account's region. If given, amounts in a currency that the region refuses throw, too.
  /// - Throws: `InvalidField`.
  public static func updateCheckoutSession(
    _ id: String, _ update: CheckoutSessionUpdate, in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try update.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.updateCheckoutSession, id, body: stableJSON(update))
  }

  /// Finishes the payment: only its answer tells whether the buyer has paid.
  /// - Parameters:
  ///   - amount: The amount that the session was updated with.
  ///   - totalOrderAmount: The total of the order, if more charges follow.
  ///   - region: The account's region. If given, amounts in a currency that the region refuses throw, too.
  /// - Throws: `InvalidField`.
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

  /// Finishes a session that only saves a payment method (`setupOnly`): nothing is paid.
  /// - Throws: `InvalidField`.
  public static func completeSetup(ofCheckoutSession id: String, _ key: IdempotencyKey) throws(InvalidField)
    -> AmazonPayCall
  {
    try AmazonPayCall(.completeCheckoutSession, id, body: Array("{}".utf8), idempotencyKey: key)
  }

  /// Finishes a session whose values a script set in the buyer's browser; Amazon compares them with these.
  /// - Parameter region: The account's region. If given, amounts in a currency that the region refuses throw, too.
  /// - Throws: `InvalidField`.
  public static func finalizeCheckoutSession(
    _ id: String, _ values: CheckoutSessionFinalization, _ key: IdempotencyKey, in environment: AmazonPayEnvironment,
    region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try values.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.finalizeCheckoutSession, id, body: stableJSON(values), idempotencyKey: key)
  }
}
