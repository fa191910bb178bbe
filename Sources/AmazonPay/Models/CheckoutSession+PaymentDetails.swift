extension CheckoutSession {
  /// What is to be paid, and how.
  public struct PaymentDetails: Hashable, Sendable {
    public let paymentIntent: Open<PaymentIntent>?
    public let canHandlePendingAuthorization: Bool?
    public let chargeAmount: Price?
    public let totalOrderAmount: Price?
    public let presentmentCurrency: String?
    public let softDescriptor: String?
    public let allowOvercharge: Bool?
    public let extendExpiration: Bool?
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
