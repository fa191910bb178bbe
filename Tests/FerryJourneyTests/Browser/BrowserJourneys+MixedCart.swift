import DemoShop
import FerryCore
import FerryTesting
import Testing

extension BrowserJourneys {
  /// A tablet and the country's other article, with a coupon and a gift card. The shop's backend captures and refunds by line.
  @Suite("A cart of two taxes, with a coupon and a gift card", .serialized)
  struct MixedCart {
    @Test(
      "In Japan the review shows both rates, and the tea alone is refunded", arguments: ["amazon-pay", "gmo-pg"])
    func japan(provider: String) async throws {
      try await withShopper(provider: provider) { shopper in
        let browser = shopper.browser
        try await browser.open(shopper.demo.shop + "/market/JP-JPY")
        try await browser.open(shopper.demo.shop + "/language/en/cart")
        try await shopper.fillMixedCart()
        try await shopper.picture("mixed-cart-\(provider)")
        try await shopper.pressAmazonPay()
        try await shopper.signIn()
        try await browser.click("#address-tokyo")
        try await browser.click("#card-1111")
        try await browser.click("#selection .button")
        try await shopper.seesReview("¥5,104")
        for text in [
          "Includes ¥783 tax (10\u{A0}% × ¥7,839)", "Includes ¥72 tax (8\u{A0}% × ¥900)", "-¥1,006", "-¥4,490",
        ] {
          try await shopper.sees(text)
        }
        try await shopper.picture("mixed-review-\(provider)")
        try await shopper.buy()
        try await shopper.isThanked(captured: 5_104)
        try await shopper.moves(.refund, ["sencha"], 517)
        try await shopper.ledgerHas(captured: 5_104, refunded: 517)
      }
    }

    @Test("In Colombia the book has no tax, and it alone is refunded")
    func colombia() async throws {
      try await ColombianShopper.atDemo(language: "en") { buyer in
        try await buyer.fillMixedCart(in: "CO-COP")
        try await buyer.goToDelivery()
        try await buyer.writeDelivery()
        try await buyer.shopper.sees("Includes COP 57,608.32 tax (19\u{A0}% × COP 303,201.68)")
        try await buyer.shopper.picture("mixed-review-placetopay")
        try await buyer.goFromReviewToPayment()
        try await buyer.payAndReturn()
        try await buyer.shopper.isThanked(captured: 20_636_000)
        try await buyer.shopper.moves(.refund, ["paper-boats"], 2_082_574)
        try await buyer.shopper.ledgerHas(captured: 20_636_000, refunded: 2_082_574)
      }
    }

    @Test("In Sweden two parcels are captured by line, and the book alone is refunded")
    func sweden() async throws {
      try await SwedishShopper.atDemo(language: "en") { buyer in
        try await buyer.fillMixedCart(in: "SE-SEK")
        try await buyer.goToDelivery(by: "later-card")
        try await buyer.writeDelivery()
        for text in [
          "Includes SEK 191.62 tax (25\u{A0}% × SEK 766.48)", "Includes SEK 10.14 tax (6\u{A0}% × SEK 168.96)",
        ] {
          try await buyer.shopper.sees(text)
        }
        try await buyer.shopper.picture("mixed-review-swedbank-pay")
        try await buyer.shopper.buy()
        try await buyer.enterCard()
        _ = try await buyer.shopper.thanks()
        try await buyer.shopper.moves(.capture, ["paper-boats"], 10_043)
        try await buyer.shopper.moves(.capture, ["fire-hd8", OrderLine.delivery], 53_727)
        try await buyer.shopper.moves(.refund, ["paper-boats"], 10_043)
        try await buyer.shopper.ledgerHas(captured: 63_770, refunded: 10_043)
      }
    }
  }
}

extension OrderLine {
  /// The name of delivery in captures and refunds by line, as openapi.yaml has it.
  fileprivate static let delivery = "shipping"
}

extension ShopperWithAddress {
  /// - Parameter market: Country and currency. The pages are in the language of the browser.
  fileprivate func fillMixedCart(in market: String) async throws {
    try await shopper.browser.open(shopper.demo.shop + "/market/\(market)")
    try await shopper.browser.open(shopper.demo.shop + "/language/\(shopper.browser.options.language)/cart")
    try await shopper.fillMixedCart()
  }
}

extension Shopper {
  /// A small tablet and the third product, with the codes that the page shows.
  fileprivate func fillMixedCart() async throws {
    for (line, product) in [1, 3].enumerated() {
      try await browser.click(".product:nth-child(\(product)) form button")
      try await browser.waitFor(css: "#cart .line:nth-child(\(line + 1))")
    }
    try await browser.type("FERRY11", into: "#code")
    try await browser.click(Self.redeem)
    try await browser.waitFor(css: "#code-problem")
    for code in ["FERRY10", "GIFT"] {
      try await browser.type(code, into: "#code")
      try await browser.click(Self.redeem)
      try await browser.waitFor(css: "button[name=remove][value=\(code)]")
    }
  }

  private static let redeem = "form[action='/cart/code'] .button.secondary"

  /// The shop's backend captures or refunds one piece of each line, and the operation succeeds.
  fileprivate func moves(
    _ operation: ScriptedCheckout.MoneyOperation, _ lines: [String], _ minorUnits: Int64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let link = try await browser.execute(
      "return document.querySelector(\".actions a[href*='/checkouts/']\").href")
    let id = String(try #require(link.string?.split(separator: "/").last))
    let backend = try demo.backend(
      ScriptedPurchase(
        provider: "", language: .english,
        order: OrderContent(currency: .jpy, lines: [], tax: TaxRule(.zero, rounding: .down, included: true))))
    let key = "\(operation)-\(lines.joined())"
    func operate() async throws -> OperationBody {
      try await backend.operate(
        id, operation, lines: lines.map { LineQuantity(id: $0, quantity: 1) }, key: key)
    }
    let asked = try await operate()
    #expect(asked.amount.minorUnits == minorUnits, sourceLocation: sourceLocation)
    #expect(asked.lines?.map(\.id) == lines, sourceLocation: sourceLocation)
    // A sandbox may decide later.
    if !asked.state.isFinal { try await demo.pass(minutes: 2) }
    let state = try await Patience.until("The end of the \(operation.rawValue)") {
      let state = try await operate().state
      return state.isFinal ? state : nil
    }
    #expect(state == .succeeded, sourceLocation: sourceLocation)
  }

  fileprivate func ledgerHas(
    captured: Int64, refunded: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let orders = try await demo.ledger()
    #expect(
      orders.map { [$0.captured, $0.refunded, $0.held] } == [[captured, refunded, 0]], sourceLocation: sourceLocation)
  }
}
