import DemoShop
import FerryCheckout
import FerryCore
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

/// An app on Android whose Custom Tab shows GMO's pages: the tab posts the result across sites, or is sent to the cancel link,
/// and ends at an App Link.
@Suite("An Android app at GMO's payment page", .timeLimit(.minutes(10)))
struct AndroidGatewayTests {
  private static let bench = ProviderBench.gmoPGUnproven

  /// The buyer is on the processing page.
  private struct Paying: Sendable {
    let served: ServedProvider
    let buyer: AppBuyer
    let reviewing: AppBuyer.Reviewing
    /// GMO's page, which a form opens.
    let page: ScriptedApp.Session

    init(_ served: ServedProvider, _ reference: String = "cart-1", key: String? = nil) async throws {
      self.served = served
      buyer = AppBuyer(.native, served.app())
      reviewing = try await buyer.review(reference, key: key)
      guard case .selection(let page) = try await buyer.app.open(try await buyer.confirm(reviewing)) else {
        throw Unexpected("The ticket does not lead to GMO's page.")
      }
      self.page = page
    }

    var id: String { reviewing.handoff.checkout }

    /// The tab starts the app with a link, which claims the result.
    func end(_ arrival: ScriptedApp.Arrival) async throws -> AppCheckoutBody {
      guard case .app(let link) = arrival else { throw Unexpected("The tab does not lead to the app.") }
      #expect(link.checkout == id)
      _ = try await buyer.app.claim(reviewing.handoff, link).checkout
      return try await buyer.app.read(reviewing.handoff, served.world.time) { $0.phase.isFinal }
    }

    /// The total that GMO has captured.
    func captured() async throws -> Int64 { served.world.moved(try await served.file(id))[0] }

    var total: Int64 { reviewing.agreed.total.minorUnits }
  }

  @Test("The result is posted without the cookie, the redirect leads into the app by its link, and the app gets paid")
  func paid() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let paying = try await Paying(served)
      try await paying.buyer.app.act(paying.page, "approve")
      try await served.post(try #require(try await served.gatewayReturn(paying.id)))
      let arrival = try await paying.buyer.app.comeBackFromPayment(paying.page)
      #expect(try await paying.end(arrival).phase == .paid)
      #expect(try await paying.captured() == paying.total)
    }
  }

  enum Leaving: CaseIterable, Sendable {
    case cancels
    /// Cancels after a declined card. GMO then calls the payment failed, and one of its two ways leads back.
    case declinedByResult, declinedByCancelLink
  }

  @Test(
    "A buyer who cancels on the processing page, also after a declined card, is back in the app, and the order is free",
    arguments: Leaving.allCases)
  func cancelled(_ leaving: Leaving) async throws {
    try await ServedProvider.run(Self.bench) { served in
      let paying = try await Paying(served)
      if leaving != .cancels { try await paying.buyer.app.act(paying.page, "decline") }
      try await paying.buyer.app.act(paying.page, "cancel")
      let form = try await served.gatewayReturn(paying.id)
      #expect(form?["Status"] == (leaving == .cancels ? nil : "PAYFAIL"))
      if leaving == .declinedByResult { try await served.post(try #require(form)) }
      let arrival =
        try await leaving == .declinedByResult
        ? paying.buyer.app.comeBackFromPayment(paying.page) : paying.buyer.app.returnToShop(paying.page)
      #expect(try await paying.end(arrival).phase == (leaving == .cancels ? .cancelled : .declined))
      #expect(try await paying.captured() == 0)
      #expect(try await served.world.balances().isEmpty)

      let again = try await Paying(served, key: "cart-1 again")
      try await again.buyer.app.act(again.page, "approve")
      #expect(try await again.end(try await again.buyer.app.comeBackFromPayment(again.page)).phase == .paid)
      #expect(try await again.captured() == again.total)
    }
  }
}
