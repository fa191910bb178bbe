import FerryTesting
import Testing

extension BrowserJourneys {
  @Suite("Cancelling")
  struct Cancelling {
    @Test("On the sign-in page and on the selection page: the cart is kept, and the next attempt pays")
    func firstSelection() async throws {
      try await withShopper { shopper in
        try await shopper.fillCart()
        try await shopper.pressAmazonPay()
        try await shopper.seesSignIn()
        try await shopper.cancelAtAmazon()
        try await shopper.sees("The checkout was cancelled")
        try await shopper.picture("cancelled")
        try await shopper.backToCart()
        try await shopper.pressAmazonPay()
        try await shopper.signIn()
        try await shopper.cancelAtAmazon()
        try await shopper.sees("The checkout was cancelled")
        try await shopper.nothingIsCharged()
        try await shopper.buyKeptCart()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("In a change of address or card: the review is as it was", arguments: [Shopper.Part.address, .payment])
    func change(part: Shopper.Part) async throws {
      try await withShopper { shopper in
        try await shopper.goToReview()
        try await shopper.beginChange(part)
        try await shopper.cancelAtAmazon()
        try await shopper.seesReview("¥25,500")
        try await shopper.sees("Visa ****1111")
        try await shopper.buy()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("On the payment page: nothing is charged, the cart is kept, and the next attempt pays")
    func payment() async throws {
      try await withShopper(processingSeconds: 600) { shopper in
        try await shopper.goToReview()
        try await shopper.cancelsPaymentAndBuysAgain()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("In the shop, at the review: the cart is kept and nothing is charged")
    func review() async throws {
      try await withShopper { shopper in
        try await shopper.goToReview()
        try await shopper.press("/checkout/cancel")
        try await shopper.sees("The checkout was cancelled")
        try await shopper.backToCart()
        try await shopper.nothingIsCharged()
      }
    }
  }
}
