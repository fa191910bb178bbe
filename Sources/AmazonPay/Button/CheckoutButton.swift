public import FerryCore

/// A button of `checkout.js`, or the same without a button ("Add the Amazon Pay Button", Amazon Pay documentation): what it is
/// for, and how it looks.
public struct CheckoutButton: Hashable, Sendable {
  /// What pressing it begins.
  public enum Purpose: Hashable, Sendable {
    /// With a shipping address that the buyer chooses.
    case payAndShip(NewCheckoutSession)
    /// A payment without an address.
    case payOnly(NewCheckoutSession)
    /// Signing in, and nothing to pay.
    case signIn(ButtonPayload.SignIn)
  }

  /// Where on the site it stands.
  public enum Placement: String, Codable, Hashable, Sendable, CaseIterable {
    /// The home page.
    case home = "Home"
    /// A product's page.
    case product = "Product"
    /// The cart.
    case cart = "Cart"
    /// The shop's checkout.
    case checkout = "Checkout"
    /// Any other page.
    case other = "Other"
  }

  /// The colours that Amazon draws the button in.
  public enum Color: String, Codable, Hashable, Sendable, CaseIterable {
    /// The usual one.
    case gold = "Gold"
    /// Light grey.
    case lightGray = "LightGray"
    /// Dark grey.
    case darkGray = "DarkGray"
  }

  /// What pressing it begins.
  public var purpose: Purpose
  /// Where on the site it stands.
  public var placement: Placement
  /// Such as `ja_JP`, out of the region's; nil for Amazon's own choice.
  public var language: String?
  /// Nil for Amazon's own choice.
  public var color: Color?
  /// What the order comes to as far as it is known, shown beside some buttons.
  public var estimatedOrderAmount: Money?

  /// A button for a purpose. Its values are checked when payload and script are made.
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

  /// The payload that the merchant signs.
  /// - Parameter region: The account's region. If given, amounts in a currency that the region refuses throw, too.
  /// - Throws: `InvalidField` for a value that Amazon would refuse.
  public func payload(
    in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> ButtonPayload {
    switch purpose {
    case .payAndShip(let session):
      if session.checkoutMode == .processOrder, session.addressDetails == nil {
        throw InvalidField(field: "addressDetails", fault: .missing)
      }
      return try ButtonPayload(session, in: environment, region: region)
    case .payOnly(let session):
      if session.addressDetails != nil {
        throw InvalidField(field: "addressDetails", fault: .onlyWith("productType PayAndShip"))
      }
      return try ButtonPayload(session, in: environment, region: region)
    case .signIn(let signIn): return try ButtonPayload(signIn, in: environment)
    }
  }
}
