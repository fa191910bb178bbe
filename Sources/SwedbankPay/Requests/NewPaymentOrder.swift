public import FerryCore
public import FerryHTTP

/// The request for a payment order ("Payment order", Swedbank Pay documentation). The payee, and the buyer's address and
/// browser are added when it is sent. It holds personal data and tokens, so it prints as "redacted".
public struct NewPaymentOrder: Hashable, Sendable, Redacted {
  public enum Operation: String, Codable, Hashable, Sendable, CaseIterable {
    case purchase = "Purchase"
    /// Stores a payment method without a payment.
    case verify = "Verify"
    /// Charges a recurrence token without the payer.
    case recur = "Recur"
    /// Charges an unscheduled token without the payer.
    case unscheduledPurchase = "UnscheduledPurchase"
    case payout = "Payout"

    /// True if nobody sees a page.
    public var isWithoutPayer: Bool {
      switch self {
      case .purchase, .verify: false
      case .recur, .unscheduledPurchase, .payout: true
      }
    }
  }

  public var operation: Operation
  /// With VAT. Zero for `verify`, positive for all others.
  public var amount: Money
  /// The part of the amount that is VAT.
  public var vatAmount: Money
  /// 1 to 40 characters, for the payer.
  public var description: String
  public var language: PageLanguage
  public var payee: Payee
  public var urls: PaymentOrderURLs
  /// Required before version 3.1. From 3.1 on, one line is made from description and amount. Without those for single payment
  /// methods, the items add up to the order's amount and VAT.
  public var orderItems: [OrderItem] = []
  public var payer: Payer?
  public var riskIndicator: RiskIndicator?
  /// By contract; nil for Payments Only.
  public var implementation: Open<Implementation>?
  /// Turns on the instrument mode. The menu then shows this method only.
  public var instrument: Open<Instrument>?
  /// Methods of the menu; empty for all. It needs an agreement.
  public var restrictedToInstruments: [Open<Instrument>] = []
  /// Tokens to make from the payment method; an order for `verify` has at least one.
  public var generatedTokens: Set<TokenKind> = []
  /// A token to pay with. `recur` and `unscheduledPurchase` have one of their kind; a purchase may have one for payments.
  public var token: StoredToken?
  /// True hides stored cards.
  public var disableStoredPaymentDetails: Bool?
  /// True asks the payer before a card is stored, together with `disableStoredPaymentDetails` only.
  public var enablePaymentDetailsConsentCheckbox: Bool?
  public var expandFirstInstrument: Bool?
  /// True shows one method without a menu.
  public var disablePaymentMenu: Bool?
  /// Facts of the merchant's, returned with the order: texts, truth values and numbers.
  public var metadata: [String: UntypedJSON] = [:]

  public init(
    _ operation: Operation = .purchase, amount: Money, vatAmount: Money, description: String, language: PageLanguage,
    payee: Payee, urls: PaymentOrderURLs
  ) {
    self.operation = operation
    self.amount = amount
    self.vatAmount = vatAmount
    self.description = description
    self.language = language
    self.payee = payee
    self.urls = urls
  }
}

/// A language of the payer's pages. Swedbank Pay shows English for any other.
public enum PageLanguage: String, Codable, Hashable, Sendable, CaseIterable {
  case danish = "da-DK"
  case german = "de-DE"
  case estonian = "et-EE"
  case english = "en-US"
  case spanish = "es-ES"
  case finnish = "fi-FI"
  case french = "fr-FR"
  case lithuanian = "lt-LT"
  case latvian = "lv-LV"
  case norwegian = "nb-NO"
  case polish = "pl-PL"
  case russian = "ru-RU"
  case swedish = "sv-SE"
}

/// The merchant's product.
public enum Implementation: String, Hashable, Sendable, CaseIterable {
  case paymentsOnly = "PaymentsOnly"
  case enterprise = "Enterprise"
  case starter = "Starter"
  case business = "Business"
}

/// A payment method. The set is open.
public enum Instrument: String, Hashable, Sendable, CaseIterable {
  case creditCard = "CreditCard"
  case swish = "Swish"
  case vipps = "Vipps"
  case mobilePay = "MobilePay"
  case applePay = "ApplePay"
  case googlePay = "GooglePay"
  case clickToPay = "ClickToPay"
  case trustly = "Trustly"
  case invoiceSweden = "Invoice-PayExFinancingSe"
  case invoiceNorway = "Invoice-PayExFinancingNo"
  case monthlyInvoiceSweden = "Invoice-PayMonthlyInvoiceSe"
  case creditAccount = "CreditAccount"
  case creditAccountSweden = "CreditAccount-CreditAccountSe"
  case carPay = "CarPay"
}

/// A kind of token for a stored payment method.
public enum TokenKind: String, Hashable, Sendable, CaseIterable {
  /// Pays without typing, the payer being present.
  case payment
  /// Charges at fixed times.
  case recurrence
  /// Charges at any time.
  case unscheduled
  case transactionOnFile
}

/// A token to pay with. Whoever knows it and the access token can charge it, so it prints as "redacted".
public struct StoredToken: Hashable, Sendable, Redacted {
  public let kind: TokenKind
  public let text: String

  public init(_ kind: TokenKind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// The merchant's side of a payment order. The payee's id is the account's.
public struct Payee: Hashable, Sendable, Encodable {
  public var payeeReference: PayeeReference
  /// Shown to the payer in some places.
  public var payeeName: String?
  /// At most 50 characters.
  public var productCategory: String?
  /// The merchant's number of the order, at most 50 characters. Callbacks have it, too.
  public var orderReference: String?
  /// For split settlement, by agreement: at most 40 letters and digits.
  public var subsite: String?
  /// At most 15 characters.
  public var siteId: String?

  public init(_ payeeReference: PayeeReference, orderReference: String? = nil) {
    self.payeeReference = payeeReference
    self.orderReference = orderReference
  }
}

/// The addresses of a payment order ("URLs", Swedbank Pay documentation).
public struct PaymentOrderURLs: Hashable, Sendable, Encodable {
  /// The pages that may embed the menu. Required, if there is a payer.
  public var hostUrls: [String]
  /// The payer's browser comes here when the order is final, paid or not. Required, if there is a payer.
  public var completeUrl: String?
  /// The payer's browser comes here after an end without payment. Required in version 3.1, and for the payment page.
  public var cancelUrl: String?
  /// The page with the Seamless View. The payer returns to it from a bank or an app. Leave it out for the payment page.
  public var paymentUrl: String?
  /// Swedbank Pay posts callbacks here.
  public var callbackUrl: String?
  public var termsOfServiceUrl: String?
  /// At most 400 by 50 pixels, by agreement.
  public var logoUrl: String?

  /// - Parameters:
  ///   - hostUrls: Empty, like `completeUrl`, for an order without a payer.
  public init(
    hostUrls: [String] = [], completeUrl: String? = nil, cancelUrl: String? = nil, paymentUrl: String? = nil,
    callbackUrl: String? = nil
  ) {
    self.hostUrls = hostUrls
    self.completeUrl = completeUrl
    self.cancelUrl = cancelUrl
    self.paymentUrl = paymentUrl
    self.callbackUrl = callbackUrl
  }

  private enum CodingKeys: String, MemberKey {
    case hostUrls, completeUrl, cancelUrl, paymentUrl, callbackUrl, termsOfServiceUrl, logoUrl
  }
}
