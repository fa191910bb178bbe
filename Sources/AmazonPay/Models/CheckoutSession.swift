public import FerryCore
public import FerryHTTP

/// A buyer's checkout at Amazon Pay, from sign-in to payment ("Checkout Session", Amazon Pay documentation). It is open
/// for 24 hours and deleted 30 days after that.
public struct CheckoutSession: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The buyer has not paid yet.
    case open = "Open"
    case completed = "Completed"
    /// It ended without a payment; final.
    case canceled = "Canceled"
  }

  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case buyerCanceled = "BuyerCanceled"
    /// The payment was declined, and the buyer gave no other method.
    case declined = "Declined"
    case amazonCanceled = "AmazonCanceled"
    /// Still open 24 hours after it began.
    case expired = "Expired"
  }

  /// A UUID as text.
  public internal(set) var checkoutSessionId = ""
  public internal(set) var statusDetails = StatusDetails<State, Reason>()
  public internal(set) var webCheckoutDetails: WebCheckoutDetails?
  public internal(set) var productType: Open<ButtonConfiguration.ProductType>?
  public internal(set) var chargePermissionType: Open<ChargePermissionType>?
  /// Not documented.
  public internal(set) var orderType: String?
  /// Frequency and amount of the charges, for `recurring`.
  public internal(set) var recurringMetadata: RecurringMetadata?
  /// For `paymentMethodOnFile` only.
  public internal(set) var paymentMethodOnFileMetadata: PaymentMethodOnFileMetadata?
  /// Nil once the session is completed.
  public internal(set) var paymentDetails: PaymentDetails?
  /// Nil once the session is completed.
  public internal(set) var merchantMetadata: MerchantMetadata?
  /// The payment service provider's own data.
  public internal(set) var providerMetadata: ProviderMetadata?
  /// For merchants that have agreed on its content with Amazon.
  public internal(set) var supplementaryData: String?
  /// The id of the solution provider.
  public internal(set) var platformId: String?
  public internal(set) var storeId: String?
  /// The addresses that the merchant delivers to.
  public internal(set) var deliverySpecifications: DeliverySpecifications?
  /// Present while the session is open.
  public internal(set) var buyer: AmazonPayBuyer?
  /// Present while the session is open; null for `PayOnly`.
  public internal(set) var shippingAddress: AmazonPayAddress?
  /// Only for checkouts with several addresses. Amazon sends each as a string that holds JSON.
  public internal(set) var shippingAddressList: [AmazonPayAddress] = []
  /// Present in Europe, without shipping, or with the scope; while the session is open.
  public internal(set) var billingAddress: AmazonPayAddress?
  /// The payment method that the buyer chose; empty before.
  public internal(set) var paymentPreferences: [PaymentPreference] = []
  /// Empty if the buyer can pay.
  public internal(set) var constraints: [Constraint] = []
  /// Not documented.
  public internal(set) var checkoutButtonText: String?
  /// Present once the session is completed.
  public internal(set) var chargePermissionId: String?
  /// Present once the session is completed, unless the intent is `confirm`.
  public internal(set) var chargeId: String?
  public internal(set) var creationTimestamp: Moment?
  /// 24 hours after the creation.
  public internal(set) var expirationTimestamp: Moment?
  public internal(set) var releaseEnvironment: Open<ReleaseEnvironment>?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public var state: Open<State> { statusDetails.state }

  public func answers(_ call: AmazonPayCall) -> Bool {
    call.operation == .createCheckoutSession || checkoutSessionId == call.objectId
  }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&checkoutSessionId, "checkoutSessionId")
    try members.required(&statusDetails, "statusDetails")
    try members.member(&webCheckoutDetails, "webCheckoutDetails")
    try members.member(&productType, "productType")
    try members.member(&chargePermissionType, "chargePermissionType")
    try members.member(&orderType, "orderType")
    try members.member(&recurringMetadata, "recurringMetadata")
    try members.member(&paymentMethodOnFileMetadata, "paymentMethodOnFileMetadata")
    try members.member(&paymentDetails, "paymentDetails")
    try members.member(&merchantMetadata, "merchantMetadata")
    try members.member(&providerMetadata, "providerMetadata")
    try members.member(&supplementaryData, "supplementaryData")
    try members.member(&platformId, "platformId")
    try members.member(&storeId, "storeId")
    try members.member(&deliverySpecifications, "deliverySpecifications")
    try members.member(&buyer, "buyer")
    try members.member(&shippingAddress, "shippingAddress")
    var addresses = shippingAddressList.map { EmbeddedJSON(value: $0) }
    try members.list(&addresses, "shippingAddressList")
    shippingAddressList = addresses.map(\.value)
    try members.member(&billingAddress, "billingAddress")
    try members.list(&paymentPreferences, "paymentPreferences")
    try members.list(&constraints, "constraints")
    try members.member(&checkoutButtonText, "checkoutButtonText")
    try members.member(&chargePermissionId, "chargePermissionId")
    try members.member(&chargeId, "chargeId")
    try members.member(&creationTimestamp, "creationTimestamp")
    try members.member(&expirationTimestamp, "expirationTimestamp")
    try members.member(&releaseEnvironment, "releaseEnvironment")
  }
}

/// An object that Amazon sends as a string with JSON in it. A plain object is read, too.
private struct EmbeddedJSON<Value: Codable>: Codable {
  let value: Value

  init(value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      value = try Value(json: Array(text.utf8))
    } else {
      value = try container.decode(Value.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: stableJSON(value), as: UTF8.self))
  }
}
