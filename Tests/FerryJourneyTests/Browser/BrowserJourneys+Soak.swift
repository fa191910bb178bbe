import FerryTesting
import Testing

extension BrowserJourneys {
  /// Journeys that take too long for every change: `make test` leaves them to `make soak`, which finds them by this name.
  @Suite("Every other end", .serialized)
  enum Soak {}
}

extension BrowserJourneys.Soak {
  @Suite("At PlacetoPay", .serialized)
  struct AtPlacetoPay {
    private static let pendingThenApproved = "4110760000000073"
    private static let pendingThenDeclined = "4048370000000037"

    // MARK: Decided later

    @Test("A transfer is approved on the bank's page in a tab of its own, and is paid")
    func transfer() async throws {
      try await ColombianShopper.atDemo { buyer in
        let browser = buyer.shopper.browser
        try await buyer.goToPayment()
        try await browser.click("#transfer .button")
        try await buyer.sees("a#bank")
        try await buyer.shopper.picture("placetopay-pending")
        let bank = try await browser.bankAddress()
        let first = try await browser.currentTab()
        _ = try await browser.newTab()
        try await browser.open(bank)
        try await browser.click("#bank button[value=approve]")
        try await browser.waitFor(text: "Close this window")
        try await browser.switchTo(first)
        try await browser.waitFor(text: "Payment approved")
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("A bank that decides later says so and leads back to the shop, which waits and then thanks")
    func bankDecidesLater() async throws {
      try await ColombianShopper.atDemo { buyer in
        let browser = buyer.shopper.browser
        try await buyer.goToPayment()
        try await browser.click("#transfer .button")
        let bank = try await browser.bankAddress()
        try await browser.open(bank)
        try await browser.click("#bank button[value=later]")
        try await browser.waitFor(text: "Your bank decides later")
        try await buyer.shopper.picture("placetopay-bank-decides-later")
        try await buyer.comeBack()
        try await buyer.seesPending()
        try await buyer.shopper.demo.pass(minutes: 6)
        try await buyer.isThanked()
      }
    }

    @Test("A payment that is approved later: the shop shows the order, and thanks by itself")
    func approvedLater() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.goToPayment()
        try await buyer.payByCard(Self.pendingThenApproved)
        try await buyer.comeBack()
        try await buyer.seesPending()
        try await buyer.shopper.picture("placetopay-shop-pending")
        try await buyer.shopper.nothingIsCharged()
        try await buyer.shopper.demo.pass(minutes: 6)
        try await buyer.isThanked()
      }
    }

    @Test("A payment that is refused later: the shop says so and offers the page again, where another card pays")
    func refusedLater() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.goToPayment()
        let session = try await buyer.session()
        try await buyer.payByCard(Self.pendingThenDeclined)
        try await buyer.comeBack()
        try await buyer.seesPending()
        try await buyer.shopper.demo.pass(minutes: 6)
        try await buyer.shopper.sees("El último intento de pago no fue aceptado.")
        try await buyer.shopper.picture("placetopay-refused-later")
        try await buyer.shopper.nothingIsCharged()
        try await buyer.shopper.press("/checkout/continue")
        try await buyer.shopper.browser.click("a[href*='retry=']")
        #expect(try await buyer.session() == session)
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("A cancellation while the bank decides says what may still happen; approved, the order is placed")
    func cancelledWhilePending() async throws {
      try await ColombianShopper.atDemo(arguments: ["--no-notifications"]) { buyer in
        let browser = buyer.shopper.browser
        try await buyer.goToPayment()
        let first = try await browser.currentTab()
        let second = try await browser.newTab()
        try await browser.open(buyer.shopper.demo.shop + "/checkout")
        try await buyer.shopper.sees("Su pago no está terminado")
        try await browser.switchTo(first)
        try await buyer.payByCard(Self.pendingThenApproved)
        try await browser.switchTo(second)
        try await buyer.shopper.press("/checkout/cancel")
        try await buyer.shopper.sees("Su pedido aún no está cancelado")
        try await buyer.shopper.picture("placetopay-cancelled-while-pending")
        try await buyer.shopper.demo.pass(minutes: 6)
        try await buyer.isThanked()
      }
    }

    // MARK: Not paid

