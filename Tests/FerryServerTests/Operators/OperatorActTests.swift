import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("What the operations page says after an act, and while one has to wait")
struct OperatorActTests {
  /// The part of a page that says what became of the act that its address names.
  private func notice(_ page: String) -> String? {
    page.firstMatch(of: /<section id="done".*?<\/section>/).map { String($0.0) }
  }

  /// Follows the redirect of an act.
  private func notice(after answer: TestResponse, _ browser: OperatorBrowser) async throws -> String {
    try #require(answer.status == .seeOther, "\(answer.text)")
    let page = try await browser.get(try #require(answer.headers[.location])).text
    return try #require(notice(page), "\(answer.headers[.location] ?? "")")
  }

  @Test(
    "After a capture, void or refund the page says what the provider has answered",
    arguments: [
      ("capture", "manual", "Capture · ¥500", "Test Pay has confirmed it."),
      ("void", "manual", "Void · ¥3,000", "Test Pay has confirmed it."),
      ("refund", "automatic", "Refund · ¥500", "Test Pay has confirmed it."),
    ])
  func confirmed(_ action: String, _ capture: String, _ name: String, _ sentence: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: capture)
      let browser = try await site.signIn()
      let answer = try await browser.confirm("/checkouts/\(id)/\(action)" + (action == "void" ? "" : "?amount=500"))
      let operation = try #require(try await site.file(id).checkout.payment?.operations.last)
      #expect(answer.headers[.location] == "/checkouts/\(id)?done=\(action)%20\(operation.id)")
      let notice = try await notice(after: answer, browser)
      #expect(notice.contains(name) && notice.contains(sentence), "\(notice)")
    }
  }

  @Test("A pending refund, one without an answer and one that failed each have their own sentence")
  func refund() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      await site.shop.service.takeTime()
      let pending = try await site.paid("A-1", capture: "automatic")
      var answer = try await browser.confirm("/checkouts/\(pending)/refund?amount=500")
      #expect(try await notice(after: answer, browser).contains("Requested. Test Pay has not confirmed it yet."))
      let operation = try #require(try await site.file(pending).checkout.payment?.operations.last)
      let failed = Observation(failures: [OperationFailure(operation.id, .notAllowed)])
      _ = try await site.shop.service.submit(.performed(operation.command, .observed(failed)), to: pending)
      let later = try await browser.get("/checkouts/\(pending)?done=refund+\(operation.id)").text
      let failure = "Test Pay has refused it. No money has moved. (not allowed by the provider)"
      #expect(notice(later)?.contains(failure) == true, "\(notice(later) ?? "")")
      let silent = try await site.paid("A-2", capture: "automatic")
      await site.shop.service.silence()
      answer = try await browser.confirm("/checkouts/\(silent)/refund?amount=500")
      #expect(try await notice(after: answer, browser).contains("Test Pay has not answered yet."))
    }
  }

  @Test("After two refunds each notice is about its own")
  func twoRefunds() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let id = try await site.paid(capture: "automatic")
      let first = try await browser.confirm("/checkouts/\(id)/refund?amount=500")
      let second = try await browser.confirm("/checkouts/\(id)/refund?amount=700")
      #expect(try await notice(after: first, browser).contains("Refund · ¥500"))
      #expect(try await notice(after: second, browser).contains("Refund · ¥700"))
    }
  }

  @Test("Other actions say what has changed, or that nothing has")
  func decisions() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let paid = try await site.paid("A-1", capture: "automatic")
      func act(_ action: String, _ id: CheckoutID) async throws -> String {
        try await notice(after: try await browser.confirm("/checkouts/\(id)/\(action)"), browser)
      }
      #expect(try await act("check", paid).contains("Nothing has changed."))
      #expect(try await act("forget", paid).contains("No buyer data is stored."))
      await site.shop.service.charge(.yen(2_999))
      let accepted = try await site.paid("A-2", capture: "automatic")
      #expect(try await act("ask", accepted).contains("Nothing has changed."))
      #expect(try await act("accept", accepted).contains("The checkout is now in this state: paid."))
      let rejected = try await site.paid("A-3", capture: "automatic")
      #expect(try await act("reject", rejected).contains("The checkout is now in this state: cancelled."))
      await site.shop.service.charge(.yen(3_000))
      await site.shop.service.refund(.yen(300))
      for (index, (action, state)) in [("happened", "succeeded"), ("did-not-happen", "failed")].enumerated() {
        let id = try await site.paid("B-\(index)", capture: "automatic")
        let refund = try await notice(after: try await browser.confirm("/checkouts/\(id)/refund?amount=500"), browser)
        #expect(refund.contains("The outcome is unknown. Decide first"))
        await site.shop.time.advance(by: .seconds(300))
        #expect(try await act(action, id).contains("Refund · ¥500: \(state)"))
      }
    }
  }

  @Test("A dispute and the evidence about it have a sentence, too")
  func dispute() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      try await browser.get("/checkouts/\(id)")
      let fields = ["key": "k1", "dispute": "D-1", "state": "needsResponse", "reason": "fraud"]
      let answer = try await browser.post("/checkouts/\(id)/disputes", fields)
      #expect(try await notice(after: answer, browser).contains("Recorded."))
    }
  }

  @Test("An address that names an act says nothing unless the reader has done it")
  func forged() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let (anna, bert) = (try await site.signIn(), try await site.signIn("bert", OperationsSite.lookKey))
      for done in ["refund", "check", "dispute", "evidence", "webhook+msg_\(id)_1+orders", "%3Cb%3E", "webhooks+x"] {
        #expect(notice(try await anna.get("/checkouts/\(id)?done=\(done)").text) == nil, "\(done)")
      }
      _ = try await anna.confirm("/checkouts/\(id)/check")
      #expect(notice(try await anna.get("/checkouts/\(id)?done=check").text) != nil)
      #expect(notice(try await bert.get("/checkouts/\(id)?done=check").text) == nil)
      #expect(notice(try await anna.get("/checkouts/\(id)").text) == nil)
    }
  }

  @Test("A message that is sent again shows its attempt, on the page of its checkout and in the list")
  func webhook() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      try await site.shop.service.tell(.sample(id, 1, endpoint: "orders"))
      let browser = try await site.signIn()
      for (key, from) in [("k1", ["from": "checkout"]), ("k2", [:])] {
        try await browser.get("/checkouts/\(id)")
        var fields = ["key": key, "message": "msg_\(id)_1", "endpoint": "orders"]
        fields.merge(from) { $1 }
        let answer = try await browser.post("/webhooks/send", fields)
        let location = try #require(answer.headers[.location])
        #expect(location.hasPrefix(from.isEmpty ? "/webhooks?done=webhook" : "/checkouts/\(id)?done=webhook"))
        let notice = try await notice(after: answer, browser)
        #expect(notice.contains("Resend · payment.captured · orders") && notice.contains("Attempt 1: answered 503"))
        let other = try await site.signIn("carl", OperationsSite.otherKey)
        #expect(self.notice(try await other.get("/webhooks?done=webhook+msg_\(id)_1+orders").text) == nil)
      }
      let all = try await browser.post("/webhooks/send-all", ["key": "k3", "endpoint": "orders"])
      #expect(try await notice(after: all, browser).contains("2 waiting, 1 failed"))
      await site.shop.service.deliverAll()
      #expect(try await notice(after: all, browser).contains("All messages for this endpoint are delivered."))
    }
  }

  @Test("While a refund is not confirmed, a sentence with its time stands in the place of the forms")
  func waiting() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic", order: TestServer.mixedOrder)
      let browser = try await site.signIn()
      #expect(try await browser.get("/checkouts/\(id)").text.contains("id=\"refund-amount\""))
      await site.shop.service.takeTime()
      _ = try await browser.confirm("/checkouts/\(id)/refund?amount=500")
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(page.contains(/Refund · ¥500: requested at 20\d\d-\S+ [^.]*\. Test Pay has not confirmed it yet\./))
      #expect(!page.contains("id=\"refund-amount\"") && !page.contains("Refund lines"))
      let bert = try await site.signIn("bert", OperationsSite.lookKey)
      #expect(!(try await bert.get("/checkouts/\(id)").text.contains("requested at")))
    }
  }

  @Test("To capture is said only while something can be captured")
  func authorized() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let id = try await site.paid()
      let words = ["capture what is only authorized", "captures only once"]
      let before = try await browser.get("/checkouts/\(id)").text
      #expect(before.contains(words[0]))
      _ = try await browser.confirm("/checkouts/\(id)/capture?amount=1000")
      let captured = try await site.paid("A-2", capture: "automatic")
      for id in [id, captured] {
        let page = try await browser.get("/checkouts/\(id)").text
        #expect(page.contains("The order is paid. Deliver it."))
        for words in words { #expect(!page.contains(words), "\(words)") }
      }
    }
  }

  @Test("In another language no word of the code stands alone", arguments: Language.allCases.filter { $0 != .english })
  func languages(_ language: Language) async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      try await browser.get("/language/\(language.rawValue)")
      await site.shop.service.takeTime()
      let id = try await site.paid(capture: "automatic")
      _ = try await browser.confirm("/checkouts/\(id)/refund?amount=500")
      let operation = try #require(try await site.file(id).checkout.payment?.operations.last)
      let failed = Observation(failures: [OperationFailure(operation.id, .notAllowed)])
      _ = try await site.shop.service.submit(.performed(operation.command, .observed(failed)), to: id)
      try await site.shop.service.tell(.sample(id, 1, endpoint: "orders"))
      let message = WebhookMessageID(checkout: id, sequence: 1)
      _ = try await site.shop.service.wait(for: WebhookDelivery.ID(endpoint: "orders", message: message), within: .zero)
      try await site.shop.service.update(id) { _, change in
        for result in ["answered 500", "no answer in time", "not sent, the endpoint is gone, given up"] {
          change.log.append(
            LogEntry(
              at: Moment(milliseconds: 0),
              .webhook("checkout.paid", endpoint: "orders", result: result, milliseconds: 1)))
        }
      }
      for path in ["/checkouts/\(id)?done=refund+\(operation.id)", "/webhooks"] {
        let page = try await browser.get(path).text
        let words = page.replacing(/<([a-z]+)[^>]* lang="en">[^<]*<\/\1>/, with: "")
        for english in ["answered", "not-allowed", "no answer", "not sent", "given up", "→ paid", "refund 500"] {
          #expect(!words.contains(english), "\(path): \(english)")
        }
      }
    }
  }

  @Test("The timeline shows what decides, and folds the rest behind one press")
  func folded() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      #expect(!(try await browser.get("/checkouts/\(id)").text.contains("All entries")))
      try await site.shop.service.update(id) { _, change in
        change.log.append(LogEntry(at: Moment(milliseconds: 0), .call("read", result: "answered", milliseconds: 7)))
        change.log.append(LogEntry(at: Moment(milliseconds: 0), .event("provider refused", phase: "paid")))
      }
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(page.contains("<details class=\"all\"><summary>All entries</summary></details>"))
      #expect(page.contains(/<li class="call routine">.*?answered<\/span> 7 ms/))
      #expect(page.contains(/<li class="event"><time[^>]*>[^<]*<\/time><span><span lang="en">provider refused/))
    }
  }
}
