import FerryCore
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import DemoShop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Countries and currencies of the shop")
struct MarketTests {
  private let fixture = ShopFixture.inColombia
  private var ferry: FakeFerry { fixture.ferry }

  // MARK: The switch

  @Test("The switch sets country, currency, prices, language and buttons, and the cart stays")
  func changes() async throws {
    await ferry.offer([.sample(), .sample(id: "andes-pay", name: "Andes Pay", journey: .pay)])
    try await fixture.open { browser, _ async throws in
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "2")])
      let japan = try await browser.get("/").text
      #expect(japan.contains(#"<strong aria-current="true">Japan · JPY</strong>"#))
      #expect(japan.contains("¥17,960") && japan.contains("amazon-pay/main") && !japan.contains("andes-pay/main"))
      #expect(japan.contains(#"href="/market/CO-USD""#) && japan.contains(#"href="/language/ja/cart""#))

      let pesos = try await browser.follow(try await browser.get("/market/CO-COP")).text
      #expect(pesos.contains(#"<html lang="es">"#))
      #expect(pesos.contains("$\u{A0}396.000,00 COP") && pesos.contains("Colombia · COP</strong>"))
      #expect(pesos.contains("andes-pay/main") && !pesos.contains("amazon-pay/main"))
      #expect(pesos.contains(#"href="/language/en/cart""#) && !pesos.contains(#"href="/language/ja/cart""#))

      // Another currency of the same country keeps the language.
      try await browser.get("/language/en/cart")
      let dollars = try await browser.follow(try await browser.get("/market/CO-USD")).text
      #expect(dollars.contains(#"<html lang="en">"#) && dollars.contains("$198.00"))
    }
  }

  @Test("A language that the buyer has chosen stays in every country; without a choice each country has its own")
  func chosenLanguage() async throws {
    try await ShopFixture(markets: [.japan, .colombia, .sweden]).open { browser, _ async throws in
      func language(in market: String) async throws -> Substring? {
        let page = try await browser.follow(try await browser.get("/market/\(market)")).text
        return page.firstMatch(of: /<html lang="(..)">/)?.1
      }
      #expect(try await language(in: "CO-COP") == "es")
      #expect(try await language(in: "SE-SEK") == "sv")
      try await browser.get("/language/en/cart")
      for market in ["CO-COP", "JP-JPY", "SE-EUR"] { #expect(try await language(in: market) == "en", "\(market)") }
      // Its texts exist, although the country does not offer it.
      try await browser.get("/language/ja/cart")
      #expect(try await language(in: "CO-USD") == "ja")
    }
  }

  @Test("Sweden sells in Swedish and English, in kronor and euros")
  func sweden() async throws {
    let fixture = ShopFixture(markets: [.japan, .sweden])
    await fixture.ferry.offer([.sample(), .sample(id: "fjord-pay", name: "Fjord Pay", journey: .pay)])
    try await fixture.open { browser, _ async throws in
      browser.languages = "sv-SE,sv;q=0.9,en;q=0.5"
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "2")])
      let kronor = try await browser.get("/").text
      #expect(kronor.contains(#"<html lang="sv">"#) && kronor.contains("Sverige · SEK</strong>"))
      #expect(kronor.contains("1\u{A0}980,00\u{A0}kr") && kronor.contains("Leverans i hela Sverige."))
      #expect(kronor.contains("Betala med Fjord Pay") && kronor.contains(#"href="/language/en/cart""#))
      let euros = try await browser.follow(try await browser.get("/market/SE-EUR")).text
      #expect(euros.contains(#"<html lang="sv">"#) && euros.contains("198,00\u{A0}€"))
      // Buyers of the neighbouring countries read English there.
      browser.languages = "nb-NO,nb;q=0.9"
      #expect(try await browser.get("/").text.contains(#"<html lang="en">"#))
    }
  }

  @Test("A buyer who has chosen nothing is in the first country of their language")
  func byLanguage() async throws {
    try await fixture.open { browser, _ async throws in
      for (languages, price) in [("es-CO", "COP"), ("ja", "¥8,980"), ("en", "¥8,980"), ("fr", "¥8,980")] {
        browser.clearCookies()
        browser.languages = languages
        #expect(try await browser.get("/").text.contains(price), "\(languages)")
      }
    }
  }

  @Test(
    "A buyer in a browser begins where their language is the usual one; in an app, in the shop's first country that has it"
  )
  func usualLanguage() async throws {
    try await ShopFixture(markets: [.japan, .unitedStates]).open { browser, _ async throws in
      #expect(try await browser.get("/").text.contains("United States · USD</strong>"))
      browser.languages = "ja"
      #expect(try await browser.get("/").text.contains("日本 · JPY</strong>"))
      browser.languages = "en"
      try await browser.get("/app/tablets-ios")
      #expect(try await browser.get("/").text.contains("Japan · JPY</strong>"))
    }
  }

  @Test("Each country has the buttons of its own accounts, and a price without tax says so")
  func accounts() async throws {
    let fixture = ShopFixture(markets: [.japan, .unitedStates])
    await fixture.ferry.offer([.sample(), .sample(account: "us")])
    try await fixture.open { browser, _ async throws in
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      let dollars = try await browser.get("/").text
      #expect(dollars.contains("amazon-pay/us") && !dollars.contains("amazon-pay/main"))
      #expect(dollars.contains("$99.00 <small>plus tax</small>") && !dollars.contains("tax included"))
      #expect(try await browser.post("/checkout", [("provider", "amazon-pay/main")]).status == 422)
      try await browser.post("/checkout", [("provider", "amazon-pay/us")])
      let call = try #require(await fixture.ferry.calls.last { $0.method == "POST" })
      let created = try JSONDecoder().decode(CreateCheckoutBody.self, from: Data(call.body))
      #expect(created.account == "us" && created.order.currency == .usd && !created.order.tax.included)
      #expect(created.providerOptions == nil)

      let yen = try await browser.follow(try await browser.get("/market/JP-JPY")).text
      #expect(yen.contains("amazon-pay/main") && !yen.contains("amazon-pay/us") && yen.contains(#"<html lang="ja">"#))
    }
  }

  @Test(
    "An unknown country or currency is no page, and an old cookie chooses nothing", arguments: ["CO-EUR", "XX", "jp"])
  func unknown(market: String) async throws {
    try await fixture.open { browser, _ async throws in
      #expect(try await browser.get("/market/\(market)").status == 404)
      browser.take(["__Host-shop-market": market])
      #expect(try await browser.get("/").text.contains("¥8,980"))
    }
  }

  @Test("The choices of the switch keep their places, whichever is chosen", arguments: ["JP-JPY", "CO-COP", "CO-USD"])
  func places(market: String) async throws {
    try await fixture.open { browser, _ async throws in
      try await browser.get("/market/\(market)")
      try await browser.get("/language/en/cart")
      let page = try await browser.get("/").text
      let names = page.matches(of: /(?:Japan|Colombia) · (JPY|COP|USD)<\/(?:a|strong)>/).map { String($0.1) }
      #expect(names == ["JPY", "COP", "USD"])
    }
  }

  @Test("A shop in one country with one currency has no switch")
  func single() async throws {
    try await ShopFixture().open { browser, _ async throws in
      #expect(!(try await browser.get("/").text.contains("/market/")))
    }
  }

  @Test("Providers of one country share its market")
  func list() {
    let (japan, colombia) = (ShopMarket.japan.market, ShopMarket.colombia.market)
    let list = ShopMarket.list(
      of: [(japan, "a"), (colombia, "b"), (japan, "c")].map { ShopMarket($0.0, accounts: [$0.1]) })
    #expect(list.map(\.market.country) == ["JP", "CO"])
    #expect(list.map(\.accounts) == [["a", "c"], ["b"]])
  }

  @Test("A scripted buyer orders a small tablet at the country's prices")
  func sample() {
    let order = ShopMarket.colombia.sampleOrder
    #expect(order.lines.map(\.unitPrice) == [Money(minorUnits: 19_800_000, .cop)])
    #expect(order.tax.percent.percent == "19" && order.shipping?.countries == ["CO"])
  }

  // MARK: The address

  @Test("Where the provider asks for no address the shop does, then shows the order with the price of that delivery")
  func delivery() async throws {
    try await fixture.openInColombia { browser async throws in
      let pressed = try await browser.post("/checkout", [("provider", ShopFixture.account)])
      #expect(pressed.location == "/delivery?provider=andes-pay%2Fmain")
      #expect(await ferry.checkouts.isEmpty)
      let form = try await browser.follow(pressed).text
      #expect(
        form.contains("¿A dónde enviamos su pedido?")
          && form.contains(#"<option value="CE">CE – cédula de extranjería</option>"#))
      #expect(!form.contains("aria-invalid") && !form.contains("problem"))

      let review = try await browser.follow(try await browser.post("/checkout", ShopFixture.delivery)).text
      let id = try #require(await ferry.only()?.id)
      #expect(await ferry.orders[id]?.shipping == ShippingRule(standard: Money(minorUnits: 500_000, .cop)))
      #expect(review.contains("Ana María Restrepo") && review.contains("Calle 1 # 2-3"))
      #expect(review.contains("<span>Colombia</span>") && !review.contains("<span>CO</span>"))
      #expect(review.contains("$\u{A0}203.000,00 COP"))
      #expect(review.contains(#"href="/delivery""#) && !review.contains("/checkout/change"))
      let facts = try #require(await ferry.facts[id])
      #expect([facts.name, facts.surname, facts.email] == ["Ana María", "Restrepo", "ana@example.co"])
      #expect([facts.mobile, facts.documentType, facts.document] == ["+57 300 123 4567", "CC", "1020304050"])
    }
  }

  @Test("The form offers a sample address without a script, and stores nothing before it is sent")
  func sampleAddress() async throws {
    try await fixture.openInColombia { browser async throws in
      let form = try await browser.follow(try await browser.post("/checkout", [("provider", ShopFixture.account)])).text
      let offer = #"href="/delivery?provider=andes-pay%2Fmain&amp;sample=1""#
      #expect(form.contains(offer) && form.contains("Usar una dirección de ejemplo"))
      let filled = try await browser.get("/delivery?provider=andes-pay%2Fmain&sample=1").text
      for text in ["Eva", "Ejemplo", "e@eva.co", "+57300123", "42", "Calle 9", "Medellín", "Antioquia"] {
        #expect(filled.contains(#"value="\#(text)""#), "\(text)")
      }
      #expect(filled.contains(#"<option value="CE" selected>"#) && !filled.contains("aria-invalid"))
      #expect(!(try await browser.get("/delivery").text.contains("Medellín")))
    }
  }

  @Test("An order that has its price before anything was selected is reviewed and bought: nothing has been changed")
  func openOrder() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.post("/checkout", ShopFixture.delivery)
      let review = try await browser.get("/checkout").text
      #expect(review.contains("Revise su pedido") && !review.contains("No se cambió nada"))
      let bought = try await browser.post(
        "/checkout/confirm", [("revision", "1"), ("total", "203000.00"), ("currency", "COP")])
      #expect(bought.location?.hasPrefix("http://127.0.0.1:3081/start#") == true)
      #expect(await ferry.only()?.phase == .paying)
    }
  }

  @Test(
    "An address with a gap or a mistake is shown again, with what was written and what is wrong with it",
    arguments: [
      ("name", "", "Complete este campo."), ("email", "ana", "Escríbalo así: nombre@ejemplo.com"),
      ("mobile", "none", "Escriba al menos 7 dígitos. Puede empezar con +."),
      ("documentType", "XX", "Elija uno de la lista."), ("document", "", "Complete este campo."),
      ("street", " ", "Complete este campo."), ("region", "", "Complete este campo."),
      ("city", String(repeating: "x", count: 31), "Escriba como máximo 30 caracteres."),
    ])
  func incomplete(field: String, value: String, text: String) async throws {
    try await fixture.openInColombia { browser async throws in
      let fields = ShopFixture.delivery.map { $0.0 == field ? (field, value) : $0 }
      let answer = try await browser.post("/checkout", fields)
      #expect(answer.location?.hasPrefix("/delivery") == true)
      #expect(await ferry.checkouts.isEmpty)
      let page = try await browser.follow(answer).text
      #expect(page.contains("Revise de nuevo los campos marcados."))
      #expect(page.contains(#"aria-invalid="true" aria-describedby="\#(field)-problem">"#))
      #expect(page.contains(#"id="\#(field)-problem">\#(text)</p>"#))
      #expect(page.matches(of: /class="problem"/).count == 1)
      #expect(field == "surname" || page.contains(#"value="Restrepo""#))
    }
  }

  @Test("An entry that the provider does not take is written again, and no checkout is left")
  func refusedEntry() async throws {
    try await fixture.openInColombia { browser async throws in
      await ferry.refuse("/buyer/document", "Ten digits at most.")
      let answer = try await browser.post("/checkout", ShopFixture.delivery)
      let page = try await browser.follow(answer).text
      #expect(page.contains(#"id="document" name="document" type="text" value="1020304050""#))
      #expect(page.matches(of: /aria-invalid/).count == 1)
      #expect(page.contains("Andes Pay no acepta este dato."))
      #expect(await ferry.checkouts.isEmpty)
      let again = try await browser.follow(try await browser.post("/checkout", ShopFixture.delivery)).text
      #expect(again.contains("Revise su pedido"))
    }
  }

  @Test("A number without its country is written again, and the page says how")
  func refusedNumber() async throws {
    try await fixture.openInColombia { browser async throws in
      await ferry.refuse("/buyer/mobile", "Write + and the country's code.")
      let page = try await browser.follow(try await browser.post("/checkout", ShopFixture.delivery)).text
      #expect(
        page.contains(#"id="mobile-problem">Andes Pay necesita el número con su país, como +46 73 900 00 01.</p>"#))
    }
  }

  @Test("The receipt names the means of payment, the bank and its authorization")
  func receipt() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.post("/checkout", ShopFixture.delivery)
      let id = try #require(await ferry.only()?.id)
      let paid = Money(minorUnits: 20_300_000, .cop)
      await ferry.move(
        id, to: .paid,
        payment: PaymentBody(
          authorized: paid, captured: paid, refunded: .zero(.cop), capturable: .zero(.cop), reference: nil,
          method: PaymentMethodBody(code: "visa", name: "Visa", issuer: "Banco de Prueba"), authorizationCode: "000123")
      )
      let thanks = try await browser.follow(try await browser.get("/checkout")).text
      #expect(thanks.contains("Gracias por su pedido") && thanks.contains("$\u{A0}203.000,00 COP"))
      #expect(thanks.contains("Visa · Banco de Prueba") && thanks.contains("000123"))
    }
  }

  @Test("Another address or another currency replaces the checkout; the same address does not")
  func replaced() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.post("/checkout", ShopFixture.delivery)
      let first = try #require(await ferry.only())
      try await browser.post("/checkout", ShopFixture.delivery)
      #expect(await ferry.all.count == 1)

      try await browser.post("/checkout", ShopFixture.delivery.map { $0.0 == "region" ? ("region", "Antioquia") : $0 })
      let second = try #require(await ferry.all.last)
      #expect(await ferry.checkouts[first.id]?.phase == .cancelled)
      #expect(second.orderReference == first.orderReference)
      #expect(second.review?.shipping.price == Money(minorUnits: 1_000_000, .cop))

      try await browser.get("/market/CO-USD")
      let review = try await browser.get("/checkout").text
      #expect(review.contains("Este pedido es para Colombia · COP") && review.contains("Usted eligió Colombia · USD"))
      #expect(!review.contains("Usted cambió el carrito"))
      try await browser.post("/checkout", ShopFixture.delivery)
      let third = try #require(await ferry.all.last)
      #expect(await ferry.checkouts[second.id]?.phase == .cancelled)
      // Another price is another order.
      #expect(third.orderReference != first.orderReference && third.review?.total.currency == .usd)
    }
  }

  @Test("A button of another country's provider is refused, and an address needs something in the cart")
  func foreignProvider() async throws {
    try await fixture.openInColombia { browser async throws in
      #expect(try await browser.post("/checkout", [("provider", "amazon-pay/main")]).status == 422)
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "0")])
      #expect(try await browser.get("/delivery").location == "/")
      #expect(await ferry.checkouts.isEmpty)
    }
  }

  // MARK: Native apps

  @Test("A native app reads the countries in the catalogue, and sends the address where the provider asks for none")
  func nativeApp() async throws {
    await ferry.offer([.sample(), .sample(id: "andes-pay", name: "Andes Pay", journey: .pay)])
    let challenge = Verifier(SystemRandomness()).challenge.text
    @Sendable func body(_ delivery: String) -> String {
      """
      {"lines":[{"sku":"fire-hd8","quantity":1}],"language":"es","challenge":"\(challenge)","market":"CO-USD"\(delivery)}
      """
    }
    let written = ShopFixture.delivery.dropFirst().map { #""\#($0.0)":"\#($0.1)""# }.joined(separator: ",")
    try await fixture.open { _, client async throws in
      let catalogue = try await client.executeRequest(
        uri: "/app/tablets-ios/catalogue?market=CO-USD", method: .get, headers: [:], body: nil)
      let text = String(buffer: catalogue.body)
      #expect(text.contains(#""market":"CO-USD""#) && text.contains(#""amount":"99.00""#))
      #expect(text.contains(#""journey":"pay""#) && !text.contains("amazon-pay") && text.contains(#""id":"JP-JPY""#))
      for (delivery, status) in [("", 422), (#","delivery":{\#(written)}"#, 200)] {
        let answer = try await client.executeRequest(
          uri: "/app/tablets-ios/checkouts", method: .post,
          headers: [.contentType: "application/json", .idempotencyKey: "key-\(status)"],
          body: ByteBuffer(string: body(delivery)))
        #expect(answer.status.code == status, "\(String(buffer: answer.body))")
      }
      let id = try #require(await ferry.only()?.id)
      #expect(await ferry.orders[id]?.shipping?.standard == Money(minorUnits: 250, .usd))
      #expect(await ferry.facts[id]?.email == "ana@example.co")
    }
  }
}
