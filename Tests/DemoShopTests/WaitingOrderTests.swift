import FerryCore
import Testing

@testable import DemoShop

@Suite("An order whose payment waits, for example for a slip that is paid at a counter")
struct WaitingOrderTests {
  private let fixture = ShopFixture.inColombia
  private var ferry: FakeFerry { fixture.ferry }

  /// Opens the shop to a buyer who has a slip to pay.
  private func openWithSlip(
    in language: Language = .english, _ body: @escaping @Sendable (ShopBrowser, String) async throws -> Void
  ) async throws {
    try await fixture.openAtPayment(in: language) { browser, id async throws in
      await ferry.move(id, to: .settling, payment: PayJourneyTests.pending, canBegin: true)
      try await body(browser, id)
    }
  }

  private static let addAnother = [("sku", "fire-hd10"), ("quantity", "1")]

  @Test("Its page leads to the slip again, and cancels", arguments: Language.allCases)
  func page(language: Language) async throws {
    try await openWithSlip(in: language) { browser, _ async throws in
      for _ in 1...2 {
        let page = try await browser.get("/checkout").text
        #expect(page.contains(language.shopTexts.pendingPageAdvice("Andes Pay")))
        #expect(page.contains(#"action="/checkout/continue""#) && page.contains(#"action="/checkout/cancel""#))
        #expect(!page.contains(language.shopTexts.otherOrderAdvice))
      }
      let slip = try await browser.post("/checkout/continue")
      #expect(slip.location?.hasPrefix("http://127.0.0.1:3081/start#") == true)
    }
  }

  @Test("A payment without such a page offers none")
  func noPage() async throws {
    try await fixture.openAtPayment { browser, id async throws in
      await ferry.move(id, to: .settling, payment: PayJourneyTests.pending)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("Your payment is pending") && !page.contains(#"action="/checkout/continue""#))
      #expect(page.contains(#"action="/checkout/cancel""#))
    }
  }

  @Test(
    "The start page of the shop has a sign with its amount until the outcome is known", arguments: Language.allCases)
  func sign(language: Language) async throws {
    try await openWithSlip(in: language) { browser, id async throws in
      let total = try #require(await ferry.checkouts[id]?.review?.total)
      let sign = language.shopTexts.orderWaiting(total)
      for _ in 1...2 {
        let page = try await browser.get("/").text
        #expect(page.contains(sign) && page.contains(#"href="/checkout""#))
      }
      await ferry.fail(.dropBefore)
      #expect(try await browser.get("/").status == 200, "The shop sells also while Ferry does not answer.")
      await ferry.move(id, to: .expired)
      #expect(!(try await browser.get("/").text.contains(sign)))
    }
  }

  @Test("An order that the buyer has not bought yet has no sign")
  func notBought() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.post("/checkout", ShopFixture.delivery)
      #expect(!(try await browser.get("/").text.contains("/checkout\">See this order")))
    }
  }

  @Test(
    "With another cart the pay button leads to the waiting order, which says that it is not the cart's",
    arguments: Language.allCases)
  func anotherCart(language: Language) async throws {
    try await openWithSlip(in: language) { browser, id async throws in
      let total = try #require(await ferry.checkouts[id]?.review?.total)
      try await browser.post("/cart", Self.addAnother)
      let page = try await browser.follow(try await browser.post("/checkout", ShopFixture.delivery)).text
      #expect(page.contains(language.shopTexts.orderWaiting(total)))
      #expect(page.contains(language.shopTexts.otherOrderAdvice))
      #expect(page.contains(#"action="/checkout/continue""#) && page.contains(#"action="/checkout/cancel""#))
      #expect(await ferry.all.count == 1)
    }
  }

  @Test(
    "Every order that the buyer has bought says so, whatever it waits for", arguments: [PhaseName.paying, .settling])
  func everyPhase(phase: PhaseName) async throws {
    try await fixture.openAtPayment { browser, id async throws in
      await ferry.move(id, to: phase)
      try await browser.post("/cart", Self.addAnother)
      #expect(try await browser.get("/checkout").text.contains(Language.english.shopTexts.otherOrderAdvice))
    }
  }

  @Test(
    "After its cancellation it can still be paid: a cart with its products waits for its end, and another one does not",
    arguments: Language.allCases)
  func cancelled(language: Language) async throws {
    try await openWithSlip(in: language) { browser, id async throws in
      let texts = language.shopTexts
      let first = try #require(await ferry.checkouts[id])
      let sign = texts.orderWaiting(try #require(first.review?.total))
      try await browser.post("/checkout/cancel")
      func pay() async throws -> String {
        try await browser.follow(try await browser.post("/checkout", ShopFixture.delivery)).text
      }
      #expect(try await pay().contains(texts.cartWaits))
      try await browser.post("/cart", Self.addAnother)
      let shared = try await pay()
      for text in [texts.cartWaits, sign, texts.cancellingPending("Andes Pay")] { #expect(shared.contains(text)) }
      #expect(!shared.contains(texts.otherOrderAdvice))
      #expect(await ferry.all.count == 1)

      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "0")])
      _ = try await pay()
      let second = try #require(await ferry.all.last)
      #expect(second.id != first.id && second.orderReference != first.orderReference)
      let start = try await browser.get("/").text
      #expect(start.contains(sign) && start.contains(texts.cancellingPending("Andes Pay")))
      // The products are in the cart again: the second order, which is not bought, gives way to the first one.
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      #expect(try await pay().contains(texts.cartWaits))
      #expect(await ferry.all.map(\.phase) == [.closing, .cancelled])
      await ferry.move(id, to: .cancelled)
      #expect(!(try await browser.get("/").text.contains(sign)))
      _ = try await pay()
      #expect(await ferry.all.count == 3)
    }
  }

  @Test("An order that was set aside leaves the shop when its end is certain")
  func setAside() async throws {
    try await openWithSlip { browser, id async throws in
      let sign = Language.english.shopTexts.orderWaiting(try #require(await ferry.checkouts[id]?.review?.total))
      try await browser.post("/checkout/cancel")
      try await browser.post("/cart", Self.addAnother)
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "0")])
      try await browser.post("/checkout", ShopFixture.delivery)
      #expect(try await browser.get("/").text.contains(sign))
      await ferry.move(id, to: .expired)
      #expect(!(try await browser.get("/").text.contains(sign)))
      await ferry.move(id, to: .closing, payment: PayJourneyTests.pending)
      #expect(!(try await browser.get("/").text.contains(sign)))
    }
  }
}
