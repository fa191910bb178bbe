import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Providers that do not prove whose session it is")
struct UnprovenSessionTests {
  @Test(
    "The review shows region and initials only until the buyer has paid, if the account masks it",
    arguments: [
      (JourneyProfile.SessionOrigin.unproven(masksReview: true), true), (.unproven(masksReview: false), false),
      (.proven, false),
    ])
  func masked(_ origin: JourneyProfile.SessionOrigin, _ isMasked: Bool) async throws {
    try await TestServer.run(sessionOrigin: origin) { server in
      let buyer = try await TestApp.started(on: server)
      _ = try await buyer.reviewing()
      let details = try #require(await server.service.file(CheckoutID(buyer.id))).details
      let name = try #require(details?.buyer?.name)
      for review in [
        try await buyer.read().review,
        try await server.call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self).review,
      ] {
        let review = try #require(review)
        #expect(review.buyer?.name == (isMasked ? "\(name.prefix(1))…" : name))
        #expect(review.buyer?.email == (isMasked ? nil : details?.buyer?.email))
        #expect((review.shippingAddress?.lines ?? []) == (isMasked ? [] : details?.shippingAddress?.lines ?? []))
        #expect(review.shippingAddress?.postalCode == (isMasked ? nil : details?.shippingAddress?.postalCode))
        #expect(review.shippingAddress?.region == details?.shippingAddress?.region)
        #expect(review.paymentDescriptor == (isMasked ? nil : details?.paymentDescriptor))
        #expect(review.total.isPositive)
      }
    }
  }

  @Test("A session in another browser than the one that left is not attached")
  func otherBrowser() async throws {
    try await TestServer.run(sessionOrigin: .unproven(masksReview: false)) { server in
      let sender = try await TestApp.started(on: server)
      let browser = try await sender.open(sender.ticket)
      #expect(try await server.visit(browser.path("select?session=S1")).status == .forbidden)
      let checkout = try #require(await server.service.file(CheckoutID(sender.id))).checkout
      #expect(checkout.session == nil && checkout.selection == nil)
    }
  }
}

@Suite("Forms that a provider posts to a return URL")
struct PostedReturnTests {
  private static let form = "OrderID=1&CheckString=0"

  @Test("A form without the cookie is redirected, handed to the provider for a note, and decides nothing")
  func handed() async throws {
    try await TestServer.run { server in
      let buyer = try await TestApp.started(on: server).paying()
      let before = try #require(await server.service.file(CheckoutID(buyer.id))).checkout
      for _ in 1...2 {
        let answer = try await server.call(
          .post, buyer.path("pay"), Self.form, key: nil, contentType: "application/x-www-form-urlencoded")
        #expect(answer.status == .seeOther)
      }
      #expect(await server.service.returnForms == [Array(Self.form.utf8), Array(Self.form.utf8)])
      #expect(try #require(await server.service.file(CheckoutID(buyer.id))).checkout == before)
    }
  }

  @Test("A form that is too large reaches the provider empty, one at an address with another nonce not at all")
  func ignored() async throws {
    try await TestServer.run { server in
      let buyer = try await TestApp.started(on: server).paying()
      let large = String(repeating: "a", count: 9_000)
      let other = buyer.path("pay").replacing(buyer.nonce, with: String(buyer.nonce.reversed()))
      for (path, form) in [(buyer.path("pay"), large), (other, Self.form), (buyer.path("cancel"), Self.form)] {
        let answer = try await server.call(
          .post, path, form, key: nil, contentType: "application/x-www-form-urlencoded")
        #expect(answer.status == .seeOther)
      }
      #expect(await server.service.returnForms == [[]])
    }
  }
}
