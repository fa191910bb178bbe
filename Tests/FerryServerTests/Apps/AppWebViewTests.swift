import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("An app that shows the payment page in a web view of its own")
struct AppWebViewTests {
  /// A checkout that begins with the payment page, which its buyer has opened twice in the same browser.
  private func paying(on server: TestServer) async throws -> (app: TestApp, browser: Departed) {
    let app = try await TestApp.started(on: server)
    let ticket = try #require(try await app.confirm().decoded(AppCheckoutBody.self).ticket)
    let browser = try await app.open(try await begin(app), in: try await app.open(ticket.text))
    let next = try await server.visit("/ferry/next/\(app.id)", cookie: browser.cookie)
    try #require(next.headers[.location] == MemoryCheckouts.page)
    return (app, browser)
  }

  private func begin(_ app: TestApp, browser: String? = nil) async throws -> String {
    try #require(try await app.call("begin", browser: browser).decoded(AppCheckoutBody.self).ticket).text
  }

  @Test("A web view without the cookies of the earlier one continues at the payment page, if the app says so")
  func newBrowser() async throws {
    try await TestServer.run(journey: .pay) { server in
      let (app, first) = try await paying(on: server)
      #expect(try await server.spend(try await begin(app)).status == .forbidden)
      let second = try await app.open(try await begin(app, browser: "new"))
      #expect(second.cookie != first.cookie)
      #expect(second.nonce == first.nonce, "The provider already has the return URL.")
      let next = try await server.visit("/ferry/next/\(app.id)", cookie: second.cookie)
      #expect(next.headers[.location] == MemoryCheckouts.page)
      #expect(try await server.visit("/ferry/next/\(app.id)", cookie: first.cookie).status == .forbidden)
      let link = try await app.comeBack(second, "pay")
      #expect(try await app.claim(link.code).decoded(AppCheckoutBody.self).phase == .paid)
    }
  }

  @Test("The web view of a change and of the payment may be another than that of the selection")
  func everyStep() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      _ = try await app.reviewing()
      let changed = try await app.call("change", #"{"what":"address"}"#, browser: "new").decoded(AppCheckoutBody.self)
      let change = try await app.open(try #require(changed.ticket).text)
      _ = try await app.claim(try await app.comeBack(change).code)
      let agreed = try await app.call("confirm", TestApp.agreed(), browser: "new").decoded(AppCheckoutBody.self)
      let payment = try await app.open(try #require(agreed.ticket).text)
      #expect(Set([change.cookie, payment.cookie]).count == 2)
      let link = try await app.comeBack(payment, "pay")
      #expect(try await app.claim(link.code).decoded(AppCheckoutBody.self).phase == .paid)
    }
  }

  @Test("An attacker with their own app gets no code of a victim's browser by asking for another one")
  func mailed() async throws {
    try await TestServer.run { server in
      let attacker = try await TestApp.started(on: server)
      let victim = try await attacker.open(attacker.ticket)
      _ = try await attacker.comeBack(victim)
      let ticket = try await begin(attacker, browser: "new")
      let response = try await server.spend(ticket)
      #expect(try response.nextURL.contains("/ferry/next/"), "The selection is discarded.")
      #expect(!response.text.contains("code="))
      #expect(try #require(await server.service.file(CheckoutID(attacker.id))).checkout.selection == nil)
    }
  }

  @Test("Only the app itself may say so, and only in these words", arguments: ["old", "NEW", ""])
  func refused(_ value: String) async throws {
    try await TestServer.run(journey: .pay) { server in
      let (app, _) = try await paying(on: server)
      let before = await server.service.everything()
      for action in ["begin", "confirm", "change"] {
        #expect(try await app.call(action, TestApp.agreed(), browser: value).status == .badRequest)
      }
      #expect(try await app.call("begin", verifier: TestApp.stranger, browser: "new").status == .forbidden)
      #expect(await server.service.everything() == before)
    }
  }

  @Test("When the app says that the page was closed, the provider is asked at once, and its answer alone decides")
  func closed() async throws {
    try await TestServer.run(journey: .pay) { server in
      let (app, _) = try await paying(on: server)
      await server.service.silence()
      let unknown = try await app.call("closed")
      #expect(unknown.status == .accepted)
      #expect(try unknown.decoded(AppCheckoutBody.self).phase == .settling)
    }
    try await TestServer.run(journey: .pay) { server in
      let (app, _) = try await paying(on: server)
      let answer = try await app.call("closed")
      #expect(answer.status == .ok)
      #expect(try answer.decoded(AppCheckoutBody.self).phase == .paid)
      let before = await server.service.everything()
      #expect(try await app.call("closed").status == .ok)
      #expect(await server.service.everything() == before, "Nothing is asked about a checkout that is over.")
    }
  }

  @Test("A closed page is no news before the provider knows the buyer, and none from a stranger")
  func nothingToAsk() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let before = await server.service.everything()
      #expect(try await app.call("closed").decoded(AppCheckoutBody.self).phase == .open)
      #expect(try await app.call("closed", isVerified: false).status == .forbidden)
      #expect(await server.service.everything().map(\.checkout) == before.map(\.checkout))
    }
  }

  @Test("Too many hints are refused, and use up nothing of what the app needs for its decisions")
  func limited() async throws {
    let limits = FerryServerConfiguration.Limits(
      rates: RateLimits(key: nil, address: nil, checkout: RateLimit(perMinute: 6, burst: 3)))
    try await TestServer.run(limits: limits) { server in
      let app = try await TestApp.started(on: server)
      for _ in 1...3 { #expect(try await app.call("closed").status == .ok) }
      #expect(try await app.call("closed").status == .tooManyRequests)
      #expect(try await app.call("cancel").status == .ok)
    }
  }
}
