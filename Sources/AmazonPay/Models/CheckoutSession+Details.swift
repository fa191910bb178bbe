public import FerryHTTP

extension CheckoutSession {
  /// The amount to pay, and the manner of payment.
  public struct PaymentDetails: Hashable, Sendable, LenientCodable {
    /// The effect of completing the session.
    public internal(set) var paymentIntent: Open<PaymentIntent>?
    /// True if Amazon may decide later.
    public internal(set) var canHandlePendingAuthorization: Bool?
    /// The amount to confirm, reserve or capture, as the intent says.
    public internal(set) var chargeAmount: Price?
    /// The total of the order, if more charges follow.
    public internal(set) var totalOrderAmount: Price?
    /// The ISO 4217 code of the currency of all amounts.
    public internal(set) var presentmentCurrency: String?
    /// The text on the buyer's statement.
    public internal(set) var softDescriptor: String?
    /// True if charges may exceed the total of the order.
    public internal(set) var allowOvercharge: Bool?
    /// True if the charge permission lasts 13 months instead of 180 days.
    public internal(set) var extendExpiration: Bool?
    /// An estimate of the total, shown before the total is known.
    public internal(set) var estimateOrderTotal: Price?
    public internal(set) var additional: [String: UntypedJSON] = [:]

    mutating func code(_ members: inout MemberCoder) throws {
      try members.member(&paymentIntent, "paymentIntent")
      try members.member(&canHandlePendingAuthorization, "canHandlePendingAuthorization")
      try members.member(&chargeAmount, "chargeAmount")
      try members.member(&totalOrderAmount, "totalOrderAmount")
      try members.member(&presentmentCurrency, "presentmentCurrency")
      try members.member(&softDescriptor, "softDescriptor")
      try members.member(&allowOvercharge, "allowOvercharge")
      try members.member(&extendExpiration, "extendExpiration")
      try members.member(&estimateOrderTotal, "estimateOrderTotal")
    }
  }

  /// The addresses of the redirects.
  public struct WebCheckoutDetails: Hashable, Sendable, LenientCodable {
    /// Amazon sends the buyer here after they chose address and payment method.
    public internal(set) var checkoutReviewReturnUrl: String?
    /// Amazon sends the buyer here after a payment, a cancellation or a decline.
    public internal(set) var checkoutResultReturnUrl: String?
    /// Amazon sends the buyer here if they cancel.
    public internal(set) var checkoutCancelUrl: String?
    /// The address of the payment page. Null until no constraint is left.
    public internal(set) var amazonPayRedirectUrl: String?
    /// `processOrder` for a checkout without a review in the shop.
    public internal(set) var checkoutMode: Open<CheckoutMode>?
    public internal(set) var additional: [String: UntypedJSON] = [:]

    mutating func code(_ members: inout MemberCoder) throws {
      try members.member(&checkoutReviewReturnUrl, "checkoutReviewReturnUrl")
      try members.member(&checkoutResultReturnUrl, "checkoutResultReturnUrl")
      try members.member(&checkoutCancelUrl, "checkoutCancelUrl")
      try members.member(&amazonPayRedirectUrl, "amazonPayRedirectUrl")
      try members.member(&checkoutMode, "checkoutMode")
    }
  }

  /// A condition that is not met yet; the buyer cannot pay before.
  public struct Constraint: Hashable, Sendable, LenientCodable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// No buyer has signed in.
      case buyerNotAssociated = "BuyerNotAssociated"
      case chargeAmountNotSet = "ChargeAmountNotSet"
      case checkoutResultReturnUrlNotSet = "CheckoutResultReturnUrlNotSet"
      case paymentIntentNotSet = "PaymentIntentNotSet"
    }

    public internal(set) var kind: Open<Kind> = .unknown("")
    /// Amazon's text.
    public internal(set) var description: String?
    public internal(set) var additional: [String: UntypedJSON] = [:]

    mutating func code(_ members: inout MemberCoder) throws {
      try members.required(&kind, "constraintId")
      try members.member(&description, "description")
    }
  }
}

/// A payment method, as text for the buyer.
public struct PaymentPreference: Hashable, Sendable, LenientCodable {
  /// For example a card's brand and last digits; in Amazon's own sandbox a fixed text.
  public internal(set) var paymentDescriptor: String?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  mutating func code(_ members: inout MemberCoder) throws {
    try members.member(&paymentDescriptor, "paymentDescriptor")
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
public struct FinalizedCheckoutSession: Hashable, Sendable, LenientCodable, AmazonPayObject {
  /// The buyer's consent that the charge uses.
  public internal(set) var chargePermissionId = ""
  /// Nil if the intent is `confirm`.
  public internal(set) var chargeId: String?
  public internal(set) var checkoutSessionId: String?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool { checkoutSessionId == nil || checkoutSessionId == call.objectId }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&chargePermissionId, "chargePermissionId")
    try members.member(&chargeId, "chargeId")
    try members.member(&checkoutSessionId, "checkoutSessionId")
  }
}
