import FerryCore
import Testing

@testable import DemoShop

@Suite("A journey in which money moves at the provider")
struct PayJourneyTests {
  private let fixture = ShopFixture.inColombia
  private var ferry: FakeFerry { fixture.ferry }

  static let pending = PaymentBody(
    authorized: .zero(.cop), captured: .zero(.cop), refunded: .zero(.cop), capturable: .zero(.cop), reference: "T1")

  private func questions() async -> Int { await ferry.calls.count { $0.path.hasSuffix("/check") } }

  // MARK: Before the purchase

  @Test(
    "The review says that the buyer pays at the provider",
    arguments: [
      (Language.english, "you continue to Andes Pay to pay"), (.spanish, "pasa a Andes Pay, donde paga"),
      (.japanese, "Andes Payの画面に進み、そこでお支払い"), (.swedish, "kommer du till Andes Pay, där du betalar"),
    ])
  func review(language: Language, text: String) async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.get("/language/\(language.rawValue)/cart")
      try await browser.post("/checkout", ShopFixture.delivery)
      let page = try await browser.get("/checkout").text
      #expect(page.contains(text) && !page.contains(language.shopTexts.buyAdvice("Andes Pay")))
    }
  }

  @Test("A buyer who changes the language at the review pays the same order in that language")
  func language() async throws {
    try await fixture.openInColombia { browser async throws in
      try await browser.post("/checkout", ShopFixture.delivery)
      let first = try #require(await ferry.only())
      try await browser.get("/language/en/checkout")
      #expect(try await browser.get("/checkout").text.contains("Review your order"))
      #expect(await ferry.all.count == 1, "Reading a page in another language begins nothing.")
      let bought = try await browser.post("/checkout/confirm", ShopFixture.agreement)
      #expect(bought.location?.hasPrefix("http://127.0.0.1:3081/start#") == true)
      let second = try #require(await ferry.all.last)
      #expect(await ferry.checkouts[first.id]?.phase == .cancelled)
      #expect(second.phase == .paying && second.language == .english)
      #expect(second.orderReference == first.orderReference && second.review?.total == first.review?.total)
      #expect(await ferry.facts[second.id]?.email == "ana@example.co")
      // Once the buyer has gone to pay, the language stays.
      try await browser.get("/language/es/checkout")
      try await browser.post("/checkout/confirm", ShopFixture.agreement)
      #expect(await ferry.all.count == 2)
    }
  }

  // MARK: Paying

  @Test("While the buyer pays, the page claims nothing about money", arguments: Language.allCases)
  func paying(language: Language) async throws {
    try await fixture.openAtPayment(in: language) { browser, _ async throws in
      let page = try await browser.get("/checkout").text
      #expect(page.contains(language.shopTexts.payingAtProviderAdvice("Andes Pay")))
      for claim in ["charged", "cobrado", "請求"] { #expect(!page.dropFooter.contains(claim)) }
    }
  }

  @Test("Where money moves only by the shop's order, the page asks too, and says that nothing has been charged")
  func settledByUs() async throws {
    let fixture = ShopFixture()
    try await fixture.openAtReview { browser, _ async throws in
      try await browser.post("/checkout/confirm", [("revision", "1"), ("total", "41480"), ("currency", "JPY")])
      #expect(try await browser.get("/checkout").text.contains("Nothing has been charged yet."))
      #expect(await fixture.ferry.calls.contains { $0.path.hasSuffix("/check") })
    }
  }

  @Test("A buyer who has paid and comes to the shop by another way is thanked at once")
  func paidElsewhere() async throws {
    try await fixture.openAtPayment { browser, id async throws in
      await ferry.hear(id, phase: .paid)
      #expect(try await browser.get("/checkout").location == "/thanks")
      #expect(await questions() == 1)
    }
  }

  @Test("The provider is asked when the page is opened, not by its script")
  func asked() async throws {
    try await fixture.openAtPayment { browser, _ async throws in
      #expect(await questions() == 0)
      for _ in 1...3 { try await browser.get("/checkout/phase") }
      #expect(await questions() == 0)
      for number in 1...2 {
        #expect(try await browser.get("/checkout").text.contains("Your payment is not finished"))
        #expect(await questions() == number)
      }
    }
  }

  @Test("Without an answer to that question the page shows what is known")
  func noAnswer() async throws {
    try await fixture.openAtPayment { browser, _ async throws in
      for fault in [FakeFerry.Fault.dropBefore, .problem(Problem(.tooManyRequests, "x"), retryAfter: 7)] {
        await ferry.fail(.pass, fault)
        let page = try await browser.get("/checkout")
        #expect(page.status == 200 && page.text.contains("Your payment is not finished"))
      }
    }
  }

  @Test(
    "The page says why the last attempt was declined, and offers another",
    arguments: [
      ("payment-method-refused", "Your last payment attempt was not accepted."),
      ("refused", "Your last payment attempt was declined."),
      ("timed-out", "Your last payment attempt took too long."),
      ("something-new", "Your last payment attempt was declined."),
      ("verification-failed", "Your bank could not confirm it was you."),
    ])
  func declinedAttempt(reason: String, text: String) async throws {
    try await fixture.openAtPayment { browser, id async throws in
      #expect(!(try await browser.get("/checkout").text.contains(text)))
      await ferry.hear(id, phase: .paying, decline: reason)
      let page = try await browser.get("/checkout").text
      #expect(page.contains(text) && page.contains(#"action="/checkout/continue""#))
    }
  }

  // MARK: Waiting for the provider's decision

  @Test("A pending payment shows order and amount, promises no moment, and its page appears by itself")
  func pendingPayment() async throws {
    try await fixture.openAtPayment { browser, id async throws in
      await ferry.move(id, to: .settling, awaitsProvider: true)
      let confirming = try await browser.get("/checkout").text
      #expect(confirming.contains("One moment.") && confirming.contains(#"data-phase="settling.asked""#))
      await ferry.move(id, to: .settling, payment: Self.pending)
      #expect(try await browser.get("/checkout/phase").text == #"{"phase":"settling"}"#)
      let page = try await browser.get("/checkout").text
      #expect(page.contains("Your payment is pending") && page.contains("several days") && !page.contains("moment"))
      #expect(page.contains("F7K2-9QXM-4TVD") && page.contains("COP 203,000.00"))
      #expect(page.contains("Please do not pay again.") && page.contains("Check again"))
    }
  }

  @Test("A cancellation that waits for a pending payment says what may still happen, and what not to do")
  func cancelledWhilePending() async throws {
    try await fixture.openAtPayment { browser, id async throws in
      try await browser.post("/checkout/cancel")
      let cancelling = try await browser.get("/checkout").text
      #expect(cancelling.contains("We are cancelling your order") && cancelling.contains("Check again"))
      await ferry.move(id, to: .closing, payment: Self.pending)
      #expect(try await browser.get("/checkout/phase").text == #"{"phase":"closing"}"#)
      let page = try await browser.get("/checkout").text
      #expect(
        page.contains("Your order is not cancelled yet") && page.contains("If the bank approves the payment")
          && page.contains("do not pay it"))
      #expect(page.contains("Please do not pay again.") && page.contains("Check again"))
      #expect(page.contains("F7K2-9QXM-4TVD") && page.contains("COP 203,000.00"))
    }
  }
}

extension String {
  /// A page without its footer, which says that the demonstration charges nobody.
  fileprivate var dropFooter: String { firstRange(of: "<footer").map { String(self[..<$0.lowerBound]) } ?? self }
}
