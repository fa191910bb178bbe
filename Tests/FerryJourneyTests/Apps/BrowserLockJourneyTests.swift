import FerryCore
import FerryScriptedBuyer
import FerryTesting
import Testing

/// Journeys in a browser over the server's own routes, with the real engine and the sandbox.
@Suite("A browser, served in process on virtual time")
struct BrowserLockJourneyTests {
  @Test("What the buyer chose is told once the shop has claimed it, and then paid")
  func paid() async throws {
    try await ServedInProcess.run { served in
      let buyer = served.browser()
      let created = try await buyer.create("cart-1")
      let session = try await buyer.start(created)
      try await buyer.act(session, "select")
      let code = try #require(try await buyer.bringCode(session))
      let locked = try await buyer.read(created.id)
      #expect(locked.isLocked)
      #expect(locked.review == nil)
      let review = try #require(try await buyer.claim(created.id, code).review)
      #expect(review.shippingAddress != nil)
      let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
      _ = try await buyer.paymentPage(try await buyer.confirm(created.id, agreed))
      try await buyer.act(session, "approve")
      try await buyer.comeBackFromPayment(session)
      #expect(try await buyer.read(created.id).phase == .paid)
      #expect(served.money == [9_520, 0, 0])
    }
  }

  @Test("Who has mailed his start page to somebody reads nothing of her, and going on himself discards what she chose")
  func mailedStart() async throws {
    try await ServedInProcess.run { served in
      let sender = served.browser()
      let created = try await sender.create("cart-1")
      // She opens the address in her own browser; the code comes to her session of the shop, which has not this checkout.
      let her = served.browser()
      let hers = try await her.start(created)
      try await her.act(hers, "select")
      let code = try #require(try await her.bringCode(hers))
      let his = try await sender.read(created.id)
      #expect(his.phase == .reviewing)
      #expect(his.review == nil)
      await #expect(throws: Unexpected.self) {
        try await sender.confirm(created.id, ConfirmCheckoutBody(revision: 1, total: .yen(9_520)))
      }
      // Her session's own checkout does not take it either.
      let own = try await her.create("cart-of-hers")
      await #expect(throws: Unexpected.self) { try await her.claim(own.id, code) }
      let again = try await sender.start(try await sender.begin(created.id))
      try await sender.act(again, "select")
      try await sender.comeBackFromSelection(again)
      #expect(again.id != hers.id)
      #expect(try await sender.read(created.id).review != nil)
      await #expect(throws: Unexpected.self) { _ = try await her.bringCode(hers) }
      #expect(served.money == [0, 0, 0])
    }
  }
}
