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
