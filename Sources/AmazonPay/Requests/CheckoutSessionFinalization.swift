public import FerryCore

/// The values of a session that a script has run through in the buyer's browser, to be compared by Amazon.
public struct CheckoutSessionFinalization: Hashable, Sendable {
  /// What the intent is about.
  public var chargeAmount: Money
  /// What happens to the money.
  public var paymentIntent: PaymentIntent
  /// The whole order, when more charges will follow.
  public var totalOrderAmount: Money?
  /// Whether Amazon may decide later. Not with `authorizeWithCapture`.
  public var canHandlePendingAuthorization: Bool?
  /// Where to deliver.
  public var shippingAddress: AmazonPayAddress?
  /// Whom to bill.
  public var billingAddress: AmazonPayAddress?
  /// For merchants with whom Amazon has agreed on its content.
  public var supplementaryData: String?
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// The least that is needed; the rest is set afterwards.
  public init(_ paymentIntent: PaymentIntent, _ chargeAmount: Money) {
    self.paymentIntent = paymentIntent
    self.chargeAmount = chargeAmount
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(chargeAmount, "chargeAmount")
    try limits.check(total: totalOrderAmount, "totalOrderAmount", ofCharge: chargeAmount)
    if canHandlePendingAuthorization == true, paymentIntent == .authorizeWithCapture {
      throw InvalidField(field: "canHandlePendingAuthorization", fault: .notWithAuthorizeWithCapture)
    }
  }
}

extension CheckoutSessionFinalization: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(shippingAddress, "shippingAddress")
    try object.write(billingAddress, "billingAddress")
    try object.write(Price(chargeAmount), "chargeAmount")
    try object.write(totalOrderAmount.map { Price($0) }, "totalOrderAmount")
    try object.write(paymentIntent, "paymentIntent")
    try object.write(canHandlePendingAuthorization, "canHandlePendingAuthorization")
    try object.write(supplementaryData, "supplementaryData")
  }
}
