import FerryTesting
import Testing

extension BrowserJourneys {
  /// The shop in Colombia: it asks for the address itself, and the journey at the provider begins with the payment page.
  @Suite("At PlacetoPay")
  struct AtPlacetoPay {
    @Test("A purchase by card, with every page checked", arguments: ["es", "en"])
    func paid(language: String) async throws {
      try await withColombianShopper(language: language) { buyer in
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
      try await withColombianShopper { buyer in
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
      try await withColombianShopper { try await $0.cancelsAndPaysAgain() }
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

  /// - Parameter path: The page that leads to the cart: the cart's own, or a country and currency.
  func fillCart(from path: String = "/") async throws {
    try await browser.open(shopper.demo.shop + path)
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

  /// Cancels on the payment page. Then pays the same cart.
  func cancelsAndPaysAgain() async throws {
    try await goToPayment()
    try await browser.click("#cancel button")
    try await sees(".message .actions a[href='/']")
    try await shopper.picture(
      browser.options.driver.hasDevTools ? "placetopay-cancelled" : "webkit-placetopay-cancelled")
    try await shopper.nothingIsCharged()
    try await browser.click(".message .actions a[href='/']")
    // The shop remembers the address.
    try await browser.click("#start-checkout button[name=provider]")
    try await goFromReviewToPayment()
    try await payByCard()
    try await comeBack()
    try await isThanked()
  }

  func isThanked() async throws { try await shopper.isThanked(captured: Self.total) }
}

/// A separate demo of the shop in Colombia, and a browser.
func withColombianShopper(
  language: String = "es", driver: BrowserDriver = .chromium, arguments: [String] = [],
  _ body: (ColombianShopper) async throws -> Void
) async throws {
  var options = BrowserOptions(language: language)
  options.driver = driver
  try await withShopper(options, provider: "placetopay", arguments: arguments) {
    try await body(ColombianShopper(shopper: $0))
  }
}
