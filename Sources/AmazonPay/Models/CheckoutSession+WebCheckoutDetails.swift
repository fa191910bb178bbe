extension CheckoutSession {
  /// The addresses between which the buyer goes.
  public struct WebCheckoutDetails: Hashable, Sendable {
    public let checkoutReviewReturnUrl: String?
    public let checkoutResultReturnUrl: String?
    public let checkoutCancelUrl: String?
    /// Where the buyer pays. Null until no constraint is left.
    public let amazonPayRedirectUrl: String?
    public let checkoutMode: Open<CheckoutMode>?
    /// Members that have no type here.
    public let additional: [String: JSONValue]
  }
}

extension CheckoutSession.WebCheckoutDetails: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    checkoutReviewReturnUrl = object.value("checkoutReviewReturnUrl")
    checkoutResultReturnUrl = object.value("checkoutResultReturnUrl")
    checkoutCancelUrl = object.value("checkoutCancelUrl")
    amazonPayRedirectUrl = object.value("amazonPayRedirectUrl")
    checkoutMode = object.value("checkoutMode")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(checkoutReviewReturnUrl, "checkoutReviewReturnUrl")
    try object.write(checkoutResultReturnUrl, "checkoutResultReturnUrl")
    try object.write(checkoutCancelUrl, "checkoutCancelUrl")
    try object.write(amazonPayRedirectUrl, "amazonPayRedirectUrl")
    try object.write(checkoutMode, "checkoutMode")
  }
}
