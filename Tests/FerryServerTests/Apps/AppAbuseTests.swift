import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Metrics
import Testing

/// An attacker who holds a single secret can do nothing to others.
@Suite("Attacks on the checkouts of apps")
struct AppAbuseTests {
  @Test(
    "An attacker who mails the start page's address learns nothing about the victim, neither as the app nor as the shop"
  )
  func mailedStart() async throws {
    try await TestServer.run { server in
      let sender = try await TestApp.started(on: server)
      let victim = try await sender.open(sender.ticket)
      // The victim's link opens on the victim's device, which does not have the attacker's verifier.
      let link = try await sender.comeBack(victim)
      #expect(try await sender.claim(link.code, verifier: TestApp.stranger).status == .forbidden)
      let asApp = try await sender.read()
      #expect(
        asApp
          == AppCheckoutBody(
            id: sender.id, phase: .reviewing, awaitsProvider: false, isLocked: true, expiresAt: asApp.expiresAt))
      let asShop = try await server.call(.get, "/v1/checkouts/\(sender.id)").decoded(CheckoutBody.self)
      #expect(asShop.isLocked)
      #expect(asShop.review == nil)
      for attempt in [
        try await sender.confirm(), try await sender.call("change", #"{"what":"address"}"#),
        try await sender.call("keep"),
        try await server.call(.post, "/v1/checkouts/\(sender.id)/confirm", TestApp.agreed()),
        try await server.call(.post, "/v1/checkouts/\(sender.id)/change", #"{"what":"address"}"#),
        try await server.call(.post, "/v1/checkouts/\(sender.id)/keep"),
      ] {
        #expect(attempt.problem?.type == .returnUnclaimed)
      }
      // After the cancellation it shows no more than before.
      _ = try await sender.call("cancel")
      #expect(try await sender.read().review == nil)
      let cancelled = try await server.call(.get, "/v1/checkouts/\(sender.id)").decoded(CheckoutBody.self)
      #expect(cancelled.phase == .cancelled)
      #expect(cancelled.review == nil)
    }
  }

  @Test("The attacker's own browser restarts the checkout, and the victim's selection is discarded")
  func mailedStartResumed() async throws {
    try await TestServer.run { server in
      let sender = try await TestApp.started(on: server)
      let victim = try await sender.open(sender.ticket)
      _ = try await sender.comeBack(victim)
      let ticket = try await sender.begin()
      #expect(ticket.step == .resume)
      let response = try await server.spend(ticket.text)
      #expect(try response.nextURL.contains("/ferry/next/"), "\(response.text)")
      #expect(!response.text.contains("code="))
      let file = try #require(await server.service.file(CheckoutID(sender.id)))
      #expect(file.checkout.session == nil)
      #expect(file.checkout.selection == nil)
      #expect(file.details == nil)
      #expect(file.record == nil)
      #expect(try await server.visit(victim.path("select?session=S1"), cookie: victim.cookie).status == .forbidden)
    }
  }

  @Test("A code of an earlier browser does not open the selection of a later one")
  func codeOfTheBrowserBefore() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let first = try await app.open(app.ticket)
      let code = try await app.comeBack(first).code
      let second = try await app.open(try await app.begin().text)
      _ = try await app.comeBack(second, "select?session=S2")
      #expect(try await app.claim(code).problem?.type == .codeInvalid)
      #expect(try await app.read().isLocked)
    }
  }

  @Test(
    "After the first claim another browser, such as Safari, opens nothing, and spends no ticket",
    arguments: ["change", "pay"])
  func otherJar(step: String) async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.reviewing()
      let body = step == "pay" ? TestApp.agreed() : #"{"what":"address"}"#
      let ticket = try #require(
        try await app.call(step == "pay" ? "confirm" : "change", body).decoded(AppCheckoutBody.self).ticket)
      let before = await server.service.everything()
      for cookie in [nil, "__Host-ferry-\(app.id)=wrong"] {
        let response = try await server.spend(ticket.text, cookie: cookie)
        #expect(response.status == .forbidden)
        #expect(!response.text.contains(MemoryCheckouts.page))
      }
      #expect(await server.service.everything() == before)
      #expect(try await server.spend(ticket.text, cookie: browser.cookie).status == .ok)
      // Reloaded after it was spent.
      #expect(try await server.spend(ticket.text, cookie: browser.cookie).status == .gone)
    }
  }

  @Test("A locked change whose browser has lost its cookie restarts in another browser, and does not stay locked")
  func lostCookieInChange() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.reviewing()
      let ticket = try #require(
        try await app.call("change", #"{"what":"address"}"#).decoded(AppCheckoutBody.self).ticket)
      _ = try await app.open(ticket.text, in: browser)
      _ = try await app.comeBack(browser)
      let resume = try await app.begin()
      #expect(resume.step == .resume)
      let fresh = try await app.open(resume.text)
      let file = try #require(await server.service.file(CheckoutID(app.id)))
      #expect(file.checkout.phase.name == .selecting)
      #expect(file.checkout.session == nil)
      #expect(file.checkout.selection == nil)
      #expect(file.details == nil)
      #expect(file.record == nil)
      #expect(try await app.read().review == nil)
      #expect(try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie).status == .forbidden)
      // After another selection the buyer sees the review.
      let link = try await app.comeBack(fresh, "select?session=S2")
      #expect(try await app.claim(link.code).decoded(AppCheckoutBody.self).review?.revision == 2)
    }
  }

  @Test("The client token alone reads the phase, and changes nothing")
  func tokenAlone() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      _ = try await app.reviewing()
      let body = try await app.read(isVerified: false)
      #expect(
        body
          == AppCheckoutBody(
            id: app.id, phase: .reviewing, awaitsProvider: false, isLocked: false, expiresAt: body.expiresAt))
      #expect(try await app.read().review != nil)
      let before = await server.service.everything()
      for (action, body) in Self.actions {
        for verifier in [nil, TestApp.stranger] {
          let response = try await app.call(action, body, verifier: verifier, isVerified: false)
          #expect(response.problem?.type == .forbidden, "\(action)")
        }
      }
      #expect(await server.service.everything() == before)
    }
  }

  @Test("Every wrong verifier and code is counted, and right ones are not")
  func counted() async throws {
    let metrics = PrometheusMetrics()
    try await withMetricsFactory(metrics) {
      try await TestServer.run { server in
        let app = try await TestApp.started(on: server)
        let link = try await app.comeBack(try await app.open(app.ticket))
        _ = try await app.claim(link.code, verifier: TestApp.stranger)
        for code in ["x", "y", link.code, link.code] { _ = try await app.claim(code) }
        _ = try await app.call("confirm", TestApp.agreed(), verifier: TestApp.stranger)
      }
    }
    let counted = metrics.text.split(separator: "\n").filter {
      $0.hasPrefix("ferry_claims_total") || $0.hasPrefix("ferry_wrong_verifiers_total")
    }
    #expect(
      counted.sorted() == [
        #"ferry_claims_total{result="claimed"} 1.0"#, #"ferry_claims_total{result="code-invalid"} 2.0"#,
        #"ferry_claims_total{result="repeated"} 1.0"#, #"ferry_claims_total{result="wrong-verifier"} 1.0"#,
        "ferry_wrong_verifiers_total 2.0",
      ])
  }

  private static let actions = [
    ("begin", nil), ("claim", #"{"code":"x"}"#), ("change", #"{"what":"address"}"#), ("keep", nil),
    ("confirm", TestApp.agreed()), ("cancel", nil),
  ]

  @Test("Without a token, with the shop's key, and with the token of another checkout the answer is the same: 401")
  func tokens() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let other = try await TestApp.started(on: server, reference: "A-2")
      let before = await server.service.everything()
      let unknown = try await server.call(.get, "/v1/app/checkouts/co_x", key: app.token, verifier: app.verifier)
      #expect(unknown.status == .unauthorized)
      for key in [nil, TestServer.testKey, other.token, "ct_", ""] {
        for (action, body) in Self.actions {
          let response = try await server.call(
            .post, "/v1/app/checkouts/\(app.id)/\(action)", body, key: key, verifier: app.verifier)
          #expect(response.text == unknown.text)
        }
        let read = try await server.call(.get, "/v1/app/checkouts/\(app.id)", key: key, verifier: app.verifier)
        #expect(read.text == unknown.text)
      }
      #expect(await server.service.everything() == before)
    }
  }

  @Test("The token of a checkout that has ended opens nothing after thirty days")
  func oldToken() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      _ = try await app.call("cancel")
      await server.time.advance(by: .seconds(31 * 86_400 - 1))
      #expect(try await server.call(.get, "/v1/app/checkouts/\(app.id)", key: app.token).status == .ok)
      await server.time.advance(by: .seconds(1))
      #expect(try await server.call(.get, "/v1/app/checkouts/\(app.id)", key: app.token).status == .unauthorized)
    }
  }

  @Test("A wrong verifier uses up no code, and the right one can repeat its claim after a lost answer")
  func claims() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let link = try await app.comeBack(try await app.open(app.ticket))
      let before = await server.service.everything()
      #expect(try await app.claim(link.code, verifier: TestApp.stranger).status == .forbidden)
      #expect(try await app.call("claim", #"{"code":"\#(link.code)"}"#, isVerified: false).status == .forbidden)
      #expect(try await app.claim("wrong").status == .gone)
      #expect(await server.service.everything() == before)
      let first = try await app.claim(link.code)
      let claimed = await server.service.everything()
      let second = try await app.claim(link.code)
      #expect(first.status == .ok)
      #expect(first.text == second.text)
      #expect(await server.service.everything() == claimed)
      #expect(try await app.claim(link.code, verifier: TestApp.stranger).status == .forbidden)
    }
  }

  @Test("A code expires after ten minutes")
  func lateCode() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let link = try await app.comeBack(try await app.open(app.ticket))
      await server.time.advance(by: .seconds(600))
      #expect(try await app.claim(link.code).problem?.type == .codeInvalid)
      #expect(try await app.read().isLocked)
      // The return page can be shown again.
      #expect(try await app.begin().step == .resume)
    }
  }

  @Test("A code of an earlier trip, replayed, does not open a later one")
  func earlierCode() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let first = try await app.comeBack(browser)
      _ = try await app.claim(first.code)
      let ticket = try #require(
        try await app.call("change", #"{"what":"address"}"#).decoded(AppCheckoutBody.self).ticket)
      _ = try await app.open(ticket.text, in: browser)
      await server.service.choose(region: "Hokkaido")
      let second = try await app.comeBack(browser)
      #expect(try await app.claim(first.code).problem?.type == .codeInvalid)
      #expect(try await app.read().isLocked)
      #expect(try await app.claim(second.code).status == .ok)
    }
  }

  @Test("Codes of two checkouts, swapped, open neither")
  func swappedCodes() async throws {
    try await TestServer.run { server in
      let one = try await TestApp.started(on: server)
      let two = try await TestApp.started(on: server, reference: "A-2")
      let first = try await one.comeBack(try await one.open(one.ticket))
      let second = try await two.comeBack(try await two.open(two.ticket), "select?session=S2")
      #expect(try await one.claim(second.code).problem?.type == .codeInvalid)
      #expect(try await two.claim(first.code).problem?.type == .codeInvalid)
      #expect(try await one.read().isLocked)
      #expect(try await two.read().isLocked)
    }
  }

  @Test("A planted return link changes nothing: without the cookie, or with another nonce, no session is attached")
  func plantedReturn() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let spoilt = try await app.open(app.ticket)
      let uninvited = try await server.visit(spoilt.path("select?session=EVIL"))
      #expect(uninvited.status == .forbidden)
      #expect(!uninvited.text.contains("code="))
      #expect(!uninvited.text.contains(TestServer.checkoutPage))
      #expect(try #require(await server.service.file(CheckoutID(app.id))).checkout.session == nil)
      let browser = try await app.open(try await app.begin().text, in: spoilt)
      let before = await server.service.everything()
      let guessed = "/ferry/return/\(app.id)/AAAA/select?session=EVIL"
      #expect(try await server.visit(guessed, cookie: browser.cookie).status == .notFound)
      #expect(await server.service.everything() == before)
      _ = try await app.comeBack(browser)
      // Once only.
      _ = try await app.comeBack(browser, "select?session=EVIL")
      #expect(try #require(await server.service.file(CheckoutID(app.id))).checkout.session == "S1")
    }
  }

  @Test("The redirect to the payment does not unlock a selection")
  func selectionOverThePaymentPath() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      _ = try await app.comeBack(browser, "pay?session=S1")
      let body = try await app.read()
      #expect(body.isLocked)
      #expect(body.review == nil)
    }
  }

  @Test("An altered total and a revision that was never shown are not confirmed")
  func tamperedTotal() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      _ = try await app.reviewing()
      let before = await server.service.everything()
      #expect(try await app.confirm(1, yen: 1).problem?.type == .reviewChanged)
      #expect(try await app.confirm(2).problem?.type == .reviewChanged)
      #expect(await server.service.everything() == before)
    }
  }

  @Test("A browser's checkout has no tokens, no review page, no link into an app, and no calls of an app")
  func browserKind() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let file = try #require(await server.service.file(CheckoutID(buyer.id)))
      #expect(file.roundTrips.clientTokens == [])
      #expect(try await server.visit("/ferry/review/\(buyer.id)", cookie: buyer.cookie).status == .notFound)
      let call = try await server.call(
        .get, "/v1/app/checkouts/\(buyer.id)", key: TestServer.testKey, verifier: TestApp.stranger)
      #expect(call.status == .unauthorized)
      #expect(try await server.visit("/ferry/back?checkout=\(buyer.id)&code=abc").status == .badRequest)
    }
  }

  @Test("Calls for one checkout are limited, also for its app, and claims are counted by outcome")
  func limits() async throws {
    let limits = FerryServerConfiguration.Limits(
      rates: RateLimits(key: nil, address: nil, checkout: RateLimit(perMinute: 6, burst: 3)))
    try await TestServer.run(limits: limits) { server in
      let app = try await TestApp.started(on: server)
      for _ in 1...3 { #expect(try await app.claim("wrong").status == .gone) }
      let response = try await app.claim("wrong")
      #expect(response.status == .tooManyRequests)
      #expect(response.headers[.retryAfter] == "10")
      #expect(try await server.call(.get, "/v1/app/checkouts/\(app.id)", key: app.token).status == .ok)
    }
  }
}
