import FerryTesting
import Testing

extension BrowserJourneys {
  /// The shop in Colombia: it asks for the address itself, and the journey at the provider begins with the payment page.
  @Suite("At PlacetoPay")
  struct AtPlacetoPay {
    private func withBuyer(
      _ options: BrowserOptions = BrowserOptions(language: "es"), _ body: (ColombianShopper) async throws -> Void
    ) async throws {
      try await withShopper(options, provider: "placetopay") { try await body(ColombianShopper(shopper: $0)) }
    }

    @Test("A purchase by card, with every page checked", arguments: ["es", "en"])
    func paid(language: String) async throws {
      try await withBuyer(BrowserOptions(language: language)) { buyer in
        func picture(_ name: String) async throws {
          try await buyer.shopper.picture("placetopay-\(name)-\(language)")
        }
        try await buyer.fillCart()
        try await picture("1-cart")
        try await buyer.goToDelivery()
        try await picture("2-delivery")
        try await buyer.writeDelivery()
        try await picture("3-review")
        try await buyer.shopper.buy()
        try await buyer.seesPayer()
        try await picture("4-payer")
        try await buyer.agreeAsPayer()
        try await picture("5-method")
        try await buyer.payByCard()
        try await buyer.sees("#return")
        try await picture("6-result")
        try await buyer.comeBack()
        try await buyer.isThanked()
        try await picture("7-thanks")
      }
    }

    @Test("After a declined card another one pays once, in the same session")
    func declinedThenPaid() async throws {
      try await withBuyer { buyer in
        try await buyer.goToPayment()
        try await buyer.payByCard(ColombianShopper.declinedCard)
        try await buyer.sees("a[href*='retry=']")
        try await buyer.shopper.picture("placetopay-declined")
        try await buyer.shopper.nothingIsCharged()
        try await buyer.shopper.browser.click("a[href*='retry=']")
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("After a cancel on the payment page nothing is charged, the cart stays, and the next attempt pays")
    func cancelled() async throws {
      try await withBuyer { buyer in
        try await buyer.goToPayment()
        try await buyer.shopper.browser.click("#cancel button")
        try await buyer.sees(".message .actions a[href='/']")
        try await buyer.shopper.picture("placetopay-cancelled")
        try await buyer.shopper.nothingIsCharged()
        try await buyer.shopper.browser.click(".message .actions a[href='/']")
        // The shop remembers the address.
        try await buyer.shopper.browser.click("#start-checkout button[name=provider]")
        try await buyer.goFromReviewToPayment()
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("A transfer is approved on the bank's page in a window of its own, and is paid")
    func transfer() async throws {
      try await withBuyer { buyer in
        let browser = buyer.shopper.browser
        try await buyer.goToPayment()
        try await browser.click("#transfer .button")
        try await buyer.sees("a#bank")
        try await buyer.shopper.picture("placetopay-pending")
        // The page loads itself again until the bank has decided, so the bank is opened in this window.
        let bank = try await browser.execute("return document.querySelector('a#bank').href")
        try await browser.open(bank.string ?? "")
        try await browser.click("#bank button[value=approve]")
        try await browser.click("a[href*='/spa/session/']")
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }
  }
}

extension BrowserJourneys.WebKit {
  @Test("A purchase at PlacetoPay, after a declined card")
  func placetoPay() async throws {
    var options = BrowserOptions(language: "es")
    options.driver = .webKit
    try await withShopper(options, provider: "placetopay") { shopper in
      let buyer = ColombianShopper(shopper: shopper)
      try await buyer.goToPayment()
      try await buyer.payByCard(ColombianShopper.declinedCard)
      try await shopper.browser.click("a[href*='retry=']")
      try await buyer.payByCard()
      try await shopper.picture("webkit-placetopay-result")
      try await buyer.comeBack()
      try await buyer.isThanked()
    }
  }
}

/// A person in Colombia with a phone at the demo.
struct ColombianShopper: Sendable {
  let shopper: Shopper
  private var browser: Browser { shopper.browser }

  static let goodCard = "4110760000000081"
  static let declinedCard = "4110760000000016"
  /// A small tablet, delivered in Bogotá: COP 399,800.
  static let total: Int64 = 39_980_000

  func sees(_ css: String) async throws { _ = try await browser.waitFor(css: css) }

  func fillCart() async throws {
    try await browser.open(shopper.demo.shop + "/")
    try await browser.click(".product:nth-child(1) form button")
    try await sees("#start-checkout button[name=provider]")
  }

  func goToDelivery() async throws {
    try await browser.click("#start-checkout button[name=provider]")
    try await sees("#street")
  }

  func writeDelivery() async throws {
    let entries = [
      ("name", "María"), ("surname", "Gómez"), ("email", "maria@example.com"), ("mobile", "+573001234567"),
      ("document", "1020304050"), ("street", "Carrera 7 # 71-21"), ("city", "Bogotá"), ("region", "Bogotá D.C."),
    ]
    for (field, text) in entries { try await browser.type(text, into: "#" + field) }
    try await browser.click("form[action='/checkout'] .button")
    try await sees(Shopper.buyButton)
  }

  func seesPayer() async throws { try await sees("#payer") }

  /// The form has the shop's facts about the buyer.
  func agreeAsPayer() async throws {
    try await browser.click("#payer .button")
    try await sees("#card")
  }

  func goFromReviewToPayment() async throws {
    try await shopper.buy()
    try await seesPayer()
    try await agreeAsPayer()
  }

  func goToPayment() async throws {
    try await fillCart()
    try await goToDelivery()
    try await writeDelivery()
    try await goFromReviewToPayment()
  }

  func payByCard(_ number: String = goodCard) async throws {
    try await browser.type(number, into: "#number")
    try await browser.click("#card .button")
  }

  func comeBack() async throws { try await browser.click("#return") }

  func isThanked() async throws { try await shopper.isThanked(captured: Self.total) }
}
