import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Held payments on the operations page")
struct OperatorHeldTests {
  @Test("Both amounts stand side by side, with state and currency, and a captured one is called captured")
  func sideBySide() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2_999))
      let (id, reserved) = (try await site.paid(capture: "automatic"), try await site.paid("A-2"))
      let browser = try await site.signIn("bert", OperationsSite.lookKey)
      let page = try await browser.get("/checkouts/\(id)").text
      for text in [
        #"<h3>Requested</h3><p class="sum">¥3,000</p><p class="small lead">JPY</p>"#,
        #"<h3>Reported by the provider</h3><p class="sum">¥2,999</p><p class="small lead">JPY</p>"#,
        #"<span class="chip bad">Captured</span>"#,
        "¥2,999 has already been captured. A person must decide. Until then Ferry moves no money",
      ] { #expect(page.contains(text), "\(text)") }
      #expect(!page.contains("No payment yet"))
      let authorized = try await browser.get("/checkouts/\(reserved)").text
      #expect(authorized.contains(#"<span class="chip open">Authorized</span>"#))
      #expect(authorized.contains("<p>A person must decide.") && !authorized.contains("already been captured"))
    }
  }

  @Test("No language says that nothing is captured above a captured amount", arguments: Language.allCases)
  func capturedAbove(language: Language) async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2_999))
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      try await browser.get("/language/\(language.rawValue)")
      let page = try await browser.get("/checkouts/\(id)").text
      for text in ["nothing is captured", "売上は確定され", "no se captura nada", "Inget debiteras"] {
        #expect(!page.contains(text), "\(text)")
      }
      #expect(page.contains("class=\"compare\""))
    }
  }

  @Test("Each decision names before it is taken what it does to buyer, shop and money")
  func effects() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2_999))
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(id)").text
      for (decision, effects) in [
        ("accept", ["Sees that the order is paid: ¥2,999.", "and ships it.", "¥2,999 stays captured."]),
        ("reject", ["Reads that the payment was cancelled.", "and ships nothing.", "¥2,999 is refunded."]),
        ("ask", ["Still reads that the payment is being checked.", "Ships nothing yet.", "answer is clear."]),
      ] {
        let question = try await browser.get("/checkouts/\(id)/\(decision)").text
        for effect in effects { #expect(page.contains(effect) && question.contains(effect), "\(effect)") }
      }
    }
  }

  @Test("After a rejection the page says that the money went back, is on its way, or could not be returned")
  func returned() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2_999))
      let browser = try await site.signIn()
      let done = try await site.paid("A-1", capture: "automatic")
      _ = try await browser.confirm("/checkouts/\(done)/reject")
      let after = try await browser.get("/checkouts/\(done)").text
      #expect(after.contains("¥2,999 went back to the buyer. Nothing to do.") && !after.contains("without a payment"))
      let slow = try await site.paid("A-2", capture: "automatic")
      await site.shop.service.takeTime()
      _ = try await browser.confirm("/checkouts/\(slow)/reject")
      #expect(try await browser.get("/checkouts/\(slow)").text.contains("¥2,999 is on its way back to the buyer."))
      let failed = try await site.paid("A-3", capture: "automatic")
      await site.shop.service.answerReadsAlone()
      _ = try await browser.confirm("/checkouts/\(failed)/reject")
      guard case .requested(let command)? = try await site.file(failed).checkout.payment?.current?.state else {
        Issue.record("The refund was not requested.")
        return
      }
      _ = try await site.shop.service.submit(.performed(command, .rejected(.notAllowed)), to: failed)
      let page = try await browser.get("/checkouts/\(failed)").text
      #expect(page.contains("¥2,999 could not be returned. Try again, or return it at the provider"))
      #expect(page.contains("/checkouts/\(failed)/reject\"") && !page.contains("went back to the buyer"))
    }
  }

  @Test("An operation of unknown outcome counts as done or not, and the page says so before")
  func operation() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      await site.shop.service.refund(.yen(300))
      _ = try await browser.confirm("/checkouts/\(id)/refund?amount=500")
      let page = try await browser.get("/checkouts/\(id)").text
      for text in [
        "Notices nothing.", "Keeps the order as paid, and is told the outcome.",
        "Nothing moves. ¥300 counts as done.", "as not done, and it can be requested again.",
      ] { #expect(page.contains(text), "\(text)") }
    }
  }

  @Test("The API says the same of a held checkout, and nothing of another")
  func api() async throws {
    try await OperationsSite.run { site in
      let paid = try await site.paid("A-1", capture: "automatic")
      await site.shop.service.charge(.yen(2_999))
      let id = try await site.paid("A-2", capture: "automatic")
      let body = try await site.shop.call(.get, "/v1/checkouts/\(id)").decoded(CheckoutBody.self)
      #expect(
        body.held
          == HeldBody(
            reason: "amount-mismatch", asked: .yen(3_000),
            seen: HeldMoneyBody(
              state: .captured, authorized: .yen(2_999), captured: .yen(2_999), refunded: .yen(0), unreadable: nil),
            decisions: ["ask", "accept", "reject"]))
      #expect(body.holdReason == "amount-mismatch" && body.mismatch?.reported == .yen(2_999))
      let other = try await site.shop.call(.get, "/v1/checkouts/\(paid)").decoded(CheckoutBody.self)
      #expect(other.held == nil)
    }
  }
}
