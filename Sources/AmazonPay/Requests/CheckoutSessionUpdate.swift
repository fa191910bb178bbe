public import FerryCore
public import FerryHTTP

/// Changes of an open session, before the buyer pays. Nil properties stay unchanged.
public struct CheckoutSessionUpdate: Hashable, Sendable {
  /// Amazon sends the buyer here after a payment, a cancellation or a decline. At most 512 characters.
  public var checkoutResultReturnUrl: String?
  /// Amazon sends the buyer here after they changed address or payment method. At most 512 characters.
  public var checkoutReviewReturnUrl: String?
  /// Amazon sends the buyer here if they cancel. At most 512 characters.
  public var checkoutCancelUrl: String?
  /// The amount to pay, and the manner of payment.
  public var payment: RequestedPayment
  /// Frequency and amount of the charges, for `recurring` only.
  public var recurringMetadata: RecurringMetadata?
  public var merchantMetadata: MerchantMetadata?
  /// The payment service provider's own data.
  public var providerMetadata: ProviderMetadata?
  /// For merchants that have agreed on its content with Amazon.
  public var supplementaryData: String?
  /// The id of the solution provider.
  public var platformId: String?
  public var additional: [String: UntypedJSON] = [:]

  public init(
    checkoutResultReturnUrl: String? = nil, payment: RequestedPayment = RequestedPayment(),
    merchantMetadata: MerchantMetadata? = nil
  ) {
    self.checkoutResultReturnUrl = checkoutResultReturnUrl
    self.payment = payment
    self.merchantMetadata = merchantMetadata
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(address: checkoutResultReturnUrl, "webCheckoutDetails.checkoutResultReturnUrl")
    try limits.check(address: checkoutReviewReturnUrl, "webCheckoutDetails.checkoutReviewReturnUrl")
    try limits.check(address: checkoutCancelUrl, "webCheckoutDetails.checkoutCancelUrl")
    try payment.check(limits)
    try limits.check(recurringMetadata)
    try limits.check(merchantMetadata)
  }
}

extension CheckoutSessionUpdate: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    let web = webCheckoutDetails(
      review: checkoutReviewReturnUrl, result: checkoutResultReturnUrl, cancel: checkoutCancelUrl)
    try object.write(web.isEmpty ? nil : web, "webCheckoutDetails")
    try object.write(payment == RequestedPayment() ? nil : payment, "paymentDetails")
    try object.write(recurringMetadata, "recurringMetadata")
    try object.write(merchantMetadata, "merchantMetadata")
    try object.write(providerMetadata, "providerMetadata")
    try object.write(supplementaryData, "supplementaryData")
    try object.write(platformId, "platformId")
  }
}

/// The addresses of the redirects, as `webCheckoutDetails` has them.
func webCheckoutDetails(
  review: String?, result: String?, cancel: String?, _ mode: CheckoutMode? = nil
) -> [String: String] {
  let members = [
    "checkoutReviewReturnUrl": review, "checkoutResultReturnUrl": result, "checkoutCancelUrl": cancel,
    "checkoutMode": mode?.rawValue,
  ]
  return members.compactMapValues(\.self)
}

/// The values for Finalize Checkout Session. Amazon compares them with the values that a script set in the buyer's
/// browser.
public struct CheckoutSessionFinalization: Hashable, Sendable {
  /// The amount to confirm, reserve or capture, as the intent says.
  public var chargeAmount: Money
  public var paymentIntent: PaymentIntent
  /// The total of the order, if more charges follow.
  public var totalOrderAmount: Money?
  /// True if Amazon may decide later. Not with `authorizeWithCapture`.
  public var canHandlePendingAuthorization: Bool?
  public var shippingAddress: AmazonPayAddress?
  public var billingAddress: AmazonPayAddress?
  /// For merchants that have agreed on its content with Amazon.
  public var supplementaryData: String?
  public var additional: [String: UntypedJSON] = [:]

  public init(_ paymentIntent: PaymentIntent, _ chargeAmount: Money) {
    self.paymentIntent = paymentIntent
    self.chargeAmount = chargeAmount
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(chargeAmount, "chargeAmount")
    try limits.check(total: totalOrderAmount, "totalOrderAmount", ofCharge: chargeAmount)
    if canHandlePendingAuthorization == true, paymentIntent == .authorizeWithCapture {
      throw InvalidField(field: "canHandlePendingAuthorization", .notWithAuthorizeWithCapture)
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
