public import FerryCore

/// A buyer's visit to Amazon Pay, from signing in to paying ("Checkout Session", Amazon Pay documentation). Open for 24
/// hours, deleted 30 days after that.
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

  public typealias ReleaseEnvironment = AmazonPay.ReleaseEnvironment

  public let checkoutSessionId: String
  public let statusDetails: StatusDetails<State, Reason>
  public let webCheckoutDetails: WebCheckoutDetails?
  public let productType: Open<ProductType>?
  public let chargePermissionType: Open<ChargePermissionType>?
  public let orderType: String?
  public let recurringMetadata: RecurringMetadata?
  public let paymentMethodOnFileMetadata: PaymentMethodOnFileMetadata?
  public let paymentDetails: PaymentDetails?
  public let merchantMetadata: MerchantMetadata?
  public let providerMetadata: ProviderMetadata?
  public let supplementaryData: String?
  public let platformId: String?
  public let storeId: String?
  public let deliverySpecifications: DeliverySpecifications?
  /// Readable while the session is open.
  public let buyer: AmazonPayBuyer?
  /// Readable while the session is open; null for `PayOnly`.
  public let shippingAddress: AmazonPayAddress?
  /// Only of the product for several addresses. Amazon sends each as a text that holds JSON.
  public let shippingAddressList: [AmazonPayAddress]
  public let billingAddress: AmazonPayAddress?
  public let paymentPreferences: [PaymentPreference]
  public let constraints: [Constraint]
  public let checkoutButtonText: String?
  /// There once the session is completed.
  public let chargePermissionId: String?
  /// There once the session is completed, if its intent authorizes.
  public let chargeId: String?
  public let creationTimestamp: Moment?
  public let expirationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members that have no type here.
  public let additional: [String: JSONValue]

  public var state: Open<State> { statusDetails.state }
}
