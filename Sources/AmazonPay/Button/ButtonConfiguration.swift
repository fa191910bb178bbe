import FerryCore

/// The argument that `renderButton` and `initCheckout` take.
public struct ButtonConfiguration: Hashable, Sendable {
  /// What the button begins.
  public enum ProductType: String, Codable, Hashable, Sendable, CaseIterable {
    /// A payment, with an address that the buyer chooses.
    case payAndShip = "PayAndShip"
    /// A payment without an address.
    case payOnly = "PayOnly"
    /// Signing in, and nothing to pay.
    case signIn = "SignIn"
  }

  /// Who is paid.
  public let merchantId: String
  /// The ISO 4217 code of the ledger's currency.
  public let ledgerCurrency: String
  /// Whether the checkout is in the sandbox.
  public let sandbox: Bool
  /// Such as `ja_JP`; nil for Amazon's own choice.
  public let checkoutLanguage: String?
  /// What the button begins.
  public let productType: ProductType
  /// Where on the site the button stands.
  public let placement: CheckoutButton.Placement
  /// Nil for Amazon's own choice.
  public let buttonColor: CheckoutButton.Color?
  /// What the order comes to as far as it is known.
  public let estimatedOrderAmount: Price?
  /// What the session begins with, signed.
  public let payload: SignedButtonPayload

  /// - Throws: `InvalidField` for what Amazon would refuse, `SigningError`.
  public init(_ button: CheckoutButton, for account: AmazonPayAccount) throws {
    if let language = button.language, !account.region.checkoutLanguages.contains(language) {
      throw InvalidField(field: "checkoutLanguage", fault: .notOneOf(account.region.checkoutLanguages))
    }
    if let amount = button.estimatedOrderAmount {
      guard amount.currency == account.ledgerCurrency || account.region == .europe else {
        throw InvalidField(field: "estimatedOrderAmount", fault: .otherCurrency(account.ledgerCurrency.code))
      }
      try FieldLimits(environment: account.environment).check(amount, "estimatedOrderAmount")
    }
    merchantId = account.merchantId
    ledgerCurrency = account.ledgerCurrency.code
    sandbox = account.environment == .sandbox
    checkoutLanguage = button.language
    productType =
      switch button.purpose {
      case .payAndShip: .payAndShip
      case .payOnly: .payOnly
      case .signIn: .signIn
      }
    placement = button.placement
    buttonColor = button.color
    estimatedOrderAmount = button.estimatedOrderAmount.map { Price($0) }
    payload = try account.signer.signed(button.payload(in: account.environment, region: account.region))
  }
}

extension ButtonConfiguration: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder)
    try object.write(merchantId, "merchantId")
    try object.write(ledgerCurrency, "ledgerCurrency")
    try object.write(sandbox, "sandbox")
    try object.write(checkoutLanguage, "checkoutLanguage")
    try object.write(productType, "productType")
    try object.write(placement, "placement")
    try object.write(buttonColor, "buttonColor")
    try object.write(estimatedOrderAmount, "estimatedOrderAmount")
    try object.write(payload, productType == .signIn ? "signInConfig" : "createCheckoutSessionConfig")
  }
}
