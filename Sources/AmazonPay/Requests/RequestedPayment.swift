public import FerryCore

/// What is to be paid, and how ("Checkout Session", Amazon Pay documentation).
public struct RequestedPayment: Hashable, Sendable {
  /// What happens to the money at the end of the checkout.
  public var paymentIntent: PaymentIntent?
  /// Whether Amazon may decide later. Not with `authorizeWithCapture`.
  public var canHandlePendingAuthorization: Bool?
  /// What the intent is about.
  public var chargeAmount: Money?
  /// The whole order, when more charges will follow.
  public var totalOrderAmount: Money?
  /// The currency of all amounts, if no amount says it. Other than the ledger's in Europe only.
  public var presentmentCurrency: Currency?
  /// At most 16 bytes on the buyer's statement; only with `authorizeWithCapture`, and not in Japan.
  public var softDescriptor: String?
  /// Whether more may be charged than the order came to.
  public var allowOvercharge: Bool?
  /// Whether the charge permission lasts 13 months in place of 180 days.
  public var extendExpiration: Bool?
  /// What the order may come to, shown before it is known.
  public var estimateOrderTotal: Money?

  /// What is nil is not sent.
  public init(
    _ paymentIntent: PaymentIntent? = nil,
    _ chargeAmount: Money? = nil,
    canHandlePendingAuthorization: Bool? = nil,
    totalOrderAmount: Money? = nil,
    presentmentCurrency: Currency? = nil,
    softDescriptor: String? = nil,
    allowOvercharge: Bool? = nil,
    extendExpiration: Bool? = nil,
    estimateOrderTotal: Money? = nil
  ) {
    self.paymentIntent = paymentIntent
    self.chargeAmount = chargeAmount
    self.canHandlePendingAuthorization = canHandlePendingAuthorization
    self.totalOrderAmount = totalOrderAmount
    self.presentmentCurrency = presentmentCurrency
    self.softDescriptor = softDescriptor
    self.allowOvercharge = allowOvercharge
    self.extendExpiration = extendExpiration
    self.estimateOrderTotal = estimateOrderTotal
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(chargeAmount, "paymentDetails.chargeAmount")
    try limits.check(total: totalOrderAmount, "paymentDetails.totalOrderAmount", ofCharge: chargeAmount)
    try limits.check(estimateOrderTotal, "paymentDetails.estimateOrderTotal")
    try limits.check(currency: presentmentCurrency, "paymentDetails.presentmentCurrency")
    if let chargeAmount, let presentmentCurrency, chargeAmount.currency != presentmentCurrency {
      throw InvalidField(
        field: "paymentDetails.presentmentCurrency", fault: .otherCurrency(chargeAmount.currency.code))
    }
    if canHandlePendingAuthorization == true, paymentIntent == .authorizeWithCapture {
      throw InvalidField(
        field: "paymentDetails.canHandlePendingAuthorization", fault: .notWithAuthorizeWithCapture)
    }
    if let softDescriptor {
      let field = "paymentDetails.softDescriptor"
      guard paymentIntent == .authorizeWithCapture else {
        throw InvalidField(field: field, fault: .needsAuthorizeWithCapture)
      }
      try limits.check(softDescriptor: softDescriptor, field)
    }
  }
}

extension RequestedPayment: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder)
    try object.write(paymentIntent, "paymentIntent")
    try object.write(canHandlePendingAuthorization, "canHandlePendingAuthorization")
    try object.write(chargeAmount.map { Price($0) }, "chargeAmount")
    try object.write(totalOrderAmount.map { Price($0) }, "totalOrderAmount")
    try object.write(presentmentCurrency?.code, "presentmentCurrency")
    try object.write(softDescriptor, "softDescriptor")
    try object.write(allowOvercharge, "allowOvercharge")
    try object.write(extendExpiration, "extendExpiration")
    try object.write(estimateOrderTotal.map { Price($0) }, "estimateOrderTotal")
  }
}
