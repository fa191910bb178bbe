import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySimulation
import Testing

/// A provider's script draws its form into a page of ours. Banks' pages and apps lead the buyer back to it.
@Suite("The payment page, over HTTP", .timeLimit(.minutes(10)))
struct PaymentPageTests {
  private static let bench = ProviderBench.swedbankPay
  private static let cart = ProviderWorld.shopOrigin + "/checkout"

  /// A buyer on the payment page, and the address by which a bank leads them back.
  private static func onPage(
    _ served: ServedProvider
  ) async throws -> (buyer: ScriptedCheckout, session: ScriptedCheckout.Session, page: String) {
    let buyer = served.buyer(try .menu)
    let session = try await buyer.openPayment(reference: "A-1")
    let page = try #require(try await served.file(session.checkout).sentReturnURLs.last?.page)
    return (buyer, session, page)
  }

  private static func expectMenu(_ answer: ScriptedBrowser.Answer, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(answer.status == 200, sourceLocation: sourceLocation)
    #expect(
      String(decoding: answer.body, as: UTF8.self).contains(#""method":"open""#), sourceLocation: sourceLocation)
  }

  @Test("A bank leads back a buyer who has not paid: they see the form again, as often as they come, and pay")
  func notPaid() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let (buyer, session, page) = try await Self.onPage(served)
      Self.expectMenu(try await buyer.visit(page))
      try await buyer.act(session, "decline", card: Self.bench.decline["card"])
      for _ in 1...2 { Self.expectMenu(try await buyer.visit(page)) }
      #expect(try await served.file(session.checkout).checkout.phase.name == .paying)
      try await buyer.act(session, "approve", card: Self.bench.secondTry["card"])
      try await buyer.comeBackFromPayment(session)
      let file = try await served.reach(session.checkout) { $0.isFinal }
      #expect(file.checkout.phase == .paid)
      #expect(served.world.moved(file) == [try #require(file.checkout.agreed).total.minorUnits, 0])
    }
  }

  @Test("A bank leads back a buyer who has paid: the provider is asked at once, and they go on to the shop")
  func paid() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let (buyer, session, page) = try await Self.onPage(served)
      try await buyer.act(session, "approve")
      let answer = try await buyer.visit(page)
      #expect(answer.status == 303)
      #expect(answer.location == Self.cart)
      #expect(try await served.file(session.checkout).checkout.phase == .paid)
      #expect(try await buyer.visit(page).location == Self.cart)
    }
  }

  @Test("While the provider is asked, for example after its notification, the page waits and then shows the form")
  func askedAlready() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let (buyer, session, page) = try await Self.onPage(served)
      for address in [page, String(page.prefix { $0 != "?" })] {
        _ = try await served.world.engine.submit(.recheckRequested, to: CheckoutID(session.checkout))
        Self.expectMenu(try await buyer.visit(address))
      }
    }
  }

  @Test(
    "A buyer who goes back is in the shop, where the payment is not finished, and the page leads there from then on")
  func wentBack() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let (buyer, session, page) = try await Self.onPage(served)
      let cancel = try #require(try await served.file(session.checkout).sentReturnURLs.last?.cancel)
      #expect(try await buyer.visit(cancel).location == Self.cart)
      #expect(try await buyer.visit(page).location == Self.cart)
      let file = try await served.reach(session.checkout) { $0.name == .paying }
      #expect(served.world.moved(file) == [0, 0])
    }
  }

  @Test("Another browser that comes by the bank's address sees where to continue, and nothing of the form")
  func otherBrowser() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let (_, session, page) = try await Self.onPage(served)
      let answer = try await served.strangeBrowser().get(page)
      #expect(answer.status == 403)
      #expect(!String(decoding: answer.body, as: UTF8.self).contains("hostedView"))
      #expect(try await served.file(session.checkout).checkout.phase.name == .paying)
    }
  }
}
