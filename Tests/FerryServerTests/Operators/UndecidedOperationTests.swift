import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Operations of unknown outcome on the operations page")
struct UndecidedOperationTests {
  /// A refund of ¥500 of a paid checkout has no answer.
  private func unanswered(_ site: OperationsSite, _ browser: OperatorBrowser) async throws -> CheckoutID {
    let id = try await site.paid(capture: "automatic")
    await site.shop.service.silence()
    #expect(try await browser.confirm("/checkouts/\(id)/refund?amount=500").status == .seeOther)
    _ = try await site.shop.service.submit(.resolve(.hold), to: id)
    #expect(try await site.file(id).checkout.payment?.current?.state == .unknown)
    return id
  }

  @Test(
    "An operation is decided by its own two actions, and accepting a payment decides none",
    arguments: [
      ("happened", Int64(500), "happened 500 JPY by anna", "The operation went through · ¥500"),
      ("did-not-happen", 0, "did-not-happen by anna", "The operation did not go through"),
    ])
  func decided(action: String, refunded: Int64, entry: String, title: String) async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let id = try await unanswered(site, browser)
      let early = try await browser.get("/checkouts/\(id)/did-not-happen")
      #expect(early.status == .conflict && early.text.contains("may still arrive at the provider"))
      await site.shop.time.advance(by: .seconds(300))
      let page = try await browser.get("/checkouts/\(id)").text
      let operation = try #require(try await site.file(id).checkout.payment?.current?.id)
      for text in [
        "The operation went through", "The operation did not go through", "/checkouts/\(id)/ask",
        "Refund · \(operation)",
      ] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(!page.contains("/checkouts/\(id)/accept") && !page.contains("/checkouts/\(id)/hold"))
      for other in ["accept", "reject"] {
        #expect(try await browser.get("/checkouts/\(id)/\(other)").status == .conflict, "\(other)")
      }
      let question = try await browser.get("/checkouts/\(id)/\(action)")
      #expect(
        question.status == .ok && question.text.contains(title) && question.text.contains("Refund · \(operation)"))
      let fields = try await browser.confirmation()
      for _ in 1...2 {
        let answer = try await browser.post("/checkouts/\(id)/\(action)", fields)
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/checkouts/\(id)?done=\(action)%20\(operation)")
      }
      let payment = try #require(try await site.file(id).checkout.payment)
      #expect(payment.current == nil && payment.refunded == .yen(refunded))
      #expect(try await site.actions(id).last == entry)
      #expect(try await site.actions(id).count == 2)
    }
  }

  @Test(
    "The amount that the provider reports is shown and filled in, and an amount that its totals contradict is refused")
  func otherAmount() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let id = try await site.paid(capture: "automatic")
      await site.shop.service.refund(.yen(300))
      #expect(try await browser.confirm("/checkouts/\(id)/refund?amount=500").status == .seeOther)
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(page.contains("Reported by the provider: ¥300") && page.contains("value=\"300\""))
      let wrong = try await browser.get("/checkouts/\(id)/happened?amount=500")
      #expect(wrong.status == .conflict && wrong.text.contains("has risen by ¥300"))
      let unreadable = try await browser.get("/checkouts/\(id)/happened?amount=3e2")
      #expect(unreadable.status == .conflict && unreadable.text.contains("Enter digits"))
      let question = try await browser.get("/checkouts/\(id)/happened")
      #expect(OperatorBrowser.field("amount", in: question.text) == "300")
      var fields = try await browser.confirmation()
      fields["amount"] = nil
      #expect(try await browser.post("/checkouts/\(id)/happened", fields).status == .unprocessableContent)
      #expect(try await site.file(id).checkout.payment?.current?.state == .unknown)
      #expect(try await browser.confirm("/checkouts/\(id)/happened").status == .seeOther)
      let payment = try #require(try await site.file(id).checkout.payment)
      #expect(payment.current == nil && payment.refunded == .yen(300) && payment.refundable == .yen(2700))
    }
  }

  @Test("A held checkout with an operation of unknown outcome offers to ask, and to decide the operation first")
  func held() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2999))
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      // The refund of a rejected payment has no answer.
      await site.shop.service.answerReadsAlone()
      _ = try await site.shop.service.submit(.resolve(.reject), to: id)
      _ = try await site.shop.service.submit(.resolve(.hold), to: id)
      let checkout = try await site.file(id).checkout
      #expect(checkout.phase.name == .held && checkout.payment?.current?.state == .unknown)
      let page = try await browser.get("/checkouts/\(id)").text
      for action in ["ask", "happened", "did-not-happen"] {
        #expect(page.contains("/checkouts/\(id)/\(action)"), "\(action)")
      }
      for action in ["accept", "reject"] {
        #expect(!page.contains("/checkouts/\(id)/\(action)"), "\(action)")
        let refused = try await browser.get("/checkouts/\(id)/\(action)")
        #expect(
          refused.status == .conflict && refused.text.contains("Decide first whether it went through"), "\(action)")
      }
      #expect(try await browser.confirm("/checkouts/\(id)/happened").status == .seeOther)
      #expect(try await site.file(id).checkout.phase.name == .cancelled)
    }
  }

  @Test("Nothing is decided about an operation whose outcome is known", arguments: ["happened", "did-not-happen"])
  func known(action: String) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)/\(action)")
      #expect(page.status == .conflict && page.text.contains("No operation has an unknown outcome"))
    }
  }
}
