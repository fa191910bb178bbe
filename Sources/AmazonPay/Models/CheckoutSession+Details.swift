extension CheckoutSession {
  /// What is to be paid, and how.
  public struct PaymentDetails: Hashable, Sendable {
    /// What happens to the money at the end of the checkout.
    public let paymentIntent: Open<PaymentIntent>?
    /// Whether Amazon may decide later.
    public let canHandlePendingAuthorization: Bool?
    /// What the intent is about.
    public let chargeAmount: Price?
    /// The whole order, when more charges will follow.
    public let totalOrderAmount: Price?
    /// The ISO 4217 code of the currency of all amounts.
    public let presentmentCurrency: String?
    /// What stands on the buyer's statement.
    public let softDescriptor: String?
    /// Whether more may be charged than the order came to.
    public let allowOvercharge: Bool?
    /// Whether the charge permission lasts 13 months in place of 180 days.
    public let extendExpiration: Bool?
    /// What the order may come to, shown before it is known.
    public let estimateOrderTotal: Price?
    /// Members that have no type here.
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
  /// The addresses between which the buyer goes.
  public struct WebCheckoutDetails: Hashable, Sendable {
    /// Where the buyer comes back to after choosing.
    public let checkoutReviewReturnUrl: String?
    /// Where the buyer goes after paying, cancelling or a decline.
    public let checkoutResultReturnUrl: String?
    /// Where the buyer goes who gives up on Amazon's pages.
    public let checkoutCancelUrl: String?
    /// Where the buyer pays. Null until no constraint is left.
    public let amazonPayRedirectUrl: String?
    /// Whether there is a review in the shop.
    public let checkoutMode: Open<CheckoutMode>?
    /// Members that have no type here.
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
  /// What is still missing before the buyer can pay.
  public struct Constraint: Hashable, Sendable {
    /// What is missing.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// No buyer has signed in.
      case buyerNotAssociated = "BuyerNotAssociated"
      /// There is no amount.
      case chargeAmountNotSet = "ChargeAmountNotSet"
      /// There is no address to come back to after paying.
      case checkoutResultReturnUrlNotSet = "CheckoutResultReturnUrlNotSet"
      /// It is not said what happens to the money.
      case paymentIntentNotSet = "PaymentIntentNotSet"
    }

    /// What is missing.
    public let kind: Open<Kind>
    /// The same in Amazon's words.
    public let description: String?
    /// Members that have no type here.
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

/// What the buyer pays with, as text for the buyer.
public struct PaymentPreference: Hashable, Sendable {
  /// Such as a card's brand and last digits; in Amazon's own sandbox a fixed text.
  public let paymentDescriptor: String?
  /// Members that have no type here.
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

/// What happens to the money when a checkout session is completed.
public enum PaymentIntent: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing: charges are made later.
  case confirm = "Confirm"
  /// The amount is reserved, and captured later.
  case authorize = "Authorize"
  /// The amount is captured at once.
  case authorizeWithCapture = "AuthorizeWithCapture"
}

/// How a checkout goes on after the buyer's choice at Amazon.
public enum CheckoutMode: String, Codable, Hashable, Sendable, CaseIterable {
  /// Straight to paying, without a review in the shop: the additional payment button.
  case processOrder = "ProcessOrder"
}

/// The answer to finalizing a session: what was agreed and charged. The Amazon Pay documentation names no other members;
/// those that come are kept.
public struct FinalizedCheckoutSession: Hashable, Sendable {
  /// Under which the buyer is charged.
  public let chargePermissionId: String
  /// The charge, where the intent makes one.
  public let chargeId: String?
  /// The session that was finished.
  public let checkoutSessionId: String?
  /// Members that have no type here.
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
