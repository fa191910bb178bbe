import FerryTesting
import Testing

extension BrowserJourneys {
  /// The engine of every browser on an iPhone.
  @Suite("In WebKit")
  struct WebKit {
    private var options: BrowserOptions {
      var options = BrowserOptions()
      options.driver = .webKit
      return options
    }

    @Test("From the cart by a change of address to the thank-you page")
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

    @Test("A declined card, then another one: paid once")
    func declinedThenPaid() async throws {
      try await withShopper(options) { shopper in
        try await shopper.goToReview(card: "3434")
        try await shopper.takesAnotherCard()
        try await shopper.isThanked(captured: 25_500)
      }
    }

    @Test("Cancelled on the payment page: nothing is charged, and the next attempt pays")
    func cancelled() async throws {
      try await withShopper(options, processingSeconds: 600) { shopper in
        try await shopper.goToReview()
        try await shopper.cancelsPaymentAndBuysAgain()
        try await shopper.isThanked(captured: 25_500)
      }
    }
  }
}
