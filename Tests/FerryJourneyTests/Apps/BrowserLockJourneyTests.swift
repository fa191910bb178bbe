import DemoShop
import FerryCore
import FerryTesting
import Testing

/// Journeys in a browser over the server's own routes, with the real engine and the sandbox.
@Suite("A browser, served in process on virtual time")
struct BrowserLockJourneyTests {
  @Test("The buyer's selection is readable once the shop has claimed it, and then paid")
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
      #expect(served.money == MoneyTotals(captured: 9_520))
    }
  }

  @Test("A sender of a mailed start page reads nothing of the victim, and discards their selection by continuing")
  func mailedStart() async throws {
    try await ServedInProcess.run { served in
      let sender = served.browser()
      let created = try await sender.create("cart-1")
      // The victim opens the address in their own browser. The code reaches their session, which has another checkout.
      let victim = served.browser()
      let session = try await victim.start(created)
      try await victim.act(session, "select")
      let code = try #require(try await victim.bringCode(session))
      let seen = try await sender.read(created.id)
      #expect(seen.phase == .reviewing)
      #expect(seen.review == nil)
      await #expect(throws: Unexpected.self) {
        try await sender.confirm(created.id, ConfirmCheckoutBody(revision: 1, total: .yen(9_520)))
      }
      // The victim's session's own checkout does not take it either.
      let own = try await victim.create("cart-of-victim")
      await #expect(throws: Unexpected.self) { try await victim.claim(own.id, code) }
      let again = try await sender.start(try await sender.begin(created.id))
      try await sender.act(again, "select")
      try await sender.comeBackFromSelection(again)
      #expect(again.id != session.id)
      #expect(try await sender.read(created.id).review != nil)
      await #expect(throws: Unexpected.self) { _ = try await victim.bringCode(session) }
      #expect(served.money == MoneyTotals())
    }
  }
}

@Suite("Requests through a proxy that the settings do not know")
struct ForwardedNoticeTests {
  @Test("They are logged once, with the setting to change and without an address")
  func once() async throws {
    let log = RecordedLog()
    try await ServedInProcess.run(logger: log.logger) { served in
      for name in [nil, "X-Forwarded-For", "Forwarded", "x-forwarded-for"] {
        let answer = try await served.send(
          ShopRequest(
            "GET", ServedInProcess.ferry + "/ferry/start",
            headers: name.map { [(name: $0, value: "for=192.0.2.7")] } ?? []))
        #expect(answer.status == 200)
        #expect(log.lines.count == (name == nil ? 0 : 1))
      }
    }
    let line = try #require(log.lines.first)
    #expect(line.hasPrefix("warning: "))
    #expect(line.contains("ferry.limits.trustedProxies (FERRY_LIMITS_TRUSTED_PROXIES)"))
    #expect(!line.contains("192.0.2.7"))
  }
}
