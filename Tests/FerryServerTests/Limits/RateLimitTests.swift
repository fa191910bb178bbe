import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Rate limits")
struct RateLimitTests {
  private func limits(
    key: Int? = nil, address: Int? = nil, checkout: Int? = nil, trustedProxies: Int = 1
  ) -> FerryServerConfiguration.Limits {
    let limit = { (burst: Int) in RateLimit(perMinute: 60, burst: burst) }
    return FerryServerConfiguration.Limits(
      rates: RateLimits(key: key.map(limit), address: address.map(limit), checkout: checkout.map(limit)),
      trustedProxies: trustedProxies)
  }

  @Test("A key above its limit gets the time to wait; other keys are served, and it is again after the wait")
  func key() async throws {
    try await TestServer.run(limits: limits(key: 2)) { server async throws in
      for _ in 1...2 { #expect(try await server.call(.get, "/v1/checkouts/co_x").status == .notFound) }
      let refused = try await server.create()
      #expect(refused.status == .tooManyRequests)
      #expect(refused.headers[.retryAfter] == "1")
      #expect(refused.problem?.type == .tooManyRequests)
      #expect(await server.service.everything().isEmpty)
      #expect(try await server.call(.get, "/v1/checkouts/co_x", key: TestServer.secondKey).status == .notFound)
      #expect(try await server.call(.get, "/v1/checkouts/co_x", key: TestServer.liveKey).status == .notFound)
      await server.time.advance(by: .seconds(1))
      #expect(try await server.create().status == .created)
      #expect(try await server.call(.get, "/v1/checkouts/co_x").status == .tooManyRequests)
    }
  }

  @Test("Calls without a valid key use up no key's limit")
  func wrongKey() async throws {
    try await TestServer.run(limits: limits(key: 1)) { server async throws in
      for _ in 1...5 {
        #expect(try await server.call(.get, "/v1/checkouts/co_x", key: "wrong").status == .unauthorized)
      }
      #expect(try await server.create().status == .created)
    }
  }

  @Test("An address above its limit gets a page that asks to wait; other addresses and the API are served")
  func address() async throws {
    try await TestServer.run(limits: limits(address: 2)) { server async throws in
      for _ in 1...2 { #expect(try await server.visit("/ferry/start", from: "192.0.2.1").status == .ok) }
      let refused = try await server.visit("/ferry/start", from: "192.0.2.1")
      #expect(refused.status == .tooManyRequests)
      #expect(refused.headers[.retryAfter] == "1")
      #expect(refused.headers[.contentType] == "text/html; charset=utf-8")
      #expect(refused.text.contains("Wait a minute"))
      for trip in ["select", "pay", "cancel"] {
        let status = try await server.visit("/ferry/return/co_x/n/\(trip)", from: "192.0.2.1").status
        #expect(status == .tooManyRequests)
      }
      #expect(try await server.visit("/ferry/start", from: "192.0.2.2").status == .ok)
      #expect(try await server.create().status == .created)
      #expect(try await server.visit("/health", from: "192.0.2.1").status == .ok)
      await server.time.advance(by: .seconds(1))
      #expect(try await server.visit("/ferry/start", from: "192.0.2.1").status == .ok)
    }
  }

  @Test("A client cannot change its address by its own X-Forwarded-For")
  func forgedAddress() async throws {
    try await TestServer.run(limits: limits(address: 1)) { server async throws in
      #expect(try await server.visit("/ferry/start", from: "192.0.2.1").status == .ok)
      for forged in ["203.0.113.1, 192.0.2.1", "x, 192.0.2.1", "192.0.2.2,203.0.113.9,192.0.2.1"] {
        #expect(try await server.visit("/ferry/start", from: forged).status == .tooManyRequests)
      }
    }
  }

  @Test("Without trusted proxies X-Forwarded-For is ignored")
  func noProxies() async throws {
    try await TestServer.run(limits: limits(address: 1, trustedProxies: 0)) { server async throws in
      #expect(try await server.visit("/ferry/start", from: "192.0.2.1").status == .ok)
      #expect(try await server.visit("/ferry/start", from: "192.0.2.2").status == .tooManyRequests)
    }
  }

  @Test("Too many steps of any kind in one checkout are refused; reading it and other checkouts are served")
  func checkout() async throws {
    try await TestServer.run(limits: limits(checkout: 2)) { server async throws in
      let id = try await server.create().decoded(CheckoutBody.self).id
      for _ in 1...2 { #expect(try await server.call(.post, "/v1/checkouts/\(id)/begin").status == .ok) }
      let before = await server.service.everything()
      for (step, body) in [
        ("begin", nil), ("change", #"{"what":"payment"}"#), ("keep", nil), ("claim", #"{"code":"x"}"#),
        ("confirm", #"{"revision":1,"total":{"amount":"1","currency":"JPY"}}"#),
      ] {
        let refused = try await server.call(.post, "/v1/checkouts/\(id)/\(step)", body)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.headers[.retryAfter] == "1")
        #expect(refused.problem?.type == .tooManyRequests)
      }
      #expect(await server.service.everything() == before)
      #expect(try await server.call(.get, "/v1/checkouts/\(id)").status == .ok)
      // Another shop cannot use up this one's limit.
      #expect(
        try await server.call(.post, "/v1/checkouts/\(id)/begin", key: TestServer.otherKey).status == .notFound)
      let other = try await server.create(
        TestServer.order.replacing("A-1", with: "A-2"), idempotencyKey: "key-2"
      ).decoded(CheckoutBody.self)
      #expect(try await server.call(.post, "/v1/checkouts/\(other.id)/begin").status == .ok)
      await server.time.advance(by: .seconds(1))
      #expect(try await server.call(.post, "/v1/checkouts/\(id)/begin").status == .ok)
    }
  }

  @Test(
    "The shop's own decisions are limited too",
    arguments: ["cancel", "capture", "refund", "void", "resolve", "check", "buyer"])
  func decisions(step: String) async throws {
    try await TestServer.run(limits: limits(checkout: 1)) { server async throws in
      let id = try await server.create().decoded(CheckoutBody.self).id
      for isAllowed in [true, false] {
        let response = try await server.call(
          step == "buyer" ? .delete : .post, "/v1/checkouts/\(id)/\(step)", "{}", idempotencyKey: step)
        #expect((response.status != .tooManyRequests) == isAllowed)
      }
    }
  }

  @Test("Browser, app and the shop's page use up neither the merchant's limit nor each other's")
  func sides() async throws {
    try await TestServer.run(limits: limits(checkout: 3)) { server async throws in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let sides: [@Sendable () async throws -> TestResponse] = [
        { try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie) },
        { try await app.claim("wrong") },
        { try await server.call(.post, "/v1/checkouts/\(app.id)/begin") },
        { try await server.call(.post, "/v1/checkouts/\(app.id)/check") },
        { try await server.call(.post, "/v1/checkouts/\(app.id)/refund", "{}", idempotencyKey: "refund") },
      ]
      for side in sides {
        for _ in 1...3 { #expect(try await side().status != .tooManyRequests) }
        #expect(try await side().status == .tooManyRequests)
      }
    }
  }

  @Test("A caller with an app's token and no verifier does not use up the checkout's limit")
  func unverified() async throws {
    try await TestServer.run(limits: limits(checkout: 1)) { server async throws in
      let app = try await TestApp.started(on: server)
      for step in ["cancel", "begin", "keep", "claim"] {
        let refused = try await app.call(step, #"{"code":"x"}"#, isVerified: false)
        #expect(refused.status == .forbidden)
      }
      #expect(try await app.claim("wrong").status == .gone)
      #expect(try await app.call("cancel", isVerified: false).status == .forbidden)
    }
  }

  @Test("Returns count for their checkout only while they may have an effect")
  func returns() async throws {
    try await TestServer.run(limits: limits(checkout: 2)) { server async throws in
      let first = try await server.departed()
      // The first one discards this round trip; from then on its address is unknown.
      for _ in 1...5 {
        #expect(try await server.visit(first.path("select?session=S1")).status == .forbidden)
      }
      await server.time.advance(by: .seconds(60))
      let begun = try await server.call(.post, "/v1/checkouts/\(first.id)/begin").decoded(CheckoutBody.self)
      _ = try await server.spend(try begun.ticket, cookie: first.cookie)
      let nonce = try #require(await server.service.file(CheckoutID(first.id))).roundTrips.nonce
      let buyer = Departed(id: first.id, cookie: first.cookie, nonce: nonce)
      await server.time.advance(by: .seconds(60))
      for _ in 1...2 {
        let response = try await server.visit(buyer.path("select?session=S1"), cookie: buyer.cookie)
        #expect(response.status == .seeOther)
      }
      let refused = try await server.visit(buyer.path("select?session=S1"), cookie: buyer.cookie)
      #expect(refused.status == .tooManyRequests)
      #expect(refused.headers[.contentType] == "text/html; charset=utf-8")
    }
  }
}
