import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

/// The provider's first page is the payment page, so there is no selection that could restart.
@Suite("A journey that starts with the payment page")
struct PayJourneyTests {
  /// The ticket of a buyer who has confirmed.
  private func agreed(on server: TestServer) async throws -> (id: String, ticket: String) {
    let created = try await server.create().decoded(CheckoutBody.self)
    #expect(created.next == nil)
    let confirmed = try await server.call(.post, "/v1/checkouts/\(created.id)/confirm", TestApp.agreed())
    return (created.id, try confirmed.decoded(CheckoutBody.self).ticket)
  }

  private func begin(_ id: String, on server: TestServer) async throws -> String {
    try await server.call(.post, "/v1/checkouts/\(id)/begin").decoded(CheckoutBody.self).ticket
  }

  @Test("A buyer whose answer with the cookie was lost pays with another ticket, and returns")
  func lostAnswer() async throws {
    try await TestServer.run(journey: .pay) { server in
      let (id, ticket) = try await agreed(on: server)
      let lost = try await server.browser(of: id, after: try await server.spend(ticket))
      let again = try await server.spend(try await begin(id, on: server))
      #expect(again.status == .ok)
      let buyer = try await server.browser(of: id, after: again)
      let next = try await server.visit("/ferry/next/\(id)", cookie: buyer.cookie)
      #expect(next.headers[.location] == MemoryCheckouts.page)
      #expect(buyer.cookie != lost.cookie)
      // The provider already has the return URL.
      #expect(buyer.nonce == lost.nonce)
      #expect(try await server.visit(lost.path("pay"), cookie: lost.cookie).status == .forbidden)
      let back = try await server.visit(buyer.path("pay"), cookie: buyer.cookie)
      #expect(back.headers[.location] == TestServer.checkoutPage)
    }
  }

  @Test("The spent ticket opens nothing in any browser")
  func spentTicket() async throws {
    try await TestServer.run(journey: .pay) { server in
      let (id, ticket) = try await agreed(on: server)
      let buyer = try await server.browser(of: id, after: try await server.spend(ticket))
      let before = await server.service.everything()
      for cookie in [nil, buyer.cookie, "__Host-ferry-\(id)=wrong"] {
        #expect(try await server.spend(ticket, cookie: cookie).status == .gone)
      }
      #expect(await server.service.everything() == before)
    }
  }

  @Test(
    "Once the bound browser has shown its cookie, another one opens nothing with any ticket",
    arguments: ["pay", "cancel", "ticket"])
  func proven(by what: String) async throws {
    try await TestServer.run(journey: .pay) { server in
      let (id, ticket) = try await agreed(on: server)
      let buyer = try await server.browser(of: id, after: try await server.spend(ticket))
      // The provider has not answered yet: the phase stays.
      await server.service.silence()
      if what == "ticket" {
        #expect(try await server.spend(try await begin(id, on: server), cookie: buyer.cookie).status == .ok)
      } else {
        // Both returns make Ferry ask the provider, so the ticket is issued before.
        let other = try await begin(id, on: server)
        _ = try await server.visit(buyer.path(what), cookie: buyer.cookie)
        #expect(try await server.spend(other).status == .forbidden)
        return
      }
      let before = try await begin(id, on: server)
      let response = try await server.spend(before)
      #expect(response.status == .forbidden)
      #expect(response.problem != nil, "\(response.text)")
      #expect(try await server.spend(before, cookie: buyer.cookie).status == .ok)
    }
  }

  @Test("While the buyer may try again, the shop reads why the last attempt was declined")
  func declinedAttempt() async throws {
    try await TestServer.run(journey: .pay) { server in
      let (id, ticket) = try await agreed(on: server)
      let buyer = try await server.browser(of: id, after: try await server.spend(ticket))
      #expect(try await server.read(buyer).decline == nil)
      for reason in [DeclineReason.timedOut, .paymentMethodRefused] {
        await server.service.decline(reason)
        let checked = try await server.call(.post, "/v1/checkouts/\(id)/check").decoded(CheckoutBody.self)
        #expect(checked.phase == .paying && checked.decline == reason.rawValue)
      }
    }
  }

  @Test("The app reads it too, with its verifier")
  func declinedAttemptInApp() async throws {
    try await TestServer.run(journey: .pay) { server in
      let app = try await TestApp.started(on: server)
      let ticket = try #require(try await app.confirm().decoded(AppCheckoutBody.self).ticket)
      _ = try await app.open(ticket.text)
      await server.service.decline(.paymentMethodRefused)
      _ = try await app.call("closed")
      let read = try await app.read()
      #expect(read.phase == .paying && read.decline == "payment-method-refused")
      #expect(try await app.read(isVerified: false).decline == nil)
    }
  }

  @Test("An attacker who mails a pay ticket learns nothing about the payer, before or after the payment")
  func mailed() async throws {
    try await TestServer.run(journey: .pay) { server in
      let (id, ticket) = try await agreed(on: server)
      let victim = try await server.browser(of: id, after: try await server.spend(ticket))
      _ = try await server.visit(victim.path("pay"), cookie: victim.cookie)
      let seen = try await server.read(victim)
      #expect(seen.review?.buyer == nil)
      #expect(seen.review?.shippingAddress == nil)
      #expect(seen.review?.paymentDescriptor == nil)
    }
  }
}
