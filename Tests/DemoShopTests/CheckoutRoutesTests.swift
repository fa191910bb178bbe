import FerryCore
import FerryWeb
import HTTPTypes
import Testing

@testable import DemoShop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("From the pay button to the thank-you page")
struct CheckoutRoutesTests {
  private let fixture = ShopFixture()
  private var ferry: FakeFerry { fixture.ferry }

  // MARK: Start

  @Test("The pay button creates a checkout with the catalogue's prices and redirects")
  func start() async throws {
    try await fixture.openWithCart { browser async throws in
      let answer = try await browser.post("/checkout")
      #expect(answer.status == 303)
      #expect(answer.location == "http://127.0.0.1:3081/start#ticket-1")
      let call = try #require(await ferry.calls.first)
      #expect(call.authorization == "Bearer secret-key-of-the-shop")
      #expect(call.idempotencyKey?.isEmpty == false)
      let body = try JSONDecoder().decode(CreateCheckoutBody.self, from: Data(call.body))
      #expect(body.kind == .browser)
      #expect(body.language == .english)
      #expect(body.order.lines.map(\.sku) == ["fire-hd8", "fire-hd10"])
      #expect(body.order.lines.map(\.unitPrice) == [.yen(8_980), .yen(15_980)])
      #expect(body.order.shipping?.price(to: AddressBody(region: "沖縄県")).price == .yen(1_080))
      #expect(body.order.shipping?.price(to: AddressBody(region: "Hokkaido")).price == .yen(1_080))
      #expect(body.order.shipping?.price(to: AddressBody(region: "東京都")).price == .yen(540))
      #expect(body.order.tax == TaxRule(.tenPercent, rounding: .down, included: true))
    }
  }

  @Test("Pressed in two tabs at once, it creates one checkout")
  func startAtOnce() async throws {
    try await fixture.open { browser, client async throws in
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      let (cookies, csrf) = (browser.cookies, browser.csrf)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...8 {
          group.addTask {
            let tab = ShopBrowser(client)
            tab.take(cookies)
            return try await tab.post("/checkout", [], csrf: csrf).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 303, count: 8))
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("Pressed twice, it creates one checkout")
  func startTwice() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("After a lost answer the next press sends the same key", arguments: [true, false])
  func startLost(isDone: Bool) async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.fail(isDone ? .dropAfter : .dropBefore)
      let answer = try await browser.post("/checkout")
      #expect(answer.status == 503)
      #expect(answer.text.contains("Checkout is not available right now"))
      #expect(try await browser.get("/checkout").text.contains("Checkout is not available right now"))
      #expect(try await browser.post("/checkout").status == 303)
      #expect(await ferry.checkouts.count == 1)
      #expect(Set(await ferry.calls.compactMap(\.idempotencyKey)).count == 1)
    }
  }

