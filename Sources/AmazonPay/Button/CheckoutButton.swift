public import FerryCore
public import FerryHTTP

/// A button of `checkout.js`, or its `initCheckout` without a button ("Add the Amazon Pay Button", Amazon Pay
/// documentation).
public struct CheckoutButton: Hashable, Sendable {
  public enum Purpose: Hashable, Sendable {
    /// With a shipping address that the buyer chooses.
    case payAndShip(NewCheckoutSession)
    /// A payment without an address.
    case payOnly(NewCheckoutSession)
    /// Sign-in without a payment.
    case signIn(ButtonPayload.SignIn)
  }

  public enum Placement: String, Codable, Hashable, Sendable, CaseIterable {
    case home = "Home"
    case product = "Product"
    case cart = "Cart"
    case checkout = "Checkout"
    case other = "Other"
  }

  public enum Color: String, Codable, Hashable, Sendable, CaseIterable {
    /// The default.
    case gold = "Gold"
    case lightGray = "LightGray"
    case darkGray = "DarkGray"
  }

  public var purpose: Purpose
  public var placement: Placement
  /// One of the region's `checkoutLanguages`, such as `ja_JP`; nil for Amazon's default.
  public var language: String?
  /// Nil for Amazon's default.
  public var color: Color?
  /// An estimate of the total, shown beside some buttons.
  public var estimatedOrderAmount: Money?

  /// Does not check the values; `payload(in:region:)` and `ButtonScript` do.
  public init(
    _ purpose: Purpose, placement: Placement, language: String? = nil, color: Color? = nil,
    estimatedOrderAmount: Money? = nil
  ) {
    self.purpose = purpose
    self.placement = placement
    self.language = language
    self.color = color
    self.estimatedOrderAmount = estimatedOrderAmount
  }

  /// The payload to sign.
  /// - Throws: `InvalidField` for a value that Amazon would refuse.
  public func payload(
    in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> ButtonPayload {
    switch purpose {
    case .payAndShip(let session):
      if session.checkoutMode == .processOrder, session.addressDetails == nil {
        throw InvalidField(field: "addressDetails", .missing)
      }
      return try ButtonPayload(session, in: environment, region: region)
    case .payOnly(let session):
      if session.addressDetails != nil {
        throw InvalidField(field: "addressDetails", .onlyWith("productType PayAndShip"))
      }
      return try ButtonPayload(session, in: environment, region: region)
    case .signIn(let signIn): return try ButtonPayload(signIn, in: environment)
    }
  }
}
