import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("The start page")
struct StartTests {
  @Test("The page runs our script and nothing else, and says so without JavaScript")
  func page() async throws {
    try await TestServer.run { server in
      let response = try await server.visit("/ferry/start")
      #expect(response.status == .ok)
      let policy = try #require(response.headers[.contentSecurityPolicy])
      #expect(policy.contains("script-src 'nonce-"))
      #expect(!policy.contains("https:"), "No provider's sites belong here: \(policy)")
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(response.headers[.strictTransportSecurity] != nil)
      #expect(response.text.contains("<noscript>"))
      #expect(response.text.utf8.count < 20_000)
      // Two requests, the page and the ticket: the script is inline, and no style sheet delays it.
      let script = try #require(response.text.firstRange(of: #"fetch("/ferry/start""#))
      let styles = try #require(response.text.firstRange(of: #"rel="stylesheet""#))
      #expect(script.lowerBound < styles.lowerBound)
      #expect(!response.text.contains("<script src"))
    }
  }

  @Test(
    "Without JavaScript the page says that it has charged nothing, and leads back to the shop, or says how to get to the app",
    arguments: [
      (1, "?shop=main", true), (2, "?shop=main", true), (1, "?language=en", false),
      (2, "?shop=https://evil.example", false),
    ])
  func withoutScript(shops: Int, query: String, leadsToShop: Bool) async throws {
    try await TestServer.run(shops: shops) { server in
      let page = try await server.visit("/ferry/start" + query).text
      let part = try #require(page.firstMatch(of: /<noscript>(.*?)<\/noscript>/.dotMatchesNewlines())).1
      #expect(part.contains("<h1") && part.contains("This page has not charged you."))
      #expect(!page.contains("has been paid"), "The buyer may have paid before they opened the page again.")
      #expect(part.contains(#"href="\#(TestServer.checkoutPage)""#) == leadsToShop)
      #expect(part.contains("Close this page to go back to the app.") == !leadsToShop)
      #expect(!page.contains("evil.example"))
    }
  }

