import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Testing

/// Attacks on a buyer with an app, over the server's own routes, with the real engine and the sandbox: for each kind
/// of app, and to the end, where the provider's ledger holds what the buyer agreed to, or nothing.
@Suite("Attacks on apps, served in process on virtual time")
struct AppAbuseJourneyTests {
  @Test(
    "An attacker who mails the provider's page gets nothing of the victim's selection", arguments: AppKind.allCases
  )
  func mailedProviderPage(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let sender = AppBuyer(kind, served)
      let handoff = try await sender.app.create("cart-1")
      let session = try await sender.app.select(handoff.ticket)
      let victim = ScriptedApp(sender.app, browser: ScriptedBrowser(served))
      try await victim.act(session, "select")
      guard case .page(403) = try await victim.comeBackFromSelection(session),
        case .page(403) = try await sender.app.comeBackFromSelection(session)
      else {
        Issue.record("One of them is led on.")
        return
      }
      // The sender's new start page has another return URL, which the victim's session does not have.
      let own = try await sender.app.select(try await sender.app.begin(handoff).checkout.ticket)
      _ = try await sender.app.follow(own.returnURL.replacing(own.id, with: session.id))
      try await served.world.time.sleep(for: .seconds(5))
      #expect(try await sender.app.read(handoff).phase == .selecting)
      let file = try #require(await served.world.engine.file(CheckoutID(handoff.checkout)))
      #expect(file.details == nil)
      #expect(file.checkout.selection == nil)
      // With their own selection the sender continues.
      try await sender.app.act(own, "select")
      let arrival = try await sender.app.comeBackFromSelection(own)
      try await sender.pays(try await sender.claim(handoff, own, arrival), served)
    }
  }

  @Test(
    "A sender who waits for the victim's selection loses the session by looking too early",
    arguments: [AppKind.native, .webView])
  func lookedTooEarly(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let sender = AppBuyer(kind, served)
      let handoff = try await sender.app.create("cart-1")
      let session = try await sender.app.select(handoff.ticket)
      _ = try await sender.app.comeBackFromSelection(session)
      _ = try await sender.app.read(handoff, served.world.time) { !$0.awaitsProvider }
      let victim = ScriptedApp(sender.app, browser: ScriptedBrowser(served))
      try await victim.act(session, "select")
      // The victim's browser is still on its way.
      let link = try await sender.app.comeBackFromSelection(session).link
      try await served.world.time.sleep(for: .seconds(5))
      let claimed = try await sender.app.claim(handoff, link).checkout
      #expect(claimed.phase == .selecting)
      #expect(claimed.review == nil)
      let own = try await sender.app.select(try await sender.app.begin(handoff).checkout.ticket)
      #expect(own.returnURL != session.returnURL)
      _ = try await sender.app.follow(own.returnURL.replacing(own.id, with: session.id))
      try await served.world.time.sleep(for: .seconds(5))
      let file = try #require(await served.world.engine.file(CheckoutID(handoff.checkout)))
      #expect(file.checkout.selection == nil)
      #expect(file.details == nil)
      // With their own selection the sender continues.
      try await sender.app.act(own, "select")
      let arrival = try await sender.app.comeBackFromSelection(own)
      try await sender.pays(try await sender.claim(handoff, own, arrival), served)
    }
  }

  @Test(
    "A payment that returns in another browser is checked at once, and that browser gets nothing",
    arguments: AppKind.allCases)
  func paymentElsewhere(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let reviewing = try await buyer.review()
      try await buyer.pay(reviewing)
      let other = ScriptedApp(buyer.app, browser: ScriptedBrowser(served))
      // Before the approval it has no effect: the buyer is still on the page.
      guard case .page(403) = try await other.comeBackFromPayment(reviewing.session) else {
        Issue.record("The other browser is led on.")
        return
      }
      _ = try await buyer.app.read(reviewing.handoff, served.world.time) { $0.phase == .paying }
      try await buyer.app.act(reviewing.session, "approve")
      let returned = served.world.time.now
      guard case .page(403) = try await other.comeBackFromPayment(reviewing.session) else {
        Issue.record("The other browser is led on.")
        return
      }
      // The buyer leaves, but has paid.
      _ = try await buyer.app.cancel(reviewing.handoff)
      #expect(try await buyer.app.read(reviewing.handoff, served.world.time) { $0.phase.isFinal }.phase == .paid)
      #expect(served.world.time.now.since(returned) < .seconds(20))
      #expect(served.money == MoneyTotals(captured: 9_520))
    }
  }

  @Test("An unclaimed selection is deleted when its checkout ends", arguments: AppKind.allCases)
  func forgotten(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let back = try await buyer.selects()
      func details() async throws -> BuyerDetails? {
        try #require(await served.world.engine.file(CheckoutID(back.handoff.checkout))).details
      }
      _ = try await buyer.app.read(back.handoff, served.world.time) { $0.phase == .reviewing }
      #expect(try await details() != nil)
      #expect(try await buyer.app.cancel(back.handoff).checkout.phase == .cancelled)
      #expect(try await details() == nil)
    }
  }
}
