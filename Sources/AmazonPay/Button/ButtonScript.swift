import FerryCore

/// What a page runs to show a button, or to go to Amazon at once: a call of `checkout.js` with a signed payload. It is made
/// without any connection, and stays valid as long as key and payload do.
public struct ButtonScript: Hashable, Sendable {
  /// What the page does with `checkout.js`.
  public enum Call: Hashable, Sendable {
    /// Shows a button in the element that a CSS selector finds.
    case renderButton(selector: String)
    /// Leaves for Amazon at once, as in an app's secure browser; shows no button.
    case initCheckout
  }

  /// The address of `checkout.js`.
  public let source: String
  /// What the page does.
  public let call: Call
  /// The call's argument.
  public let configuration: ButtonConfiguration

  /// - Throws: `InvalidField` for a value that Amazon would refuse, `SigningError`.
  public init(_ call: Call, _ button: CheckoutButton, for account: AmazonPayAccount) throws {
    source = account.endpoint.scriptURL
    self.call = call
    switch call {
    case .renderButton(let selector):
      guard !selector.isEmpty else { throw InvalidField(field: "selector", fault: .missing) }
    case .initCheckout:
      guard button.color == nil else { throw InvalidField(field: "buttonColor", fault: .onlyWith("renderButton")) }
    }
    configuration = try ButtonConfiguration(button, for: account)
  }

  /// The script's text. It can stand in a `<script>` element as it is: whatever the values are, they cannot end the element
  /// or the line.
  public var text: String {
    let value = Self.scriptSafe(stableJSON(configuration))
    return switch call {
    case .renderButton(let selector): "amazon.Pay.renderButton(\(Self.scriptSafe(stableJSON(selector))), \(value));"
    case .initCheckout: "amazon.Pay.initCheckout(\(value));"
    }
  }

  /// JSON in which no `<`, `>`, `&` nor one of the separators U+2028 and U+2029 stands as itself. It has them in strings
  /// only, where an escape means the same.
  static func scriptSafe(_ json: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "<": text += "\\u003C"
      case ">": text += "\\u003E"
      case "&": text += "\\u0026"
      case "\u{2028}": text += "\\u2028"
      case "\u{2029}": text += "\\u2029"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

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

  /// The id of the merchant who is paid.
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

  /// - Throws: `InvalidField` for a value that Amazon would refuse, `SigningError`.
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