    @Test("Every card is declined until the provider ends the payment; the next attempt pays")
    func declinedForGood() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.goToPayment()
        let session = try await buyer.session()
        try await buyer.payByCard(ColombianShopper.declinedCard)
        try await buyer.sees("a[href*='retry=']")
        for _ in 1...9 {
          try await buyer.shopper.demo.atProvider("buyer", #"{"page": "\#(session)", "act": "decline"}"#)
        }
        try await buyer.shopper.browser.reload()
        try await buyer.comeBack()
        try await buyer.shopper.sees("El pago fue rechazado")
        try await buyer.shopper.picture("placetopay-declined-for-good")
        try await buyer.shopper.nothingIsCharged()
        try await buyer.shopper.press("/checkout")
        try await buyer.goFromReviewToPayment()
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("A declined card and the way back to the shop: it says so, and the same page takes another card")
    func declinedAndBack() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.goToPayment()
        try await buyer.payByCard(ColombianShopper.declinedCard)
        try await buyer.comeBack()
        try await buyer.shopper.sees("El último intento de pago no fue aceptado.")
        try await buyer.shopper.picture("placetopay-declined-and-back")
        try await buyer.shopper.press("/checkout/continue")
        try await buyer.shopper.browser.click("a[href*='retry=']")
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("A part is paid, and the rest never: neither paid nor failed, a person decides")
    func partlyPaid() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.goToPayment()
        let session = try await buyer.session()
        let demo = buyer.shopper.demo
        try await demo.atProvider("placetopay/sessions/\(session)/split")
        try await demo.atProvider(
          "buyer", #"{"page": "\#(session)", "act": "approve", "details": {"part": "100000"}}"#)
        try await demo.pass(minutes: 31)
        try await buyer.openCheckout()
        try await buyer.shopper.sees("Estamos revisando su pago")
        try await buyer.shopper.picture("placetopay-held")
        #expect(try await demo.ledger().map(\.captured) == [10_000_000])
      }
    }

    @Test("A buyer who comes back too late has paid nothing, and the next attempt pays")
    func expired() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.goToPayment()
        try await buyer.shopper.demo.pass(minutes: 46)
        try await buyer.openCheckout()
        try await buyer.shopper.sees("La compra tardó demasiado")
        try await buyer.shopper.picture("placetopay-expired")
        try await buyer.shopper.nothingIsCharged()
        try await buyer.shopper.browser.click(".message .actions a[href='/']")
        try await buyer.shopper.browser.click("#start-checkout button[name=provider]")
        try await buyer.goFromReviewToPayment()
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    // MARK: Not returned

    @Test("A buyer who leaves the payment page continues on the same page, and pays once")
    func abandoned() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.goToPayment()
        let session = try await buyer.session()
        try await buyer.openCheckout()
        try await buyer.shopper.sees("Si ya pagó, esta página lo muestra")
        try await buyer.shopper.picture("placetopay-abandoned")
        try await buyer.shopper.press("/checkout/continue")
        // The page has the payer already.
        try await buyer.sees("#card")
        #expect(try await buyer.session() == session)
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("A buyer who has paid and does not press return is thanked by the shop, without a notification")
    func paidAndNotReturned() async throws {
      try await ColombianShopper.atDemo(arguments: ["--no-notifications"]) { buyer in
        try await buyer.goToPayment()
        try await buyer.payByCard()
        try await buyer.sees("#return")
        try await buyer.openCheckout()
        try await buyer.isThanked()
      }
    }

    // MARK: Other buyers

    @Test("A purchase in dollars")
    func dollars() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.fillCart(from: "/market/CO-USD")
        try await buyer.goToDelivery()
        try await buyer.writeDelivery()
        try await buyer.goFromReviewToPayment()
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.shopper.isThanked(captured: 10_150)
        try await buyer.shopper.picture("placetopay-thanks-usd")
      }
    }

    @Test("The provider is asked for the language that the buyer has chosen at the review")
    func language() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.fillCart()
        try await buyer.goToDelivery()
        try await buyer.writeDelivery()
        try await buyer.shopper.browser.open(buyer.shopper.demo.shop + "/language/en/checkout")
        try await buyer.goFromReviewToPayment()
        try await buyer.shopper.sees("Language requested: en_")
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("In WebKit a declined card and another one pay once")
    func declinedThenPaidInWebKit() async throws {
      try await ColombianShopper.atDemo(driver: .webKit) { buyer in
        try await buyer.goToPayment()
        try await buyer.payByCard(ColombianShopper.declinedCard)
        try await buyer.shopper.browser.click("a[href*='retry=']")
        try await buyer.payByCard()
        try await buyer.shopper.picture("webkit-placetopay-result")
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("In WebKit a cancel on the payment page charges nothing, and the next attempt pays")
    func cancelledInWebKit() async throws {
      try await ColombianShopper.atDemo(driver: .webKit) { try await $0.cancelsAndPaysAgain() }
    }
  }
}

extension ColombianShopper {
  /// The provider's id of the payment page in the browser.
  fileprivate func session() async throws -> String {
    let parts = try await shopper.browser.url().split(separator: "/")
    let place = try #require(parts.firstIndex(of: "session"))
    return String(try #require(parts.dropFirst(place + 1).first))
  }

  /// Comes to the shop by another way than the provider's link.
  fileprivate func openCheckout() async throws {
    try await shopper.browser.open(shopper.demo.shop + "/checkout")
  }

  /// The shop waits for the provider's decision, and offers no second payment.
  fileprivate func seesPending() async throws {
    try await shopper.sees("Su pago está pendiente")
    #expect(try await !shopper.browser.shows("form[action^='/checkout']"))
  }
}
