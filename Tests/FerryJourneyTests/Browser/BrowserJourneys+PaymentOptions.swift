import FerryTesting
import Testing

extension BrowserJourneys.Soak {
  /// The buttons that the shop in Sweden has besides the one to the payment page.
  @Suite("Other options to pay at Swedbank Pay", .serialized)
  struct OtherOptions {
    @Test("The menu in a page of the checkout server's: the bank asks, and the shop thanks", arguments: ["sv", "en"])
    func menu(language: String) async throws {
      try await SwedishShopper.atDemo(language: language) { buyer in
        let shopper = buyer.shopper
        try await buyer.fillCart()
        try await shopper.browser.click(".payment-options summary")
        try await shopper.picture("swedbank-pay-options-\(language)")
        try await shopper.browser.click(".payment-options summary")
        try await buyer.goToDelivery(by: "menu")
        try await buyer.writeDelivery()
        try await shopper.buy()
        try await shopper.browser.waitFor(url: shopper.demo.shop + "/ferry/next/")
        try await shopper.payInMenu(SwedishShopper.askedCard)
        try await buyer.sees("#decision")
        try await shopper.browser.click("#decision button[value=approve]")
        try await buyer.isThanked()
      }
    }

    @Test("Swish alone: the payment page has no other method, and the shop thanks after the app's approval")
    func swish() async throws {
      try await SwedishShopper.atDemo { buyer in
        try await buyer.goToReview(by: "swish")
        try await buyer.shopper.sees("Swish")
        try await buyer.shopper.buy()
        try await buyer.sees("#start .button")
        let others = try await buyer.shopper.browser.execute(
          "return document.querySelectorAll('#instruments, #card').length")
        #expect(others == .integer(0))
        try await buyer.shopper.picture("swedbank-pay-swish-alone")
        try await buyer.shopper.browser.click("#start .button")
        try await buyer.approveInApp()
        try await buyer.isThanked()
      }
    }

    @Test("A stored card: the buyer who returns pays with one press, and sees the card once the next time")
    func storedCard() async throws {
      try await SwedishShopper.atDemo { buyer in
        let browser = buyer.shopper.browser
        try await buyer.goToReview(by: "stored-card")
        try await buyer.shopper.buy()
        try await buyer.enterCard()
        _ = try await buyer.shopper.thanks()
        for purchase in 2...3 {
          try await buyer.fillCart()
          try await buyer.goToDelivery(by: "stored-card")
          try await buyer.sendDelivery()
          try await buyer.shopper.buy()
          try await buyer.sees("#stored button")
          let cards = try await browser.execute("return document.querySelectorAll('#stored button').length")
          #expect(cards == .integer(1))
          if purchase == 2 { try await buyer.shopper.picture("swedbank-pay-stored-card") }
          try await browser.click("#stored button")
          _ = try await buyer.shopper.thanks()
          #expect(
            try await buyer.shopper.demo.ledger().map(\.captured)
              == Array(repeating: SwedishShopper.total, count: purchase))
        }
      }
    }

    @Test("A card that is charged later: the shop says that the amount is reserved, and nothing is captured")
    func laterCard() async throws {
      try await SwedishShopper.atDemo { buyer in
        try await buyer.goToReview(by: "later-card")
        try await buyer.shopper.buy()
        try await buyer.enterCard()
        let number = try await buyer.shopper.thanks()
        try await buyer.shopper.sees("Reserverat")
        try await buyer.shopper.picture("swedbank-pay-reserved")
        let orders = try await buyer.shopper.demo.ledger()
        #expect(orders.map(\.number) == [number])
        #expect(orders.map(\.held) == [SwedishShopper.total] && orders.map(\.captured) == [0])
      }
    }
  }
}

extension Shopper {
  /// Does something inside the payment menu, which is in a frame of the page.
  func insideMenu(_ body: () async throws -> Void) async throws {
    try await browser.switchToPage()
    try await browser.switchTo(frame: "#ferry-payment iframe")
    try await body()
    try await browser.switchToPage()
  }

  func payInMenu(_ card: String) async throws {
    try await insideMenu { try await browser.click("#instruments button[value=CreditCard]") }
    try await insideMenu {
      try await browser.type(card, into: "#number")
      // Enter sends the form: WebKit's driver does not scroll the page around a frame to the button.
      try await browser.type("123\u{E007}", into: "#code")
    }
  }
}
