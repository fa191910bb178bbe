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

  // MARK: Beginning

  @Test("The pay button creates a checkout of the catalogue's prices and leads on")
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
      #expect(body.order.shipping?.price(to: "沖縄県") == .yen(1_080))
      #expect(body.order.shipping?.price(to: "Hokkaido") == .yen(1_080))
      #expect(body.order.shipping?.price(to: "東京都") == .yen(540))
      #expect(body.order.tax == TaxRule(rate: .tenPercent, rounding: .down, included: true))
    }
  }

  @Test("Pressed in two tabs at once, it makes one checkout")
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

  @Test("Pressed twice, it makes one checkout")
  func startTwice() async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("An answer that is lost costs nothing: the next press sends the same key", arguments: [true, false])
  func startLost(isDone: Bool) async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.fail(isDone ? .dropAfter : .dropBefore)
      let answer = try await browser.post("/checkout")
      #expect(answer.status == 503)
      #expect(answer.text.contains("The checkout cannot be reached"))
      #expect(try await browser.get("/checkout").text.contains("The checkout cannot be reached"))
      #expect(try await browser.post("/checkout").status == 303)
      #expect(await ferry.checkouts.count == 1)
      #expect(Set(await ferry.calls.compactMap(\.idempotencyKey)).count == 1)
    }
  }

  @Test(
    "Whoever may have been charged is never told that nothing was",
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
    "An order that another attempt has paid, or may pay, leads to that attempt",
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

  @Test("A refusal that names no attempt says nothing about money", arguments: [Problem.Kind.wrongPhase, .attemptLive])
  func refusedWithoutInstance(kind: Problem.Kind) async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.fail(.problem(Problem(kind, "x")))
      let answer = try await browser.post("/checkout")
      #expect(answer.text.contains("Please do not order again"))
      #expect(!answer.text.contains("Nothing was charged"))
    }
  }

  @Test("A press that meets the same request still being worked on waits for it")
  func startInProgress() async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.fail(.problem(Problem(.inProgress, "Wait.")), .problem(Problem(.inProgress, "Wait.")))
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
      #expect(Set(await ferry.calls.compactMap(\.idempotencyKey)).count == 1)
    }
  }

  @Test("An address to go on to that is not https or of this machine is not followed")
  func foreignNext() async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.lead(to: "javascript:alert(1)")
      #expect(try await browser.post("/checkout").location == "/checkout")
    }
  }

  @Test("A cart that changed before anything was bought gives up the old checkout and makes another order")
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

  // MARK: Coming back

  @Test("What the browser brings back is claimed for its own checkout, and the review is shown without a step between")
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

  @Test("Whom somebody has sent to choose for his checkout brings a code that opens neither his nor hers")
  func mailed() async throws {
    try await fixture.open { sender, client async throws in
      let hers = ShopBrowser(client)
      for browser in [sender, hers] {
        try await browser.get("/")
        try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
        try await browser.post("/checkout")
      }
      let his = try #require(await ferry.all.first?.id)
      try await ferry.comeBack(his, with: "code-of-his")
      let calls = await ferry.calls.count
      #expect(try await hers.get("/checkout?ferry_code=code-of-his").location == "/checkout")
      let claimed = await ferry.calls.dropFirst(calls).map(\.path)
      #expect(claimed.allSatisfy { !$0.contains(his) })
      #expect(await ferry.checkouts[his]?.isLocked == true)
      let page = try await sender.get("/checkout").text
      for secret in ["山田", "Visa", "港ビル"] { #expect(!page.contains(secret)) }
      // A browser that has no checkout claims nothing.
      let before = await ferry.calls.count
      #expect(try await ShopBrowser(client).get("/checkout?ferry_code=code-of-his").location == "/")
      #expect(await ferry.calls.count == before)
    }
  }

  @Test("A code that was lost on the way costs one more step: the page leads to another")
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

  // MARK: Reviewing

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

  @Test("A new address that changes the total is told with both totals before Buy, until the next change")
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

  @Test("When the cart has changed since, the review says so, leads to the cart, and Buy orders what it shows")
  func cartChangedElsewhere() async throws {
    try await fixture.openAtReview { browser, id async throws in
      let before = try await browser.get("/checkout").text
      #expect(before.contains("Cart (3)") && !before.contains("Your cart is not the same any more"))
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "5")])
      let page = try await browser.get("/checkout").text
      #expect(page.contains("Cart (7)") && page.contains("Your cart is not the same any more"))
      #expect(page.contains(##"<a class="button secondary" href="/#cart">Back to the cart</a>"##))
      #expect(page.contains("Quantity 1") && page.contains("Buy now · ¥41,480"))
      let answer = try await browser.post("/checkout/confirm", Self.buyFields)
      #expect(answer.location?.contains("/start#") == true)
      await ferry.move(id, to: .paid)
      _ = try await browser.follow(try await browser.get("/checkout"))
      #expect(try await browser.get("/").text.contains("Cart (4)"))
    }
  }

  @Test("What buyers and providers write stands in the page as text")
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

  // MARK: Buying

  private static let buyFields = [("revision", "1"), ("total", "41480"), ("currency", "JPY")]

  @Test("Buy names what was shown and leads to the payment page; pressed again it buys nothing more")
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

  @Test("When the review has changed, the new one is shown with what differs")
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

  @Test("Amounts that are none are refused", arguments: ["41480.5", "", "abc", "99999999999999999999"])
  func badTotal(total: String) async throws {
    try await fixture.openAtReview { browser, _ async throws in
      let fields = [("revision", "1"), ("total", total), ("currency", "JPY")]
      #expect(try await browser.post("/checkout/confirm", fields).status == 422)
      let currency = [("revision", "1"), ("total", "1"), ("currency", "XXX")]
      #expect(try await browser.post("/checkout/confirm", currency).status == 422)
    }
  }

  // MARK: Phases

  @Test(
    "Each phase has its page",
    arguments: [
      (PhaseName.selecting, "Nothing has been changed", "Back to your order"),
      (.reviewing, "Review your order", "Buy now"),
      (.authorizing, "We are opening the payment page", "Please stay on this page"),
      (.paying, "Your payment is not finished", "Continue to payment"),
      (.settling, "We are confirming your payment", "Check again"),
      (.unrecognised("brand-new"), "We are confirming your payment", "Check again"),
      (.closing, "We are cancelling your order", "goes on by itself"),
      (.declined, "The payment was declined", "Pay another way"),
      (.cancelled, "The checkout was cancelled", "Back to the cart"),
      (.expired, "The checkout took too long", "Back to the cart"),
      (.held, "We are checking your payment", "please do not pay again"),
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

  @Test("Who has chosen is not told to choose again while the provider is slow to say what", arguments: [true, false])
  func slowProvider(isChange: Bool) async throws {
    try await fixture.openWithCart { browser async throws in
      try await browser.post("/checkout")
      let id = try #require(await ferry.only()?.id)
      if isChange { try await ferry.select(id) }
      await ferry.move(id, to: .selecting, awaitsProvider: true)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("We are fetching what you chose</h1>"))
      #expect(page.contains(#"data-phase="selecting.asked""#))
      #expect(page.contains(isChange ? #"action="/checkout/keep""# : #"action="/checkout/cancel""#))
      #expect(!page.contains("You are not done at Amazon Pay yet"))
      // The pay button opens no second session either.
      #expect(try await browser.post("/checkout").location == "/checkout")
      #expect(try await browser.get("/checkout/phase").text == #"{"phase":"selecting.asked"}"#)
      await ferry.move(id, to: .selecting)
      #expect(try await browser.get("/checkout/phase").text == #"{"phase":"selecting"}"#)
    }
  }

  @Test("Who has chosen, and whose app does not know it yet, can go on; nothing is said of a payment")
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

  @Test("Pages that wait send the buyer to themselves, in words that a reader of Japanese would use")
  func japaneseWaiting() {
    #expect(ShopText.confirmingAdvice(.japanese).contains("結果はこのページでご確認いただけます"))
  }

  @Test("A payment that is not known yet is not promised, and the buyer is told not to pay again")
  func nothingIsPromised() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .settling)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("You do not have to stay.") && page.contains("Please do not pay again."))
      #expect(!page.contains("goes through"))
    }
  }

  @Test("Who comes back from the provider too early goes on with a fresh address, asked for at the press")
  func goingOn() async throws {
    try await fixture.openWithCart { browser async throws in
      let first = try await browser.post("/checkout").location
      let page = try await browser.get("/checkout").text
      #expect(page.contains("You are not done at Amazon Pay yet</h1>"))
      #expect(page.contains("#ticket") == false)
      let again = try await browser.post("/checkout").location
      #expect(again?.contains("/start#") == true)
      #expect(again != first)
      #expect(await ferry.checkouts.count == 1)
    }
  }

  @Test("Payment is gone on with by a press, and only while it waits for the buyer")
  func goingOnToPay() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .paying)
      #expect(try await browser.get("/checkout").text.contains(#"action="/checkout/continue""#))
      #expect(try await browser.post("/checkout/continue").location?.contains("/start#") == true)
      await ferry.move(id, to: .settling)
      #expect(try await browser.post("/checkout/continue").location == "/checkout")
    }
  }

  @Test("Coming back from a change loses nothing: the earlier choice stands, or the change goes on")
  func backFromChange() async throws {
    try await fixture.openAtReview { browser, id async throws in
      try await browser.post("/checkout/change", [("part", "address")])
      #expect(try await browser.get("/checkout").text.contains("Nothing has been changed</h1>"))
      #expect(try await browser.post("/checkout/continue").location?.contains("/start#") == true)
      #expect(try await browser.get("/checkout").text.contains(#"action="/checkout/keep""#))
      // A double press, or another tab that still shows the page.
      for _ in 1...2 {
        try await browser.post("/checkout/keep")
        #expect(try await browser.get("/checkout").text.contains("Review your order</h1>"))
      }
    }
  }

  @Test("An address that the shop does not deliver to is named as the reason, and another can be chosen")
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

  @Test("Pages that wait say so to screen readers, ask for the phase, and load again without script")
  func waiting() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .settling)
      let page = try await browser.get("/checkout").text
      #expect(page.contains(#"aria-live="polite""#))
      #expect(page.contains(#"data-phase="settling""#))
      #expect(page.contains(#"<noscript><meta http-equiv="refresh" content="5"></noscript>"#))
      let answer = try await browser.get("/checkout/phase")
      #expect(answer.text == #"{"phase":"settling"}"#)
      await ferry.fail(.dropBefore)
      #expect(try await browser.get("/checkout/phase").status == 503)
    }
  }

  @Test("Why a payment was declined is said where the buyer can do something about it")
  func declineReasons() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: .declined, decline: DeclineReason.verificationFailed.rawValue)
      #expect(try await browser.get("/checkout").text.contains("could not confirm that it was you"))
      await ferry.move(id, to: .declined, decline: DeclineReason.notStarted.rawValue)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("cannot be started at present") && page.contains("Nothing was charged"))
      #expect(!page.contains("bank") && !page.contains("declined<"))
      await ferry.move(id, to: .declined, decline: "something-new")
      #expect(try await browser.get("/checkout").text.contains("Nothing was charged"))
    }
  }

  @Test(
    "Of a payment that ended otherwise than paid, the page says what became of the money",
    arguments: [PhaseName.declined, .cancelled, .expired],
    [
      (PaymentBody(captured: 41_480), "¥41,480 was charged and is being given back."),
      (PaymentBody(captured: 41_480, refunded: 480), "¥41,000 was charged and is being given back."),
      (PaymentBody(captured: 41_480, refunded: 41_480), "What was charged, ¥41,480, has been given back."),
      (PaymentBody(captured: 0), "¥41,480 is reserved on your card"),
      (PaymentBody(captured: 0, capturable: 0), "othing was charged"),
    ])
  func moneyAfterTheEnd(phase: PhaseName, money: (payment: PaymentBody, text: String)) async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.move(id, to: phase, payment: money.payment)
      let page = try await browser.get("/checkout").text
      #expect(page.contains(money.text))
      #expect(page.contains("othing was charged") == money.payment.captured.isZero)
      browser.languages = "ja"
      let japanese = try await browser.get("/checkout").text
      #expect(japanese.contains("請求は行われておらず") == false || money.payment.captured.isZero)
      #expect(japanese.contains("請求は行われていません") == false || money.payment.captured.isZero)
    }
  }

  @Test("After a declined payment another attempt is made at the same order")
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

  @Test("What was added to the cart while paying stays in it")
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

  @Test("A checkout that was given up in another tab empties no cart when it turns out to be paid")
  func paidInAnotherTab() throws {
    var session = Session()
    session.cart.set("fire-hd8", to: 1)
    _ = session.start(key: "first", reference: "one")
    session.forget(key: "first")
    _ = session.start(key: "second", reference: "two")
    let before = session
    session.paid(key: "first", Receipt(orderNumber: "F-1", total: nil))
    #expect(session == before)
    session.paid(key: "second", Receipt(orderNumber: "F-2", total: nil))
    #expect(session.cart.isEmpty)
    #expect(session.receipt?.orderNumber == "F-2")
  }

  @Test("Without an order there is nothing to be thanked for")
  func noThanks() async throws {
    try await fixture.open { browser, _ async throws in
      #expect(try await browser.get("/thanks").location == "/")
      #expect(try await browser.get("/checkout").location == "/")
      #expect(try await browser.get("/checkout/phase").status == 404)
    }
  }

  // MARK: Trouble

  @Test(
    "What Ferry answers instead of a checkout becomes a page that says what to do",
    arguments: [
      (FakeFerry.Fault.problem(Problem(.tooManyRequests, "x"), retryAfter: 7), 429, "Wait a little"),
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

  @Test("An order that Ferry cannot take is said to be so, and nothing was charged")
  func refusedOrder() async throws {
    try await fixture.openWithCart { browser async throws in
      await ferry.fail(.problem(Problem(.invalidFields, "x")))
      let answer = try await browser.post("/checkout")
      #expect(answer.status == 409)
      #expect(answer.text.contains("This order cannot be placed as it is"))
    }
  }

  @Test("A checkout that Ferry no longer knows is let go of, and the cart stays")
  func forgotten() async throws {
    try await fixture.openAtReview { browser, id async throws in
      await ferry.remove(id)
      #expect(try await browser.get("/checkout").location == "/")
      #expect(try await browser.get("/").text.contains("<output>2</output>"))
      #expect(try await browser.post("/checkout").location?.contains("/start#") == true)
    }
  }

  @Test("Pages that could not be made have the shop's header and a way on", arguments: Language.allCases)
  func errorPages(language: Language) async throws {
    try await fixture.openAtReview { browser, _ async throws in
      browser.languages = language.rawValue
      let outOfDate = try await browser.post("/checkout/confirm", Self.buyFields, csrf: "AAAA")
      let nothing = try await browser.get("/nothing")
      #expect([outOfDate.status, nothing.status] == [403, 404])
      for page in [outOfDate.text, nothing.text] {
        #expect(page.contains(#"<a class="brand" href="/">\#(ShopText.shopName(language))</a>"#))
        #expect(page.contains(##"<a href="/#cart">"##) && page.contains(#"<footer class="site">"#))
        #expect(page.contains(#"<a class="button primary" href="/">"#))
      }
    }
  }

  @Test("Decisions without their browser's token are refused and reach nobody")
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

  @Test("A shop that was started again still knows cart and checkout")
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
