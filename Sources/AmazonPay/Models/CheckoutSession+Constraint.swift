extension CheckoutSession {
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
    /// Members that have no type here.
    public let additional: [String: JSONValue]
  }
}

extension CheckoutSession.Constraint: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    kind = try object.required("constraintId")
    description = object.value("description")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(kind, "constraintId")
    try object.write(description, "description")
  }
}
