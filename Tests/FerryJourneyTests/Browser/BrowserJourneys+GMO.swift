import FerryTesting
import Testing

extension BrowserJourneys {
  /// The pages of the selection and the review are Amazon Pay's. The payment page is GMO's: it wants a form from Ferry's page,
  /// leads to Amazon's processing page, and posts the buyer back.
  @Suite("At GMO Payment Gateway", .serialized)
  struct AtGMO {
    @Test("A purchase with a change of address and card")
    func paid() async throws {
      try await withShopperAtGMO { shopper in
        try await shopper.goToReview()
        try await shopper.change(.address, to: "hokkaido", total: "¥26,040")
        try await shopper.change(.payment, to: "4444", total: "¥26,040")
        try await shopper.sees("Mastercard ****4444")
        try await shopper.picture("gmo-review")
        try await shopper.buy()
        try await shopper.isThanked(captured: 26_040)
        try await shopper.picture("gmo-thanks")
      }
    }

    @Test("After a declined card another one pays once")
    func declinedThenPaid() async throws {
      try await withShopperAtGMO { shopper in
        try await shopper.goToReview(card: "3434")
        try await shopper.takesAnotherCard()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("After a cancel on the payment page nothing is charged, the cart stays, and the next attempt pays at once")
    func cancelled() async throws {
      try await withShopperAtGMO(processingSeconds: 600) { shopper in
        try await shopper.goToReview()
        try await shopper.cancelsPaymentAndBuysAgain()
        try await shopper.isThanked(captured: 25_500)
      }
    }
  }
}

extension BrowserJourneys.Soak {
  @Suite("At GMO Payment Gateway", .serialized)
  struct AtGMO {
    @Test(
      "Every page in the shop's languages, light and dark", arguments: TestCases.first(of: ["ja", "en"]),
      BrowserOptions.Appearance.testCases)
    func pages(language: String, appearance: BrowserOptions.Appearance) async throws {
      let options = BrowserOptions(language: language, appearance: appearance)
      try await withShopperAtGMO(options, processingSeconds: 600) { shopper in
        func picture(_ name: String) async throws {
          try await shopper.picture("gmo-\(name)-\(language)-\(appearance.rawValue)")
        }
        try await shopper.fillCart()
        try await picture("1-cart")
        try await shopper.pressAmazonPay()
        try await shopper.signIn()
        try await picture("2-selection")
        try await shopper.choose()
        try await picture("3-review")
        try await shopper.buy()
        try await shopper.seesProcessing()
        try await picture("4-processing")
        try await shopper.goOnWithoutWaiting()
        try await shopper.isThanked(captured: 25_500)
        try await picture("5-thanks")
      }
    }

    // MARK: Cancelling

