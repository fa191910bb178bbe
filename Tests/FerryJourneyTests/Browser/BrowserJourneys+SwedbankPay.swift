import FerryTesting
import Testing

extension BrowserJourneys {
  /// The shop in Sweden: it asks for the address itself, and browsers go to the provider's payment page.
  @Suite("At Swedbank Pay", .serialized)
  struct AtSwedbankPay {
    @Test(
      "A purchase by card that the bank asks about, with every page checked",
      arguments: TestCases.first(of: ["sv", "en"]))
    func paid(language: String) async throws {
      try await SwedishShopper.atDemo(language: language) { buyer in
        func picture(_ name: String) async throws {
          try await buyer.shopper.picture("swedbank-pay-\(name)-\(language)")
        }
        try await buyer.fillCart()
        try await picture("1-cart")
        try await buyer.goToDelivery()
        try await picture("2-delivery")
        try await buyer.writeDelivery()
        try await picture("3-review")
        try await buyer.shopper.buy()
        try await buyer.seesMethods()
        try await picture("4-methods")
        try await buyer.payByCard(SwedishShopper.askedCard)
        try await buyer.sees("#decision")
        try await picture("5-bank")
        try await buyer.shopper.browser.click("#decision button[value=approve]")
        try await buyer.isThanked()
        try await picture("6-thanks")
      }
    }

    @Test("After a declined card another one pays once, on the same page")
    func declinedThenPaid() async throws {
      try await SwedishShopper.atDemo { buyer in
        try await buyer.goToPayment()
        let page = try await buyer.page()
        try await buyer.payByCard(SwedishShopper.declinedCard)
        try await buyer.sees(".notice")
        try await buyer.shopper.picture("swedbank-pay-declined")
        try await buyer.shopper.nothingIsCharged()
        #expect(try await buyer.page() == page)
        try await buyer.payByCard()
        try await buyer.isThanked()
      }
    }

    @Test("After a cancel on the payment page nothing is charged, the cart stays, and the next attempt pays")
    func cancelled() async throws {
      try await SwedishShopper.atDemo { try await $0.cancelsAndPaysAgain() }
    }
  }
}

extension BrowserJourneys.Soak {
  @Suite("At Swedbank Pay", .serialized)
  struct AtSwedbankPay {
    @Test("Swish in the test bank's app, in a tab of its own")
    func swish() async throws {
      try await SwedishShopper.atDemo { buyer in
        let browser = buyer.shopper.browser
        try await buyer.goToPayment()
        try await buyer.select("Swish")
        try await browser.click("#start .button")
        try await buyer.sees("#bank")
        try await buyer.shopper.picture("swedbank-pay-swish")
        try await buyer.approveInApp()
        try await buyer.isThanked()
      }
    }

    @Test("A declined Swish payment leaves the page open, and a card pays")
    func swishDeclined() async throws {
      try await SwedishShopper.atDemo { buyer in
        let browser = buyer.shopper.browser
        try await buyer.goToPayment()
        try await buyer.select("Swish")
        try await browser.click("#start .button")
        try await buyer.decideInApp("decline")
        try await buyer.sees(".notice")
        try await buyer.payByCard()
        try await buyer.isThanked()
      }
    }

    @Test("A buyer who leaves the payment page continues on it, and pays once")
    func abandoned() async throws {
      try await SwedishShopper.atDemo { buyer in
        try await buyer.goToPayment()
        let page = try await buyer.page()
        try await buyer.openCheckout()
        try await buyer.shopper.picture("swedbank-pay-abandoned")
        try await buyer.shopper.press("/checkout/continue")
        try await buyer.seesMethods()
        #expect(try await buyer.page() == page)
        try await buyer.payByCard()
        try await buyer.isThanked()
      }
    }

