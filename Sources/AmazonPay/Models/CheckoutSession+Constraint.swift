extension CheckoutSession {
  /// What is still missing before the buyer can pay.
  public struct Constraint: Hashable, Sendable {
    /// What is missing.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// No buyer has signed in.
      case buyerNotAssociated = "BuyerNotAssociated"
      /// There is no amount.
      case chargeAmountNotSet = "ChargeAmountNotSet"
      /// There is no address to come back to after paying.
      case checkoutResultReturnUrlNotSet = "CheckoutResultReturnUrlNotSet"
      /// It is not said what happens to the money.
      case paymentIntentNotSet = "PaymentIntentNotSet"
    }

    /// What is missing.
    public let kind: Open<Kind>
    /// The same in Amazon's words.
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
