import FerryTesting
import Testing

extension BrowserJourneys {
  /// The pages of the selection and the review are Amazon Pay's. The payment page is GMO's: it wants a form from Ferry's page,
  /// leads to Amazon's processing page, and posts the buyer back.
  @Suite("At GMO Payment Gateway", .serialized)
  struct AtGMO {
    @Test("A purchase with a change of address and card")
    func paid() async throws {
      try await withShopper(provider: "gmo-pg") { shopper in
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
      try await withShopper(options, provider: "gmo-pg", processingSeconds: 600) { shopper in
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

    @Test("Cancelled in the shop while the payment page is open in another tab, and paid there: the money is released")
    func paidAfterCancel() async throws {
      try await withShopper(provider: "gmo-pg", processingSeconds: 600) { shopper in
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

    @Test("Back from the payment page: it opens once, so the shop waits for it and offers the cancellation")
    func back() async throws {
      try await withShopper(provider: "gmo-pg", processingSeconds: 600) { shopper in
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
      try await withShopper(provider: "gmo-pg", arguments: ["--no-notifications"]) { shopper in
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
      try await withShopper(provider: "gmo-pg", processingSeconds: 600) { shopper in
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
  }
}

extension Shopper {
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
