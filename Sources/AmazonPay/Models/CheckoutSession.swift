public import FerryCore

/// A buyer's visit to Amazon Pay, from signing in to paying. Open for 24 hours, deleted 30 days after that.
public struct CheckoutSession: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    case open = "Open"
    case completed = "Completed"
    case canceled = "Canceled"
  }

  /// Why a session was canceled.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case buyerCanceled = "BuyerCanceled"
    case declined = "Declined"
    case amazonCanceled = "AmazonCanceled"
    /// Still open 24 hours after it began.
    case expired = "Expired"
  }

  public enum ProductType: String, Codable, Hashable, Sendable, CaseIterable {
    case payAndShip = "PayAndShip"
    case payOnly = "PayOnly"
  }

  public enum ReleaseEnvironment: String, Hashable, Sendable, CaseIterable {
    case sandbox = "Sandbox"
    case live = "Live"
  }

  public struct WebCheckoutDetails: Hashable, Sendable {
    public let checkoutReviewReturnUrl: String?
    public let checkoutResultReturnUrl: String?
    public let checkoutCancelUrl: String?
    /// Where the buyer pays. Null until no constraint is left.
    public let amazonPayRedirectUrl: String?
  }

  public struct PaymentDetails: Hashable, Sendable {
    public let paymentIntent: Open<PaymentIntent>?
    public let canHandlePendingAuthorization: Bool?
    public let chargeAmount: Price?
    public let totalOrderAmount: Price?
    public let presentmentCurrency: String?
    public let softDescriptor: String?
  }

  /// What is still missing before the buyer can pay.
  public struct Constraint: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case buyerNotAssociated = "BuyerNotAssociated"
      case chargeAmountNotSet = "ChargeAmountNotSet"
      case checkoutResultReturnUrlNotSet = "CheckoutResultReturnUrlNotSet"
      case paymentIntentNotSet = "PaymentIntentNotSet"
    }

    public let kind: Open<Kind>
    public let description: String?
  }

  public let checkoutSessionId: String
  public let statusDetails: StatusDetails<State, Reason>
  public let webCheckoutDetails: WebCheckoutDetails?
  public let productType: Open<ProductType>?
  public let paymentDetails: PaymentDetails?
  public let merchantMetadata: MerchantMetadata?
  public let storeId: String?
  /// Readable while the session is open.
  public let buyer: AmazonPayBuyer?
  /// Readable while the session is open; null for `PayOnly`.
  public let shippingAddress: AmazonPayAddress?
  public let billingAddress: AmazonPayAddress?
  public let paymentPreferences: [PaymentPreference]
  public let constraints: [Constraint]
  /// There once the session is completed.
  public let chargePermissionId: String?
  /// There once the session is completed, if its intent authorizes.
  public let chargeId: String?
  public let creationTimestamp: Moment?
  public let expirationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?

  public var state: Open<State> { statusDetails.state }
}

extension CheckoutSession: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    checkoutSessionId = try object.required("checkoutSessionId")
    statusDetails = try object.required("statusDetails")
    webCheckoutDetails = object.value("webCheckoutDetails")
    productType = object.value("productType")
    paymentDetails = object.value("paymentDetails")
    merchantMetadata = object.value("merchantMetadata")
    storeId = object.value("storeId")
    buyer = object.value("buyer")
    shippingAddress = object.value("shippingAddress")
    billingAddress = object.value("billingAddress")
    paymentPreferences = object.values("paymentPreferences")
    constraints = object.values("constraints")
    chargePermissionId = object.value("chargePermissionId")
    chargeId = object.value("chargeId")
    creationTimestamp = object.moment("creationTimestamp")
    expirationTimestamp = object.moment("expirationTimestamp")
    releaseEnvironment = object.value("releaseEnvironment")
  }
}

extension CheckoutSession.WebCheckoutDetails: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    checkoutReviewReturnUrl = object.value("checkoutReviewReturnUrl")
    checkoutResultReturnUrl = object.value("checkoutResultReturnUrl")
    checkoutCancelUrl = object.value("checkoutCancelUrl")
    amazonPayRedirectUrl = object.value("amazonPayRedirectUrl")
  }
}

extension CheckoutSession.PaymentDetails: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    paymentIntent = object.value("paymentIntent")
    canHandlePendingAuthorization = object.value("canHandlePendingAuthorization")
    chargeAmount = object.value("chargeAmount")
    totalOrderAmount = object.value("totalOrderAmount")
    presentmentCurrency = object.value("presentmentCurrency")
    softDescriptor = object.value("softDescriptor")
  }
}

extension CheckoutSession.Constraint: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    kind = try object.required("constraintId")
    description = object.value("description")
  }
}
