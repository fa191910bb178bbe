import FerryCore

/// A means of payment, by its name in the API (`availableInstruments`).
enum Instrument: String, CaseIterable, Codable, Sendable {
  case creditCard = "CreditCard"
  case swish = "Swish"
  case vipps = "Vipps"
  case mobilePay = "MobilePay"
  case invoiceSweden = "Invoice-PayExFinancingSe"
  case invoiceNorway = "Invoice-PayExFinancingNo"
  /// A wallet, which opens in another window.
  case clickToPay = "ClickToPay"
  /// A transfer, which the payer approves on their bank's page.
  case trustly = "Trustly"

  static func offered(in currency: Currency) -> [Instrument] { allCases.filter { $0.isOffered(in: currency) } }

  func isOffered(in currency: Currency) -> Bool {
    switch self {
    case .creditCard, .clickToPay: true
    case .swish, .invoiceSweden: currency.code == "SEK"
    case .vipps, .invoiceNorway: currency.code == "NOK"
    case .mobilePay: ["DKK", "EUR", "SEK"].contains(currency.code)
    case .trustly: ["EUR", "SEK"].contains(currency.code)
    }
  }

  /// True if the payer approves in an app of their own.
  var isApp: Bool { place == .app }

  /// The payer decides at this place; nil for a payment that the menu itself takes.
  var place: PaymentOrder.Attempt.Place? {
    switch self {
    case .swish, .vipps, .mobilePay: .app
    case .clickToPay: .wallet
    case .trustly: .issuer
    case .creditCard, .invoiceSweden, .invoiceNorway: nil
    }
  }

  /// True if the payment is captured at once.
  var isSale: Bool { self == .swish || self == .trustly }

  /// True if a bank decides about a reversal within days ("Reversal" of the documentation).
  var reversesLater: Bool { self == .trustly }

  /// The segment of `/psp/<segment>/payments/<id>`, and the name in events.
  var segment: String { rawValue.prefix { $0 != "-" }.lowercased() }

  /// The name for people.
  var name: String {
    switch self {
    case .creditCard: "Card"
    case .invoiceSweden, .invoiceNorway: "Invoice"
    case .clickToPay: "Click to Pay"
    case .swish, .vipps, .mobilePay, .trustly: rawValue
    }
  }
}
