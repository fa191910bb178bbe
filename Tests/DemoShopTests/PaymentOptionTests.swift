import FerryCore
import FerryWeb
import Testing

@testable import DemoShop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Buttons to pay besides a provider's usual one")
struct PaymentOptionTests {
  private let fixture = ShopFixture(markets: [.japan, .colombiaWithOptions])
  private var ferry: FakeFerry { fixture.ferry }

  /// The delivery form of an option.
  private static func delivery(by option: String) -> [(String, String)] {
    ShopFixture.delivery.map { $0.0 == "provider" ? ($0.0, "\(ShopFixture.account)/\(option)") : $0 }
  }

  /// The bodies of the checkouts that the shop has asked for.
  private func creations() async throws -> [CreateCheckoutBody] {
    try await ferry.calls.filter { $0.method == "POST" && $0.path == "/v1/checkouts" }
      .map { try JSONDecoder().decode(CreateCheckoutBody.self, from: Data($0.body)) }
  }

  private func options(_ body: CreateCheckoutBody) throws -> [String: String] {
    let options = try #require(body.providerOptions?["andes-pay"])
    return try JSONDecoder().decode([String: String].self, from: JSONEncoder().encode(options))
  }

  @Test("The cart has a button for each option in the buyer's currency, below the provider's own")
  func buttons() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.get("/language/en/cart")
      let pesos = try await browser.get("/").text
      let values = pesos.matches(of: /name="provider" value="andes-pay\/main([^"]*)"/).map { String($0.1) }
      #expect(values == ["", "/cash", "/stored"])
      #expect(pesos.contains("More ways to pay with Andes Pay") && pesos.contains("Cash at a shop"))
      try await browser.get("/market/CO-USD")
      let dollars = try await browser.get("/").text
      #expect(dollars.contains("andes-pay/main/stored") && !dollars.contains("andes-pay/main/cash"))
    }
  }

  @Test("A buyer who changes the language at the address keeps the chosen option")
  func language() async throws {
    try await fixture.openInColombia { browser async throws in
      let asked = try await browser.post("/checkout", [("provider", "andes-pay/main/cash")])
      let form = try await browser.follow(asked).text
      let link = try #require(form.firstMatch(of: /href="(\/language\/en\/delivery[^"]*)"/)?.1)
      let translated = try await browser.follow(try await browser.get(String(link))).text
      #expect(translated.contains(#"<html lang="en">"#))
      #expect(translated.contains(#"name="provider" value="andes-pay/main/cash""#))
    }
  }

  @Test("The chosen option goes through the address and the review to Ferry, with its options and its capture")
  func chosen() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.get("/language/en/cart")
      let asked = try await browser.post("/checkout", [("provider", "andes-pay/main/cash")])
      let form = try await browser.follow(asked).text
      #expect(form.contains(#"name="provider" value="andes-pay/main/cash""#))
      try await browser.post("/checkout", Self.delivery(by: "cash"))
      #expect(try await browser.get("/checkout").text.contains("<p>Cash at a shop</p>"))
      let created = try #require(try await creations().last)
      #expect(created.capture == .manual)
      #expect(try options(created) == ["method": "cash"])
    }
  }

  @Test("The provider's own button asks for nothing special")
  func usual() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.post("/checkout", ShopFixture.delivery)
      let created = try #require(try await creations().last)
      #expect(created.capture == .automatic && created.providerOptions == nil)
    }
  }

  @Test("A buyer keeps one random id over all checkouts, and another buyer has another")
  func customer() async throws {
    var ids: [String?] = []
    for _ in 1...2 {
      try await fixture.openInColombia { browser async throws in
        for _ in 1...2 {
          try await browser.post("/checkout", Self.delivery(by: "stored"))
          try await browser.get("/checkout")
          try await browser.post("/checkout/cancel")
        }
      }
      ids = try await creations().map { try options($0)["buyer"] }
    }
    #expect(ids.count == 4 && ids[0] == ids[1] && ids[2] == ids[3] && ids[0] != ids[2])
    #expect(ids.allSatisfy { $0?.utf8.count == 22 })
  }

  @Test("Another option at the review is another checkout of the same order")
  func changed() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.post("/checkout", ShopFixture.delivery)
      try await browser.get("/checkout")
      try await browser.post("/checkout", Self.delivery(by: "cash"))
      let all = await ferry.all
      #expect(all.map(\.phase) == [.cancelled, .open])
      #expect(Set(all.map(\.orderReference)).count == 1)
    }
  }

  @Test("An option that the shop does not offer in the currency is refused", arguments: ["bitcoin", "cash"])
  func unknown(option: String) async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.get("/market/CO-USD")
      #expect(try await browser.post("/checkout", Self.delivery(by: option)).status == 422)
      #expect(try await creations().isEmpty)
    }
  }

  @Test("The thank-you page of a payment that is not captured says that the amount is reserved")
  func reserved() async throws {
    try await fixture.openAtPayment { browser, id async throws in
      let total = Money(minorUnits: 20_300_000, .cop)
      await ferry.hear(
        id, phase: .paid,
        payment: PaymentBody(
          authorized: total, captured: .zero(.cop), refunded: .zero(.cop), capturable: total, reference: nil))
      let page = try await browser.follow(try await browser.get("/checkout")).text
      #expect(page.contains("The amount is reserved") && page.contains("<dt>Reserved</dt>"))
      #expect(!page.contains("Your payment is complete"))
    }
  }

  @Test("Where every address has a postal code, the form requires it and does not call it optional")
  func postalCode() async throws {
    let market = ShopMarket.sweden.market
    for (isUsual, label) in [(true, "Postnummer"), (false, "Postnummer, om det finns")] {
      let market = Market(
        country: "SE", name: market.name, languages: market.languages, tax: market.tax, hasPostalCodes: isUsual,
        prices: market.prices)
      #expect(Delivery.Field.postalCode.label(Language.swedish.shopTexts, in: market) == label)
      let delivery = Delivery(country: "SE") { $0 == .postalCode ? nil : "x" }
      #expect(delivery.problem(of: .postalCode, in: market) == (isUsual ? .missing : nil))
    }
  }
}

extension ShopMarket {
  /// Colombia with cash, in pesos only and captured later, and with cards that are stored for the buyer.
  fileprivate static let colombiaWithOptions = ShopMarket(
    colombia.market, accounts: colombia.accounts,
    options: [
      "andes-pay": [
        PaymentOption(
          id: "cash", currencies: [.cop], capture: .manual, title: { _ in "Cash at a shop" },
          options: { _ in try options(["method": "cash"]) }),
        PaymentOption(id: "stored", title: { _ in "Stored card" }, options: { try options(["buyer": $0]) }),
      ]
    ])

  private static func options(_ members: [String: String]) throws -> ProviderOptions {
    try JSONDecoder().decode(ProviderOptions.self, from: JSONEncoder().encode(members))
  }
}
