public import FerryCore

/// A buyer's visit to Amazon Pay, from signing in to paying ("Checkout Session", Amazon Pay documentation). Open for 24
/// hours, deleted 30 days after that.
public struct CheckoutSession: Hashable, Sendable {
  /// Where the session is on its way.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The buyer chooses, or has not paid yet.
    case open = "Open"
    /// It was completed; final.
    case completed = "Completed"
    /// It ended without a payment; final.
    case canceled = "Canceled"
  }

  /// Why a session was canceled.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The buyer gave up.
    case buyerCanceled = "BuyerCanceled"
    /// The payment was declined, and the buyer gave no other method.
    case declined = "Declined"
    /// Amazon ended it.
    case amazonCanceled = "AmazonCanceled"
    /// Still open 24 hours after it began.
    case expired = "Expired"
  }

  /// Whether something is delivered.
  public enum ProductType: String, Codable, Hashable, Sendable, CaseIterable {
    /// The buyer chooses an address, too.
    case payAndShip = "PayAndShip"
    /// A payment without an address.
    case payOnly = "PayOnly"
  }

  /// Sandbox or live.
  public typealias ReleaseEnvironment = AmazonPay.ReleaseEnvironment

  /// A UUID as text.
  public let checkoutSessionId: String
  /// The state, why, and since when.
  public let statusDetails: StatusDetails<State, Reason>
  /// The addresses between which the buyer goes.
  public let webCheckoutDetails: WebCheckoutDetails?
  /// Whether something is delivered.
  public let productType: Open<ProductType>?
  /// What the buyer agrees to.
  public let chargePermissionType: Open<ChargePermissionType>?
  /// As it came; the documentation names no values.
  public let orderType: String?
  /// How often and how much will be charged, for `recurring`.
  public let recurringMetadata: RecurringMetadata?
  /// For `paymentMethodOnFile`.
  public let paymentMethodOnFileMetadata: PaymentMethodOnFileMetadata?
  /// What is paid, and how; nil once completed.
  public let paymentDetails: PaymentDetails?
  /// The merchant's own data; nil once completed.
  public let merchantMetadata: MerchantMetadata?
  /// What a payment service provider attached.
  public let providerMetadata: ProviderMetadata?
  /// For merchants with whom Amazon has agreed on its content.
  public let supplementaryData: String?
  /// The solution provider.
  public let platformId: String?
  /// The shop, as registered in Seller Central.
  public let storeId: String?
  /// Where the merchant delivers to.
  public let deliverySpecifications: DeliverySpecifications?
  /// Readable while the session is open.
  public let buyer: AmazonPayBuyer?
  /// Readable while the session is open; null for `PayOnly`.
  public let shippingAddress: AmazonPayAddress?
  /// Only of the product for several addresses. Amazon sends each as a text that holds JSON.
  public let shippingAddressList: [AmazonPayAddress]
  /// In Europe, without shipping, or with the scope; while the session is open.
  public let billingAddress: AmazonPayAddress?
  /// What the buyer has chosen to pay with; empty before.
  public let paymentPreferences: [PaymentPreference]
  /// What is missing before the buyer can pay; empty when nothing is.
  public let constraints: [Constraint]
  /// As it came; the documentation does not explain it.
  public let checkoutButtonText: String?
  /// There once the session is completed.
  public let chargePermissionId: String?
  /// There once the session is completed, if its intent authorizes.
  public let chargeId: String?
  /// When it was made.
  public let creationTimestamp: Moment?
  /// 24 hours after it was made.
  public let expirationTimestamp: Moment?
  /// Sandbox or live.
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members that have no type here.
  public let additional: [String: JSONValue]

  /// Where the session is on its way.
  public var state: Open<State> { statusDetails.state }
}