  @Test("The page speaks the checkout's language, whatever the browser asks for", arguments: Language.allCases)
  func language(_ language: Language) async throws {
    try await TestServer.run { server in
      let order = TestServer.order.replacing(#""language":"ja""#, with: #""language":"\#(language.rawValue)""#)
      let url = try #require(try await server.create(order).decoded(CheckoutBody.self).next?.url)
      let path = String(url.dropFirst(TestServer.base.utf8.count).prefix { $0 != "#" })
      let page = try await server.client.execute(
        uri: path, method: .get, headers: [.acceptLanguage: language == .swedish ? "es" : "sv"])
      #expect(page.text.contains(#"<html lang="\#(language.rawValue)">"#))
      #expect(page.text.contains(#"href="\#(TestServer.checkoutPage)""#), "The page knows the buyer's shop.")
    }
  }

  @Test("Without a language in the address the page speaks the one that the browser asks for")
  func withoutLanguage() async throws {
    try await TestServer.run { server in
      for query in ["", "?language=xx", "?language="] {
        let page = try await server.client.execute(
          uri: "/ferry/start" + query, method: .get, headers: [.acceptLanguage: "sv"])
        #expect(page.text.contains(#"<html lang="sv">"#), "\(query)")
      }
    }
  }

  @Test("A ticket opens its step once and binds the browser")
  func spend() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let response = try await server.spend(try checkout.ticket)
      #expect(response.status == .ok)
      let cookie = try #require(response.headers[.setCookie])
      #expect(cookie.hasPrefix("__Host-ferry-\(checkout.id)="))
      for part in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=90000"] { #expect(cookie.contains(part)) }
      #expect(try response.nextURL == TestServer.base + "/ferry/next/\(checkout.id)")
      let phase = try await server.call(.get, "/v1/checkouts/\(checkout.id)").decoded(CheckoutBody.self).phase
      #expect(phase == .selecting)

      let name = String(cookie.prefix { $0 != ";" })
      let again = try await server.spend(try checkout.ticket, cookie: name)
      #expect(again.status == .gone)
      #expect(again.problem?.type == .codeInvalid)
    }
  }

  @Test(
    "A browser that keeps no cookies is told so, in every language, and at each start", arguments: Language.allCases)
  func cookiesBlocked(_ language: Language) async throws {
    try await TestServer.run { server in
      let words = try #require(Self.cookiesBlocked[language])
      let order = TestServer.order.replacing(#""language":"ja""#, with: #""language":"\#(language.rawValue)""#)
      let checkout = try await server.create(order).decoded(CheckoutBody.self)
      var ticket = try checkout.ticket
      for _ in 1...2 {
        let next = try await server.spend(ticket).nextURL.dropFirst(TestServer.base.utf8.count)
        let page = try await server.visit(String(next))
        #expect(page.status == .forbidden)
        #expect(page.text.contains(words), "\(page.text)")
        #expect(page.text.contains(#"href="\#(TestServer.checkoutPage)""#))
        let begun = try await server.call(.post, "/v1/checkouts/\(checkout.id)/begin")
        try #require(begun.status == .ok, "\(begun.text)")
        ticket = try begun.decoded(CheckoutBody.self).ticket
      }
    }
  }

  private static let cookiesBlocked: [Language: String] = [
    .english: "Allow cookies to continue", .japanese: "Cookieを有効にしてください", .spanish: "Permita las cookies",
    .swedish: "Tillåt cookies",
  ]

  @Test(
    "A browser that says that it comes from elsewhere, or has another cookie, is another browser",
    arguments: [("none", nil), ("cross-site", nil), ("same-origin", "wrong")])
  func comesFromElsewhere(_ site: String, _ value: String?) async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      var headers: HTTPFields = [:]
      headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
      headers[.cookie] = value.map { "__Host-ferry-\(buyer.id)=\($0)" }
      let page = try await server.client.execute(uri: "/ferry/next/\(buyer.id)", method: .get, headers: headers)
      #expect(page.status == .forbidden)
      #expect(page.text.contains("はじめに開いた画面でお続けください"))
    }
  }

  @Test("The cookies of ended checkouts are removed when the browser starts another; others stay")
  func endedCheckouts() async throws {
    try await TestServer.run { server in
      var jar: [String: String] = ["__Host-ferry-operator": "o", "__Host-ferry-unknown": "u"]
      for number in 1...20 {
        let order = TestServer.order.replacing("A-1", with: "A-\(number)")
        let checkout = try await server.create(order, idempotencyKey: "key-\(number)").decoded(CheckoutBody.self)
        let cookies = jar.map { "\($0)=\($1)" }.joined(separator: "; ")
        let response = try await server.spend(try checkout.ticket, cookie: cookies)
        for field in response.headers[values: .setCookie] {
          let parts = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
          jar[String(parts[0])] = field.contains("Max-Age=0") ? nil : String(parts[1])
        }
        #expect(jar["__Host-ferry-\(checkout.id)"] != nil)
        if number == 1 { continue }
        _ = try await server.call(.post, "/v1/checkouts/\(checkout.id)/cancel")
      }
      // The two that are none, the first that goes on, and the last that has ended since.
      #expect(jar.count == 4)
      #expect(jar["__Host-ferry-operator"] == "o" && jar["__Host-ferry-unknown"] == "u")
    }
  }

  @Test("A second trip in the bound browser keeps its cookie")
  func secondLeg() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let checkout = try await server.call(.post, "/v1/checkouts/\(buyer.id)/begin").decoded(CheckoutBody.self)
      let response = try await server.spend(try checkout.ticket, cookie: buyer.cookie)
      #expect(response.status == .ok)
      #expect(response.headers[.setCookie] == nil)
    }
  }

  @Test(
    "A buyer whose answer with the cookie was lost restarts with a fresh ticket, in the same browser or in another",
    arguments: [nil, "wrong"])
  func lostAnswer(value: String?) async throws {
    try await TestServer.run { server in
      let lost = try await server.departed()
      let checkout = try await server.call(.post, "/v1/checkouts/\(lost.id)/begin").decoded(CheckoutBody.self)
      let cookie = value.map { "__Host-ferry-\(lost.id)=\($0)" }
      let response = try await server.spend(try checkout.ticket, cookie: cookie)
      #expect(response.status == .ok)
      let set = try #require(response.headers[.setCookie])
      #expect(set.hasPrefix("__Host-ferry-\(lost.id)="))
      // The ticket is spent, and the earlier browser is no longer bound.
      #expect(try await server.spend(try checkout.ticket, cookie: cookie).status == .gone)
      for jar in [lost.cookie, String(set.prefix { $0 != ";" })] {
        #expect(try await server.visit(lost.path("select?session=S1"), cookie: jar).status == .forbidden)
      }
      #expect(try await server.phase(lost) == .selecting)
      let fresh = try await server.renewed(lost, by: response)
      #expect(try await server.visit(fresh.path("select?session=S1"), cookie: fresh.cookie).status == .seeOther)
      #expect(try await server.phase(lost) == .reviewing)
    }
  }

  @Test("Another browser with a ticket for the selection restarts it, and the first browser's selection is discarded")
  func restartInAnotherBrowser() async throws {
    try await TestServer.run { server in
      let first = try await server.departed()
      let checkout = try await server.call(.post, "/v1/checkouts/\(first.id)/begin").decoded(CheckoutBody.self)
      _ = try await server.visit(first.path("select?session=S1"), cookie: first.cookie)
      #expect(try await server.phase(first) == .reviewing)
      let response = try await server.spend(try checkout.ticket)
      #expect(response.status == .ok)
      let file = try #require(await server.service.file(CheckoutID(first.id)))
      #expect(file.checkout.phase.name == .selecting)
      #expect(file.checkout.session == nil)
      #expect(file.details == nil)
      #expect(file.checkout.revision == 1)
      // The first browser's return is refused, and the other browser cannot bring back its session.
      #expect(try await server.visit(first.path("select?session=S1"), cookie: first.cookie).status == .forbidden)
      let second = try await server.renewed(first, by: response)
      #expect(try await server.visit(first.path("select?session=S1"), cookie: second.cookie).status == .forbidden)
      #expect(try await server.visit(second.path("select?session=S2"), cookie: second.cookie).status == .seeOther)
      let renewed = try #require(await server.service.file(CheckoutID(first.id)))
      #expect(renewed.checkout.session == "S2")
      #expect(renewed.checkout.revision == 2)
    }
  }

  @Test("After the confirmation no other browser can start")
  func agreed() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let left = try await server.call(.post, "/v1/checkouts/\(buyer.id)/begin").decoded(CheckoutBody.self)
      try await server.choose(buyer)
      let agreed = #"{"revision":1,"total":{"amount":"3000","currency":"JPY"}}"#
      _ = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", agreed)
      let before = await server.service.everything()
      #expect(try await server.spend(try left.ticket).status == .forbidden)
      #expect(await server.service.everything() == before)
    }
  }

  @Test(
    "After the selection another browser cannot continue, and does not spend the bound browser's ticket",
    arguments: [nil, "wrong"])
  func wrongBrowser(value: String?) async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let checkout = try await server.call(.post, "/v1/checkouts/\(buyer.id)/change", #"{"what":"payment"}"#)
        .decoded(CheckoutBody.self)
      let before = await server.service.everything()
      let cookie = value.map { "__Host-ferry-\(buyer.id)=\($0)" }
      let response = try await server.spend(try checkout.ticket, cookie: cookie)
      #expect(response.status == .forbidden)
      #expect(response.headers[.setCookie] == nil)
      #expect(!response.text.contains("checkout.js"))
      #expect(await server.service.everything() == before)
      #expect(try await server.spend(try checkout.ticket, cookie: buyer.cookie).status == .ok)
    }
  }

  @Test("A cookie that is sent twice was planted, and is refused")
  func plantedCookie() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let checkout = try await server.call(.post, "/v1/checkouts/\(buyer.id)/begin").decoded(CheckoutBody.self)
      let planted = "__Host-ferry-\(buyer.id)=planted; " + buyer.cookie
      #expect(try await server.spend(try checkout.ticket, cookie: planted).status == .badRequest)
    }
  }

  @Test("A ticket expires after two minutes")
  func expiry() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      await server.time.advance(by: .seconds(120))
      #expect(try await server.spend(try checkout.ticket).problem?.type == .codeInvalid)
    }
  }

  @Test("A wrong ticket gets the same answer for an existing and an unknown checkout")
  func unknownTickets() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let secret = String(repeating: "A", count: 32)
      let wrong = try await server.spend("\(checkout.id).\(secret)")
      let unknown = try await server.spend("co_AAAAAAAAAAAAAAAAAAAAAA.\(secret)")
      let malformed = try await server.spend("x; y")
      #expect(wrong.status == .gone)
      #expect(wrong.text == unknown.text)
      #expect(wrong.text == malformed.text)
      #expect(wrong.headers == unknown.headers)
    }
  }

  @Test(
    "Only the server's own page can spend a ticket",
    arguments: [
      ("https://evil.example", "cross-site"), ("https://evil.example", nil), ("null", nil), (nil, nil),
      (TestServer.base, "same-site"), (nil, "none"),
    ] as [(String?, String?)])
  func origins(origin: String?, site: String?) async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let before = await server.service.everything()
      #expect(try await server.spend(try checkout.ticket, origin: origin, site: site).status == .forbidden)
      // A form can send this, even from a page of our own.
      let form = try await server.submit("/ferry/start", "ticket=\(try checkout.ticket)", cookie: nil)
      #expect(form.status == .unsupportedMediaType)
      #expect(await server.service.everything() == before)
    }
  }

  @Test("An old ticket for the selection in another tab opens nothing while the buyer pays")
  func otherStep() async throws {
    try await TestServer.run { server in
      let buyer = try await server.departed()
      let left = try await server.call(.post, "/v1/checkouts/\(buyer.id)/begin").decoded(CheckoutBody.self)
      try await server.choose(buyer)
      let agreed = #"{"revision":1,"total":{"amount":"3000","currency":"JPY"}}"#
      let paying = try await server.call(.post, "/v1/checkouts/\(buyer.id)/confirm", agreed)
        .decoded(CheckoutBody.self)
      #expect(paying.phase == .paying)
      let response = try await server.spend(try left.ticket, cookie: buyer.cookie)
      #expect(try response.nextURL == TestServer.checkoutPage)
      let own = try await server.leave(try paying.ticket, cookie: buyer.cookie)
      #expect(own.headers[.location] == MemoryCheckouts.page)
    }
  }

  @Test("If the checkout is in a later phase, the browser is redirected to the shop, which shows it")
  func movedOn() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      _ = try await server.call(.post, "/v1/checkouts/\(checkout.id)/cancel")
      let response = try await server.spend(try checkout.ticket)
      #expect(response.status == .ok)
      #expect(try response.nextURL == TestServer.checkoutPage)
    }
  }
}
