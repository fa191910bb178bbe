import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerrySimulation
import FerryTesting
import HTTPTypes
import Testing

/// A buyer who takes a slip at PlacetoPay, which they pay at a counter later.
@Suite("PlacetoPay: a cash slip", .timeLimit(.minutes(10)))
struct PlacetoPaySlipTests {
  private static let path = "/v1/checkouts/"

  @Test("A slip that waits can be opened again, also in another browser; a cancelled order ends with it")
  func slip() async throws {
    let (pages, closing, end) = try await ServedProvider.run(.placetoPay) { served in
      let buyer = served.buyer()
      let session = try await buyer.openPayment(reference: "slip")
      try served.world.act(.approve, on: session.id, ["method": "cash"])
      try await buyer.comeBackFromPayment(session)
      let pending = try await buyer.read(session.checkout)
      #expect(pending.phase == .settling && pending.canBegin)
      var pages: [String] = []
      // Days later the browser has lost its cookie.
      for browser in [buyer, served.buyer()] {
        let begun: CheckoutBody = try await buyer.api.call(
          "POST", Self.path + session.checkout + "/begin", String?.none)
        let address = try await browser.paymentPage(begun)
        pages.append(String(decoding: try await browser.browser.get(address).body, as: UTF8.self))
        try await browser.comeBackFromPayment(session)
      }
      let closing = try await buyer.cancel(session.checkout)
      let file = try await served.world.reach(CheckoutID(session.checkout)) { $0.isFinal }
      return (pages, closing, file.checkout.phase)
    }
    for page in pages { #expect(page.contains("Pay this slip before")) }
    #expect(closing.phase == .closing && !closing.canBegin)
    #expect(end.isFinal && end != .paid)
  }

  @Test("A slip that is paid after the cancellation pays the order")
  func paidAfterCancelling() async throws {
    let phase = try await ServedProvider.run(.placetoPay) { served in
      let buyer = served.buyer()
      let session = try await buyer.openPayment(reference: "slip")
      try served.world.act(.approve, on: session.id, ["method": "cash"])
      try await buyer.comeBackFromPayment(session)
      _ = try await buyer.cancel(session.checkout)
      try await served.world.payAtCounter(session.id)
      return try await served.world.reach(CheckoutID(session.checkout)) { $0.isFinal }.checkout.phase
    }
    #expect(phase == .paid)
  }
}

extension ProviderWorld {
  /// The buyer pays the slip of a session.
  fileprivate func payAtCounter(_ session: String) async throws {
    var request = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:3081",
      path: "/control/placetopay/sessions/\(session)/approve")
    request.headerFields[.contentType] = "application/json"
    let answer = try await sandbox.exchange(request, body: Array("{}".utf8), endsWithService: false)
    try #require(answer.response.status.kind == .successful, "\(String(decoding: answer.body, as: UTF8.self))")
  }
}
