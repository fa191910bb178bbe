import FerryCore
import FerrySandbox
import FerryScriptedBuyer
import FerryTesting
import Foundation
import Testing

extension BrowserJourneys {
  /// The provider's menu in a page of ours. Its frame is of another site.
  @Suite("On the payment page")
  struct OnPaymentPage {
    @Test("A card pays in the menu")
    func paid() async throws {
      try await withMenuBuyer { buyer in
        try await buyer.shopper.picture("payment-page")
        try await buyer.payByCard(SwedishShopper.goodCard)
        try await buyer.isInShop(captured: buyer.total)
      }
    }

    @Test("The bank's page leads back to the menu after a refusal, another card pays, and the page opens no menu then")
    func back() async throws {
      try await withMenuBuyer { buyer in
        let browser = buyer.shopper.browser
        try await buyer.payByCard(SwedishShopper.askedCard)
        try await browser.click("#decision button[value=decline]")
        try await browser.waitFor(url: "/ferry/next/")
        try await buyer.seesMenu()
        try await buyer.shopper.nothingIsCharged()
        try await buyer.payByCard(SwedishShopper.goodCard)
        try await buyer.isInShop(captured: buyer.total)
        try await browser.open(buyer.page)
        try await buyer.isInShop(captured: buyer.total)
      }
    }

    @Test("The menu can be loaded again, and the way back to the shop charges nothing")
    func cancelled() async throws {
      try await withMenuBuyer { buyer in
        try await buyer.shopper.browser.reload()
        try await buyer.seesMenu()
        try await buyer.shopper.browser.click("[data-part=payment] .actions a")
        try await buyer.isInShop(captured: nil)
      }
    }
  }
}

/// A person at the payment page.
private struct MenuBuyer {
  let shopper: Shopper
  let page: String
  let total: Int64

  func seesMenu() async throws { _ = try await shopper.browser.waitFor(css: "#ferry-payment iframe") }

  func payByCard(_ number: String) async throws {
    try await shopper.browser.switchTo(frame: "#ferry-payment iframe")
    try await shopper.browser.click("#instruments button[value=CreditCard]")
    try await shopper.browser.type(number, into: "#number")
    try await shopper.browser.click("#card .button")
    try await shopper.browser.switchToPage()
  }

  /// - Parameter captured: Nil if nothing moved.
  func isInShop(captured: Int64?, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    // The demo's shop has not begun this checkout, and shows its first page.
    _ = try await shopper.browser.waitFor(css: ".product")
    let moved = try await shopper.demo.ledger().map(\.captured)
    #expect(moved == (captured.map { [$0] } ?? []), sourceLocation: sourceLocation)
  }
}

/// A separate demo, and a browser on the payment page of a checkout whose shop chose the menu.
private func withMenuBuyer(_ body: (MenuBuyer) async throws -> Void) async throws {
  try await withShopper(BrowserOptions(language: "en"), provider: "swedbank-pay") { shopper in
    let bench = ProviderBench.swedbankPay
    let menu = try JSONDecoder().decode(ProviderOptions.self, from: Data(#"{"view":"menu"}"#.utf8))
    let shop = try shopper.demo.backend(
      ScriptedPurchase(provider: bench.sandbox.id, language: bench.language, order: bench.order, options: menu))
    let created = try await shop.create("menu-1")
    let review = try #require(created.review)
    let confirmed = try await shop.confirm(
      created.id, ConfirmCheckoutBody(revision: review.revision, total: review.total))
    try await shopper.browser.open(try #require(confirmed.next?.url))
    let url = try await shopper.browser.waitFor(url: "/ferry/next/")
    let buyer = MenuBuyer(shopper: shopper, page: url, total: review.total.minorUnits)
    try await buyer.seesMenu()
    try await body(buyer)
  }
}
