import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

/// Another browser than the bound one returns from the provider: the page was mailed, or an app opened it elsewhere.
@Suite("Returns in a browser that did not leave")
struct StrayReturnTests {
  @Test(
    "The attacker who mailed the provider's page cannot bring back the victim's selection",
    arguments: ["select", "cancel"])
  func mailedProviderPage(_ trip: String) async throws {
    try await TestServer.run { server in
      let sender = try await TestApp.started(on: server)
      let attacker = try await sender.open(sender.ticket)
      let response = try await server.visit(attacker.path(trip + "?session=S1"))
      #expect(response.status == .forbidden)
      #expect(response.text.contains("アプリにお戻りください"))
      #expect(response.headers[.setCookie] == nil)
      let before = await server.service.everything()
      for trip in ["select?session=S1", "pay?session=S1", "cancel"] {
        let own = try await server.visit(attacker.path(trip), cookie: attacker.cookie)
        #expect(own.status == .forbidden)
        #expect(own.headers[.location] == nil)
      }
      // A reload by the victim shows the same page, and commits nothing either.
      #expect(try await server.visit(attacker.path(trip + "?session=S1")).text == response.text)
      #expect(await server.service.everything() == before)
      let read = try await sender.read()
      #expect(read.phase == .selecting)
      #expect(!read.isLocked)
      #expect(read.review == nil)
    }
  }

