import FerryCore
import FerryScriptedBuyer
import FerryTesting
import Foundation
import Testing

extension BrowserJourneys {
  /// Swedbank Pay's menu in a page of the checkout server's, as apps and shops with the option `"view": "menu"` get it.
  @Suite("In a payment menu")
  struct InPaymentMenu {
    @Test("The bank's page leads back to the menu after a refusal, another card pays, and Back opens no menu")
    func declinedThenPaid() async throws {
      try await withMenu { menu in
        let page = try await menu.browser.waitFor(url: "/ferry/next/")
        try await menu.payByCard(SwedishShopper.askedCard)
        try await menu.sees("#decision")
        try await menu.browser.click("#decision button[value=decline]")
        try await menu.inside { try await menu.sees("#instruments") }
        try await menu.picture("declined")
        #expect(try await menu.demo.ledger() == [])
        try await menu.payByCard(SwedishShopper.declinedCard)
        try await menu.seesNotice()
        try await menu.payByCard()
        try await menu.isPaid()
        try await menu.browser.open(page)
        try await menu.isPaid()
      }
    }

    @Test("Swish in an app that leads back in another tab: the order is paid, and the tab that waits goes on too")
    func swish() async throws {
      try await withMenu { menu in
        let app = try await menu.startSwish()
        let first = try await menu.browser.currentTab()
        _ = try await menu.browser.newTab()
        try await menu.browser.open(app)
        try await menu.browser.click("#decision button[value=approve]")
        try await menu.browser.click("#continue")
        try await menu.isPaid()
        try await menu.browser.switchTo(first)
        try await menu.isBackInShop()
      }
    }

    @Test("The cancel button beside the menu ends the payment at the provider: nothing can be paid any more")
    func cancelled() async throws {
      try await withMenu { menu in
        try await menu.browser.click("[data-part=payment] form.actions button")
        try await menu.isBackInShop()
        #expect(try await menu.checkout().phase == .cancelled)
        #expect(try await menu.demo.ledger() == [])
      }
    }

    @Test("In an app's secure browser the bank's page leads back to the menu, and the cancel button into the app")
    func inSecureBrowser() async throws {
      try await withMenu(inApp: true) { menu in
        try await menu.payByCard(SwedishShopper.askedCard)
        try await menu.sees("#decision")
        try await menu.browser.click("#decision button[value=decline]")
        try await menu.inside { try await menu.sees("#instruments") }
        try await menu.browser.click("[data-part=payment] form.actions button")
        let page = try await menu.browser.waitFor(url: "/ferry/back?")
        #expect(page.contains("code="))
        try await menu.sees("a.primary[href^='http://127.0.0.1:']")
        #expect(try await menu.checkout().phase == .cancelled)
        #expect(try await menu.demo.ledger() == [])
      }
    }
  }
}

extension BrowserJourneys.Soak {
  @Suite("In a payment menu")
  struct InPaymentMenu {
    @Test(
      "A buyer who comes back from the app without paying sees the menu again, and pays by card",
      arguments: ["#decision button[value=decline]", nil])
    func backWithoutPaying(_ decision: String?) async throws {
      try await withMenu { menu in
        let app = try await menu.startSwish()
        let back = menu.returnAddress
        if let decision {
          try await menu.browser.open(app)
          try await menu.browser.click(decision)
        }
        try await menu.browser.open(back)
        try await menu.inside { try await menu.sees(decision == nil ? "#stop" : "#instruments") }
        if decision == nil { try await menu.inside { try await menu.browser.click("#stop button") } }
        try await menu.payByCard()
        try await menu.isPaid()
      }
    }

    @Test("After reloading the page, and after Back from the bank, the menu is there again")
    func reloaded() async throws {
      try await withMenu { menu in
        try await menu.browser.reload()
        try await menu.payByCard(SwedishShopper.askedCard)
        try await menu.sees("#decision")
        try await menu.browser.back()
        try await menu.inside { try await menu.sees("#stop") }
        try await menu.inside { try await menu.browser.click("#stop button") }
        try await menu.payByCard()
        try await menu.isPaid()
      }
    }

    @Test(
      "A script that cannot be loaded, or that fails, is told with a way to try again",
      arguments: ["errorBeforeExecution", "notJSON"])
    func scriptFails(_ kind: String) async throws {
      try await withMenu(fault: #"{"kind": "\#(kind)", "operation": "loadScript"}"#) { menu in
        try await menu.sees("[data-part=failed]:not([hidden])")
        try await menu.picture("failed-\(kind.lowercased())")
        try await menu.browser.click("[data-part=failed] a.primary")
        try await menu.payByCard()
        try await menu.isPaid()
      }
    }

    @Test("A wallet in a window of its own")
    func wallet() async throws {
      try await withMenu { menu in
        try await menu.start("ClickToPay")
        let first = try await menu.browser.currentTab()
        try await menu.inside { try await menu.browser.click("#wallet") }
        let tabs = try await menu.browser.waitFor(tabs: 2)
        try await menu.browser.switchTo(try #require(tabs.first { $0 != first }))
        try await menu.browser.click("#decision button[value=approve]")
        try await menu.browser.switchTo(first)
        try await menu.isPaid()
      }
    }

    @Test("In WebKit a card that the bank asks about pays")
    func paidInWebKit() async throws {
      try await withMenu(driver: .webKit) { menu in
        try await menu.payByCard(SwedishShopper.askedCard)
        try await menu.sees("#decision")
        try await menu.browser.click("#decision button[value=approve]")
        try await menu.isPaid()
      }
    }

    @Test("Light and dark, in every language of the page", arguments: Language.allCases)
    func pages(language: Language) async throws {
      for appearance in BrowserOptions.Appearance.allCases {
        try await withMenu(language: language, appearance: appearance) { menu in
          // Chromium's picture of a page whose frame is still loading may never come.
          try await menu.inside { try await menu.sees("#instruments") }
          try await menu.picture("\(language.rawValue)-\(appearance.rawValue)")
        }
      }
    }
  }
}

/// A buyer at the menu of a checkout that a shop's backend has made.
private struct Menu: Sendable {
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
    var address: String?
    try await inside {
      try await sees("a#bank")
      address = try await browser.execute("return document.querySelector('a#bank').href").string
    }
    return try #require(address)
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

/// - Parameters:
///   - inApp: True if the shop's app opens the page, in the secure browser.
///   - fault: A fault of the sandbox, planned before the page is opened.
private func withMenu(
  language: Language = .swedish, appearance: BrowserOptions.Appearance = .light, driver: BrowserDriver = .chromium,
  inApp: Bool = false, fault: String? = nil, _ body: (Menu) async throws -> Void
) async throws {
  var options = BrowserOptions(language: language.rawValue, appearance: appearance)
  options.driver = driver
  try await withShopper(options, provider: "swedbank-pay") { shopper in
    let demo = shopper.demo
    let purchase = ScriptedPurchase(
      provider: "swedbank-pay", language: language,
      order: OrderContent(
        currency: .sek,
        lines: [OrderLine(sku: "cup", name: "Kopp", quantity: 2, unitPrice: Money(minorUnits: 9_990, .sek))],
        tax: TaxRule(rate: try #require(Rate(basisPoints: 2_500)), rounding: .halfUp, included: true), shipping: nil),
      options: try JSONDecoder().decode(ProviderOptions.self, from: Data(#"{"view": "menu"}"#.utf8)))
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
