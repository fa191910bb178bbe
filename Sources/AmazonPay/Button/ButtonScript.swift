import FerryCore
import FerryHTTP

/// A call of `checkout.js` with a signed payload: it shows a button, or redirects to Amazon at once. It needs no
/// connection, and stays valid until the key or the payload changes.
public struct ButtonScript: Hashable, Sendable {
  /// A function of `checkout.js`.
  public enum Call: Hashable, Sendable {
    /// Shows a button in the element of a CSS selector.
    case renderButton(selector: String)
    /// Redirects to Amazon at once, for example in an app's secure browser; shows no button.
    case initCheckout
  }

  /// The address of `checkout.js`.
  public let source: String
  public let call: Call
  public let configuration: ButtonConfiguration

  /// - Throws: `InvalidField` for a value that Amazon would refuse, `SigningError`.
  public init(_ call: Call, _ button: CheckoutButton, for account: AmazonPayAccount) throws {
    source = account.endpoint.scriptURL
    self.call = call
    switch call {
    case .renderButton(let selector):
      guard !selector.isEmpty else { throw InvalidField(field: "selector", .missing) }
    case .initCheckout:
      guard button.color == nil else { throw InvalidField(field: "buttonColor", .onlyWith("renderButton")) }
    }
    configuration = try ButtonConfiguration(button, for: account)
  }

  /// The text of the script. It is safe inside a `<script>` element: no value can end the element or the line.
  public var text: String {
    let value = Self.scriptSafe(stableJSON(configuration))
    return switch call {
    case .renderButton(let selector): "amazon.Pay.renderButton(\(Self.scriptSafe(stableJSON(selector))), \(value));"
    case .initCheckout: "amazon.Pay.initCheckout(\(value));"
    }
  }

  /// Escapes `<`, `>`, `&`, U+2028 and U+2029 in JSON. They occur in strings only, where an escape has the same
  /// meaning.
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
  public enum ProductType: String, Codable, Hashable, Sendable, CaseIterable {
    /// A payment with a shipping address.
    case payAndShip = "PayAndShip"
    /// A payment without an address.
    case payOnly = "PayOnly"
    /// Sign-in without a payment.
    case signIn = "SignIn"
  }

  /// The id of the merchant who is paid.
  public let merchantId: String
  /// The ISO 4217 code of the ledger's currency.
  public let ledgerCurrency: String
  /// True for a checkout in Amazon's sandbox.
  public let sandbox: Bool
  /// For example `ja_JP`; nil for Amazon's default.
  public let checkoutLanguage: String?
  public let productType: ProductType
  public let placement: CheckoutButton.Placement
  /// Nil for Amazon's default.
  public let buttonColor: CheckoutButton.Color?
  public let estimatedOrderAmount: Price?
  public let payload: SignedButtonPayload

  /// - Throws: `InvalidField` for a value that Amazon would refuse, `SigningError`.
  public init(_ button: CheckoutButton, for account: AmazonPayAccount) throws {
    if let language = button.language, !account.region.checkoutLanguages.contains(language) {
      throw InvalidField(field: "checkoutLanguage", .notOneOf(account.region.checkoutLanguages))
    }
    if let amount = button.estimatedOrderAmount {
      guard amount.currency == account.ledgerCurrency || account.region == .europe else {
        throw InvalidField(field: "estimatedOrderAmount", .otherCurrency(account.ledgerCurrency.code))
      }
      try FieldLimits().check(amount, "estimatedOrderAmount")
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