  @Test(
    "A return in another browser shows a way into the app, which has no code; a shop in the browser has none",
    arguments: ["select?session=S1", "pay?session=S1", "cancel"])
  func wakeLink(_ trip: String) async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let paying = try await app.paying()
      let page = try await server.visit(paying.path(trip))
      #expect(page.status == .forbidden)
      let link = "https://link.shop.example/ferry/return/?checkout=\(app.id)&amp;wake=1&amp;tap=1"
      #expect(page.text.contains(#"href="\#(link)""#), "\(page.text)")
      #expect(!page.text.contains("code="))
    }
    try await TestServer.run { server in
      let shop = try await server.departed()
      #expect(!(try await server.visit(shop.path(trip)).text.contains("wake")))
    }
  }

  @Test("An attacker who returns first loses the victim's selection and data before the claim")
  func attachedBefore() async throws {
    try await TestServer.run { server in
      let sender = try await TestApp.started(on: server)
      let attacker = try await sender.open(sender.ticket)
      let link = try await sender.comeBack(attacker)
      #expect(try #require(await server.service.file(CheckoutID(sender.id))).details != nil)
      #expect(try await server.visit(attacker.path("select?session=S1")).status == .forbidden)
      let file = try #require(await server.service.file(CheckoutID(sender.id)))
      #expect(file.checkout.phase.name == .selecting)
      #expect(file.checkout.session == nil)
      #expect(file.checkout.selection == nil)
      #expect(file.details == nil)
      #expect(file.record == nil)
      #expect(try await sender.claim(link.code).problem?.type == .codeInvalid)
      #expect(try await sender.read().review == nil)
    }
  }

  @Test("An attacker who mails the page of a change gets nothing and must restart")
  func mailedChange() async throws {
    try await TestServer.run { server in
      let sender = try await TestApp.started(on: server)
      let attacker = try await sender.reviewing()
      let ticket = try #require(
        try await sender.call("change", #"{"what":"address"}"#).decoded(AppCheckoutBody.self).ticket)
      _ = try await sender.open(ticket.text, in: attacker)
      await server.service.choose(region: "Hokkaido")
      #expect(try await server.visit(attacker.path("select?session=S1")).status == .forbidden)
      #expect(try await server.visit(attacker.path("select?session=S1"), cookie: attacker.cookie).status == .forbidden)
      #expect(try await sender.call("keep").status == .conflict)
      #expect(try await sender.read().review == nil)
      #expect(try #require(await server.service.file(CheckoutID(sender.id))).details == nil)
    }
  }

  @Test("A buyer whose own return lands in another browser redirects once more from their own, and loses nothing else")
  func honest() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let sheet = try await app.open(app.ticket)
      #expect(try await server.visit(sheet.path("select?session=S1")).status == .forbidden)
      let ticket = try await app.begin()
      #expect(ticket.step == .select)
      let again = try await app.open(ticket.text, in: sheet)
      #expect(again.cookie == sheet.cookie)
      #expect(again.nonce != sheet.nonce)
      let link = try await app.comeBack(again, "select?session=S2")
      let review = try #require(try await app.claim(link.code).decoded(AppCheckoutBody.self).review)
      #expect(review.total == .yen(3_000))
      #expect(try await app.confirm(review.revision).decoded(AppCheckoutBody.self).phase == .paying)
    }
  }

  @Test("A return in another browser does not undo a claim or a confirmation")
  func claimed() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let before = await server.service.allCheckouts()
      for trip in ["select?session=S1", "cancel"] {
        #expect(try await server.visit(buyer.path(trip)).status == .forbidden)
      }
      #expect(await server.service.allCheckouts() == before)
      let app = try await TestApp.started(on: server, reference: "A-2")
      let paying = try await app.paying()
      let agreed = await server.service.allCheckouts()
      for trip in ["select?session=S1", "cancel"] {
        #expect(try await server.visit(paying.path(trip)).status == .forbidden)
      }
      #expect(await server.service.allCheckouts() == agreed)
      // But a new selection would not be shown to these browsers.
      for file in await server.service.everything() {
        #expect(file.roundTrips.distrustsNewSelections, "\(file.checkout.id)")
      }
    }
  }

  @Test("Only the current nonce discards anything: a guessed or former nonce does not")
  func guessed() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let first = try await app.open(app.ticket)
      let second = try await app.open(try await app.begin().text)
      _ = try await app.comeBack(second, "select?session=S2")
      let before = await server.service.everything()
      #expect(try await server.visit(first.path("select?session=S1")).status == .forbidden)
      #expect(try await server.visit("/ferry/return/\(app.id)/AAAA/select?session=S1").status == .notFound)
      #expect(await server.service.everything() == before)
    }
  }

  @Test("A restart in another browser between read and commit is not discarded")
  func overtaken() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      await server.service.beginElsewhereBeforeNextSubmission()
      #expect(try await server.visit(buyer.path("select?session=S1")).status == .forbidden)
      let file = try #require(await server.service.file(CheckoutID(buyer.id)))
      #expect(file.roundTrips.nonce == "another nonce")
      #expect(file.roundTrips.isBound(to: "another browser"))
    }
  }

  @Test("A session that returns while its round trip is being discarded is not attached")
  func discardedMeanwhile() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      await server.service.discardBeforeNextSubmission()
      #expect(try await server.visit(buyer.path("select?session=S1"), cookie: buyer.cookie).status == .forbidden)
      let file = try #require(await server.service.file(CheckoutID(buyer.id)))
      #expect(file.checkout.session == nil)
      #expect(file.roundTrips.nonce == "another nonce")
    }
  }

  @Test(
    "A payment's return in another browser triggers a check, and gives that browser nothing", arguments: [true, false])
  func payment(isInApp: Bool) async throws {
    try await TestServer.run { server in
      let buyer: Departed
      if isInApp {
        buyer = try await TestApp.started(on: server).paying()
      } else {
        buyer = try await server.reviewing()
        let paying = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", TestApp.agreed())
        _ = try await server.spend(try paying.decoded(CheckoutBody.self).ticket, cookie: buyer.cookie)
      }
      let codes = try #require(await server.service.file(CheckoutID(buyer.id))).roundTrips.codes
      let response = try await server.visit(buyer.path("pay?session=S1"))
      #expect(response.status == .forbidden)
      #expect(response.headers[.location] == nil)
      #expect(response.headers[.setCookie] == nil)
      #expect(!response.text.contains("code="))
      #expect(response.text.contains(isInApp ? "アプリにお戻りください" : "はじめに開いたブラウザーに表示されます"))
      #expect(try await server.phase(buyer) == .paid)
      #expect(try #require(await server.service.file(CheckoutID(buyer.id))).roundTrips.codes == codes)
    }
  }

  @Test("A cancellation after the return does not lose a payment that was approved elsewhere")
  func cancelledAfter() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.paying()
      await server.service.silence()
      _ = try await server.visit(browser.path("pay?session=S1"))
      let cancelled = try await app.call("cancel").decoded(AppCheckoutBody.self)
      #expect(cancelled.phase == .settling)
    }
  }

  @Test("Returns of other browsers are limited, and do not use up the buyer's own limit")
  func counted() async throws {
    let limits = FerryServerConfiguration.Limits(
      rates: RateLimits(key: nil, address: nil, checkout: RateLimit(perMinute: 6, burst: 4)))
    try await TestServer.run(limits: limits) { server in
      let browser = try await TestApp.started(on: server).paying()
      var statuses: [HTTPResponse.Status] = []
      for _ in 1...5 { statuses.append(try await server.visit(browser.path("pay?session=S1")).status) }
      #expect(statuses.last == .tooManyRequests)
      #expect(try await server.visit(browser.path("pay?session=S1"), cookie: browser.cookie).status == .seeOther)
    }
  }

  private static let few = RateLimit(perMinute: 60, burst: 6)

  @Test(
    "A mailed page is discarded even if the attacker has used up the limit of the shared address",
    arguments: [(.get, "select"), (.get, "cancel"), (.post, "select")] as [(HTTPRequest.Method, String)])
  func usedUpAddress(_ method: HTTPRequest.Method, _ trip: String) async throws {
    let limits = FerryServerConfiguration.Limits(rates: RateLimits(key: nil, address: Self.few, checkout: nil))
    try await TestServer.run(limits: limits) { server in
      let sender = try await TestApp.started(on: server)
      let attacker = try await sender.open(sender.ticket)
      while try await server.visit("/ferry/start").status != .tooManyRequests {}
      // A form from the provider's site is redirected to the address of a visit.
      let target =
        try await method == .get
        ? attacker.path(trip) : String(#require(server.call(.post, attacker.path(trip)).headers[.location]))
      #expect(try await server.visit(target.replacing(TestServer.base, with: "") + "?session=S1").status == .forbidden)
      #expect(try await server.visit(attacker.path("select?session=S1"), cookie: attacker.cookie).status != .seeOther)
      await server.time.advance(by: .seconds(60))
      #expect(try await server.visit(attacker.path("select?session=S1"), cookie: attacker.cookie).status == .forbidden)
      #expect(try #require(await server.service.file(CheckoutID(sender.id))).details == nil)
      #expect(try await sender.read().phase == .selecting)
    }
  }

  @Test("A mailed page is discarded even if the attacker has used up the checkout's limit for other browsers")
  func usedUpCheckout() async throws {
    let limits = FerryServerConfiguration.Limits(rates: RateLimits(key: nil, address: nil, checkout: Self.few))
    try await TestServer.run(limits: limits) { server in
      let sender = try await TestApp.started(on: server)
      let attacker = try await sender.reviewing()
      while try await server.visit(attacker.path("select?session=S1")).status != .tooManyRequests {}
      let ticket = try #require(
        try await sender.call("change", #"{"what":"address"}"#).decoded(AppCheckoutBody.self).ticket)
      _ = try await sender.open(ticket.text, in: attacker)
      #expect(try await server.visit(attacker.path("select?session=S1")).status == .forbidden)
      await server.time.advance(by: .seconds(60))
      #expect(try await server.visit(attacker.path("select?session=S1"), cookie: attacker.cookie).status == .forbidden)
      #expect(try #require(await server.service.file(CheckoutID(sender.id))).details == nil)
    }
  }
}
