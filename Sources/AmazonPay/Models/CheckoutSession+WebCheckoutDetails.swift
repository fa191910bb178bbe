extension CheckoutSession {
  /// The addresses between which the buyer goes.
  public struct WebCheckoutDetails: Hashable, Sendable {
    /// Where the buyer comes back to after choosing.
    public let checkoutReviewReturnUrl: String?
    /// Where the buyer goes after paying, cancelling or a decline.
    public let checkoutResultReturnUrl: String?
    /// Where the buyer goes who gives up on Amazon's pages.
    public let checkoutCancelUrl: String?
    /// Where the buyer pays. Null until no constraint is left.
    public let amazonPayRedirectUrl: String?
    /// Whether there is a review in the shop.
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
