import DemoShop
import FerryCore
import FerryTesting
import Foundation
import Testing

/// A buyer at the menu of a checkout that a shop's backend has made.
struct Menu: Sendable {
  let demo: RunningDemo
  let browser: Browser
  let shop: ScriptedCheckout
  let id: String
  private var shopper: Shopper { Shopper(browser: browser, demo: demo) }

  func sees(_ css: String) async throws { _ = try await browser.waitFor(css: css) }

  func inside(_ body: () async throws -> Void) async throws {
    try await shopper.insideMenu(body)
  }

  /// Waits until the notice at the top of the menu is in sight.
  func seesNotice() async throws {
    try await inside { try await sees(".notice.error") }
    for _ in 1...50 {
      let isInSight = try await browser.execute(
        "return document.querySelector('#ferry-payment iframe').getBoundingClientRect().top > -150")
      if isInSight == .bool(true) { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("The notice of the menu is out of sight.")
  }

  func start(_ method: String) async throws {
    try await inside { try await browser.click("#instruments button[value=\(method)]") }
    try await inside { try await browser.click("#start .button") }
  }

  func payByCard(_ number: String = SwedishShopper.goodCard) async throws {
    try await shopper.payInMenu(number)
  }

  /// - Returns: The address of the test bank's app.
  func startSwish() async throws -> String {
    try await start("Swish")
    var address = ""
    try await inside { address = try await browser.bankAddress() }
    return address
  }

  /// The address to which an app leads back.
  var returnAddress: String { "\(demo.shop)/ferry/next/\(id)?returned=1" }

  func checkout() async throws -> CheckoutBody { try await shop.read(id) }

  func isBackInShop() async throws { _ = try await browser.waitFor(css: "header a[href='/']") }

  func isPaid(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await isBackInShop()
    let checkout = try await shop.read(id)
    #expect(checkout.phase == .paid, sourceLocation: sourceLocation)
    #expect(
      try await demo.ledger() == [RunningDemo.Order(checkout.orderNumber, captured: 19_980)],
      sourceLocation: sourceLocation)
  }

  func picture(_ name: String) async throws {
    try await shopper.picture("swedbank-pay-menu-\(name)")
  }
}

extension ScriptedPurchase {
  /// Two cups at Swedbank Pay: SEK 199.80, of which 39.96 are VAT.
  static func cups(in language: Language = .swedish, options: ProviderOptions? = nil) throws -> ScriptedPurchase {
    ScriptedPurchase(
      provider: "swedbank-pay", language: language,
      order: OrderContent(
        currency: .sek,
        lines: [OrderLine(sku: "cup", name: "Kopp", quantity: 2, unitPrice: Money(minorUnits: 9_990, .sek))],
        tax: TaxRule(try #require(Rate(percent: "25")), rounding: .halfUp, included: true), shipping: nil),
      options: options)
  }
}

/// - Parameters:
///   - inApp: True if the shop's app opens the page, in the secure browser.
///   - fault: A fault of the sandbox, planned before the page is opened.
func withMenu(
  language: Language = .swedish, appearance: BrowserOptions.Appearance = .light, driver: BrowserDriver = .chromium,
  inApp: Bool = false, fault: String? = nil, _ body: (Menu) async throws -> Void
) async throws {
  var options = BrowserOptions(language: language.rawValue, appearance: appearance)
  options.driver = driver
  try await withShopper(options, provider: "swedbank-pay") { shopper in
    let demo = shopper.demo
    let purchase = try ScriptedPurchase.cups(
      in: language, options: try JSONDecoder().decode(ProviderOptions.self, from: Data(#"{"view": "menu"}"#.utf8)))
    let shop = try demo.backend(purchase)
    let (id, page) = inApp ? try await opening(demo.app(purchase)) : try await opening(shop)
    if let fault { try await demo.atProvider("faults", fault) }
    try await shopper.browser.open(page)
    try await body(Menu(demo: demo, browser: shopper.browser, shop: shop, id: id))
  }
}

/// The checkout of a buyer who has agreed, and the address that opens its payment page.
private func opening(_ shop: ScriptedCheckout) async throws -> (id: String, page: String) {
  let created = try await shop.create("menu")
  let review = try #require(created.review)
  let confirmed = try await shop.confirm(
    created.id, ConfirmCheckoutBody(revision: review.revision, total: review.total))
  return (created.id, try #require(confirmed.next).url)
}

private func opening(_ app: ScriptedApp) async throws -> (id: String, page: String) {
  let handoff = try await app.create("menu")
  let review = try #require(try await app.read(handoff).review)
  let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
  let ticket = try #require(try await app.confirm(handoff, agreed).checkout.ticket)
  return (handoff.checkout, "\(app.target.ferry)/ferry/start#\(ticket.text)")
}
