public import FerryCore

/// What a shop sets on an open session before the buyer pays.
public struct CheckoutSessionUpdate: Hashable, Sendable {
  /// Where the buyer goes after paying, cancelling or a decline. At most 512 characters.
  public var checkoutResultReturnUrl: String
  public var paymentIntent: PaymentIntent
  /// Whether Amazon may decide later. Not with `authorizeWithCapture`.
  public var canHandlePendingAuthorization: Bool
  public var chargeAmount: Money
  /// The whole order, when more charges will follow.
  public var totalOrderAmount: Money?
  /// At most 16 bytes on the buyer's statement; only with `authorizeWithCapture`, and not in Japan.
  public var softDescriptor: String?
  public var merchantMetadata: MerchantMetadata?

  public init(
    checkoutResultReturnUrl: String,
    paymentIntent: PaymentIntent,
    canHandlePendingAuthorization: Bool = false,
    chargeAmount: Money,
    totalOrderAmount: Money? = nil,
    softDescriptor: String? = nil,
    merchantMetadata: MerchantMetadata? = nil
  ) {
    self.checkoutResultReturnUrl = checkoutResultReturnUrl
    self.paymentIntent = paymentIntent
    self.canHandlePendingAuthorization = canHandlePendingAuthorization
    self.chargeAmount = chargeAmount
    self.totalOrderAmount = totalOrderAmount
    self.softDescriptor = softDescriptor
    self.merchantMetadata = merchantMetadata
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(address: checkoutResultReturnUrl, "webCheckoutDetails.checkoutResultReturnUrl")
    try limits.check(chargeAmount, "paymentDetails.chargeAmount")
    try limits.check(totalOrderAmount, "paymentDetails.totalOrderAmount")
    try limits.check(merchantMetadata)
    if canHandlePendingAuthorization, paymentIntent == .authorizeWithCapture {
      throw InvalidField(
        field: "paymentDetails.canHandlePendingAuthorization", fault: .notWithAuthorizeWithCapture)
    }
    if let softDescriptor {
      let field = "paymentDetails.softDescriptor"
      guard paymentIntent == .authorizeWithCapture else {
        throw InvalidField(field: field, fault: .needsAuthorizeWithCapture)
      }
      guard softDescriptor.utf8.count <= 16 else { throw InvalidField(field: field, fault: .tooLong(limit: 16)) }
    }
  }
}

extension CheckoutSessionUpdate: Encodable {
  private enum CodingKeys: String, CodingKey {
    case webCheckoutDetails
    case paymentDetails
    case merchantMetadata
  }

  private enum WebCheckoutKeys: String, CodingKey {
    case checkoutResultReturnUrl
  }

  private enum PaymentKeys: String, CodingKey {
    case paymentIntent
    case canHandlePendingAuthorization
    case chargeAmount
    case totalOrderAmount
    case softDescriptor
  }

  public func encode(to encoder: any Encoder) throws {
    var body = encoder.container(keyedBy: CodingKeys.self)
    var web = body.nestedContainer(keyedBy: WebCheckoutKeys.self, forKey: .webCheckoutDetails)
    try web.encode(checkoutResultReturnUrl, forKey: .checkoutResultReturnUrl)
    var payment = body.nestedContainer(keyedBy: PaymentKeys.self, forKey: .paymentDetails)
    try payment.encode(paymentIntent, forKey: .paymentIntent)
    try payment.encode(canHandlePendingAuthorization, forKey: .canHandlePendingAuthorization)
    try payment.encode(Price(chargeAmount), forKey: .chargeAmount)
    try payment.encodeIfPresent(totalOrderAmount.map { Price($0) }, forKey: .totalOrderAmount)
    try payment.encodeIfPresent(softDescriptor, forKey: .softDescriptor)
    try body.encodeIfPresent(merchantMetadata, forKey: .merchantMetadata)
  }
}
