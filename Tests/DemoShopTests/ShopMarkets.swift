import FerryCore
import FerryWeb
import Testing

@testable import DemoShop

extension ShopMarket {
  /// Yen, and a provider at which buyers select their address.
  static let japan = ShopMarket(
    Market(
      country: "JP", name: Translations(english: "Japan", japanese: "日本", spanish: "Japan", swedish: "Japan"),
      languages: [.japanese, .english],
      tax: TaxRule(.tenPercent, rounding: .down, included: true),
      prices: [
        Market.PriceList(
          small: .yen(8_980), large: .yen(15_980),
          special: Market.Article(.tea, price: .yen(1_080), tax: .rate(Rate(percent: "8") ?? .zero)),
          shipping: ShippingRule(
            standard: .yen(540),
            zones: [ShippingRule.Zone(regions: ["北海道", "Hokkaido", "沖縄県", "Okinawa"], price: .yen(1_080))],
            countries: ["JP"]))
      ]),
    accounts: ["amazon-pay/main", "test-bank/main", "test-bank/nordic"])

  /// Pesos and dollars, and a provider at which buyers only pay.
  static let colombia = ShopMarket(
    Market(
      country: "CO",
      name: Translations(english: "Colombia", japanese: "Colombia", spanish: "Colombia", swedish: "Colombia"),
      languages: [.spanish, .english],
      tax: TaxRule(Rate(percent: "19") ?? .zero, rounding: .halfUp, included: true),
      documentTypes: [document("CC", "cédula de ciudadanía"), document("CE", "cédula de extranjería")],
      prices: [prices(.cop, times: 2_000), prices(.usd, times: 1)],
      sample: Market.Sample(
        BuyerFacts(
          documentType: "CE", document: "42", name: "Eva", surname: "Ejemplo", email: "e@eva.co",
          mobile: "+57300123"),
        at: AddressBody(lines: ["Calle 9"], city: "Medellín", region: "Antioquia"))),
    accounts: ["andes-pay/main"])

  /// Kronor and euros, and a provider at which buyers only pay.
  static let sweden = ShopMarket(
    Market(
      country: "SE", name: Translations(english: "Sweden", japanese: "Sweden", spanish: "Sweden", swedish: "Sverige"),
      languages: [.swedish, .english],
      tax: TaxRule(Rate(percent: "25") ?? .zero, rounding: .halfUp, included: true),
      prices: [prices(.sek, times: 10, country: "SE"), prices(.eur, times: 1, country: "SE")]),
    accounts: ["fjord-pay/main"])

  /// Dollars, to which tax is added, and an account of its own at the provider that Japan has too.
  static let unitedStates = ShopMarket(
    Market(
      country: "US",
      name: Translations(
        english: "United States", japanese: "United States", spanish: "United States", swedish: "United States"),
      languages: [.english],
      tax: TaxRule(.tenPercent, rounding: .halfUp, included: false),
      prices: [prices(.usd, times: 1, country: "US")]),
    accounts: ["amazon-pay/us"])

  private static func document(_ code: String, _ name: String) -> Market.DocumentType {
    Market.DocumentType(code, Translations(english: name, japanese: name, spanish: name, swedish: name))
  }

  private static func prices(_ currency: Currency, times factor: Int64, country: String = "CO") -> Market.PriceList {
    func money(_ units: Int64) -> Money { Money(minorUnits: units * factor, currency) }
    return Market.PriceList(
      small: money(9_900), large: money(16_500),
      shipping: ShippingRule(
        standard: money(500), zones: [ShippingRule.Zone(regions: ["Bogotá"], price: money(250))], countries: [country]))
  }
}

extension ShopFixture {
  static var inColombia: ShopFixture { ShopFixture(markets: [.japan, .colombia]) }

  /// The account at which buyers in Colombia pay.
  static let account = "andes-pay/main"
  static let delivery = [
    ("provider", account), ("name", " Ana  María "), ("surname", "Restrepo"), ("email", "ana@example.co"),
    ("mobile", "+57 300 123 4567"), ("documentType", "CC"), ("document", "1020304050"), ("street", "Calle 1 # 2-3"),
    ("city", "Bogotá"), ("region", "Bogotá"), ("postalCode", ""),
  ]
  /// The form of the review of that delivery.
  static let agreement = [("revision", "1"), ("total", "203000.00"), ("currency", "COP")]

  /// Opens the shop to a buyer in Colombia with a small tablet in the cart.
  func openInColombia<Result: Sendable>(
    _ body: @escaping @Sendable (ShopBrowser) async throws -> Result
  ) async throws -> Result {
    await ferry.offer([.sample(), .sample(id: "andes-pay", name: "Andes Pay", journey: .pay)])
    return try await open { browser, _ async throws in
      try await browser.get("/market/CO-COP")
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      try await browser.get("/")
      return try await body(browser)
    }
  }

  /// Opens the shop to a buyer in Colombia who has pressed Buy, and passes the checkout's id.
  func openAtPayment<Result: Sendable>(
    in language: Language = .english, _ body: @escaping @Sendable (ShopBrowser, String) async throws -> Result
  ) async throws -> Result {
    try await openInColombia { browser async throws in
      try await browser.get("/language/\(language.rawValue)/cart")
      try await browser.post("/checkout", Self.delivery)
      try await browser.post("/checkout/confirm", Self.agreement)
      return try await body(browser, try #require(await ferry.only()?.id))
    }
  }
}
