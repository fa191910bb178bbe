import FerryTesting
import Testing

/// Whole journeys in Chromium and WebKit with `ferry demo`, each with its own browser and server. Those of a part run one after the
/// other, so that a journey does not wait long for a browser.
@Suite("In a browser", .timeLimit(.minutes(10)))
enum BrowserJourneys {}

extension BrowserJourneys {
  @Suite("Paying", .serialized)
  struct Paying {
    @Test(
      "A purchase with a change of address and card, with every page checked",
      arguments: TestCases.first(of: ["ja", "en"]), BrowserOptions.Appearance.testCases)
    func paid(language: String, appearance: BrowserOptions.Appearance) async throws {
      try await withShopper(BrowserOptions(language: language, appearance: appearance)) { shopper in
        func picture(_ name: String, isLeaving: Bool = false) async throws {
          try await shopper.picture("\(name)-\(language)-\(appearance.rawValue)", isLeaving: isLeaving)
        }
        try await shopper.fillCart()
        try await picture("1-cart")
        try await shopper.pressAmazonPay()
        try await shopper.seesSignIn()
        try await picture("2-sign-in")
        try await shopper.signIn()
        try await picture("3-selection")
        try await shopper.choose()
        try await picture("4-review")
        try await shopper.change(.address, to: "hokkaido", total: "¥26,040")
        try await picture("5-review-hokkaido")
        try await shopper.change(.payment, to: "4444", total: "¥26,040")
        try await shopper.sees("Mastercard ****4444")
        try await picture("6-review-card")
        try await shopper.buy()
        try await shopper.seesProcessing()
        try await picture("7-processing", isLeaving: true)
        try await shopper.isThanked(captured: 26_040)
        try await picture("8-thanks")
        try await shopper.browser.open(shopper.demo.shop + "/")
        try await shopper.sees(language == "ja" ? "カートは空です" : "Your cart is empty")
      }
    }

    @Test("After a declined card another one pays once", arguments: Shopper.providers)
    func declinedThenPaid(provider: String) async throws {
      try await withShopper(provider: provider) { shopper in
        try await shopper.goToReview(card: "3434")
        try await shopper.takesAnotherCard(reloads: provider == "amazon-pay")
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test(
      "After a declined card the shop says so and keeps the cart, and another payment method pays",
      arguments: TestCases.first(of: Shopper.providers))
    func declinedForGood(provider: String) async throws {
      try await withShopper(provider: provider) { shopper in
        try await shopper.goToReview(card: "3434")
        try await shopper.buy()
        try await shopper.browser.click("#give-up button")
        try await shopper.sees("The payment was declined")
        try await shopper.picture("declined-\(provider)")
        try await shopper.nothingIsCharged()
        try await shopper.press("/checkout")
        try await shopper.choose()
        try await shopper.buy()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("Buy pressed twice buys once")
    func doubleClick() async throws {
      try await withShopper { shopper in
        try await shopper.goToReview()
        try await shopper.browser.execute(
          "const button = document.querySelector(arguments[0]); button.click(); button.click();",
          [.string(Shopper.buyButton)])
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("After a session expired overnight, the shop says so, and the buyer can start again with the same cart")
    func expired() async throws {
      try await withShopper { shopper in
        try await shopper.goToReview()
        try await shopper.demo.advanceClock(hours: 25)
        try await shopper.buy()
        try await shopper.sees("The checkout has expired")
        try await shopper.picture("expired")
        try await shopper.nothingIsCharged()
        try await shopper.buyKeptCart()
        try await shopper.isThanked(captured: 25_500)
      }
    }
  }
}

extension BrowserJourneys {
  @Suite("Cancelling", .serialized)
  struct Cancelling {
    @Test(
      "At the sign-in, in the selection and at the review: the cart stays, and the next attempt pays",
      arguments: TestCases.first(of: Shopper.providers))
    func beforePaying(provider: String) async throws {
      try await withShopper(provider: provider) { shopper in
        try await shopper.fillCart()
        try await shopper.pressAmazonPay()
        try await shopper.seesSignIn()
        try await shopper.cancelAtAmazon()
        try await shopper.isCancelled()
        try await shopper.picture("cancelled-\(provider)")
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

    @Test(
      "In a change of address or card: the review is as it was", arguments: TestCases.first(of: Shopper.providers),
      [Shopper.Part.address, .payment])
    func change(provider: String, part: Shopper.Part) async throws {
      try await withShopper(provider: provider) { shopper in
        try await shopper.goToReview()
        try await shopper.beginChange(part)
        try await shopper.cancelAtAmazon()
        try await shopper.seesReview("¥25,500")
        try await shopper.sees("Visa ****1111")
        try await shopper.buy()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test(
      "On the payment page: nothing is charged, the cart stays, and the next attempt pays",
      arguments: Shopper.providers)
    func payment(provider: String) async throws {
      try await withShopper(provider: provider, processingSeconds: 600) { shopper in
        try await shopper.goToReview()
        try await shopper.cancelsPaymentAndBuysAgain()
        try await shopper.isThanked(captured: 25_500)
      }
    }
  }
}
