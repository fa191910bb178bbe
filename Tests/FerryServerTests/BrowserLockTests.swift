import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

/// A returned selection is the shop's once its backend has shown the code that the browser brought.
@Suite("A selection that comes back in a browser")
struct BrowserLockTests {
  @Test("The selection is shown once it is claimed, and only then can it be confirmed")
  func claimed() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let code = try #require(try await server.comeBack(buyer))
      let locked = try await server.read(buyer)
      #expect(locked.isLocked)
      #expect(locked.phase == .reviewing)
      #expect(locked.review == nil)
      let claimed = try await server.claim(buyer, code).decoded(CheckoutBody.self)
      #expect(!claimed.isLocked)
      #expect(claimed.review?.total == .yen(3000))
      #expect(claimed.review?.buyer?.name == "山田 花子")
      #expect(try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", TestApp.agreed()).status == .ok)
    }
  }

  @Test("An attacker who mails the start page's address reads nothing about the victim, and can do nothing")
  func mailedStart() async throws {
    try await TestServer.run { server in
      // The attacker has created the checkout in their session of the shop; the victim opens its address.
      let victim = try await server.departed()
      let code = try #require(try await server.comeBack(victim))
      let seen = try await server.read(victim)
      #expect(seen.review == nil)
      #expect(seen.selectionRefusal == nil)
      let raw = try await server.call(.get, "/v1/checkouts/\(victim.id)").text
      for secret in ["花子", "hanako", "1111", "3000"] { #expect(!raw.contains(secret)) }
      let before = await server.service.everything()
      for (action, body) in [
        ("confirm", TestApp.agreed()), ("change", #"{"what":"address"}"#), ("change", #"{"what":"payment"}"#),
        ("keep", nil),
      ] {
        let response = try await server.call(.post, "/v1/checkouts/\(victim.id)/\(action)", body)
        #expect(response.problem?.type == .returnUnclaimed, "\(action)")
      }
      for guess in ["", "wrong", code + "x", String(code.dropLast()), code + ".1"] {
        #expect(try await server.claim(victim, guess).problem?.type == .codeInvalid)
      }
      #expect(await server.service.everything() == before)
      // After the cancellation it shows no more than before.
      _ = try await server.call(.post, "/v1/checkouts/\(victim.id)/cancel")
      #expect(try await server.read(victim).review == nil)
    }
  }

  @Test("The attacker's own browser restarts the checkout, and the victim's selection is discarded")
  func mailedStartResumed() async throws {
    try await TestServer.run { server in
      let victim = try await server.departed()
      let code = try #require(try await server.comeBack(victim))
      let ticket = try await server.call(.post, "/v1/checkouts/\(victim.id)/begin").decoded(CheckoutBody.self).ticket
      let response = try await server.spend(ticket)
      #expect(try response.nextURL.contains("/ferry/next/"))
      #expect(!response.text.contains("ferry_code"))
      let file = try #require(await server.service.file(CheckoutID(victim.id)))
      #expect(file.checkout.session == nil)
      #expect(file.details == nil)
      #expect(try await server.visit(victim.path("select?session=S1"), cookie: victim.cookie).status == .forbidden)
      // Even with the victim's code, the attacker opens nothing.
      #expect(try await server.claim(victim, code).problem?.type == .codeInvalid)
    }
  }

  @Test("A repeated code changes nothing, and a page that is loaded again needs none")
  func repeated() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let code = try #require(try await server.comeBack(buyer))
      let first = try await server.claim(buyer, code)
      let before = await server.service.everything()
      #expect(try await server.claim(buyer, code).text == first.text)
      #expect(await server.service.everything() == before)
      #expect(try await server.comeBack(buyer) == nil)
      #expect(try await !server.read(buyer).isLocked)
    }
  }

  @Test("A return that is repeated before the claim brings another code, and either opens it")
  func reloaded() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let first = try #require(try await server.comeBack(buyer))
      let second = try #require(try await server.comeBack(buyer))
      #expect(first != second)
      #expect(try await server.claim(buyer, first).status == .ok)
    }
  }

  @Test("A code expires after ten minutes; then the same browser gets another")
  func late() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let code = try #require(try await server.comeBack(buyer))
      await server.time.advance(by: .seconds(600))
      #expect(try await server.claim(buyer, code).problem?.type == .codeInvalid)
      let ticket = try await server.call(.post, "/v1/checkouts/\(buyer.id)/begin").decoded(CheckoutBody.self).ticket
      let back = try await server.spend(ticket, cookie: buyer.cookie)
      #expect(try back.nextURL.hasPrefix(TestServer.checkoutPage), "\(back.text)")
      let start = try #require(back.text.firstRange(of: "ferry_code="))
      let fresh = String(back.text[start.upperBound...].prefix { $0 != "\"" })
      #expect(try await server.claim(buyer, fresh).status == .ok)
    }
  }

  @Test("Each trip has codes of its own: one of the first selection does not open a change")
  func earlierLeg() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let first = try #require(try await server.comeBack(buyer))
      _ = try await server.claim(buyer, first)
      let change = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"address"}"#)
      _ = try await server.spend(try change.decoded(CheckoutBody.self).ticket, cookie: buyer.cookie)
      await server.service.choose(region: "Hokkaido")
      let second = try #require(try await server.comeBack(buyer))
      #expect(try await server.claim(buyer, first).problem?.type == .codeInvalid)
      #expect(try await server.read(buyer).review == nil)
      #expect(try await server.claim(buyer, second).decoded(CheckoutBody.self).review?.revision == 2)
    }
  }

  @Test("Codes of two checkouts, swapped, open neither")
  func swapped() async throws {
    try await TestServer.run { server in
      let one = try await server.departed()
      let created = try await server.create(
        TestServer.order.replacing("A-1", with: "A-2"), idempotencyKey: "key-2"
      ).decoded(CheckoutBody.self)
      let two = try await server.browser(of: created.id, after: try await server.spend(try created.ticket))
      let first = try #require(try await server.comeBack(one))
      let second = try #require(try await server.comeBack(two, "select?session=S2"))
      #expect(try await server.claim(one, second).problem?.type == .codeInvalid)
      #expect(try await server.claim(two, first).problem?.type == .codeInvalid)
      #expect(try await server.read(one).isLocked)
      #expect(try await server.read(two).isLocked)
    }
  }

  @Test("Another shop, another mode or no key claims nothing, and a shop cannot claim an app's selection")
  func strangers() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let code = try #require(try await server.comeBack(buyer))
      let app = try await TestApp.started(on: server, reference: "A-2")
      let link = try await app.comeBack(try await app.open(app.ticket))
      let before = await server.service.everything()
      #expect(try await server.claim(buyer, code, key: TestServer.otherKey).status == .notFound)
      #expect(try await server.claim(buyer, code, key: TestServer.liveKey).status == .notFound)
      #expect(try await server.claim(buyer, code, key: nil).status == .unauthorized)
      let asShop = try await server.call(.post, "/v1/checkouts/\(app.id)/claim", #"{"code":"\#(link.code)"}"#)
      #expect(asShop.problem?.type == .forbidden)
      #expect(await server.service.everything() == before)
    }
  }

  @Test("After the claim another browser with an old ticket restarts nothing")
  func otherBrowserAfterClaim() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let left = try await server.call(.post, "/v1/checkouts/\(buyer.id)/begin").decoded(CheckoutBody.self)
      try await server.choose(buyer)
      let before = await server.service.everything()
      #expect(try await server.spend(try left.ticket).status == .forbidden)
      #expect(await server.service.everything() == before)
    }
  }

  @Test("A return from the payment page brings no code: the status is enough")
  func payment() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let paying = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", TestApp.agreed())
      _ = try await server.spend(try paying.decoded(CheckoutBody.self).ticket, cookie: buyer.cookie)
      #expect(try await server.comeBack(buyer, "pay?session=S1") == nil)
      #expect(try await server.read(buyer).phase == .paid)
    }
  }
}
