import FerryWeb

extension Asset {
  /// The script of the menu and of the check-in in a frame: it tells the shop's page of events, and holds a payment until the
  /// page agrees (`onPaymentButtonPressed` and `resume` of the documentation; two minutes without an answer are a refusal).
  static let menuScript = Asset("swedbank-pay-menu", .js, PackageResources.swedbank_pay_menu_js)

  /// The script of the page that waits for an app. In some browsers a link to an app ends the page's own reload. The script
  /// then continues in its place. It waits first, so that the payer can answer the browser's question about the app.
  static let appScript = Asset("swedbank-pay-app", .js, PackageResources.swedbank_pay_app_js)

  /// The script of a wallet's page after the decision: it closes the window that the shop's page opened.
  static let closingScript = Asset("swedbank-pay-wallet", .js, PackageResources.swedbank_pay_wallet_js)

  static let paymentStyle = Asset("swedbank-pay-payment", .css, PackageResources.swedbank_pay_payment_css)
}
