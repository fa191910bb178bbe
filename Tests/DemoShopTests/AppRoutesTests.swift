import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DemoShop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The shop inside an app")
struct AppRoutesTests {
  private let fixture = ShopFixture()
  private var ferry: FakeFerry { fixture.ferry }
  private let challenge = Verifier(SystemRandomness()).challenge

  private struct Onward: Decodable {
    let page: String?
    let open: CheckoutHandoff?
  }

  private func onward(_ answer: ShopBrowser.Answer) throws -> Onward {
    try JSONDecoder().decode(Onward.self, from: Data(answer.text.utf8))
  }

  /// Opens the shop with a cart, in the app's web view.
  private func openInApp(
    _ way: String = "/app/tablets-ios", _ body: @escaping @Sendable (ShopBrowser) async throws -> Void
  ) async throws {
    try await fixture.openWithCart { browser async throws in
      try await enterApp(browser, way)
      try await body(browser)
    }
  }

  /// Treats the browser as the app's web view, where the page's script sends the forms.
  private func enterApp(_ browser: ShopBrowser, _ way: String = "/app/tablets-ios") async throws {
    try await browser.get(way)
    browser.accept = "application/json"
  }

  /// Presses the button.
  /// - Parameter unknown: The checkout that the app says it does not know.
  @discardableResult
  private func press(
    _ browser: ShopBrowser, _ challenge: Challenge, unknown: String? = nil
  ) async throws -> ShopBrowser.Answer {
    try await browser.post("/checkout", [("challenge", challenge.text)] + (unknown.map { [("unknown", $0)] } ?? []))
  }

  private func created() async throws -> CreateCheckoutBody {
    let call = try #require(await ferry.calls.first { $0.path == "/v1/checkouts" })
    return try JSONDecoder().decode(CreateCheckoutBody.self, from: Data(call.body))
  }

  // MARK: Web views

  @Test("In the app's web view the button is an image from Ferry, and the bridge comes before the shop's script")
  func cart() async throws {
    await ferry.offer([.sample(script: "http://127.0.0.1:3081/checkout.js")])
    try await fixture.openWithCart { browser async throws in
      #expect(try await browser.get("/app/tablets-ios").location == "/")
      let page = try await browser.get("/").text
      #expect(page.contains(#"src="https://ferry.example:8443/ferry/button/amazon-pay.svg?language=en""#))
      #expect(!page.contains("checkout.js"))
      let bridge = try #require(page.firstRange(of: "https://ferry.example:8443/ferry/bridge.js"))
      #expect(bridge.lowerBound < page.firstRange(of: Asset.shopScript.link.text)!.lowerBound)
    }
  }

  @Test("In a browser there is no bridge, and an app that is not the shop's is not found")
  func noApp() async throws {
    try await fixture.openWithCart { browser async throws in
      #expect(try await browser.get("/app/another-ios").status == 404)
      #expect(!(try await browser.get("/").text.contains("bridge.js")))
    }
  }

  @Test(
    "The button's script gets the ticket that the app opens, and the checkout is created for the app's challenge",
    arguments: [
      ("/app/tablets-ios", ReviewPlace.app), ("/app/tablets-ios/first-generation", .browser),
    ])
  func start(way: String, review: ReviewPlace) async throws {
    try await openInApp(way) { browser async throws in
      let answer = try await press(browser, challenge)
      let onward = try self.onward(answer)
      #expect(onward.open?.clientToken == "token")
      #expect(onward.open?.ticket?.step == .select)
      let body = try await created()
      #expect(body.kind == .app)
      #expect(body.app == AppBody(id: "tablets-ios", challenge: challenge, review: review))
    }
  }

  @Test("In a journey that begins with the payment page the app learns of its checkout first, and of the ticket later")
  func paidAtOnce() async throws {
    await ferry.payAtOnce()
    try await openInApp { browser async throws in
      let first = try #require(try onward(try await press(browser, challenge)).open)
      #expect(first.clientToken == "token")
      #expect(first.ticket == nil)
      browser.accept = nil
      let page = try await browser.get("/checkout").text
      #expect(page.contains(#"action="/checkout/confirm""#), "\(page)")
      let shown = try #require(await ferry.only()?.review)
      browser.accept = "application/json"
      let answer = try await browser.post(
        "/checkout/confirm",
        [
          ("revision", "\(shown.revision)"), ("total", shown.total.decimal), ("currency", "\(shown.total.currency)"),
        ])
      let second = try #require(try onward(answer).open)
      #expect(second.checkout == first.checkout)
      #expect(second.ticket?.step == .pay)
    }
  }

