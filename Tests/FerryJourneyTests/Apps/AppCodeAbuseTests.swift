import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Testing

@Suite("Stolen codes and tokens of apps, served in process on virtual time")
struct AppCodeAbuseTests {
  @Test("Swapped, earlier and expired codes open nothing", arguments: AppKind.allCases)
  func codes(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let other = AppBuyer(kind, served)
      let back = try await buyer.selects()
      let others = try await other.selects("cart-2")
      #expect(try await buyer.app.claim(back.handoff, others.link).problem?.type == .codeInvalid)
      #expect(try await other.app.claim(others.handoff, back.link).problem?.type == .codeInvalid)
      // The code expires after ten minutes; the return page is shown again.
      try await served.world.time.sleep(for: .seconds(600))
      #expect(try await buyer.app.claim(back.handoff, back.link).problem?.type == .codeInvalid)
      guard case .back(let arrival) = try await buyer.app.open(try await buyer.app.begin(back.handoff).checkout.ticket)
      else {
        Issue.record("The browser is sent to the provider again.")
        return
      }
      let first = try await buyer.claim(back.handoff, back.session, arrival)
      let moved = try await buyer.change(first, .payment, card: "4444")
      // The result of the former round trip does not count for this one.
      #expect(try await buyer.app.claim(back.handoff, try arrival.link).problem?.type == .codeInvalid)
      #expect(try await buyer.app.read(back.handoff).isLocked)
      let second = try await buyer.claim(back.handoff, back.session, moved)
      try await buyer.pay(second)
      for link in [try arrival.link, try moved.link] {
        #expect(try await buyer.app.claim(back.handoff, link).problem?.type == .codeInvalid)
      }
      try await buyer.app.act(second.session, "approve")
      let last = try await buyer.app.comeBackFromPayment(second.session).link
      #expect(try await other.app.claim(others.handoff, last).problem?.type == .codeInvalid)
      #expect(try await buyer.app.claim(back.handoff, last).checkout.isLocked == false)
      #expect(try await buyer.app.read(back.handoff, served.world.time) { $0.phase.isFinal }.phase == .paid)
      #expect(served.money == MoneyTotals(captured: 9_520))
    }
  }

  @Test(
    "A page of another site starts nothing in the victim's browser and binds it to nothing; the ticket stays unspent",
    arguments: AppKind.allCases)
  func loginCSRF(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let owner = AppBuyer(kind, served)
      let handoff = try await owner.app.create("cart-1")
      let ticket = try #require(handoff.ticket)
      let victim = ScriptedApp(owner.app, browser: ScriptedBrowser(served))
      let body = Array(#"{"ticket":"\#(ticket.text)"}"#.utf8)
      let start = ServedInProcess.ferry + "/ferry/start"
      for headers in [
        ["origin": "https://evil.example", "sec-fetch-site": "cross-site"], ["origin": "null"], [:],
        ["origin": "http://127.0.0.1:3080", "sec-fetch-site": "same-site"],
      ] {
        #expect(try await victim.browser.post(start, json: body, headers: headers).status == 403)
      }
      // A form can send this, even from a page of our own.
      let own = ["origin": ServedInProcess.ferry, "sec-fetch-site": "same-origin"]
      #expect(try await victim.browser.post(start, form: "ticket=\(ticket.text)", headers: own).status == 415)
      let session = try await owner.app.select(ticket)
      try await owner.app.act(session, "select")
      let arrival = try await owner.app.comeBackFromSelection(session)
      let reviewing = try await owner.claim(handoff, session, arrival)
      // The victim's browser is not the bound one. The owner keeps their claim.
      guard case .page(403) = try await victim.comeBackFromSelection(session) else {
        Issue.record("The victim's browser is bound to the attacker's checkout.")
        return
      }
      try await owner.pays(reviewing, served)
    }
  }

  @Test(
    "The browser is closed at each step, and each time the buyer continues there and pays once",
    arguments: AppKind.allCases)
  func closedAtEachStep(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let app = buyer.app
      let handoff = try await app.create("cart-1")
      _ = try await app.select(handoff.ticket)
      let session = try await app.select(try await app.begin(handoff).checkout.ticket)
      try await app.act(session, "select")
      _ = try await app.comeBackFromSelection(session)
      func goesOn() async throws -> ScriptedApp.Opening {
        try await app.open(try await app.begin(handoff).checkout.ticket)
      }
      guard case .back(let arrival) = try await goesOn() else {
        Issue.record("The way back is not shown again.")
        return
      }
      let reviewing = try await buyer.claim(handoff, session, arrival)
      _ = try await buyer.departForChange(reviewing, .address)
      guard case .change = try await goesOn() else {
        Issue.record("The change is not gone on with.")
        return
      }
      #expect(try await app.keep(handoff).checkout.review == reviewing.checkout.review)
      try await buyer.pay(reviewing)
      guard case .payment = try await goesOn() else {
        Issue.record("The payment is not gone on with.")
        return
      }
      try await app.act(session, "approve")
      #expect(try await buyer.end(reviewing, served).phase == .paid)
      #expect(served.money == MoneyTotals(captured: 9_520))
    }
  }
}
