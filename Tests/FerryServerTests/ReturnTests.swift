import FerryCheckout
import FerryCore
import FerryEngine
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Returns from the provider")
struct ReturnTests {
  @Test("The browser that left returns to the shop's checkout page, with its selection")
  func select() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let response = try await server.visit(buyer.path("select?session=S1"), cookie: buyer.cookie)
      #expect(response.status == .seeOther)
      #expect(try response.broughtCode != nil)
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(try await server.phase(buyer) == .reviewing)
    }
  }

  @Test("A repeated return changes nothing, and another session is not attached")
  func replayed() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let before = await server.service.everything().map(\.checkout)
      for session in ["S1", "S2"] {
        let response = try await server.visit(buyer.path("select?session=\(session)"), cookie: buyer.cookie)
        #expect(response.status == .seeOther)
      }
      #expect(await server.service.everything().map(\.checkout) == before)
    }
  }

  @Test("Another browser gets nothing, on any trip", arguments: ["select?session=S1", "pay?session=S1", "cancel"])
  func wrongBrowser(trip: String) async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      for cookie in [nil, "__Host-ferry-\(buyer.id)=wrong", "ferry-" + buyer.cookie.dropFirst(13)] {
        let response = try await server.visit(buyer.path(trip), cookie: cookie)
        #expect(response.status == .forbidden)
        #expect(response.headers[.location] == nil)
        #expect(response.headers[.setCookie] == nil)
        #expect(!response.text.contains("code="))
        #expect(response.text.contains("はじめに開いた画面"))
        #expect(response.text.contains(#"href="\#(TestServer.checkoutPage)""#))
      }
      let file = try #require(await server.service.file(CheckoutID(buyer.id)))
      #expect(file.checkout.phase.name == .selecting)
      #expect(file.checkout.session == nil)
      #expect(file.roundTrips.codes == [])
    }
  }

  @Test(
    "A wrong nonce is answered as a checkout that does not exist", arguments: ["select?session=S1", "pay", "cancel"])
  func wrongNonce(trip: String) async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let before = await server.service.everything()
      let wrong = try await server.visit("/ferry/return/\(buyer.id)/AAAA/\(trip)", cookie: buyer.cookie)
      let unknown = try await server.visit("/ferry/return/co_x/\(buyer.nonce)/\(trip)", cookie: buyer.cookie)
      #expect(wrong.status == .notFound)
      #expect(wrong.text == unknown.text)
      #expect(await server.service.everything() == before)
    }
  }

  @Test(
    "The request cannot decide the browser's target",
    arguments: [
      "select?session=S1&next=https://evil.example", "select?returnUrl=//evil.example", "pay?url=https://evil.example",
      "cancel?to=https://evil.example", "select?session=S1&session=S2", "select?x=%FF",
    ])
  func noOpenRedirect(trip: String) async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let response = try await server.visit(buyer.path(trip), cookie: buyer.cookie)
      #expect(response.status == .seeOther)
      // The checkout page's address, and nothing of the request.
      let code = try response.broughtCode
      #expect(code.map { trip.contains($0) } != true)
    }
  }

  @Test(
    "Other people's parameters in the return address do not lose the selection, with GET and POST",
    arguments: [
      "&q=%E3%81", "&x=100%", "&name=%83e%83X", "&utm_source=a&utm_source=b", "&a%5B%5D=1&a%5B%5D=2", "&session=S1",
      (1...101).map { "&f\($0)=x" }.joined(), "&x=" + String(repeating: "x", count: 8_193),
    ])
  func foreignParameters(_ added: String) async throws {
    for isPost in [false, true] {
      try await TestServer.run { server in
        let buyer = try await server.departed()
        var place = buyer.path("select?session=S1" + added)
        if isPost {
          let answer = try await server.client.execute(uri: place, method: .post)
          #expect(answer.status == .seeOther)
          place = String(try #require(answer.headers[.location]).dropFirst(TestServer.base.utf8.count))
        }
        let response = try await server.visit(place, cookie: buyer.cookie)
        #expect(try response.broughtCode != nil)
        #expect(try await server.phase(buyer) == .reviewing)
      }
    }
  }

  @Test("A return address with two sessions names none")
  func twoSessions() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      _ = try await server.visit(buyer.path("select?session=S1&session=S2"), cookie: buyer.cookie)
      #expect(try await server.phase(buyer) == .selecting)
    }
  }

  @Test("Cancelling the first selection ends the checkout")
  func cancelFirst() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      #expect(try await server.visit(buyer.path("cancel"), cookie: buyer.cookie).status == .seeOther)
      #expect(try await server.phase(buyer) == .cancelled)
    }
  }

  @Test("Cancelling a change leads back to the review")
  func cancelChange() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"payment"}"#)
      _ = try await server.visit(buyer.path("cancel"), cookie: buyer.cookie)
      #expect(try await server.phase(buyer) == .reviewing)
    }
  }

  @Test("The cancel link has no effect if the selection arrives between read and commit")
  func cancelRace() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      // The buyer makes a selection in another tab while this request is handled.
      await server.service.beforeNextSubmission(.returned(session: "S1"))
      #expect(try await server.visit(buyer.path("cancel"), cookie: buyer.cookie).status == .seeOther)
      #expect(try await server.phase(buyer) == .reviewing)
    }
  }

  @Test(
    "A browser that another has replaced between read and commit returns nothing",
    arguments: ["select?session=S1", "pay?session=S1", "cancel"])
  func overtaken(trip: String) async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      await server.service.beginElsewhereBeforeNextSubmission()
      let response = try await server.visit(buyer.path(trip), cookie: buyer.cookie)
      #expect(response.status == .forbidden)
      #expect(response.headers[.location] == nil)
      let file = try #require(await server.service.file(CheckoutID(buyer.id)))
      #expect(file.checkout.phase.name == .selecting)
      #expect(file.checkout.session == nil)
      #expect(file.roundTrips.isBound(to: "another browser"))
      #expect(file.roundTrips.codes == [])
    }
  }

  @Test("The cancel link has no effect after the selection")
  func cancelLater() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      #expect(try await server.visit(buyer.path("cancel"), cookie: buyer.cookie).status == .seeOther)
      #expect(try await server.phase(buyer) == .reviewing)
    }
  }
}