  @Test("A page gets an address when there is nothing to open")
  func page() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.get("/app/tablets-ios")
      try await press(browser, challenge)
      let id = try #require(await ferry.only()?.id)
      await ferry.move(id, to: .settling)
      browser.accept = "application/json"
      let answer = try await browser.post("/checkout/cancel")
      #expect(try onward(answer).page == "/checkout")
    }
  }

  @Test("An app that did not get the first answer gets everything with the second press")
  func lostAnswer() async throws {
    try await openInApp { browser async throws in
      for _ in 1...2 { try await press(browser, challenge) }
      #expect(await ferry.checkouts.count == 1)
      let calls = await ferry.calls
      #expect(calls.map(\.path) == ["/v1/checkouts", "/v1/checkouts"])
      #expect(Set(calls.map(\.idempotencyKey)).count == 1)
    }
  }

  @Test("A lost first answer does not fit the challenge of a second press: another checkout is created")
  func lostAnswerOtherChallenge() async throws {
    try await openInApp { browser async throws in
      await ferry.fail(.dropAfter)
      try await press(browser, challenge)
      let second = Verifier(SystemRandomness()).challenge
      let answer = try await press(browser, second)
      #expect(try onward(answer).open?.clientToken == "token")
      let bodies = try await ferry.calls.filter { $0.path == "/v1/checkouts" }.map {
        try JSONDecoder().decode(CreateCheckoutBody.self, from: Data($0.body))
      }
      #expect(bodies.map(\.app?.challenge) == [challenge, second])
      #expect(Set(bodies.map(\.orderReference)).count == 1)
    }
  }

  @Test("With another challenge the same checkout continues, because the app may know it")
  func resumed() async throws {
    try await openInApp { browser async throws in
      try await press(browser, challenge)
      let second = Verifier(SystemRandomness()).challenge
      let answer = try await press(browser, second)
      let open = try onward(answer).open
      #expect(open?.checkout == (await ferry.only()?.id))
      #expect(open?.clientToken == nil)
      #expect(open?.ticket != nil)
    }
  }

  @Test(
    "A checkout that the app reports as unknown is discarded, and another one starts for its challenge",
    arguments: [PhaseName.selecting, .reviewing, .cancelled, .expired])
  func unknownToApp(phase: PhaseName) async throws {
    try await openInApp { browser async throws in
      try await press(browser, challenge)
      let lost = try #require(await ferry.only()?.id)
      await ferry.move(lost, to: phase)
      let second = Verifier(SystemRandomness()).challenge
      let answer = try await press(browser, second, unknown: lost)
      let open = try onward(answer).open
      #expect(open?.clientToken == "token")
      #expect(open?.checkout != lost)
      #expect(await ferry.checkouts[lost]?.phase.isFinal == true)
      #expect(Set(await ferry.all.map(\.orderReference)).count == 1)
    }
  }

  @Test(
    "Only the provider ends a checkout that may be paid, also for an app that does not know it",
    arguments: [PhaseName.paying, .paid])
  func unknownButPayable(phase: PhaseName) async throws {
    try await openInApp { browser async throws in
      try await press(browser, challenge)
      let lost = try #require(await ferry.only()?.id)
      await ferry.move(lost, to: phase)
      let second = Verifier(SystemRandomness()).challenge
      let answer = try await press(browser, second, unknown: lost)
      #expect(try onward(answer).page == "/checkout")
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("Checkouts of other buyers, and checkouts without an app, are not discarded")
  func unknownIsNotOurs() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      let inBrowser = try #require(await ferry.only()?.id)
      // Outside an app nothing is discarded, with any content of the form.
      try await browser.post("/checkout", [("unknown", inBrowser)])
      try await enterApp(browser)
      try await press(browser, challenge, unknown: inBrowser)
      #expect(await ferry.calls.allSatisfy { !$0.path.hasSuffix("/cancel") })
    }
  }

  @Test("The id of another session's checkout, reported as unknown, cancels no checkout")
  func unknownOfAnother() async throws {
    try await openInApp { browser async throws in
      try await press(browser, challenge)
      try await press(browser, challenge, unknown: "co_another")
      #expect(await ferry.calls.allSatisfy { !$0.path.hasSuffix("/cancel") })
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("A checkout of the browser does not continue in the app")
  func otherPlace() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      try await enterApp(browser)
      try await press(browser, challenge)
      #expect(await ferry.all.map(\.kind) == [.browser, .app])
      #expect(Set(await ferry.all.map(\.orderReference)).count == 1)
    }
  }

  // MARK: Native screens

  private func post(
    _ client: any TestClientProtocol, _ body: String, key: String? = "key-1"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: "application/json"]
    headers[.idempotencyKey] = key
    return try await client.executeRequest(
      uri: "/app/tablets-ios/checkouts", method: .post, headers: headers, body: ByteBuffer(string: body))
  }

  private func cart(_ line: String = #"{"sku":"fire-hd8","quantity":2}"#) -> String {
    #"{"lines":[\#(line)],"language":"ja","challenge":"\#(challenge.text)"}"#
  }

  @Test("The catalogue has products, prices and providers")
  func catalogue() async throws {
    try await fixture.open { _, client async throws in
      let response = try await client.executeRequest(
        uri: "/app/tablets-ios/catalogue", method: .get, headers: [:], body: nil)
      let text = String(buffer: response.body)
      #expect(text.contains(#""sku":"fire-hd8""#))
      #expect(text.contains(#""amount":"8980""#))
    }
  }

  @Test("A native app reads the name of each provider of its market, and pays with the one that the buyer chose")
  func secondProvider() async throws {
    await ferry.offer([.sample(), .sample(id: "test-bank", name: "Amazon Pay (GMO)")])
    try await fixture.open { _, client async throws in
      let catalogue = try await client.executeRequest(
        uri: "/app/tablets-ios/catalogue", method: .get, headers: [:], body: nil)
      let names = String(buffer: catalogue.body).matches(of: /"name":"(Amazon Pay[^"]*)"/).map { String($0.1) }
      #expect(names == ["Amazon Pay", "Amazon Pay (GMO)"])
      let chosen = cart().replacing("{\"lines\"", with: "{\"provider\":\"test-bank\\/main\",\"lines\"")
      #expect(try await post(client, chosen).status == .ok)
      #expect(await ferry.only()?.provider == "test-bank")
    }
  }

  @Test("A native app's cart becomes a checkout at the shop's prices, once for a key")
  func create() async throws {
    try await fixture.open { _, client async throws in
      for _ in 1...2 {
        let response = try await post(client, cart())
        #expect(response.status == .ok)
        let handoff = try JSONDecoder().decode(CheckoutHandoff.self, from: Data(String(buffer: response.body).utf8))
        #expect(handoff.ticket?.step == .select)
      }
      #expect(await ferry.checkouts.count == 1)
      let body = try await created()
      #expect(body.order.lines.map(\.unitPrice) == [.yen(8_980)])
      #expect(body.language == .japanese)
      #expect(!body.orderReference.contains("key-1"))
    }
  }

  @Test("A second attempt with the same cart pays the same order; without the cart's name it is a new order")
  func sameOrder() async throws {
    try await fixture.open { _, client async throws in
      let named = cart().replacing("{\"lines\"", with: "{\"order\":\"cart-1\",\"lines\"")
      for (body, key) in [(named, "key-1"), (named, "key-2"), (cart(), "key-3"), (cart(), "key-4")] {
        _ = try await post(client, body, key: key)
        if let last = await ferry.all.last?.id { await ferry.move(last, to: .declined) }
      }
      let references = await ferry.all.map(\.orderReference)
      #expect(references.count == 4)
      #expect(Set(references.prefix(2)).count == 1)
      #expect(Set(references).count == 3)
      #expect(references.allSatisfy { !$0.contains("cart-1") })
      let odd = cart().replacing("{\"lines\"", with: "{\"order\":\"\",\"lines\"")
      #expect(try await post(client, odd, key: "key-5").status.code == 422)
    }
  }

  @Test(
    "An invalid cart is refused, and nothing is created",
    arguments: [
      #"{"sku":"none","quantity":1}"#, #"{"sku":"fire-hd8","quantity":0}"#, #"{"sku":"fire-hd8","quantity":11}"#,
      #"{"sku":"fire-hd8","quantity":2},{"sku":"fire-hd8","quantity":1}"#,
    ])
  func wrongCart(line: String) async throws {
    try await fixture.open { _, client async throws in
      let refused = try await post(client, cart(line))
      #expect(refused.status.code == 422)
      #expect(refused.headers[.contentType] == "application/problem+json")
      #expect(await ferry.calls.isEmpty)
    }
  }

  @Test("Without a key nothing is created")
  func noKey() async throws {
    try await fixture.open { _, client async throws in
      #expect(try await post(client, cart(), key: nil).status.code == 400)
      #expect(await ferry.calls.isEmpty)
    }
  }

  @Test("A missing answer of Ferry is not shown as a failed payment")
  func unreachable() async throws {
    await ferry.fail(.dropBefore)
    try await fixture.open { _, client async throws in
      #expect(try await post(client, cart()).status.code == 503)
    }
  }
}
