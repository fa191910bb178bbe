import FerryTesting
import Testing

/// A person with a phone at the demo. Every step waits for the page that it leads to.
struct Shopper: Sendable {
  let browser: Browser
  let demo: RunningDemo

  /// The providers whose buyers select at Amazon Pay.
  static let providers = ["amazon-pay", "gmo-pg"]

  enum Part: String {
    case address
    case payment
  }

  /// A Fire HD8 and a Fire HD10 in Japan: ¥24,960.
  func fillCart() async throws {
    try await browser.open(demo.shop + "/market/JP-JPY")
    try await browser.open(demo.shop + "/language/\(browser.options.language)/cart")
    try await browser.click(".product:nth-child(1) form button")
    try await browser.waitFor(css: "#cart .line:nth-child(1)")
    try await browser.click(".product:nth-child(2) form button")
    try await browser.waitFor(css: "#cart .line:nth-child(2)")
    try await seesCart()
  }

  /// The cart as it was filled.
  func seesCart() async throws {
    try await browser.waitFor(css: ".amazonpay-sandbox-button")
    try await browser.waitFor(text: "¥24,960")
  }

  func pressAmazonPay() async throws {
    try await browser.click(".amazonpay-sandbox-button")
  }

  func seesSignIn() async throws {
    try await browser.waitFor(css: "#ready-buyers")
  }

  func signIn() async throws {
    try await seesSignIn()
    try await browser.click("#ready-buyers button:first-of-type")
    try await seesSelection()
  }

  func seesSelection() async throws {
    try await browser.waitFor(css: "#selection")
  }

  /// Selects Tokyo and a card, and returns to the review.
  func choose(card: String = "1111") async throws {
    try await seesSelection()
    try await browser.click("#address-tokyo")
    try await browser.click("#card-\(card)")
    try await browser.click("#selection .button")
    try await seesReview("¥25,500")
  }

  func goToReview(card: String = "1111") async throws {
    try await fillCart()
    try await pressAmazonPay()
    try await signIn()
    try await choose(card: card)
  }

  func seesReview(_ total: String) async throws {
    try await browser.waitFor(css: Self.buyButton)
    try await browser.waitFor(text: total)
  }

  func beginChange(_ part: Part) async throws {
    try await browser.click("[name=part][value=\(part.rawValue)]")
    try await seesSelection()
  }

  func change(_ part: Part, to selection: String, total: String) async throws {
    try await beginChange(part)
    try await browser.click("#\(part == .address ? "address" : "card")-\(selection)")
    try await browser.click("#selection .button")
    try await seesReview(total)
  }

  static let buyButton = #"form[action="/checkout/confirm"] button"#

  func buy() async throws {
    try await browser.click(Self.buyButton)
  }

  func seesProcessing() async throws {
    try await browser.waitFor(css: "#amount")
  }

  func goOnWithoutWaiting() async throws {
    try await seesProcessing()
    try await browser.click(".leave a")
  }

  /// The provider declines the card, and the buyer selects another one there.
  func takesAnotherCard(reloads: Bool = false) async throws {
    try await buy()
    try await browser.waitFor(css: "#retry")
    try await picture(browser.options.driver.hasDevTools ? "declined-at-amazon" : "webkit-declined-at-amazon")
    try await nothingIsCharged()
    if reloads { try await browser.reload() }
    try await browser.click("#card-4444")
    try await browser.click("#retry .button")
  }

  /// Cancels while the provider processes the payment. Then pays the same cart.
  func cancelsPaymentAndBuysAgain() async throws {
    try await buy()
    try await seesProcessing()
    try await cancelAtAmazon()
    try await isCancelled()
    try await buyKeptCart()
    try await goOnWithoutWaiting()
  }

  func cancelAtAmazon() async throws {
    try await browser.click("#cancel button")
  }

  /// A page of the shop, identified by its title.
  func sees(_ title: String) async throws {
    try await browser.waitFor(text: title)
  }

  /// Presses a form's button.
  func press(_ action: String) async throws {
    try await browser.click("form[action=\"\(action)\"] button")
  }

  func backToCart() async throws {
    try await browser.click(".actions a[href=\"/\"]")
    try await seesCart()
  }

  /// Selects and buys again after an attempt without payment, with the same cart.
  func buyKeptCart() async throws {
    try await backToCart()
    try await pressAmazonPay()
    try await choose()
    try await buy()
  }

  func isCancelled() async throws {
    try await sees("The checkout was cancelled")
    try await nothingIsCharged()
  }

  /// Nothing has been captured, for any order.
  func nothingIsCharged(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    #expect(try await demo.ledger() == [], sourceLocation: sourceLocation)
  }

  /// The thank-you page shows one order, whose total the sandbox has captured once.
  /// - Returns: The order number.
  @discardableResult
  func isThanked(captured yen: Int64, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    let number = try await thanks()
    #expect(try await demo.ledger() == [RunningDemo.Order(number, captured: yen)], sourceLocation: sourceLocation)
    return number
  }

  /// The order number of the thank-you page.
  func thanks() async throws -> String {
    try await browser.waitFor(url: demo.shop + "/thanks")
    return try await browser.text(".facts .number")
  }

  /// Stores a picture of the page as output of the tests, and checks its accessibility.
  /// - Parameter isLeaving: The page continues by itself before the check could end.
  func picture(
    _ name: String, isLeaving: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    _ = try await browser.screenshot(
      named: "journey-" + name, wholePage: browser.options.driver.hasDevTools)
    guard browser.options.driver.hasDevTools, !isLeaving else { return }
    let problems = try await browser.accessibilityProblems()
    #expect(problems == [], "\(name)", sourceLocation: sourceLocation)
  }
}

extension Browser {
  /// The address of the test bank, to which the provider's page leads.
  func bankAddress() async throws -> String {
    try await waitFor(css: "a#bank")
    return try #require(try await execute("return document.querySelector('a#bank').href").string)
  }
}

/// A separate demo and browser.
func withShopper(
  _ options: BrowserOptions = BrowserOptions(), provider: String = "amazon-pay", processingSeconds: Int = 1,
  arguments: [String] = [], _ body: (Shopper) async throws -> Void
) async throws {
  try await withDemo(provider: provider, processingSeconds: processingSeconds, arguments: arguments) { demo in
    try await withBrowser(options) { browser in try await body(Shopper(browser: browser, demo: demo)) }
  }
}
