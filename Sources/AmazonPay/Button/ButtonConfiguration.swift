import FerryCore

/// The argument that `renderButton` and `initCheckout` take.
public struct ButtonConfiguration: Hashable, Sendable {
  public enum ProductType: String, Codable, Hashable, Sendable, CaseIterable {
    case payAndShip = "PayAndShip"
    case payOnly = "PayOnly"
    case signIn = "SignIn"
  }

  public let merchantId: String
  public let ledgerCurrency: String
  public let sandbox: Bool
  public let checkoutLanguage: String?
  public let productType: ProductType
  public let placement: CheckoutButton.Placement
  public let buttonColor: CheckoutButton.Color?
  public let estimatedOrderAmount: Price?
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
