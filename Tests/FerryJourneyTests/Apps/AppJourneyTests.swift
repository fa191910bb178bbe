import AmazonPaySandbox
import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

/// Whole journeys of apps over the server's own routes. Each ends with what the provider's ledger says.
@Suite("Apps, served in process on virtual time")
struct AppJourneyTests {
  @Test("After a decline another checkout of the same order is paid, once", arguments: AppKind.allCases)
  func declinedThenPaid(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let first = try await buyer.review(card: "3434")
      try await buyer.pay(first)
      try await buyer.app.act(first.session, "approve", card: "3434")
      try await buyer.app.act(first.session, "cancel")
      let declined = try await buyer.end(first, served)
      #expect(declined.phase == .declined)
      #expect(declined.decline != nil)
      #expect(served.money == MoneyTotals())
      let again = AppBuyer(kind, served)
      let second = try await again.review(key: "cart-1 again")
      #expect(second.handoff.checkout != first.handoff.checkout)
      try await again.pay(second)
      try await again.app.act(second.session, "approve")
      #expect(try await again.end(second, served).phase == .paid)
      #expect(served.money == MoneyTotals(captured: 9_520))
    }
  }

  @Test(
    "The buyer cancels on the payment page or in the app: no money moves, and another checkout can pay the order",
    arguments: AppKind.allCases, [false, true])
  func cancelledOnPaymentPage(_ kind: AppKind, isByApp: Bool) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let reviewing = try await buyer.review()
      try await buyer.pay(reviewing)
      if isByApp {
        #expect(try await buyer.app.cancel(reviewing.handoff).checkout.phase == .cancelled)
      } else {
        try await buyer.app.act(reviewing.session, "cancel")
        #expect(try await buyer.end(reviewing, served).phase == .cancelled)
      }
      #expect(served.money == MoneyTotals())
      let again = AppBuyer(kind, served)
      let second = try await again.review(key: "cart-1 again")
      try await again.pay(second)
      try await again.app.act(second.session, "approve")
      #expect(try await again.end(second, served).phase == .paid)
      #expect(served.money == MoneyTotals(captured: 9_520))
    }
  }

  @Test("The buyer changes address and card, and pays the review that was shown last", arguments: AppKind.allCases)
  func changes(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let first = try await buyer.review()
      let moved = try await buyer.change(first, .address, address: "hokkaido")
      // Until the claim, the earlier review cannot be confirmed either.
      #expect(try await buyer.app.confirm(first.handoff, first.agreed).problem?.type == .returnUnclaimed)
      let second = try await buyer.claim(first.handoff, first.session, moved)
      #expect(second.agreed == ConfirmCheckoutBody(revision: 2, total: .yen(10_060)))
      #expect(try await buyer.app.confirm(first.handoff, first.agreed).problem?.type == .reviewChanged)
      let third = try await buyer.claim(
        second.handoff, second.session, try await buyer.change(second, .payment, card: "4444"))
      #expect(third.checkout.review?.paymentDescriptor != first.checkout.review?.paymentDescriptor)
      try await buyer.pay(third)
      try await buyer.app.act(third.session, "approve")
      #expect(try await buyer.end(third, served).receipt?.total == .yen(10_060))
      #expect(served.money == MoneyTotals(captured: 10_060))
    }
  }

  @Test(
    "A buyer who does not continue leaves an expired checkout and no money", arguments: AppKind.allCases, [false, true])
  func expired(_ kind: AppKind, isPaying: Bool) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let reviewing = try await buyer.review()
      if isPaying { try await buyer.pay(reviewing) }
      try await served.world.time.sleep(for: .seconds(2 * 86_400))
      let end = try await buyer.app.read(reviewing.handoff)
      #expect(end.phase == .expired)
      #expect(end.review == nil)
      #expect(served.money == MoneyTotals())
    }
  }

  @Test("Another secure browser before the first claim starts over, and the first one's session is ignored")
  func restartInAnotherBrowser() async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(.native, served)
      let handoff = try await buyer.app.create("cart-1")
      let session = try await buyer.app.select(handoff.ticket)
      try await buyer.app.act(session, "select", address: "hokkaido")
      _ = try await buyer.app.comeBackFromSelection(session)
      let ticket = try await buyer.app.begin(handoff).checkout.ticket
      let other = ScriptedApp(buyer.app, browser: ScriptedBrowser(served))
      guard case .selection(let second) = try await other.open(ticket) else {
        Issue.record("The other browser is not sent to the provider.")
        return
      }
      let file = try #require(await served.world.engine.file(CheckoutID(handoff.checkout)))
      #expect(file.details == nil)
      #expect(file.record == nil)
      #expect(file.checkout.session == nil)
      // The first browser's return is refused, and the second browser cannot bring its session.
      guard case .page(403) = try await buyer.app.comeBackFromSelection(session) else {
        Issue.record("The first browser still has a way back.")
        return
      }
      let planted = second.returnURL.replacing(second.id, with: session.id)
      let link = try await other.follow(planted).link
      #expect(try await other.claim(handoff, link).checkout.phase == .selecting)
      let again = try await other.select(try await other.begin(handoff).checkout.ticket)
      try await other.act(again, "select")
      let claimed = try await other.claim(handoff, try await other.comeBackFromSelection(again).link).checkout
      #expect(claimed.review?.total == .yen(9_520))
      #expect(served.money == MoneyTotals())
    }
  }

  @Test("Another installation of the app, with its own verifier, does not get the checkout of the earlier one")
  func otherInstallation() async throws {
    try await ServedInProcess.run { served in
      let first = try await AppBuyer(.native, served).review()
      let other = AppBuyer(.native, served)
      let handoff = try await other.app.create("cart-1", key: "cart-1 again")
      #expect(handoff.checkout != first.handoff.checkout)
      #expect(try await other.app.read(handoff).phase == .open)
      let put = try await other.app.shopReads(first.handoff)
      #expect(put.phase == .cancelled)
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
