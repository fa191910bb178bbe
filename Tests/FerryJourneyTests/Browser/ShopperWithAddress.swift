import FerryTesting
import Testing

/// A person with a phone at the demo of a shop that asks for the address itself.
protocol ShopperWithAddress: Sendable {
  init(shopper: Shopper)
  var shopper: Shopper { get }

  /// The provider's id.
  static var provider: String { get }
  /// The language of the shop's usual buyers there.
  static var language: String { get }
  /// The entries of the address, by their fields.
  static var address: [(field: String, text: String)] { get }
  /// The amount of a small tablet with delivery to the address, in minor units.
  static var total: Int64 { get }

  func goFromReviewToPayment() async throws
  /// Pays by a card that is approved, from the payment page to the shop.
  func payAndReturn() async throws
}

extension ShopperWithAddress {
  private var browser: Browser { shopper.browser }

  func sees(_ css: String) async throws { _ = try await browser.waitFor(css: css) }

  /// - Parameter path: The page that leads to the cart: the cart's own, or a country and currency.
  func fillCart(from path: String = "/") async throws {
    try await browser.open(shopper.demo.shop + path)
    try await browser.click(".product:nth-child(1) form button")
    try await sees(Self.payButton)
  }

  private static var payButton: String { "#start-checkout button[name=provider]" }

  /// - Parameter option: The button to pay, of those besides the provider's usual one.
  func goToDelivery(by option: String? = nil) async throws {
    if let option {
      try await browser.click(".payment-options summary")
      try await browser.click(".payment-options button[value$='/\(option)']")
    } else {
      try await browser.click(Self.payButton)
    }
    try await sees("#street")
  }

  func writeDelivery() async throws {
    for (field, text) in Self.address { try await browser.type(text, into: "#" + field) }
    try await sendDelivery()
  }

  func sendDelivery() async throws {
    try await browser.click("form[action='/checkout'] .button")
    try await sees(Shopper.buyButton)
  }

  /// - Parameter option: As of `goToDelivery`.
  func goToReview(by option: String? = nil) async throws {
    try await fillCart()
    try await goToDelivery(by: option)
    try await writeDelivery()
  }

  func goToPayment() async throws {
    try await goToReview()
    try await goFromReviewToPayment()
  }

  /// Cancels on the payment page. Then pays the same cart.
  func cancelsAndPaysAgain() async throws {
    try await goToPayment()
    try await browser.click("#cancel button")
    try await sees(Self.backToCart)
    let name = "\(Self.provider)-cancelled"
    try await shopper.picture(browser.options.driver.hasDevTools ? name : "webkit-" + name)
    try await shopper.nothingIsCharged()
    try await paysKeptCart()
  }

  private static var backToCart: String { ".message .actions a[href='/']" }

  func paysKeptCart() async throws {
    try await browser.click(Self.backToCart)
    // The shop remembers the address.
    try await browser.click(Self.payButton)
    try await goFromReviewToPayment()
    try await payAndReturn()
    try await isThanked()
  }

  func isThanked() async throws { try await shopper.isThanked(captured: Self.total) }

  /// A separate demo of the shop in the buyer's country, and a browser.
  static func atDemo(
    language: String = language, driver: BrowserDriver = .chromium, arguments: [String] = [],
    _ body: (Self) async throws -> Void
  ) async throws {
    var options = BrowserOptions(language: language)
    options.driver = driver
    try await withShopper(options, provider: provider, arguments: arguments) { try await body(Self(shopper: $0)) }
  }
}
