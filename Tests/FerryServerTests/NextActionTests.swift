import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The page of the next action")
struct NextActionTests {
  @Test("It calls the provider's script, may load that provider's sources only, and says so without JavaScript")
  func script() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let page = try await server.leave(try checkout.ticket)
      #expect(page.status == .ok)
      #expect(page.headers[.cacheControl] == "no-store")
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.contains("script-src 'nonce-"))
      #expect(policy.contains("https://static.provider.example"))
      #expect(policy.contains("form-action 'self' https://provider.example"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe") && !policy.contains("other.example"))
      #expect(page.text.contains(#""function":["provider","open"]"#))
      #expect(page.text.contains(#"id="ferry-step""#))
      #expect(try page.withoutScript.contains(#"href="\#(TestServer.checkoutPage)""#))
      #expect(page.text.utf8.count < 20_000)
      #expect(!page.text.contains(#"{"a":"</script>"}"#), "Arguments must not end the script's element.")
    }
  }

  @Test("It redirects the bound browser to the payment page, also repeatedly")
  func payment() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let agreed = #"{"revision":1,"total":{"amount":"3000","currency":"JPY"}}"#
      let paying = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", agreed)
        .decoded(CheckoutBody.self)
      _ = try await server.spend(try paying.ticket, cookie: buyer.cookie)
      for _ in 1...2 {
        let next = try await server.visit("/ferry/next/\(buyer.id)", cookie: buyer.cookie)
        #expect(next.status == .seeOther)
        #expect(next.headers[.location] == MemoryCheckouts.page)
      }
    }
  }

  @Test("A form is posted to its target and to no other site, and has a button for browsers without JavaScript")
  func form() async throws {
    try await TestServer.run { server in
      await server.service.offer(
        .form(
          ProviderForm(
            action: "https://form.example/start", fields: [.init("token", #"a"><script>"#), .init("submit", "1")])))
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let page = try await server.leave(try checkout.ticket)
      #expect(page.status == .ok)
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.contains("form-action 'self' https://form.example https://provider.example"), "\(policy)")
      #expect(!policy.contains("static.provider.example"), "A form needs no script of the provider's.")
      #expect(page.text.contains(#"method="post" action="https://form.example/start""#))
      #expect(page.text.contains("<button type=\"submit\""))
      #expect(!page.text.contains(#"a"><script>"#), "Values must be escaped.")
    }
  }

  @Test("A payment form has its place, the buyer's way back and the provider's sources only, and may be loaded again")
  func paymentPage() async throws {
    try await TestServer.run { server in
      await server.service.offer(
        .page(
          PaymentPage(
            source: "https://static.provider.example/menu.js", function: ["provider", "menu"],
            configuration: #"{"container":"ferry-payment","text":"</script>"}"#, method: "open", failures: ["onError"],
            appearance: "onEvent")))
      let buyer = try await server.departed()
      for _ in 1...2 {
        let page = try await server.visit("/ferry/next/\(buyer.id)", cookie: buyer.cookie)
        #expect(page.status == .ok)
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("https://static.provider.example") && !policy.contains("unsafe"), "\(policy)")
        #expect(page.text.contains(#"<div id="\#(PaymentPage.container)"></div>"#))
        #expect(page.text.contains(#""method":"open""#) && page.text.contains(#""failures":["onError"]"#))
        #expect(page.text.contains(#""appearance":"onEvent""#))
        #expect(!page.text.contains(#"text\":\"</script>"#), "The configuration must not end the script's element.")
        let address = "\(TestServer.base)/ferry/next/\(buyer.id)"
        #expect(page.text.contains(#"href="\#(address)?returned=1""#))
        #expect(page.text.contains(#"method="post" action="\#(address)""#))
        #expect(page.text.contains("If you have already paid") || page.text.contains("すでにお支払い済み"))
        let withoutScript = try page.withoutScript
        #expect(withoutScript.contains(#"method="post" action="\#(address)""#), "The buyer cannot cancel.")
        #expect(withoutScript.contains(#"href="\#(TestServer.checkoutPage)""#))
        #expect(page.text.utf8.count < 20_000)
        // The provider's script compares the page's origin with those that it was given, and opens windows.
        #expect(page.headers[try #require(HTTPField.Name("Referrer-Policy"))] == "strict-origin")
        #expect(page.headers[try #require(HTTPField.Name("Cross-Origin-Opener-Policy"))] == nil)
        // Wallets need the permission `payment`, also in the frames of the provider's script.
        #expect(page.headers[try #require(HTTPField.Name("Permissions-Policy"))] == nil)
      }
    }
  }

  private static let menu = NextAction.page(
    PaymentPage(
      source: "https://static.provider.example/menu.js", function: ["provider", "menu"], configuration: "{}",
      method: "open", failures: [], appearance: "onEvent"))

  @Test("The page with a payment form lets its cancel button lead to the shop's site, or to the app's link host")
  func cancelDestination() async throws {
    try await TestServer.run { server in
      await server.service.offer(Self.menu)
      let buyer = try await server.departed()
      let app = try await TestApp.started(on: server, reference: "A-2")
      let browser = try await app.open(app.ticket)
      for (page, site) in [(buyer, "https://shop.example"), (browser, TestServer.linkHost)] {
        let page = try await server.visit("/ferry/next/\(page.id)", cookie: page.cookie)
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("form-action 'self' https://provider.example \(site);"), "\(policy)")
      }
    }
  }

  @Test("A bank's form that leads back to the payment page is repeated as a visit, which has the cookie")
  func returnByForm() async throws {
    try await TestServer.run { server in
      await server.service.offer(Self.menu)
      let buyer = try await server.departed()
      let before = await server.service.everything()
      for query in ["?returned=1", "?returned=1&a=b", "?returned=2", ""] {
        let answer = try await server.submit(
          "/ferry/next/\(buyer.id)" + query, "PaRes=1", cookie: nil, origin: "https://bank.example", site: "cross-site")
        guard query.hasPrefix("?returned=1") else {
          #expect(answer.status == .forbidden)
          continue
        }
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "\(TestServer.base)/ferry/next/\(buyer.id)?returned=1")
      }
      #expect(await server.service.everything() == before)
      let path = "/ferry/next/\(buyer.id)?returned=1"
      #expect(try await server.visit(path, cookie: buyer.cookie).text.contains(#""method":"open""#))
    }
  }

  @Test("A spent page tells the buyer to restart the payment")
  func spent() async throws {
    try await TestServer.run { server in
      await server.service.offer(.spent)
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let page = try await server.leave(try checkout.ticket)
      #expect(page.status == .gone)
      #expect(page.text.contains(#"href="\#(TestServer.checkoutPage)""#))
    }
  }

  @Test("The provider's required facts are stored for the bound browser only")
  func facts() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      _ = try await server.spend(try checkout.ticket, agent: "Agent/1.0")
      let again = try await server.call(.post, "/v1/checkouts/\(checkout.id)/begin").decoded(CheckoutBody.self)
      _ = try await server.spend(try again.ticket, agent: "Agent/2.0")
      let file = try #require(await server.service.file(CheckoutID(checkout.id)))
      #expect(file.buyerFacts == BuyerFacts(userAgent: "Agent/2.0"), "The second browser started over.")
    }
  }

  @Test(
    "Another browser gets a page that says where to continue, and nothing of the provider's", arguments: [nil, "wrong"])
  func otherBrowser(value: String?) async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let before = await server.service.everything()
      let cookie = value.map { "__Host-ferry-\(buyer.id)=\($0)" }
      let page = try await server.visit("/ferry/next/\(buyer.id)", cookie: cookie)
      #expect(page.status == .forbidden)
      #expect(!page.text.contains("checkout.js"))
      #expect(await server.service.everything() == before)
      #expect(try await server.visit("/ferry/next/co_unknown").status == .notFound)
    }
  }

  @Test(
    "A browser with nothing to do at the provider goes back to the shop, with a code if there is something to claim")
  func nothingToDo() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let code = try #require(try await server.comeBack(buyer))
      let back = try await server.visit("/ferry/next/\(buyer.id)", cookie: buyer.cookie)
      let again = try #require(try back.broughtCode)
      #expect(again != code)
      try #require(try await server.claim(buyer, again).status == .ok)
      let reviewing = try await server.visit("/ferry/next/\(buyer.id)", cookie: buyer.cookie)
      #expect(reviewing.headers[.location] == TestServer.checkoutPage)
    }
  }

  @Test("A checkout without a redirect to the provider has no next action")
  func notOpened() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      #expect(try await server.visit("/ferry/next/\(checkout.id)").status == .forbidden)
    }
  }
}

extension TestResponse {
  /// The part of a page for browsers without JavaScript.
  fileprivate var withoutScript: Substring {
    get throws { try #require(text.firstMatch(of: /<noscript>(.*?)<\/noscript>/.dotMatchesNewlines())).1 }
  }
}
