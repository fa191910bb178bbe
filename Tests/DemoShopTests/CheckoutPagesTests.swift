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
@Suite("The pages of a checkout")
struct CheckoutPagesTests {
  private let fixture = ShopFixture()
  private var ferry: FakeFerry { fixture.ferry }
  private let purchase = Purchase(button: ProviderBody.sample().payButton, catalogue: "JP-JPY")
  private static let buyFields = [("revision", "1"), ("total", "41480"), ("currency", "JPY")]

  // MARK: Phases

  @Test(
    "Each phase has its page",
    arguments: [
      (PhaseName.selecting, "Nothing has changed", "Back to your order"),
      (.reviewing, "Review your order", "Buy now"),
      (.authorizing, "We are opening the payment page", "Please stay on this page"),
      (.paying, "Your payment is not finished", "Continue to payment"),
      (.settling, "We are confirming your payment", "Check again"),
      (.unrecognised("brand-new"), "We are confirming your payment", "Check again"),
      (.closing, "We are cancelling your order", "updates automatically"),
      (.declined, "The payment was declined", "Pay another way"),
      (.cancelled, "The checkout was cancelled", "Back to the cart"),
      (.expired, "The checkout has expired", "Back to the cart"),
      (.held, "We are checking your payment", "Please do not pay again"),
    ])
  func phases(phase: PhaseName, title: String, next: String) async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: phase)
      for _ in 1...2 {
        let page = try await browser.get("/checkout")
        #expect(page.status == 200)
        #expect(page.headers[.cacheControl] == "no-store")
        #expect(page.text.contains("\(title)</h1>"))
        #expect(page.text.contains(next))
        #expect(page.text.contains("Cart (3)"))
      }
    }
  }

  @Test("After a selection the shop does not ask for another while the provider is slow", arguments: [true, false])
  func slowProvider(isChange: Bool) async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      let id = try #require(await ferry.only()?.id)
      if isChange { try await ferry.select(id) }
      await ferry.move(id, to: .selecting, awaitsProvider: true)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("We are loading your selection</h1>"))
      #expect(page.contains(#"data-phase="selecting.asked""#))
      #expect(page.contains(isChange ? #"action="/checkout/keep""# : #"action="/checkout/cancel""#))
      #expect(!page.contains("You have not finished at Amazon Pay yet"))
      // The pay button does not open a second session either.
      #expect(try await browser.post("/checkout").location == "/checkout")
      #expect(try await browser.get("/checkout/phase").text == #"{"phase":"selecting.asked"}"#)
      await ferry.move(id, to: .selecting)
      #expect(try await browser.get("/checkout/phase").text == #"{"phase":"selecting"}"#)
    }
  }

  @Test("With an unclaimed selection the buyer can continue, and the page names no payment")
  func locked() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      let id = try #require(await ferry.only()?.id)
      await ferry.lock(id)
      let page = try await browser.get("/checkout").text
      #expect(page.contains(#"<form method="post" action="/checkout" data-leaves>"#))
      #expect(!page.contains("We are confirming"))
      #expect(try await browser.get("/checkout/phase").text == #"{"phase":"reviewing.locked"}"#)
    }
  }

  @Test("Waiting pages refer to themselves in natural Japanese")
  func japaneseWaiting() {
    #expect(Language.japanese.shopTexts.confirmingAdvice("Amazon Pay").contains("結果はこのページでご確認いただけます"))
  }

  @Test("An unknown payment is not promised, and the page asks the buyer not to pay again")
  func nothingIsPromised() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .settling)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("You do not have to wait here.") && page.contains("Please do not pay again."))
      #expect(!page.contains("goes through"))
    }
  }

  @Test("A buyer who returns from the provider too early continues with a new address from Ferry")
  func goingOn() async throws {
    try await fixture.openWithCart { browser async throws in
      let first = try await browser.post("/checkout").location
      let page = try await browser.get("/checkout").text
      #expect(page.contains("You have not finished at Amazon Pay yet</h1>"))
      #expect(page.contains("#ticket") == false)
      let again = try await browser.post("/checkout").location
      #expect(again?.contains("/start#") == true)
      #expect(again != first)
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("The buyer continues a payment by a press, and only while it waits for them")
  func goingOnToPay() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .paying)
      #expect(try await browser.get("/checkout").text.contains(#"action="/checkout/continue""#))
      #expect(try await browser.post("/checkout/continue").location?.contains("/start#") == true)
      await ferry.move(id, to: .settling)
      #expect(try await browser.post("/checkout/continue").location == "/checkout")
    }
  }

  @Test("A return from a change loses nothing: the former selection stays, or the change continues")
  func backFromChange() async throws {
    try await fixture.openAtReview { browser, id async throws in
      try await browser.post("/checkout/change", [("part", "address")])
      #expect(try await browser.get("/checkout").text.contains("Nothing has changed</h1>"))
      #expect(try await browser.post("/checkout/continue").location?.contains("/start#") == true)
      #expect(try await browser.get("/checkout").text.contains(#"action="/checkout/keep""#))
      // A double press, or a press in another tab that still shows the page.
      for _ in 1...2 {
        try await browser.post("/checkout/keep")
        #expect(try await browser.get("/checkout").text.contains("Review your order</h1>"))
      }
    }
  }

  @Test("The page names an undeliverable address as the reason, and the buyer can select another")
  func undeliverable() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.refuseChoice(id)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("We do not deliver there</h1>"))
      #expect(page.contains("Choose another address"))
      #expect(!page.contains(#"action="/checkout/keep""#))
      #expect(try await browser.post("/checkout/continue").location?.contains("/start#") == true)
    }
  }

  @Test(
    "The page of a refused address says why",
    arguments: [
      ("country-not-served", "in a country we do not deliver to"), ("region-not-served", "the region of the address"),
      ("post-office-box", "post office boxes"), ("packstation", "parcel lockers"), ("moon", "we do not deliver to"),
    ])
  func refusal(_ word: String, _ text: String) async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.refuseChoice(id, word)
      #expect(try await browser.get("/checkout").text.contains(text))
    }
  }

  @Test("Waiting pages announce it to screen readers, ask for the phase, and reload without script")
  func waiting() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .settling)
      let page = try await browser.get("/checkout").text
      #expect(page.contains(#"aria-live="polite""#))
      #expect(page.contains(#"data-phase="settling.asked""#))
      #expect(page.contains(#"<noscript><meta http-equiv="refresh" content="5"></noscript>"#))
      let answer = try await browser.get("/checkout/phase")
      #expect(answer.text == #"{"phase":"settling.asked"}"#)
      await ferry.fail(.dropBefore)
      #expect(try await browser.get("/checkout/phase").status == 503)
    }
  }

  @Test("The page names the reason of a decline if the buyer can act on it")
  func declineReasons() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .declined, decline: DeclineReason.verificationFailed.rawValue)
      #expect(try await browser.get("/checkout").text.contains("could not confirm it was you"))
      await ferry.move(id, to: .declined, decline: DeclineReason.notStarted.rawValue)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("cannot start the payment right now") && page.contains("Nothing was charged"))
      #expect(!page.contains("bank") && !page.contains("declined<"))
      await ferry.move(id, to: .declined, decline: "something-new")
      #expect(try await browser.get("/checkout").text.contains("Nothing was charged"))
    }
  }

  @Test(
    "If a payment did not succeed, the page says what happened to the money",
    arguments: [PhaseName.declined, .cancelled, .expired],
    [
      (PaymentBody(captured: 41_480), "¥41,480 was charged and is being refunded."),
      (PaymentBody(captured: 41_480, refunded: 480), "¥41,000 was charged and is being refunded."),
      (PaymentBody(captured: 41_480, refunded: 41_480), "The charge of ¥41,480 has been refunded."),
      (PaymentBody(captured: 0), "¥41,480 is reserved on your card"),
      (PaymentBody(captured: 0, capturable: 0), "othing was charged"),
    ])
  func moneyAfterTheEnd(phase: PhaseName, money: (payment: PaymentBody, text: String)) async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: phase, payment: money.payment)
      let page = try await browser.get("/checkout").text
      #expect(page.contains(money.text))
      #expect(
        ["othing was charged", "othing has been charged"].contains { page.contains($0) }
          == money.payment.captured.isZero)
      browser.languages = "ja"
      let japanese = try await browser.get("/checkout").text
      #expect(japanese.contains("請求は行われておらず") == false || money.payment.captured.isZero)
      #expect(japanese.contains("請求は行われていません") == false || money.payment.captured.isZero)
    }
  }

  @Test("After a declined payment another checkout of the same order starts")
  func anotherAttempt() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .declined)
      try await browser.get("/checkout")
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
      let all = await ferry.all
      #expect(all.count == 2)
      #expect(Set(all.map(\.orderReference)).count == 1)
      #expect(Set(await ferry.calls.compactMap(\.idempotencyKey)).count == 2)
    }
  }

  // MARK: Paid

  @Test("A paid checkout leads to its order number and empties the cart, once")
  func paid() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .paid)
      let first = try await browser.get("/checkout")
      #expect(first.location == "/thanks")
      let thanks = try await browser.follow(first).text
      #expect(thanks.contains("F7K2-9QXM-4TVD"))
      #expect(thanks.contains("¥41,480"))
      #expect(try await browser.get("/").text.contains("Your cart is empty"))
      // Reload, Back, another tab: all of them end here.
      #expect(try await browser.get("/thanks").text.contains("F7K2-9QXM-4TVD"))
      #expect(try await browser.get("/checkout").location == "/thanks")
      #expect(try await browser.post("/checkout").location == "/thanks")
      #expect(try await browser.post("/checkout/confirm", Self.buyFields).location == "/thanks")
      #expect(try await browser.post("/checkout/cancel").location == "/thanks")
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("Products that were added during the payment stay in the cart")
  func addedWhilePaying() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .settling)
      try await browser.post("/cart", [("sku", "fire-hd10"), ("quantity", "3")])
      await ferry.move(id, to: .paid)
      try await browser.get("/checkout")
      let page = try await browser.get("/").text
      #expect(page.contains("<output>1</output>"))
      #expect(page.contains("¥15,980"))
    }
  }

  @Test("A discarded checkout that turns out to be paid empties no cart")
  func paidInAnotherTab() throws {
    var session = Session()
    session.cart.set("fire-hd8", to: 1)
    _ = session.start(key: "first", reference: "one", purchase: purchase)
    session.forget(key: "first")
    _ = session.start(key: "second", reference: "two", purchase: purchase)
    let before = session
    session.paid(key: "first", Receipt(orderNumber: "F-1", total: nil))
    #expect(session == before)
    session.paid(key: "second", Receipt(orderNumber: "F-2", total: nil))
    #expect(session.cart.isEmpty)
    #expect(session.receipt?.orderNumber == "F-2")
  }

  @Test("Without an order there is no thank-you page")
  func noThanks() async throws {
    try await fixture.open { browser, _ async throws in
      #expect(try await browser.get("/thanks").location == "/")
      #expect(try await browser.get("/checkout").location == "/")
      #expect(try await browser.get("/checkout/phase").status == 404)
    }
  }

  // MARK: Trouble

  @Test(
    "Each failure of Ferry becomes a page that says what to do",
    arguments: [
      (FakeFerry.Fault.problem(Problem(.tooManyRequests, "x"), retryAfter: 7), 429, "Wait a moment"),
      (.problem(Problem(.internalError, "x")), 503, "Please do not order again"),
      (.problem(Problem(.unavailable, "x")), 503, "Please do not order again"),
      (.problem(Problem(.unauthorized, "x")), 503, "Please do not order again"),
      (.page(502), 503, "Please do not order again"),
      (.page(200), 503, "Please do not order again"),
      (.dropBefore, 503, "Please do not order again"),
    ])
  func trouble(fault: FakeFerry.Fault, status: Int, advice: String) async throws {
    try await fixture.openAtReview { browser, _ async throws in
      await ferry.fail(fault)
      let answer = try await browser.get("/checkout")
      #expect(answer.status == status)
      #expect(answer.text.contains(advice))
      #expect(answer.headers[.retryAfter] == (status == 429 ? "7" : nil))
      #expect(try await browser.get("/checkout").text.contains("Buy now"))
    }
  }

  @Test("The page says if Ferry refuses an order, and that nothing was charged")
  func refusedOrder() async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.fail(.problem(Problem(.invalidFields, "x")))
      let answer = try await browser.post("/checkout")
      #expect(answer.status == 409)
      #expect(answer.text.contains("This order cannot be placed as it is"))
    }
  }

  @Test("A checkout that Ferry no longer knows is discarded, and the cart stays")
  func forgotten() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.remove(id)
      #expect(try await browser.get("/checkout").location == "/")
      #expect(try await browser.get("/").text.contains("<output>2</output>"))
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
    }
  }

  @Test("Error pages have the shop's header and a next step", arguments: Language.allCases)
  func errorPages(language: Language) async throws {
    try await fixture.openAtReview { browser, _ async throws in
      browser.languages = language.rawValue
      let outOfDate = try await browser.post("/checkout/confirm", Self.buyFields, csrf: "AAAA")
      let nothing = try await browser.get("/nothing")
      #expect([outOfDate.status, nothing.status] == [403, 404])
      for page in [outOfDate.text, nothing.text] {
        #expect(page.contains(#"<a class="brand" href="/">\#(language.shopTexts.shopName)</a>"#))
        #expect(page.contains(##"<a href="/#cart">"##) && page.contains(#"<footer class="site">"#))
        #expect(page.contains(#"<a class="button primary" href="/">"#))
      }
    }
  }

  @Test("Decisions without their browser's token are refused and not sent to Ferry")
  func csrf() async throws {
    try await fixture.openAtReview { browser, _ async throws in
      let before = await ferry.calls.count
      for path in ["/checkout", "/checkout/confirm", "/checkout/change", "/checkout/keep", "/checkout/cancel"] {
        #expect(try await browser.post(path, Self.buyFields, csrf: "AAAA").status == 403)
      }
      #expect(await ferry.calls.count == before)
    }
  }

  // MARK: The shop itself

  @Test("After a restart the shop still knows cart and checkout")
  func restart() async throws {
    let directory = FileManager.default.temporaryDirectory.path() + "/ferry-shop-" + SystemRandomness().token()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var fixture = fixture
    fixture.sessions = FileSessionStore(directory: directory, clock: fixture.clock)
    let cookies = try await fixture.openAtReview { browser, _ in browser.cookies }
    fixture.sessions = FileSessionStore(directory: directory, clock: fixture.clock)
    try await fixture.open { browser, _ async throws in
      browser.take(cookies)
      #expect(try await browser.get("/checkout").text.contains("Buy now"))
      #expect(try await browser.get("/").text.contains("<output>2</output>"))
    }
  }

  @Test("No page is larger than 20 kB", arguments: Language.allCases)
  func sizes(language: Language) async throws {
    try await fixture.openAtReview { browser, id async throws in
      browser.languages = language.rawValue
      #expect(try await browser.get("/").size < 20_000)
      let phases: [PhaseName] = [
        .selecting, .reviewing, .settling, .paying, .closing, .declined, .cancelled, .expired, .held,
      ]
      for phase in phases {
        await ferry.move(id, to: phase)
        let page = try await browser.get("/checkout")
        #expect(page.size < 20_000)
        #expect(page.text.contains(#"<html lang="\#(language.rawValue)">"#))
      }
      await ferry.move(id, to: .paid)
      #expect(try await browser.follow(try await browser.get("/checkout")).size < 20_000)
      #expect(Asset.houseStyle.bytes.count < 20_000)
      #expect(Asset.shopScript.bytes.count < 20_000)
    }
  }
}

extension PaymentBody {
  fileprivate init(captured: Int64, refunded: Int64 = 0, capturable: Int64 = 41_480) {
    self.init(
      authorized: .yen(41_480), captured: .yen(captured), refunded: .yen(refunded),
      capturable: .yen(captured == 0 ? capturable : 0), reference: "C1")
  }
}
