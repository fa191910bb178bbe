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
      #expect(stale.status == .conflict && stale.text.contains("has changed since you opened this page"))
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

  @Test("A reported amount that has changed makes a confirmation stale, and the fresh one names the new amount")
  func reportedAmount() async throws {
    try await OperationsSite.run { site in
      await site.shop.service.charge(.yen(2999))
      let id = try await site.paid(capture: "automatic")
      let anna = try await site.signIn()
      try await anna.get("/checkouts/\(id)/accept")
      let fields = try await anna.confirmation()
      #expect(fields["amount"] == "2999")
      await site.shop.service.recharge(id, .yen(2998))
      _ = try await site.shop.service.submit(.resolve(.ask), to: id)
      let stale = try await anna.post("/checkouts/\(id)/accept", fields)
      #expect(stale.status == .conflict && stale.text.contains("has changed since you opened this page"))
      #expect(OperatorBrowser.field("amount", in: stale.text) == "2998")
      #expect(try await site.file(id).checkout.phase.name == .held)
    }
  }
}
