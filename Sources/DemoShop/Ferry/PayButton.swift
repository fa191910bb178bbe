public import FerryCore
public import FerryWeb

/// The Amazon Pay button on the cart page, by the parameters of `amazon.Pay.renderButton` (Amazon Pay documentation, "Add
/// the Amazon Pay Button"). It is rendered without a session configuration: a click sends the shop's own form, and Ferry's
/// start page carries the buyer on.
///
/// The button speaks the languages of the account's region, whatever the page's language: an account in Japan has a
/// Japanese button on an English page too, for Amazon offers no other there.
public struct PayButton: Sendable {
  public enum Color: String, Sendable {
    case gold = "Gold"
    case lightGray = "LightGray"
    case darkGray = "DarkGray"
  }

  /// The address of the provider's `checkout.js`.
  public var script: Link
  public var merchantID: String
  /// The currency of the account's ledger. It tells the region too, and with it the button's language.
  public var ledgerCurrency: Currency
  public var isSandbox: Bool
  public var color: Color
  /// Sites that the provider's script loads pictures, styles and more scripts from, or calls.
  public var sites: [Origin]
  /// Whether the provider's script writes style attributes into the page.
  public var needsInlineStyles: Bool

  public init(
    script: Link, merchantID: String, ledgerCurrency: Currency, isSandbox: Bool, color: Color = .gold,
    sites: [Origin] = [], needsInlineStyles: Bool = false
  ) {
    self.script = script
    self.merchantID = merchantID
    self.ledgerCurrency = ledgerCurrency
    self.isSandbox = isSandbox
    self.color = color
    self.sites = sites
    self.needsInlineStyles = needsInlineStyles
  }

  struct Options: Encodable {
    struct Price: Encodable {
      let amount: String
      let currencyCode: String
    }

    let merchantId: String
    let ledgerCurrency: String
    let placement = "Cart"
    let productType = "PayAndShip"
    let checkoutLanguage: String
    let estimatedOrderAmount: Price
    let sandbox: Bool
    let buttonColor: String
  }

  func options(language: Language, amount: Money) -> Options {
    Options(
      merchantId: merchantID, ledgerCurrency: ledgerCurrency.code, checkoutLanguage: checkoutLanguage(for: language),
      estimatedOrderAmount: Options.Price(amount: amount.decimal, currencyCode: amount.currency.code),
      sandbox: isSandbox, buttonColor: color.rawValue)
  }

  /// Each region knows its own languages only: Japan ja_JP, the United States en_US, Europe and the United Kingdom en_GB
  /// among others.
  private func checkoutLanguage(for language: Language) -> String {
    switch (ledgerCurrency, language) {
    case (.jpy, _): "ja_JP"
    case (.usd, _): "en_US"
    default: "en_GB"
    }
  }
}
