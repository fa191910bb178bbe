import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Confirmations of a checkout that has changed")
struct StaleConfirmationTests {
  @Test("A confirmation counts for the state that it was made for, and a fresh one is shown")
  func refund() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid(capture: "automatic")
      let (anna, other) = (try await site.signIn(), try await site.signIn())
      let path = "/checkouts/\(id)/refund"
      try await anna.get("\(path)?amount=500")
      #expect(try await other.confirm("\(path)?amount=700").status == .seeOther)
      let stale = try await anna.post(path, try await anna.confirmation())
      #expect(stale.status == .conflict && stale.text.contains("has changed since you opened the page"))
      #expect(stale.text.contains("¥700") && OperatorBrowser.field("amount", in: stale.text) == "500")
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(700))
      var fields: [String: String] = [:]
      for name in ["key", "seen", "amount"] { fields[name] = OperatorBrowser.field(name, in: stale.text) }
      #expect(try await anna.post(path, fields).status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.refunded == .yen(1200))
    }
  }

  @Test("A change in the moment of the commit counts too")
  func race() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2999))
      let id = try await site.paid(capture: "automatic")
      let anna = try await site.signIn()
      try await anna.get("/checkouts/\(id)/accept")
      let fields = try await anna.confirmation()
      await site.shop.service.beforeNextSubmission(.resolve(.reject))
      #expect(try await anna.post("/checkouts/\(id)/accept", fields).status == .conflict)
      #expect(try await site.file(id).checkout.phase.name == .cancelled)
      #expect(try await site.actions(id).isEmpty)
    }
  }

  @Test("Accepting a payment never says that an operation was not done, which is an action of its own")
  func acceptIsNoClosing() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2999))
      let id = try await site.paid(capture: "automatic")
      let browser = try await site.signIn()
      try await browser.get("/checkouts/\(id)/accept")
      let early = try await browser.confirmation()
      #expect(try await browser.get("/checkouts/\(id)/close-operation").status == .conflict)
      #expect(try await browser.confirm("/checkouts/\(id)/accept").status == .seeOther)
      await site.shop.service.silence()
      #expect(try await browser.confirm("/checkouts/\(id)/refund?amount=500").status == .seeOther)
      _ = try await site.shop.service.submit(.resolve(.hold), to: id)
      #expect(try await site.file(id).checkout.payment?.current?.state == .unknown)
      #expect(
        try await browser.post("/checkouts/\(id)/accept", early.merging(["key": "another-key"]) { $1 }).status
          == .conflict)
      #expect(try await browser.get("/checkouts/\(id)/accept").status == .conflict)
      #expect(try await site.file(id).checkout.payment?.current?.state == .unknown)
      let page = try await browser.get("/checkouts/\(id)").text
      #expect(page.contains("The operation was not done") && !page.contains("/checkouts/\(id)/accept"))
      #expect(try await browser.confirm("/checkouts/\(id)/close-operation").status == .seeOther)
      #expect(try await site.file(id).checkout.payment?.current == nil)
      #expect(try await site.actions(id).last == "close-operation by anna")
    }
  }
}