  @Test(
    "A buyer who may have been charged never reads that nothing was charged",
    arguments: [PhaseName.reviewing, .settling, .paid])
  func resumeLost(phase: PhaseName) async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: phase)
      await ferry.fail(.dropBefore)
      let answer = try await browser.post("/checkout")
      #expect(answer.status == 503)
      #expect(answer.text.contains("Please do not order again"))
      #expect(!answer.text.contains("Nothing was charged"))
    }
  }

  @Test(
    "An order that another checkout has paid, or may pay, leads to that checkout",
    arguments: [(Problem.Kind.wrongPhase, PhaseName.paid, "/thanks"), (.attemptLive, .settling, "/checkout")])
  func anotherAttemptCounts(kind: Problem.Kind, phase: PhaseName, place: String) async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .expired)
      try await browser.get("/checkout")
      await ferry.fail(.pass, .problem(Problem(kind, "x", instance: "/v1/checkouts/\(id)")))
      let answer = try await browser.post("/checkout")
      #expect(answer.location == "/checkout")
      #expect(!answer.text.contains("Nothing was charged"))
      await ferry.move(id, to: phase)
      let page = try await browser.get("/checkout")
      #expect(page.location == (place == "/checkout" ? nil : place))
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test(
    "A refusal that names no checkout says nothing about money", arguments: [Problem.Kind.wrongPhase, .attemptLive])
  func refusedWithoutInstance(kind: Problem.Kind) async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.fail(.problem(Problem(kind, "x")))
      let answer = try await browser.post("/checkout")
      #expect(answer.text.contains("Please do not order again"))
      #expect(!answer.text.contains("Nothing was charged"))
    }
  }

  @Test("A press during the same request waits for it")
  func startInProgress() async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.fail(.problem(Problem(.inProgress, "Wait.")), .problem(Problem(.inProgress, "Wait.")))
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
      #expect(Set(await ferry.calls.compactMap(\.idempotencyKey)).count == 1)
    }
  }

  @Test("A next page that is neither https nor on this machine is not followed")
  func foreignNext() async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.lead(to: "javascript:alert(1)")
      #expect(try await browser.post("/checkout").location == "/checkout")
    }
  }

  @Test("A changed cart discards the unpaid checkout and becomes another order")
  func changedCart() async throws {
    try await fixture.openAtReview { browser, id async throws in
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "3")])
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
      let all = await ferry.all
      #expect(all.map(\.phase) == [.cancelled, .selecting])
      #expect(Set(all.map(\.orderReference)).count == 2)
    }
  }

  @Test("While a payment is under way the pay button leads to it, whatever is in the cart")
  func startWhilePaying() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .settling)
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "3")])
      #expect(try await browser.post("/checkout").location == "/checkout")
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("With an empty cart it leads back to the shop")
  func startEmpty() async throws {
    try await fixture.open { browser, _ async throws in
      try await browser.get("/")
      #expect(try await browser.post("/checkout").location == "/")
      #expect(await ferry.calls.isEmpty)
    }
  }

  // MARK: Return

  @Test("The browser's return is claimed for its own checkout, and the review follows at once")
  func claim() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      let id = try #require(await ferry.only()?.id)
      try await ferry.comeBack(id, with: "code-1")
      #expect(try await browser.get("/checkout").text.contains("Buy now") == false)
      let answer = try await browser.get("/checkout?ferry_code=code-1")
      #expect(answer.status == 303)
      #expect(answer.location == "/checkout")
      #expect(try await browser.follow(answer).text.contains("Buy now"))
      // Reloaded, or sent again.
      #expect(try await browser.get("/checkout?ferry_code=code-1").location == "/checkout")
      #expect(try await browser.get("/checkout").text.contains("Buy now"))
    }
  }

  @Test("A victim who selects for a sender's checkout returns with a code that opens no checkout")
  func mailed() async throws {
    try await fixture.open { sender, client async throws in
      let victim = ShopBrowser(client)
      for browser in [sender, victim] {
        try await browser.get("/")
        try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
        try await browser.post("/checkout")
      }
      let attackersCheckout = try #require(await ferry.all.first?.id)
      try await ferry.comeBack(attackersCheckout, with: "code-of-attacker")
      let calls = await ferry.calls.count
      #expect(try await victim.get("/checkout?ferry_code=code-of-attacker").location == "/checkout")
      let claimed = await ferry.calls.dropFirst(calls).map(\.path)
      #expect(claimed.allSatisfy { !$0.contains(attackersCheckout) })
      #expect(await ferry.checkouts[attackersCheckout]?.isLocked == true)
      let page = try await sender.get("/checkout").text
      for secret in ["山田", "Visa", "港ビル"] { #expect(!page.contains(secret)) }
      // A browser that has no checkout claims nothing.
      let before = await ferry.calls.count
      #expect(try await ShopBrowser(client).get("/checkout?ferry_code=code-of-attacker").location == "/")
      #expect(await ferry.calls.count == before)
    }
  }

  @Test("A lost code costs one more step: the page leads to another code")
  func lostCode() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      let id = try #require(await ferry.only()?.id)
      try await ferry.comeBack(id, with: "code-1")
      #expect(try await browser.get("/checkout?ferry_code=old").location == "/checkout")
      #expect(try await browser.get("/checkout").text.contains("/checkout/cancel"))
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("A claim whose answer is lost is no failure", arguments: [true, false])
  func lostClaim(isDone: Bool) async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      let id = try #require(await ferry.only()?.id)
      try await ferry.comeBack(id, with: "code-1")
      await ferry.fail(isDone ? .dropAfter : .dropBefore)
      #expect(try await browser.get("/checkout?ferry_code=code-1").status == 503)
      let again = try await browser.get("/checkout?ferry_code=code-1")
      #expect(try await browser.follow(again).text.contains("Buy now"))
    }
  }

  // MARK: Review

  @Test("The review shows buyer, address, card, lines, tax, shipping and total")
  func review() async throws {
    try await fixture.openAtReview(region: "北海道") { browser, _ async throws in
      let page = try await browser.get("/checkout").text
      for text in ["山田 太郎", "北海道", "港ビル 3F", "Visa ****1111", "¥31,960", "¥40,940", "¥1,080", "¥42,020", "¥3,820"] {
        #expect(page.contains(text))
      }
      #expect(page.contains("Buy now · ¥42,020"))
    }
  }

  @Test("A new address that changes the total is shown with both totals before Buy, until the next change")
  func totalChanged() async throws {
    try await fixture.openAtReview { browser, id async throws in
      #expect(!(try await browser.get("/checkout").text.contains("The total has changed")))
      try await ferry.select(id, region: "北海道")
      for _ in 1...2 {
        let page = try await browser.get("/checkout").text
        #expect(page.contains("The total has changed from ¥41,480 to ¥42,020 because of the new delivery address."))
        #expect(!page.contains("The delivery address has changed."))
      }
      browser.languages = "ja"
      #expect(try await browser.get("/checkout").text.contains("お届け先の変更により、合計金額が¥41,480から¥42,020に変わりました。"))
      browser.languages = "en"
      try await ferry.select(id, region: "北海道", card: "Mastercard ****4444")
      #expect(!(try await browser.get("/checkout").text.contains(#"role="alert""#)))
    }
  }

  @Test("After a change of the cart the review says so, leads to the cart, and Buy orders what it shows")
  func cartChangedElsewhere() async throws {
    try await fixture.openAtReview { browser, id async throws in
      let before = try await browser.get("/checkout").text
      #expect(before.contains("Cart (3)") && !before.contains("Your cart has changed"))
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "5")])
      let page = try await browser.get("/checkout").text
      #expect(page.contains("Cart (7)") && page.contains("Your cart has changed"))
      #expect(page.contains(##"<a class="button secondary" href="/#cart">Back to the cart</a>"##))
      #expect(page.contains("Quantity 1") && page.contains("Buy now · ¥41,480"))
      let answer = try await browser.post("/checkout/confirm", Self.buyFields)
      #expect(answer.location?.contains("/start#") == true)
      await ferry.move(id, to: .paid)
      _ = try await browser.follow(try await browser.get("/checkout"))
      #expect(try await browser.get("/").text.contains("Cart (4)"))
    }
  }

  @Test("Text from buyers and providers is text in the page")
  func escaping() async throws {
    try await fixture.openAtReview(name: #"<script>alert("1")</script>"#) { browser, _ async throws in
      let page = try await browser.get("/checkout").text
      #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"))
      #expect(!page.contains("<script>alert"))
    }
  }

  @Test("Change sends the buyer back to the provider", arguments: ["address", "payment"])
  func change(part: String) async throws {
    try await fixture.openAtReview { browser, _ async throws in
      let answer = try await browser.post("/checkout/change", [("part", part)])
      #expect(answer.location?.contains("/start#") == true)
      let call = try #require(await ferry.calls.last)
      #expect(call.path.hasSuffix("/change"))
      #expect(String(decoding: call.body, as: UTF8.self).contains(part))
      #expect(try await browser.post("/checkout/change", [("part", "everything")]).status == 422)
    }
  }

  @Test("Cancel keeps the cart")
  func cancel() async throws {
    try await fixture.openAtReview { browser, _ async throws in
      let page = try await browser.follow(try await browser.post("/checkout/cancel"))
      #expect(page.text.contains("The checkout was cancelled"))
      #expect(try await browser.get("/").text.contains("<output>2</output>"))
      #expect(try await browser.follow(try await browser.post("/checkout/cancel")).status == 200)
    }
  }

  // MARK: Buy

  private static let buyFields = [("revision", "1"), ("total", "41480"), ("currency", "JPY")]

  @Test("Buy confirms the shown review and leads to the payment page; a second press buys nothing more")
  func buy() async throws {
    try await fixture.openAtReview { browser, _ async throws in
      let page = try await browser.get("/checkout").text
      #expect(page.contains(#"name="revision" value="1""#))
      #expect(page.contains(#"name="total" value="41480""#))
      let answer = try await browser.post("/checkout/confirm", Self.buyFields)
      #expect(answer.location?.contains("/start#") == true)
      let again = try await browser.post("/checkout/confirm", Self.buyFields)
      #expect(again.location == "/checkout")
      let paying = try await browser.follow(again)
      #expect(paying.text.contains("Continue to payment"))
      #expect(paying.text.contains("/checkout/cancel"))
    }
  }

  @Test("Buy names the revision that the page showed, not the first one")
  func laterRevision() async throws {
    let fixture = ShopFixture()
    try await fixture.openAtReview { browser, id in
      try await fixture.ferry.select(id)
      let fields = [("revision", "2")] + Self.buyFields.dropFirst()
      let answer = try await browser.post("/checkout/confirm", fields)
      #expect(await fixture.ferry.only()?.phase == .paying)
      #expect(answer.headers[.location]?.hasPrefix("http://127.0.0.1:3081/start") == true)
    }
  }

  @Test("If the review has changed, the new one is shown with the differences")
  func reviewChanged() async throws {
    try await fixture.openAtReview { browser, id async throws in
      let old = try await browser.get("/checkout").text
      let seen = try #require(old.firstMatch(of: /name="seen" value="([^"]+)"/)).1
      try await ferry.select(id, region: "北海道")
      let answer = try await browser.post("/checkout/confirm", Self.buyFields + [("seen", String(seen))])
      #expect(answer.status == 303)
      let new = try await browser.follow(answer).text
      #expect(new.contains(#"role="alert""#))
      #expect(new.contains("The delivery address has changed."))
      #expect(new.contains("The total has changed from ¥41,480 to ¥42,020 because of the new delivery address."))
      #expect(!new.contains("The payment method has changed."))
      #expect(new.contains("Buy now · ¥42,020"))
      #expect(await ferry.checkouts[id]?.phase == .reviewing)
    }
  }

  @Test("An answer to Buy that is lost is never shown as a failure", arguments: [true, false])
  func buyLost(isDone: Bool) async throws {
    try await fixture.openAtReview { browser, _ async throws in
      await ferry.fail(isDone ? .dropAfter : .dropBefore)
      let answer = try await browser.post("/checkout/confirm", Self.buyFields)
      #expect(answer.status == 503)
      #expect(answer.text.contains("Please do not order again"))
      #expect(!answer.text.lowercased().contains("fail"))
      let now = try await browser.get("/checkout").text
      #expect(now.contains(isDone ? "Continue to payment" : "Buy now"))
    }
  }

  @Test("Invalid amounts are refused", arguments: ["41480.5", "", "abc", "99999999999999999999"])
  func badTotal(total: String) async throws {
    try await fixture.openAtReview { browser, _ async throws in
      let fields = [("revision", "1"), ("total", total), ("currency", "JPY")]
      #expect(try await browser.post("/checkout/confirm", fields).status == 422)
      let currency = [("revision", "1"), ("total", "1"), ("currency", "XXX")]
      #expect(try await browser.post("/checkout/confirm", currency).status == 422)
    }
  }
}
