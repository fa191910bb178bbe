public import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A buyer's checkout at Amazon Pay, from sign-in to payment ("Checkout Session", Amazon Pay documentation). It is open
/// for 24 hours and deleted 30 days after that.
public struct CheckoutSession: Hashable, Sendable {
  /// The state of the session.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The buyer has not paid yet.
    case open = "Open"
    /// It was completed; final.
    case completed = "Completed"
    /// It ended without a payment; final.
    case canceled = "Canceled"
  }

  /// A reason for a canceled session.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The buyer cancelled.
    case buyerCanceled = "BuyerCanceled"
    /// The payment was declined, and the buyer gave no other method.
    case declined = "Declined"
    /// Amazon ended it.
    case amazonCanceled = "AmazonCanceled"
    /// Still open 24 hours after it began.
    case expired = "Expired"
  }

  /// The kind of checkout: with or without a delivery.
  public enum ProductType: String, Codable, Hashable, Sendable, CaseIterable {
    /// With a shipping address that the buyer chooses.
    case payAndShip = "PayAndShip"
    /// A payment without an address.
    case payOnly = "PayOnly"
  }

  public typealias ReleaseEnvironment = AmazonPay.ReleaseEnvironment

  /// A UUID as text.
  public let checkoutSessionId: String
  /// State, reasons and time of the last change.
  public let statusDetails: StatusDetails<State, Reason>
  /// The addresses of the redirects.
  public let webCheckoutDetails: WebCheckoutDetails?
  /// The kind of checkout: with or without a delivery.
  public let productType: Open<ProductType>?
  public let chargePermissionType: Open<ChargePermissionType>?
  /// Not documented.
  public let orderType: String?
  /// Frequency and amount of the charges, for `recurring`.
  public let recurringMetadata: RecurringMetadata?
  /// For `paymentMethodOnFile` only.
  public let paymentMethodOnFileMetadata: PaymentMethodOnFileMetadata?
  /// Nil once the session is completed.
  public let paymentDetails: PaymentDetails?
  /// Nil once the session is completed.
  public let merchantMetadata: MerchantMetadata?
  /// The payment service provider's own data.
  public let providerMetadata: ProviderMetadata?
  /// For merchants that have agreed on its content with Amazon.
  public let supplementaryData: String?
  /// The id of the solution provider.
  public let platformId: String?
  /// The store's id in Seller Central.
  public let storeId: String?
  /// The addresses that the merchant delivers to.
  public let deliverySpecifications: DeliverySpecifications?
  /// Present while the session is open.
  public let buyer: AmazonPayBuyer?
  /// Present while the session is open; null for `PayOnly`.
  public let shippingAddress: AmazonPayAddress?
  /// Only for checkouts with several addresses. Amazon sends each as a string that holds JSON.
  public let shippingAddressList: [AmazonPayAddress]
  /// Present in Europe, without shipping, or with the scope; while the session is open.
  public let billingAddress: AmazonPayAddress?
  /// The payment method that the buyer chose; empty before.
  public let paymentPreferences: [PaymentPreference]
  /// Empty if the buyer can pay.
  public let constraints: [Constraint]
  /// Not documented.
  public let checkoutButtonText: String?
  /// Present once the session is completed.
  public let chargePermissionId: String?
  /// Present once the session is completed, unless the intent is `confirm`.
  public let chargeId: String?
  public let creationTimestamp: Moment?
  /// 24 hours after the creation.
  public let expirationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members without a typed property.
  public let additional: [String: JSONValue]

  /// The state of the session.
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

/// An object that Amazon sends as a string with JSON in it. A plain object is read, too.
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
