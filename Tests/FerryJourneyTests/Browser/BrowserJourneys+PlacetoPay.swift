import FerryTesting
import Testing

extension BrowserJourneys {
  /// The shop in Colombia: it asks for the address itself, and the journey at the provider begins with the payment page.
  @Suite("At PlacetoPay", .serialized)
  struct AtPlacetoPay {
    @Test("A purchase by card, with every page checked", arguments: TestCases.first(of: ["es", "en"]))
    func paid(language: String) async throws {
      try await ColombianShopper.atDemo(language: language) { buyer in
        func picture(_ name: String) async throws {
          try await buyer.shopper.picture("placetopay-\(name)-\(language)")
        }
        try await buyer.fillCart()
        try await picture("1-cart")
        try await buyer.goToDelivery()
        try await picture("2-delivery")
        try await buyer.writeDelivery()
        try await picture("3-review")
        try await buyer.shopper.buy()
        try await buyer.seesPayer()
        try await picture("4-payer")
        try await buyer.agreeAsPayer()
        try await picture("5-method")
        try await buyer.payByCard()
        try await buyer.sees("#return")
        try await picture("6-result")
        try await buyer.comeBack()
        try await buyer.isThanked()
        try await picture("7-thanks")
      }
    }

    @Test("After a declined card another one pays once, in the same session")
    func declinedThenPaid() async throws {
      try await ColombianShopper.atDemo { buyer in
        try await buyer.goToPayment()
        try await buyer.payByCard(ColombianShopper.declinedCard)
        try await buyer.sees("a[href*='retry=']")
        try await buyer.shopper.picture("placetopay-declined")
        try await buyer.shopper.nothingIsCharged()
        try await buyer.shopper.browser.click("a[href*='retry=']")
        try await buyer.payByCard()
        try await buyer.comeBack()
        try await buyer.isThanked()
      }
    }

    @Test("After a cancel on the payment page nothing is charged, the cart stays, and the next attempt pays")
    func cancelled() async throws {
      try await ColombianShopper.atDemo { try await $0.cancelsAndPaysAgain() }
    }
  }
}

/// A person in Colombia with a phone at the demo.
struct ColombianShopper: ShopperWithAddress {
  let shopper: Shopper
  private var browser: Browser { shopper.browser }

  static let provider = "placetopay"
  static let language = "es"
  static let address = [
    ("name", "María"), ("surname", "Gómez"), ("email", "maria@example.com"), ("mobile", "+573001234567"),
    ("document", "1020304050"), ("street", "Carrera 7 # 71-21"), ("city", "Bogotá"), ("region", "Bogotá D.C."),
  ]
  .map { (field: $0, text: $1) }
  /// A small tablet, delivered in Bogotá: COP 399,800.
  static let total: Int64 = 39_980_000
  static let goodCard = "4110760000000081"
  static let declinedCard = "4110760000000016"

  func seesPayer() async throws { try await sees("#payer") }

  /// The form has the shop's facts about the buyer.
  func agreeAsPayer() async throws {
    try await browser.click("#payer .button")
    try await sees("#card")
  }

  func goFromReviewToPayment() async throws {
    try await shopper.buy()
    try await seesPayer()
    try await agreeAsPayer()
  }

  func payByCard(_ number: String = goodCard) async throws {
    try await browser.type(number, into: "#number")
    try await browser.click("#card .button")
  }

  func comeBack() async throws { try await browser.click("#return") }

  func payAndReturn() async throws {
    try await payByCard()
    try await comeBack()
  }
}
