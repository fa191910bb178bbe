import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("The return into the app")
struct WayBackTests {
  @Test("A form from another site is repeated as a visit, which has the cookie")
  func crossSiteForm() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let before = await server.service.everything()
      let path = browser.path("select?session=S1")
      let response = try await server.submit(
        path, "x=1", cookie: nil, origin: "https://provider.example", site: "cross-site")
      #expect(response.status == .seeOther)
      #expect(response.headers[.location] == TestServer.base + path)
      #expect(await server.service.everything() == before)
      let visited = try await server.visit(path, cookie: browser.cookie)
      #expect(visited.link?.checkout == app.id)
    }
  }

  @Test("The return page has a button of the link host, and the app's own scheme only after that failed")
  func ladder() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let link = try await app.comeBack(try await app.open(app.ticket))
      let first = try await server.visit("/ferry/back?" + link.query)
      let escaped = link.query.replacing("&", with: "&amp;")
      #expect(first.status == .ok)
      #expect(first.text.contains(#"href="https://link.shop.example/ferry/return/?\#(escaped)&amp;tap=1""#))
      #expect(!first.text.contains("shop://"))
      let tried = try await server.visit("/ferry/back?" + link.query + "&tap=1&tried=1")
      #expect(tried.text.contains(#"href="https://link.shop.example/ferry/return/?\#(escaped)&amp;tap=1""#))
      #expect(tried.text.contains(#"href="shop://ferry/return/?\#(escaped)""#))
      // Never by script.
      #expect(!tried.text.contains("<script"))
    }
  }

  @Test("The page of a wake link leads into the app without a code, also for the bound browser, and commits nothing")
  func wake() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      _ = try await app.comeBack(browser)
      let before = await server.service.everything()
      let query = "checkout=\(app.id)&wake=1"
      let escaped = query.replacing("&", with: "&amp;")
      for cookie in [nil, browser.cookie] {
        let first = try await server.visit("/ferry/back?" + query, cookie: cookie)
        #expect(first.status == .ok)
        #expect(first.text.contains(#"href="https://link.shop.example/ferry/return/?\#(escaped)&amp;tap=1""#))
        #expect(!first.text.contains("shop://"))
        let tried = try await server.visit("/ferry/back?" + query + "&tap=1&tried=1", cookie: cookie)
        #expect(tried.text.contains(#"href="shop://ferry/return/?\#(escaped)""#))
        for page in [first, tried] {
          #expect(Self.links(page.text) == [])
          #expect(!page.text.contains("<script"))
        }
      }
      #expect(await server.service.everything() == before)
    }
  }

  @Test(
    "A bank's page leads back by the wake link: the browser with the payment page goes on there, any other to the app")
  func wakeOnPaymentPage() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.paying()
      let path = "/ferry/back?checkout=\(app.id)&wake=1&fallback=true"
      let page = try await server.visit(path, cookie: browser.cookie)
      #expect(page.status == .seeOther)
      #expect(page.headers[.location] == "\(TestServer.base)/ferry/next/\(app.id)?returned=1")
      for cookie in [nil, "__Host-ferry-\(app.id)=wrong"] {
        let other = try await server.visit(path, cookie: cookie)
        #expect(other.status == .ok)
        #expect(other.text.contains("wake=1&amp;tap=1"))
      }
      // Once the buyer has left the payment page, the link leads into the app.
      _ = try await app.comeBack(browser, "pay")
      #expect(try await server.visit(path, cookie: browser.cookie).status == .ok)
    }
  }

  /// The page's automatic reload: the delay and the address.
  private static func renewal(_ page: String) -> (seconds: Int, address: String)? {
    let start = #"<meta http-equiv="refresh" content=""#
    guard let range = page.range(of: start) else { return nil }
    let content = String(page[range.upperBound...].prefix { $0 != "\"" })
    guard let middle = content.range(of: "; url="), let seconds = Int(content[..<middle.lowerBound]) else { return nil }
    let address = String(content[middle.upperBound...]).replacing(TestServer.base, with: "")
    return (seconds, address.replacing("&amp;", with: "&"))
  }

  @Test("The return page offers no expired code: it reloads with valid codes until the checkout is over")
  func renewing() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let first = try await app.comeBack(browser)
      var address = "/ferry/back?" + first.query
      var codes: Set = [first.code]
      for round in 0..<5 {
        let page = try await server.visit(address, cookie: browser.cookie)
        let code = try #require(Self.links(page.text).first).code
        // The first code is still valid.
        #expect(codes.insert(code).inserted == (round > 0))
        let renewal = try #require(Self.renewal(page.text))
        #expect(renewal.address == "/ferry/back?checkout=\(app.id)&code=\(code)")
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("script-src 'nonce-") && !policy.contains("unsafe"))
        #expect(page.text.contains("pageshow") && page.text.utf8.count < 20_000)
        await server.time.advance(by: .seconds(renewal.seconds))
        // The code stays valid as long as the page shows it.
        #expect(try await app.claim(code).status == .ok)
        address = renewal.address
      }
      // A device that has slept for an hour.
      await server.time.advance(by: .seconds(3600))
      let late = try await server.visit(address, cookie: browser.cookie)
      let code = try #require(Self.links(late.text).first).code
      #expect(try await app.claim(code).status == .ok)
      _ = try await app.call("cancel")
      let over = try await server.visit(address, cookie: browser.cookie)
      #expect(over.status == .ok)
      #expect(Self.renewal(over.text) == nil)
    }
  }

  @Test("Only the bound browser gets fresh codes, and none before it has returned from the provider")
  func renewingElsewhere() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let away = try await server.visit("/ferry/back?checkout=\(app.id)&code=abc", cookie: browser.cookie)
      #expect(Self.renewal(away.text) == nil)
      #expect(try #require(await server.service.file(CheckoutID(app.id))).roundTrips.codes == [])
      let link = try await app.comeBack(browser)
      await server.time.advance(by: .seconds(600))
      let before = await server.service.everything()
      for cookie in [nil, "__Host-ferry-\(app.id)=wrong"] {
        let page = try await server.visit("/ferry/back?" + link.query, cookie: cookie)
        #expect(Self.links(page.text).map(\.code) == [link.code])
        #expect(Self.renewal(page.text) == nil)
      }
      #expect(await server.service.everything() == before)
    }
  }

  @Test("On Android the button is an intent that names the app and another page for those without it")
  func android() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server, app: "shop-android")
      let link = try await app.comeBack(try await app.open(app.ticket))
      let page = try await server.visit("/ferry/back?" + link.query)
      let place = "link.shop.example/ferry/return/?" + link.query.replacing("&", with: "&amp;")
      #expect(
        page.text.contains(
          "intent://\(place)#Intent;scheme=https;package=jp.example.shop;S.browser_fallback_url=https%3A%2F%2F"))
      #expect(page.text.contains("%26tried%3D1;end"))
      #expect(!page.text.contains("shop://"))
      // There is no other button, so the text mentions none.
      let tried = try await server.visit("/ferry/back?" + link.query + "&tried=1")
      #expect(tried.text.contains("intent://"))
      #expect(!tried.text.contains("もう一つのボタン"))
      #expect(tried.text.contains("アプリが開きませんでした"))
    }
  }

  @Test(
    "The return page ignores addresses in the request",
    arguments: [
      "", "checkout=co_x&code=abc", "code=abc", "checkout=ID", "checkout=ID&wake=2", "wake=1",
      "checkout=co_x&wake=1", "checkout=ID&code=", "checkout=ID&code=a%22%3E%3Cb",
      "checkout=ID&code=abc&code=abd",
      "checkout=//evil.example&code=abc", "checkout=ID&code=javascript:alert(1)", "checkout=ID&code=a/../b",
      "checkout=ID&code=%FF", "checkout=ID%00&code=abc",
    ])
  func unreadable(query: String) async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let page = try await server.visit("/ferry/back?" + query.replacing("ID", with: app.id))
      #expect(page.status == .badRequest)
      #expect(!page.text.contains("href=\"http"))
      #expect(!page.text.contains("evil"))
    }
  }

  @Test(
    "Other query parameters change no link",
    arguments: [
      "&url=https://evil.example", "&next=//evil.example", "&linkHost=evil.example", "&scheme=javascript", "&tap=2",
      "&base=https://evil.example", "#https://evil.example",
    ])
  func openRedirect(addition: String) async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let returned = try await server.visit(browser.path("select?session=S1" + addition), cookie: browser.cookie)
      let link = try #require(returned.link)
      #expect(returned.headers[.location] == link.text(host: TestServer.linkHost))
      let plain = try await server.visit("/ferry/back?" + link.query)
      let page = try await server.visit("/ferry/back?" + link.query + addition)
      #expect(page.text == plain.text)
      let start = try await server.visit("/ferry/start?" + addition.dropFirst())
      #expect(!start.text.contains("evil"))
    }
  }

  @Test("The link host's page is one for all, and its script alone may run")
  func linkPage() async throws {
    try await TestServer.run { server in
      let page = try await server.visit("/ferry/return/?checkout=co_x&code=abc&tap=1")
      #expect(page.status == .ok)
      let own = LinkPage(base: try #require(Origin(TestServer.base)))
      #expect(page.text == String(decoding: own.bytes, as: UTF8.self))
      #expect(!page.text.contains("co_x"))
      #expect(page.text.contains(#"data-base="https://pay.shop.example""#))
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
      #expect(!policy.contains("unsafe"))
      #expect(policy.hasSuffix("frame-ancestors 'none'"))
      // The document has it too, for hosts that send no header fields.
      #expect(page.text.contains(policy.replacing("; frame-ancestors 'none'", with: "").replacing("'", with: "&#39;")))
    }
  }

  @Test("The review in the browser says why an address is refused", arguments: Phase.SelectionRefusal.allCases)
  func refusal(_ refusal: Phase.SelectionRefusal) async throws {
    try await TestServer.run { server in
      await server.service.choose(.refused(refusal))
      let app = try await TestApp.started(on: server, review: "browser")
      let browser = try await app.open(app.ticket)
      _ = try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie)
      let page = try await server.visit("/ferry/review/\(app.id)", cookie: browser.cookie).text
      let title =
        switch refusal {
        case .countryNotServed: "この国にはお届けできません"
        case .regionNotServed: "ご指定の地域にはお届けできません"
        case .postOfficeBox: "私書箱にはお届けできません"
        case .packstation: "宅配ロッカーや郵便局留めにはお届けできません"
        }
      #expect(page.contains("<title>\(title)") && page.contains(#"name="what" value="address""#))
    }
  }

  @Test("Only the bound browser gets the review, and its purchase link names the shown revision")
  func review() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server, review: "browser")
      let browser = try await app.open(app.ticket)
      let returned = try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie)
      let place = "/ferry/review/\(app.id)"
      #expect(returned.headers[.location] == TestServer.base + place)
      for cookie in [nil, "__Host-ferry-\(app.id)=wrong"] {
        let page = try await server.visit(place, cookie: cookie)
        #expect(page.status == .forbidden)
        #expect(!page.text.contains("3,000"))
      }
      let page = try await server.visit(place, cookie: browser.cookie)
      #expect(page.text.contains("3,000"))
      let link = try Self.purchaseLink(page.text, app.id)
      #expect(link.revision == 1)
      // Its codes are renewed in time, too.
      #expect(Self.renewal(page.text)?.address == place)
      // Nobody can add a confirmation to a link, or change the one in it.
      let plain = Self.links(page.text).first { $0.revision == nil }
      for forged in [AppReturnLink.code(try #require(plain).code, agreeingTo: 1), link.code + ".2"] {
        #expect(AppReturnLink(checkout: app.id, code: forged).revision != nil)
        #expect(try await app.claim(forged).status == .gone)
      }
      let claimed = try await app.claim(link.code).decoded(AppCheckoutBody.self)
      #expect(claimed.review?.revision == link.revision)
      #expect(try await app.confirm(try #require(link.revision)).decoded(AppCheckoutBody.self).phase == .paying)
      // The checkout is in a later phase: nothing can be bought here.
      let late = try await server.visit(place, cookie: browser.cookie)
      #expect(late.link?.revision == nil)
      #expect(late.link?.checkout == app.id)
    }
  }

  private static func links(_ page: String) -> [AppReturnLink] {
    let links = page.split(separator: "href=\"").map { String($0.prefix { $0 != "\"" }).replacing("&amp;", with: "&") }
    return links.compactMap { text in
      guard case .link(let link) = AppReturnLink.read(text, host: TestServer.linkHost, scheme: nil) else { return nil }
      return link
    }
  }

  private static func purchaseLink(_ page: String, _ id: String) throws -> AppReturnLink {
    try #require(links(page).first { $0.revision != nil && $0.checkout == id })
  }

  @Test("A change starts in the same browser with its own ticket, which only the page itself can request")
  func changeInBrowser() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server, review: "browser")
      let browser = try await app.open(app.ticket)
      _ = try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie)
      let place = "/ferry/review/\(app.id)/change"
      let first = try await server.visit("/ferry/review/\(app.id)", cookie: browser.cookie)
      #expect(!first.text.contains("role=\"alert\""))
      let before = await server.service.everything()
      let evil = try await server.submit(
        place, "what=address", cookie: browser.cookie, origin: "https://evil.example", site: "cross-site")
      #expect(evil.status == .forbidden)
      #expect(try await server.submit(place, "what=address", cookie: nil).status == .forbidden)
      #expect(try await server.submit(place, "what=all", cookie: browser.cookie).status == .unprocessableContent)
      #expect(await server.service.everything() == before)
      let response = try await server.submit(place, "what=address", cookie: browser.cookie)
      #expect(response.status == .seeOther)
      let start = try #require(response.headers[.location])
      #expect(start.hasPrefix(TestServer.base + "/ferry/start?language=ja#\(app.id).app_"))
      _ = try await app.open(String(try #require(start.split(separator: "#").last)), in: browser)
      // The first selection is not claimed yet; the change leaves all the same.
      let next = try await server.visit("/ferry/next/\(app.id)", cookie: browser.cookie)
      #expect(next.text.contains(#""function":["provider","open"]"#), "\(next.headers)")
      await server.service.choose(region: "Hokkaido")
      _ = try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie)
      let page = try await server.visit("/ferry/review/\(app.id)", cookie: browser.cookie)
      #expect(try Self.purchaseLink(page.text, app.id).revision == 2)
      // Delivery to the other address costs more: the page says so before the confirmation, also after a reload.
      for text in [page.text, try await server.visit("/ferry/review/\(app.id)", cookie: browser.cookie).text] {
        #expect(text.contains("合計金額が") && text.contains("3,000") && text.contains("3,300"))
      }
      #expect(try await app.read().isLocked)
    }
  }

  @Test("A browser that another has replaced gets no review, and changes nothing")
  func overtaken() async throws {
    try await TestServer.run { server in
      for (number, isChange) in [false, true].enumerated() {
        let app = try await TestApp.started(on: server, reference: "B-\(number)", review: "browser")
        let browser = try await app.open(app.ticket)
        _ = try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie)
        let place = "/ferry/review/\(app.id)"
        await server.service.beginElsewhereBeforeNextSubmission()
        let response =
          isChange
          ? try await server.submit(place + "/change", "what=address", cookie: browser.cookie)
          : try await server.visit(place, cookie: browser.cookie)
        #expect(response.status == .forbidden)
        #expect(!response.text.contains("3,000"))
        let file = try #require(await server.service.file(CheckoutID(app.id)))
        #expect(file.checkout.phase.name == .selecting)
        #expect(file.checkout.session == nil)
        #expect(file.roundTrips.tickets == [])
        #expect(file.roundTrips.codes == [])
      }
    }
  }

  @Test("A provider's button is an image without active content")
  func button() async throws {
    try await TestServer.run { server in
      let image = try await server.visit("/ferry/button/sandbox/main/test.svg")
      #expect(image.headers[.contentType] == "image/svg+xml")
      #expect(image.headers[.contentSecurityPolicy] == "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      #expect(image.text.contains("Test payment"))
      let japanese = try await server.visit("/ferry/button/sandbox/main/test.svg?language=ja")
      #expect(japanese.text.contains("テスト決済") && !japanese.text.contains("Test payment"))
      #expect(try await server.visit("/ferry/button/sandbox/main/test.svg?language=%3Cb%3E").text == image.text)
      #expect(try await server.visit("/ferry/button/sandbox/europe/test.svg").status == .notFound)
    }
  }

  @Test("An app that shows the review itself has no review in the browser")
  func noReviewInBrowser() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      _ = try await app.comeBack(browser)
      #expect(try await server.visit("/ferry/review/\(app.id)", cookie: browser.cookie).status == .notFound)
      #expect(
        try await server.submit("/ferry/review/\(app.id)/change", "what=address", cookie: browser.cookie).status
          == .notFound)
    }
  }
}
