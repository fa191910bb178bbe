extension CheckoutSession {
  /// The amount to pay, and the manner of payment.
  public struct PaymentDetails: Hashable, Sendable {
    /// The effect of completing the session.
    public let paymentIntent: Open<PaymentIntent>?
    /// True if Amazon may decide later.
    public let canHandlePendingAuthorization: Bool?
    /// The amount to confirm, reserve or capture, as the intent says.
    public let chargeAmount: Price?
    /// The total of the order, if more charges follow.
    public let totalOrderAmount: Price?
    /// The ISO 4217 code of the currency of all amounts.
    public let presentmentCurrency: String?
    /// The text on the buyer's statement.
    public let softDescriptor: String?
    /// True if charges may exceed the total of the order.
    public let allowOvercharge: Bool?
    /// True if the charge permission lasts 13 months instead of 180 days.
    public let extendExpiration: Bool?
    /// An estimate of the total, shown before the total is known.
    public let estimateOrderTotal: Price?
    /// Members without a typed property.
    public let additional: [String: JSONValue]
  }
}

extension CheckoutSession.PaymentDetails: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    paymentIntent = object.value("paymentIntent")
    canHandlePendingAuthorization = object.value("canHandlePendingAuthorization")
    chargeAmount = object.value("chargeAmount")
    totalOrderAmount = object.value("totalOrderAmount")
    presentmentCurrency = object.value("presentmentCurrency")
    softDescriptor = object.value("softDescriptor")
    allowOvercharge = object.value("allowOvercharge")
    extendExpiration = object.value("extendExpiration")
    estimateOrderTotal = object.value("estimateOrderTotal")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(paymentIntent, "paymentIntent")
    try object.write(canHandlePendingAuthorization, "canHandlePendingAuthorization")
    try object.write(chargeAmount, "chargeAmount")
    try object.write(totalOrderAmount, "totalOrderAmount")
    try object.write(presentmentCurrency, "presentmentCurrency")
    try object.write(softDescriptor, "softDescriptor")
    try object.write(allowOvercharge, "allowOvercharge")
    try object.write(extendExpiration, "extendExpiration")
    try object.write(estimateOrderTotal, "estimateOrderTotal")
  }
}

extension CheckoutSession {
  /// The addresses of the redirects.
  public struct WebCheckoutDetails: Hashable, Sendable {
    /// Amazon sends the buyer here after they chose address and payment method.
    public let checkoutReviewReturnUrl: String?
    /// Amazon sends the buyer here after a payment, a cancellation or a decline.
    public let checkoutResultReturnUrl: String?
    /// Amazon sends the buyer here if they cancel.
    public let checkoutCancelUrl: String?
    /// The address of the payment page. Null until no constraint is left.
    public let amazonPayRedirectUrl: String?
    /// `processOrder` for a checkout without a review in the shop.
    public let checkoutMode: Open<CheckoutMode>?
    /// Members without a typed property.
    public let additional: [String: JSONValue]
  }
}

extension CheckoutSession.WebCheckoutDetails: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    checkoutReviewReturnUrl = object.value("checkoutReviewReturnUrl")
    checkoutResultReturnUrl = object.value("checkoutResultReturnUrl")
    checkoutCancelUrl = object.value("checkoutCancelUrl")
    amazonPayRedirectUrl = object.value("amazonPayRedirectUrl")
    checkoutMode = object.value("checkoutMode")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(checkoutReviewReturnUrl, "checkoutReviewReturnUrl")
    try object.write(checkoutResultReturnUrl, "checkoutResultReturnUrl")
    try object.write(checkoutCancelUrl, "checkoutCancelUrl")
    try object.write(amazonPayRedirectUrl, "amazonPayRedirectUrl")
    try object.write(checkoutMode, "checkoutMode")
  }
}

extension CheckoutSession {
  /// A condition that is not met yet; the buyer cannot pay before.
  public struct Constraint: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// No buyer has signed in.
      case buyerNotAssociated = "BuyerNotAssociated"
      /// There is no amount.
      case chargeAmountNotSet = "ChargeAmountNotSet"
      /// There is no return URL for after the payment.
      case checkoutResultReturnUrlNotSet = "CheckoutResultReturnUrlNotSet"
      /// There is no payment intent.
      case paymentIntentNotSet = "PaymentIntentNotSet"
    }

    public let kind: Open<Kind>
    /// Amazon's text.
    public let description: String?
    /// Members without a typed property.
    public let additional: [String: JSONValue]
  }
}

extension CheckoutSession.Constraint: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    kind = try object.required("constraintId")
    description = object.value("description")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(kind, "constraintId")
    try object.write(description, "description")
  }
}

/// A payment method, as text for the buyer.
public struct PaymentPreference: Hashable, Sendable {
  /// For example a card's brand and last digits; in Amazon's own sandbox a fixed text.
  public let paymentDescriptor: String?
  /// Members without a typed property.
  public let additional: [String: JSONValue]
}

extension PaymentPreference: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    paymentDescriptor = object.value("paymentDescriptor")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(paymentDescriptor, "paymentDescriptor")
  }
}

/// The effect of completing a checkout session.
public enum PaymentIntent: String, Codable, Hashable, Sendable, CaseIterable {
  /// No charge; charges follow later.
  case confirm = "Confirm"
  /// Reserves the amount; a capture follows later.
  case authorize = "Authorize"
  /// Reserves and captures the amount at once.
  case authorizeWithCapture = "AuthorizeWithCapture"
}

/// The course of a checkout after the buyer's selection at Amazon.
public enum CheckoutMode: String, Codable, Hashable, Sendable, CaseIterable {
  /// Payment without a review in the shop: the additional payment button.
  case processOrder = "ProcessOrder"
}

/// The answer to Finalize Checkout Session: charge permission and charge. The Amazon Pay documentation names no other
/// members; `additional` holds them.
public struct FinalizedCheckoutSession: Hashable, Sendable {
  /// The buyer's consent that the charge uses.
  public let chargePermissionId: String
  /// Nil if the intent is `confirm`.
  public let chargeId: String?
  public let checkoutSessionId: String?
  /// Members without a typed property.
  public let additional: [String: JSONValue]
}

extension FinalizedCheckoutSession: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    chargePermissionId = try object.required("chargePermissionId")
    chargeId = object.value("chargeId")
    checkoutSessionId = object.value("checkoutSessionId")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(chargePermissionId, "chargePermissionId")
    try object.write(chargeId, "chargeId")
    try object.write(checkoutSessionId, "checkoutSessionId")
  }
}
