#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
