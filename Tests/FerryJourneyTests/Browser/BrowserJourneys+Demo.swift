import FerryTesting
import Testing

extension BrowserJourneys {
  /// The parts of the demo that show what Ferry does.
  @Suite("Looking around", .serialized)
  struct LookingAround {
    struct Region: Sendable, CustomTestStringConvertible {
      let market: String
      let address: String
      /// Of a small tablet with delivery and tax, as the review shows it.
      let total: String
      let minorUnits: Int64

      var testDescription: String { market }
    }

    @Test(
      "An English buyer chooses one of Amazon Pay's other regions, and pays in its currency",
      arguments: [
        Region(market: "US-USD", address: "seattle", total: "$104.81", minorUnits: 10_481),
        Region(market: "GB-GBP", address: "london", total: "£83.98", minorUnits: 8_398),
        Region(market: "DE-EUR", address: "berlin", total: "€94.80", minorUnits: 9_480),
      ])
    func region(_ region: Region) async throws {
      try await withShopper { shopper in
        let browser = shopper.browser
        try await browser.open(shopper.demo.shop + "/market/\(region.market)")
        try await browser.click(".product:nth-child(1) form button")
        try await browser.waitFor(css: ".amazonpay-sandbox-button")
        try await shopper.picture("region-\(region.market.lowercased())")
        try await shopper.pressAmazonPay()
        try await shopper.signIn()
        try await shopper.sees("Address and payment")
        try await browser.click("#address-\(region.address)")
        try await browser.click("#selection .button")
        try await shopper.seesReview(region.total)
        try await shopper.buy()
        try await shopper.isThanked(captured: region.minorUnits)
        try await shopper.sees(region.total)
        try await shopper.picture("region-\(region.market.lowercased())-thanks")
      }
    }

    @Test("A card that decides later: the shop confirms, thanks for a reserved amount, and links to what happened")
    func confirming() async throws {
      try await withShopper { shopper in
        let browser = shopper.browser
        try await browser.open(shopper.demo.shop + "/market/US-USD")
        try await browser.click(".product:nth-child(1) form button")
        try await browser.click(".payment-options summary")
        try await browser.click(".payment-options button[value='amazon-pay/us/later']")
        try await shopper.signIn()
        try await shopper.sees("is pending, succeeds after 30 seconds")
        try await browser.click("#card-0701")
        try await browser.click("#selection .button")
        try await shopper.seesReview("$104.81")
        try await shopper.sees("Charged when we ship")
        try await shopper.buy()
        try await shopper.sees("Your payment is pending")
        try await shopper.picture("pending-card")
        try await shopper.demo.pass(minutes: 5)
        let number = try await shopper.thanks()
        try await shopper.sees("The amount is reserved")
        try await shopper.sees("Fire HD8")
        try await shopper.picture("reserved-thanks")
        let orders = try await shopper.demo.ledger()
        #expect(orders.map(\.number) == [number] && orders.map(\.held) == [10_481] && orders.map(\.captured) == [0])

        try await browser.click(".actions a[href^='\(shopper.demo.operations)/checkouts/']")
        try await browser.waitFor(url: shopper.demo.operations + "/sign-in")
        try await browser.type("demo", into: "#name")
        try await browser.type(try shopper.demo.operatorKey("demo"), into: "#key")
        try await browser.click("form[action='/sign-in'] button")
        try await browser.waitFor(css: "#timeline")
        try await shopper.sees(number)
      }
    }
  }
}
