import FerryCheckout
import FerryCore
import FerryEngine
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("The checkout of an app")
struct AppJourneyTests {
  @Test("Its creation returns a token and a ticket, and no address; a repetition returns new ones")
  func handoff() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let order = TestApp.order(app.verifier.challenge)
      let response = try await server.create(order, idempotencyKey: "key of A-1")
      #expect(response.status == .ok)
      let body = try response.decoded(CheckoutBody.self)
      #expect(body.next == nil)
      #expect(body.kind == .app)
      #expect(body.app?.ticket?.step == .select)
      let second = try #require(body.app?.clientToken)
      #expect(second != app.token)
      for token in [app.token, second] {
        #expect(try await server.call(.get, "/v1/app/checkouts/\(app.id)", key: token).status == .ok)
      }
      let read = try await server.call(.get, "/v1/checkouts/\(app.id)").decoded(CheckoutBody.self)
      #expect(read.app == nil)
    }
  }

  @Test(
    "It needs an app that is registered for the shop; a browser's checkout accepts no app",
    arguments: ["unknown", "other-ios", ""])
  func registered(id: String) async throws {
    try await TestServer.run { server in
      let challenge = TestApp.stranger.challenge
      let foreign = try await server.create(TestApp.order(challenge, app: id))
      #expect(foreign.problem?.errors.first?.pointer == "/app/id")
      let none = TestServer.order.replacing(#""kind":"browser""#, with: #""kind":"app""#)
      #expect(try await server.create(none).problem?.errors.first?.pointer == "/app")
      let browser = TestApp.order(challenge).replacing(#""kind":"app""#, with: #""kind":"browser""#)
      #expect(try await server.create(browser).problem?.errors.first?.pointer == "/app")
      #expect(await server.service.everything().isEmpty)
    }
  }

  @Test("From the creation to the receipt")
  func paid() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let link = try await app.comeBack(browser)
      #expect(link.checkout == app.id)
      let locked = try await app.read()
      #expect(locked.isLocked)
      #expect(locked.review == nil)
      let claimed = try await app.claim(link.code).decoded(AppCheckoutBody.self)
      #expect(!claimed.isLocked)
      #expect(claimed.phase == .reviewing)
      #expect(claimed.review?.buyer?.name == "山田 花子")
      let confirmed = try await app.confirm().decoded(AppCheckoutBody.self)
      #expect(confirmed.phase == .paying)
      let ticket = try #require(confirmed.ticket)
      #expect(ticket.step == .pay)
      let opened = try await server.leave(ticket.text, cookie: browser.cookie)
      #expect(opened.headers[.location] == MemoryCheckouts.page)
      #expect(!opened.text.contains(TestServer.checkoutPage))
      let back = try await app.comeBack(browser, "pay")
      let end = try await app.claim(back.code).decoded(AppCheckoutBody.self)
      #expect(end.phase == .paid)
      let tax = TaxBody(percent: .tenPercent, kind: nil, base: .yen(2728), tax: .yen(272))
      #expect(
        end.receipt == ReceiptBody(orderNumber: "F-A-1", orderReference: "A-1", total: .yen(3000), taxes: [tax]))
    }
  }

  @Test("A shop that shows the review in its own pages confirms with its key, once the app has claimed the selection")
  func webView() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let link = try await app.comeBack(browser)
      let early = try await server.call(.post, "/v1/checkouts/\(app.id)/confirm", TestApp.agreed())
      #expect(early.problem?.type == .returnUnclaimed)
      _ = try await app.claim(link.code)
      let read = try await server.call(.get, "/v1/checkouts/\(app.id)").decoded(CheckoutBody.self)
      #expect(read.review?.total == .yen(3000))
      let confirmed = try await server.call(.post, "/v1/checkouts/\(app.id)/confirm", TestApp.agreed())
        .decoded(CheckoutBody.self)
      #expect(confirmed.next == nil)
      #expect(confirmed.app?.ticket?.step == .pay)
      #expect(confirmed.app?.clientToken == nil)
    }
  }

  @Test("A change is locked until it is claimed, and *keep* restores the earlier selection")
  func change() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.reviewing()
      let changing = try await app.call("change", #"{"what":"address"}"#).decoded(AppCheckoutBody.self)
      #expect(changing.phase == .selecting)
      #expect(changing.ticket?.step == .changeAddress)
      _ = try await app.open(try #require(changing.ticket?.text), in: browser)
      await server.service.choose(region: "Hokkaido")
      let link = try await app.comeBack(browser)
      #expect(try await app.confirm(2, yen: 3300).problem?.type == .returnUnclaimed)
      #expect(try await app.call("change", #"{"what":"payment"}"#).problem?.type == .returnUnclaimed)
      #expect(try await app.call("keep").problem?.type == .returnUnclaimed)
      let claimed = try await app.claim(link.code).decoded(AppCheckoutBody.self)
      #expect(claimed.review?.revision == 2)
      #expect(claimed.review?.total == .yen(3300))
      let again = try await app.call("change", #"{"what":"payment"}"#).decoded(AppCheckoutBody.self)
      _ = try await app.open(try #require(again.ticket?.text), in: browser)
      let kept = try await app.call("keep").decoded(AppCheckoutBody.self)
      #expect(kept.phase == .reviewing)
      // The buyer returns after all: there is no inquiry, and nothing has to be claimed.
      _ = try await app.comeBack(browser)
      #expect(try await app.read().isLocked == false)
      #expect(try await app.confirm(2, yen: 3300).status == .ok)
    }
  }

  @Test("If the link is lost, the app opens the browser again, which returns without the provider")
  func resume() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      _ = try await app.comeBack(browser)
      let ticket = try await app.begin()
      #expect(ticket.step == .resume)
      let shown = try await server.call(.post, "/v1/checkouts/\(app.id)/begin").decoded(CheckoutBody.self)
      #expect(shown.app?.ticket?.step == .resume)
      let before = try #require(await server.service.file(CheckoutID(app.id))).checkout
      let response = try await server.spend(ticket.text, cookie: browser.cookie)
      let url = try response.nextURL
      guard case .link(let link) = AppReturnLink.read(url, host: TestServer.linkHost, scheme: nil) else {
        Issue.record("It leads to \(url).")
        return
      }
      #expect(try #require(await server.service.file(CheckoutID(app.id))).checkout == before)
      #expect(try await app.claim(link.code).decoded(AppCheckoutBody.self).phase == .reviewing)
    }
  }

  @Test("A cancel of the first selection, by the app and by the provider's link")
  func cancelledSelection() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      _ = try await app.open(app.ticket)
      #expect(try await app.call("cancel").decoded(AppCheckoutBody.self).phase == .cancelled)
      let other = try await TestApp.started(on: server, reference: "A-2")
      let browser = try await other.open(other.ticket)
      let link = try await other.comeBack(browser, "cancel")
      let end = try await other.claim(link.code).decoded(AppCheckoutBody.self)
      #expect(end.phase == .cancelled)
    }
  }

  @Test("A cancel of a change, by the app and by the provider's link, leads to the review without loss")
  func cancelledChange() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.reviewing()
      for isByLink in [false, true] {
        let ticket = try #require(
          try await app.call("change", #"{"what":"payment"}"#).decoded(AppCheckoutBody.self).ticket)
        _ = try await app.open(ticket.text, in: browser)
        if isByLink { _ = try await app.comeBack(browser, "cancel") } else { _ = try await app.call("cancel") }
        let body = try await app.read()
        #expect(body.phase == .reviewing)
        #expect(!body.isLocked)
        #expect(body.review?.revision == 1)
      }
      #expect(try await app.confirm().status == .ok)
    }
  }

  @Test("A cancel on the payment page asks the provider before the checkout ends")
  func cancelledPayment() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      _ = try await app.paying()
      await server.service.silence()
      let response = try await app.call("cancel")
      #expect(response.status == .accepted)
      #expect(try response.decoded(AppCheckoutBody.self).phase == .closing)
    }
  }
}