    @Test("Cancelled at the sign-in, in the selection and at the review: the cart stays, and the next attempt pays")
    func beforePaying() async throws {
      try await withShopperAtGMO { shopper in
        try await shopper.fillCart()
        try await shopper.pressAmazonPay()
        try await shopper.seesSignIn()
        try await shopper.cancelAtAmazon()
        try await shopper.isCancelled()
        try await shopper.backToCart()
        try await shopper.pressAmazonPay()
        try await shopper.signIn()
        try await shopper.cancelAtAmazon()
        try await shopper.isCancelled()
        try await shopper.backToCart()
        try await shopper.pressAmazonPay()
        try await shopper.choose()
        try await shopper.press("/checkout/cancel")
        try await shopper.isCancelled()
        try await shopper.buyKeptCart()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("Cancelled in a change: the review is as it was", arguments: [Shopper.Part.address, .payment])
    func change(part: Shopper.Part) async throws {
      try await withShopperAtGMO { shopper in
        try await shopper.goToReview()
        try await shopper.beginChange(part)
        try await shopper.cancelAtAmazon()
        try await shopper.seesReview("¥25,500")
        try await shopper.sees("Visa ****1111")
        try await shopper.buy()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("Given up after a decline: the shop says so, and another card pays")
    func givenUp() async throws {
      try await withShopperAtGMO { shopper in
        try await shopper.goToReview(card: "3434")
        try await shopper.buy()
        try await shopper.browser.click("#give-up button")
        try await shopper.sees("The payment was declined")
        try await shopper.picture("gmo-declined")
        try await shopper.nothingIsCharged()
        try await shopper.press("/checkout")
        try await shopper.choose()
        try await shopper.buy()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("Cancelled in the shop while the payment page is open in another tab, and paid there: the money is released")
    func paidAfterCancel() async throws {
      try await withShopperAtGMO(processingSeconds: 600) { shopper in
        let browser = shopper.browser
        try await shopper.goToReview()
        try await shopper.buy()
        try await shopper.seesProcessing()
        let payment = try await browser.currentTab()
        _ = try await browser.newTab()
        try await browser.open(shopper.demo.shop + "/checkout")
        try await shopper.sees("Your payment is not finished")
        try await shopper.press("/checkout/cancel")
        try await shopper.isCancelled()
        try await browser.switchTo(payment)
        try await shopper.goOnWithoutWaiting()
        try await shopper.sees("The checkout was cancelled")
        try await shopper.picture("gmo-paid-after-cancel")
        try await shopper.authorizationIsVoided()
      }
    }

    // MARK: Coming back

    @Test("Back from the payment page: it opens once, so the shop waits for it and offers the cancellation")
    func back() async throws {
      try await withShopperAtGMO(processingSeconds: 600) { shopper in
        let browser = shopper.browser
        try await shopper.goToReview()
        try await shopper.buy()
        try await shopper.seesProcessing()
        try await browser.reload()
        try await shopper.seesProcessing()
        try await browser.open(shopper.demo.shop + "/checkout")
        try await shopper.sees("Your payment is not finished")
        try await shopper.demo.pass(minutes: 1)
        try await shopper.press("/checkout/continue")
        try await shopper.sees("This payment page has already been used")
        try await shopper.picture("gmo-spent")
        try await browser.open(shopper.demo.shop + "/checkout")
        try await shopper.press("/checkout/cancel")
        try await shopper.isCancelled()
        try await shopper.buyKeptCart()
        try await shopper.goOnWithoutWaiting()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("A buyer whose browser stays on GMO's page has paid, and the shop thanks without a notification")
    func paidAndNotReturned() async throws {
      try await withShopperAtGMO(arguments: ["--no-notifications"]) { shopper in
        try await shopper.goToReview()
        try await shopper.demo.atProvider("gmo-pg/returns", #"{"kind": "never"}"#)
        try await shopper.buy()
        try await shopper.browser.waitFor(url: shopper.demo.sandbox + "/payment/AmazonpayFinish")
        try await shopper.browser.open(shopper.demo.shop + "/checkout")
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("A page that nobody has used is over after its term, and the next attempt pays")
    func expired() async throws {
      try await withShopperAtGMO(processingSeconds: 600) { shopper in
        try await shopper.goToReview()
        try await shopper.buy()
        try await shopper.seesProcessing()
        try await shopper.demo.pass(minutes: 25 * 60)
        try await shopper.browser.open(shopper.demo.shop + "/checkout")
        try await shopper.sees("The checkout has expired")
        try await shopper.picture("gmo-expired")
        try await shopper.nothingIsCharged()
      }
    }

    // MARK: In WebKit

    private var webKit: BrowserOptions {
      var options = BrowserOptions()
      options.driver = .webKit
      return options
    }

    @Test("In WebKit a declined card and another one pay once")
    func declinedThenPaidInWebKit() async throws {
      try await withShopperAtGMO(webKit) { shopper in
        try await shopper.goToReview(card: "3434")
        try await shopper.takesAnotherCard()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("In WebKit a cancel on the payment page charges nothing, and the next attempt pays at once")
    func cancelledInWebKit() async throws {
      try await withShopperAtGMO(webKit, processingSeconds: 600) { shopper in
        try await shopper.goToReview()
        try await shopper.cancelsPaymentAndBuysAgain()
        try await shopper.isThanked(captured: 25_500)
      }
    }
  }
}

extension Shopper {
  fileprivate func isCancelled() async throws {
    try await sees("The checkout was cancelled")
    try await nothingIsCharged()
  }

  /// The provider has one order, whose authorization came too late and is voided.
  fileprivate func authorizationIsVoided(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + .seconds(60)
    var orders: [RunningDemo.Order] = []
    while ContinuousClock.now < end {
      orders = try await demo.ledger()
      if orders.count == 1, orders[0].held == 0, orders[0].captured == 0 { return }
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(orders == [], "The provider still holds money.", sourceLocation: sourceLocation)
  }
}

/// A separate demo that sells through GMO, and a browser.
private func withShopperAtGMO(
  _ options: BrowserOptions = BrowserOptions(), processingSeconds: Int = 1, arguments: [String] = [],
  _ body: (Shopper) async throws -> Void
) async throws {
  try await withShopper(
    options, provider: "gmo-pg", processingSeconds: processingSeconds, arguments: arguments, body)
}
