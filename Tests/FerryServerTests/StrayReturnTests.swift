import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

/// A provider's page was used in another browser than the one that left for it: mailed by who left, or led there by an app.
@Suite("Returns in a browser that did not leave")
struct StrayReturnTests {
  @Test(
    "What was chosen at a mailed provider's page cannot be brought back by its sender", arguments: ["select", "cancel"])
  func mailedProviderPage(_ trip: String) async throws {
    try await TestServer.run { server in
      let sender = try await TestApp.started(on: server)
      let his = try await sender.open(sender.ticket)
      let hers = try await server.visit(his.path(trip + "?session=S1"))
      #expect(hers.status == .forbidden)
      #expect(hers.text.contains("アプリにお戻りください"))
      #expect(hers.headers[.setCookie] == nil)
      let before = await server.service.everything()
      for trip in ["select?session=S1", "pay?session=S1", "cancel"] {
        let response = try await server.visit(his.path(trip), cookie: his.cookie)
        #expect(response.status == .forbidden)
        #expect(response.headers[.location] == nil)
      }
      // Her reloading is shown the same page, and commits nothing either.
      #expect(try await server.visit(his.path(trip + "?session=S1")).text == hers.text)
      #expect(await server.service.everything() == before)
      let read = try await sender.read()
      #expect(read.phase == .selecting)
      #expect(!read.isLocked)
      #expect(read.review == nil)
    }
  }

  @Test("What the sender was quicker to bring back is let go, with all that it says of her, before he claims it")
  func attachedBefore() async throws {
    try await TestServer.run { server in
      let sender = try await TestApp.started(on: server)
      let his = try await sender.open(sender.ticket)
      let link = try await sender.comeBack(his)
      #expect(try #require(await server.service.file(CheckoutID(sender.id))).details != nil)
      #expect(try await server.visit(his.path("select?session=S1")).status == .forbidden)
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

  @Test("A page for a change that was mailed changes nothing for its sender: he begins anew")
  func mailedChange() async throws {
    try await TestServer.run { server in
      let sender = try await TestApp.started(on: server)
      let his = try await sender.reviewing()
      let ticket = try #require(
        try await sender.call("change", #"{"what":"address"}"#).decoded(AppCheckoutBody.self).ticket)
      _ = try await sender.open(ticket.text, in: his)
      await server.service.choose(region: "Hokkaido")
      #expect(try await server.visit(his.path("select?session=S1")).status == .forbidden)
      #expect(try await server.visit(his.path("select?session=S1"), cookie: his.cookie).status == .forbidden)
      #expect(try await sender.call("keep").status == .conflict)
      #expect(try await sender.read().review == nil)
      #expect(try #require(await server.service.file(CheckoutID(sender.id))).details == nil)
    }
  }

  @Test("The buyer whose own return lands in another browser leaves anew in his own, and loses nothing else")
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

  @Test("What was claimed, and what was agreed to, another browser's coming takes from nobody")
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
      // But another choice than these would not be shown to those who come.
      for file in await server.service.everything() {
        #expect(file.roundTrips.distrustsNewSelections, "\(file.checkout.id)")
      }
    }
  }

  @Test("Only the nonce that is good now disturbs: a guessed one and a former one let nothing go")
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

  @Test("What another browser has begun anew between the reading and the commit is not let go")
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

  @Test("A session that comes back while its way is being let go is not attached")
  func disownedMeanwhile() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      await server.service.disownBeforeNextSubmission()
      #expect(try await server.visit(buyer.path("select?session=S1"), cookie: buyer.cookie).status == .forbidden)
      let file = try #require(await server.service.file(CheckoutID(buyer.id)))
      #expect(file.checkout.session == nil)
      #expect(file.roundTrips.nonce == "another nonce")
    }
  }

  @Test(
    "A payment's return in another browser makes us ask, and brings that browser nothing", arguments: [true, false])
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

  @Test("A payment that was approved elsewhere is not lost to a cancellation that comes after the return")
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

  @Test("Another browser's returns are limited, and use up nothing of the buyer's own")
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
    "A mailed page is let go though its sender has used up the limit of the address that both share",
    arguments: [(.get, "select"), (.get, "cancel"), (.post, "select")] as [(HTTPRequest.Method, String)])
  func usedUpAddress(_ method: HTTPRequest.Method, _ trip: String) async throws {
    let limits = FerryServerConfiguration.Limits(rates: RateLimits(key: nil, address: Self.few, checkout: nil))
    try await TestServer.run(limits: limits) { server in
      let sender = try await TestApp.started(on: server)
      let his = try await sender.open(sender.ticket)
      while try await server.visit("/ferry/start").status != .tooManyRequests {}
      // A form that the provider's site sends is answered with the same place as a visit.
      let hers =
        try await method == .get
        ? his.path(trip) : String(#require(server.call(.post, his.path(trip)).headers[.location]))
      #expect(try await server.visit(hers.replacing(TestServer.base, with: "") + "?session=S1").status == .forbidden)
      #expect(try await server.visit(his.path("select?session=S1"), cookie: his.cookie).status != .seeOther)
      await server.time.advance(by: .seconds(60))
      #expect(try await server.visit(his.path("select?session=S1"), cookie: his.cookie).status == .forbidden)
      #expect(try #require(await server.service.file(CheckoutID(sender.id))).details == nil)
      #expect(try await sender.read().phase == .selecting)
    }
  }

  @Test("A mailed page is let go though its sender has used up the limit of the checkout for other browsers")
  func usedUpCheckout() async throws {
    let limits = FerryServerConfiguration.Limits(rates: RateLimits(key: nil, address: nil, checkout: Self.few))
    try await TestServer.run(limits: limits) { server in
      let sender = try await TestApp.started(on: server)
      let his = try await sender.reviewing()
      while try await server.visit(his.path("select?session=S1")).status != .tooManyRequests {}
      let ticket = try #require(
        try await sender.call("change", #"{"what":"address"}"#).decoded(AppCheckoutBody.self).ticket)
      _ = try await sender.open(ticket.text, in: his)
      #expect(try await server.visit(his.path("select?session=S1")).status == .forbidden)
      await server.time.advance(by: .seconds(60))
      #expect(try await server.visit(his.path("select?session=S1"), cookie: his.cookie).status == .forbidden)
      #expect(try #require(await server.service.file(CheckoutID(sender.id))).details == nil)
    }
  }
}
