import FerryTesting
import Testing

extension BrowserJourneys {
  @Suite("Reload, Back and a second tab", .serialized)
  struct ComingBack {
    @Test("Every page can be loaded again, and the order is still paid once")
    func reload() async throws {
      try await withShopper(processingSeconds: 600) { shopper in
        let browser = shopper.browser
        try await shopper.fillCart()
        try await browser.reload()
        try await shopper.seesCart()
        try await shopper.pressAmazonPay()
        try await shopper.seesSignIn()
        try await browser.reload()
        try await shopper.signIn()
        try await browser.reload()
        try await shopper.choose()
        try await browser.reload()
        try await shopper.seesReview("¥25,500")
        try await shopper.beginChange(.address)
        try await browser.reload()
        try await browser.click("#address-okinawa")
        try await browser.click("#selection .button")
        try await shopper.seesReview("¥26,040")
        try await shopper.buy()
        try await shopper.seesProcessing()
        try await browser.reload()
        try await shopper.goOnWithoutWaiting()
        let number = try await shopper.thanks()
        try await browser.reload()
        #expect(try await shopper.isThanked(captured: 26_040) == number)
      }
    }

    @Test("Back from every page leads to a page with the current state, from which the buyer can continue")
    func back() async throws {
      try await withShopper(processingSeconds: 600) { shopper in
        let browser = shopper.browser
        try await shopper.fillCart()
        try await shopper.pressAmazonPay()
        try await shopper.seesSignIn()

        try await browser.back()
        try await shopper.sees("You have not finished at Amazon Pay yet")
        try await shopper.picture("back-from-sign-in")
        try await shopper.press("/checkout")
        try await shopper.signIn()
        try await shopper.choose()

        try await browser.back()
        try await shopper.choose()

        try await shopper.beginChange(.payment)
        try await browser.back()
        try await shopper.sees("Nothing has changed")
        try await shopper.picture("back-from-change")
        try await shopper.press("/checkout/continue")
        try await shopper.seesSelection()
        try await browser.back()
        try await shopper.sees("Nothing has changed")
        try await shopper.press("/checkout/keep")
        try await shopper.seesReview("¥25,500")

        try await shopper.buy()
        try await shopper.seesProcessing()
        try await browser.back()
        try await shopper.sees("Your payment is not finished")
        try await shopper.picture("back-from-payment")
        try await shopper.nothingIsCharged()
        try await shopper.press("/checkout/continue")
        try await shopper.goOnWithoutWaiting()
        let number = try await shopper.thanks()

        try await browser.back()
        try await browser.open(shopper.demo.shop + "/checkout")
        #expect(try await shopper.isThanked(captured: 25_500) == number)
      }
    }

    @Test("A second tab at the review and at the end: one order, paid once, the same in both")
    func secondTab() async throws {
      try await withShopper { shopper in
        let browser = shopper.browser
        try await shopper.goToReview()
        let first = try await browser.currentTab()
        let second = try await browser.newTab()
        try await browser.open(shopper.demo.shop + "/checkout")
        try await shopper.seesReview("¥25,500")
        try await shopper.buy()
        let number = try await shopper.thanks()

        try await browser.switchTo(first)
        try await shopper.buy()
        #expect(try await shopper.thanks() == number)

        try await browser.switchTo(second)
        try await browser.reload()
        #expect(try await shopper.isThanked(captured: 25_500) == number)
      }
    }
  }
}

extension BrowserJourneys {
  /// The engine of every browser on an iPhone.
  @Suite("In WebKit", .serialized)
  struct WebKit {
    private var options: BrowserOptions {
      var options = BrowserOptions()
      options.driver = .webKit
      return options
    }

    @Test("A purchase with a change of address")
    func paid() async throws {
      try await withShopper(options) { shopper in
        try await shopper.goToReview()
        try await shopper.change(.address, to: "hokkaido", total: "¥26,040")
        try await shopper.picture("webkit-review")
        try await shopper.buy()
        try await shopper.isThanked(captured: 26_040)
        try await shopper.picture("webkit-thanks")
      }
    }

    @Test("After a declined card another one pays once", arguments: TestCases.first(of: Shopper.providers))
    func declinedThenPaid(provider: String) async throws {
      try await withShopper(options, provider: provider) { shopper in
        try await shopper.goToReview(card: "3434")
        try await shopper.takesAnotherCard()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test(
      "After a cancel on the payment page nothing is charged, and the next attempt pays",
      arguments: TestCases.first(of: Shopper.providers))
    func cancelled(provider: String) async throws {
      try await withShopper(options, provider: provider, processingSeconds: 600) { shopper in
        try await shopper.goToReview()
        try await shopper.cancelsPaymentAndBuysAgain()
        try await shopper.isThanked(captured: 25_500)
      }
    }
  }
}
