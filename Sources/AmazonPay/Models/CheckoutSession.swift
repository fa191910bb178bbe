public import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

extension CheckoutSession: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    checkoutSessionId = try object.required("checkoutSessionId")
    statusDetails = try object.required("statusDetails")
    webCheckoutDetails = object.value("webCheckoutDetails")
    productType = object.value("productType")
    chargePermissionType = object.value("chargePermissionType")
    orderType = object.value("orderType")
    recurringMetadata = object.value("recurringMetadata")
    paymentMethodOnFileMetadata = object.value("paymentMethodOnFileMetadata")
    paymentDetails = object.value("paymentDetails")
    merchantMetadata = object.value("merchantMetadata")
    providerMetadata = object.value("providerMetadata")
    supplementaryData = object.value("supplementaryData")
    platformId = object.value("platformId")
    storeId = object.value("storeId")
    deliverySpecifications = object.value("deliverySpecifications")
    buyer = object.value("buyer")
    shippingAddress = object.value("shippingAddress")
    shippingAddressList = object.values("shippingAddressList", as: EmbeddedJSON.self).map(\.value)
    billingAddress = object.value("billingAddress")
    paymentPreferences = object.values("paymentPreferences")
    constraints = object.values("constraints")
    checkoutButtonText = object.value("checkoutButtonText")
    chargePermissionId = object.value("chargePermissionId")
    chargeId = object.value("chargeId")
    creationTimestamp = object.moment("creationTimestamp")
    expirationTimestamp = object.moment("expirationTimestamp")
    releaseEnvironment = object.value("releaseEnvironment")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(checkoutSessionId, "checkoutSessionId")
    try object.write(statusDetails, "statusDetails")
    try object.write(webCheckoutDetails, "webCheckoutDetails")
    try object.write(productType, "productType")
    try object.write(chargePermissionType, "chargePermissionType")
    try object.write(orderType, "orderType")
    try object.write(recurringMetadata, "recurringMetadata")
    try object.write(paymentMethodOnFileMetadata, "paymentMethodOnFileMetadata")
    try object.write(paymentDetails, "paymentDetails")
    try object.write(merchantMetadata, "merchantMetadata")
    try object.write(providerMetadata, "providerMetadata")
    try object.write(supplementaryData, "supplementaryData")
    try object.write(platformId, "platformId")
    try object.write(storeId, "storeId")
    try object.write(deliverySpecifications, "deliverySpecifications")
    try object.write(buyer, "buyer")
    try object.write(shippingAddress, "shippingAddress")
    try object.write(list: shippingAddressList.map { EmbeddedJSON(value: $0) }, "shippingAddressList")
    try object.write(billingAddress, "billingAddress")
    try object.write(list: paymentPreferences, "paymentPreferences")
    try object.write(list: constraints, "constraints")
    try object.write(checkoutButtonText, "checkoutButtonText")
    try object.write(chargePermissionId, "chargePermissionId")
    try object.write(chargeId, "chargeId")
    try object.write(creationTimestamp, "creationTimestamp")
    try object.write(expirationTimestamp, "expirationTimestamp")
    try object.write(releaseEnvironment, "releaseEnvironment")
  }
}

/// An object that is sent as a text holding JSON; one sent as an object is read, too.
private struct EmbeddedJSON<Value: Codable>: Codable {
  let value: Value

  init(value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } else {
      value = try container.decode(Value.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: stableJSON(value), as: UTF8.self))
  }
}