    @Test("A buyer who cancels in the shop while the page is open has paid nothing, and the page is over")
    func cancelledInShop() async throws {
      try await SwedishShopper.atDemo { buyer in
        let browser = buyer.shopper.browser
        try await buyer.goToPayment()
        let first = try await browser.currentTab()
        let second = try await browser.newTab()
        try await buyer.openCheckout()
        try await buyer.shopper.press("/checkout/cancel")
        try await buyer.shopper.nothingIsCharged()
        try await browser.switchTo(first)
        // Ferry may still be asking Swedbank Pay.
        _ = try await Patience.until("The end of the payment page") {
          try await browser.reload()
          return try await browser.shows("#return") ? true : nil
        }
        try await browser.switchTo(second)
        try await buyer.paysKeptCart()
      }
    }

    @Test("Prices and pages in each currency", arguments: ["NOK", "DKK", "EUR"])
    func currencies(code: String) async throws {
      try await SwedishShopper.atDemo { buyer in
        try await buyer.fillCart(from: "/market/SE-\(code)")
        try await buyer.goToDelivery()
        try await buyer.writeDelivery()
        try await buyer.goFromReviewToPayment()
        try await buyer.payByCard()
        let totals: [String: Int64] = ["NOK": 105_800, "DKK": 73_800, "EUR": 9_580]
        try await buyer.shopper.isThanked(captured: try #require(totals[code]))
      }
    }

    @Test("In WebKit a declined card and another one pay once")
    func declinedThenPaidInWebKit() async throws {
      try await SwedishShopper.atDemo(driver: .webKit) { buyer in
        try await buyer.goToPayment()
        try await buyer.payByCard(SwedishShopper.declinedCard)
        try await buyer.sees(".notice")
        try await buyer.payByCard()
        try await buyer.isThanked()
      }
    }

    @Test("In WebKit a cancel on the payment page charges nothing, and the next attempt pays")
    func cancelledInWebKit() async throws {
      try await SwedishShopper.atDemo(driver: .webKit) { try await $0.cancelsAndPaysAgain() }
    }
  }
}

/// A person in Sweden with a phone at the demo.
struct SwedishShopper: ShopperWithAddress {
  let shopper: Shopper
  private var browser: Browser { shopper.browser }

  static let provider = "swedbank-pay"
  static let language = "sv"
  static let address = [
    ("name", "Astrid"), ("surname", "Lind"), ("email", "astrid@example.com"), ("mobile", "+46 73 900 00 01"),
    ("street", "Sveavägen 1"), ("city", "Stockholm"), ("postalCode", "111 57"),
  ]
  .map { (field: $0, text: $1) }
  /// A small tablet, delivered in Stockholm: SEK 1,058.00.
  static let total: Int64 = 105_800
  static let goodCard = "4925000000000004"
  static let declinedCard = "5510000000009631"
  /// The bank asks for a code.
  static let askedCard = "4761739001010416"

  func seesMethods() async throws { try await sees("#instruments") }

  func select(_ method: String) async throws {
    try await browser.click("#instruments button[value=\(method)]")
  }

  func goFromReviewToPayment() async throws {
    try await shopper.buy()
    try await seesMethods()
  }

  func payByCard(_ number: String = goodCard) async throws {
    try await select("CreditCard")
    try await enterCard(number)
  }

  func enterCard(_ number: String = goodCard) async throws {
    try await browser.type(number, into: "#number")
    try await browser.click("#card .button")
  }

  func payAndReturn() async throws { try await payByCard() }

  func approveInApp() async throws { try await decideInApp("approve") }

  /// Decides in the test bank's app, which is in a tab of its own. Then the first tab is in front again.
  func decideInApp(_ decision: String) async throws {
    let bank = try await browser.bankAddress()
    let first = try await browser.currentTab()
    _ = try await browser.newTab()
    try await browser.open(bank)
    try await browser.click("#decision button[value=\(decision)]")
    try await sees("[role=status]")
    try await browser.switchTo(first)
  }

  /// The address of the payment page, which is the same for as long as the payment order is open.
  func page() async throws -> String {
    String(try await browser.url().prefix { $0 != "?" })
  }

  /// Comes to the shop by another way than the provider's link.
  func openCheckout() async throws { try await browser.open(shopper.demo.shop + "/checkout") }
}
