import FerryCheckout
import FerryCore
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Accessibility of the pages between shop and provider", .serialized, .timeLimit(.minutes(10)))
struct BrowserAccessibilityTests {
  private struct Shown: Sendable {
    let name: String
    let html: String
  }

  private actor Shelf {
    private(set) var pages: [Shown] = []
    func add(_ name: String, _ response: TestResponse) { pages.append(Shown(name: name, html: response.text)) }
  }

  private static func get(
    _ server: TestServer, _ path: String, _ language: Language, cookie: String? = nil, agent: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.acceptLanguage: language.rawValue]
    headers[.cookie] = cookie
    headers[.userAgent] = agent
    return try await server.client.execute(uri: path, method: .get, headers: headers)
  }

  /// Every page, in a language. The start page has several parts, shown one at a time.
  private static func pages(_ language: Language) async throws -> [Shown] {
    let shelf = Shelf()
    try await TestServer.run(shops: 1) { server in
      for (name, agent) in [
        ("start", nil), ("start on iOS", EmbeddedBrowserTests.webView),
        ("start on Android", EmbeddedBrowserTests.facebook),
      ] {
        await shelf.add(name, try await get(server, "/ferry/start?shop=main", language, agent: agent))
      }
      await shelf.add("nothing there", try await get(server, "/nothing", language))
      await shelf.add("unreadable", try await get(server, "/ferry/back", language))
      await shelf.add("link host", try await get(server, "/ferry/return/", language))
      for app in ["shop-ios", "shop-android"] {
        let (app, browser) = try await began(server, app, language)
        let link = try await app.comeBack(browser)
        for query in [link.query, link.query + "&tried=1"] {
          await shelf.add(
            "back \(app.id) \(query.count)",
            try await get(server, "/ferry/back?" + query, language, cookie: browser.cookie))
        }
        await shelf.add("elsewhere", try await get(server, browser.path("select?session=S1"), language))
      }
      let (app, browser) = try await began(
        server, "shop-ios", language, review: "browser", order: TestServer.mixedOrder)
      _ = try await get(server, browser.path("select?session=S1"), language, cookie: browser.cookie)
      let review = try await get(server, "/ferry/review/\(app.id)", language, cookie: browser.cookie)
      #expect(review.text.contains(Money.yen(4_500).display(language)))
      await shelf.add("review", review)
    }
    // The provider's answer cannot be read yet.
    try await TestServer.run(shops: 1) { server in
      await server.service.silence()
      let (app, browser) = try await began(server, "shop-ios", language, review: "browser")
      _ = try await get(server, browser.path("select?session=S1"), language, cookie: browser.cookie)
      let waiting = try await get(server, "/ferry/review/\(app.id)", language, cookie: browser.cookie)
      #expect(waiting.text.contains("spinner"))
      await shelf.add("review that waits", waiting)
    }
    try await TestServer.run(shops: 1) { server in
      let (app, browser) = try await began(server, "shop-ios", language, review: "browser", countries: ["US"])
      _ = try await get(server, browser.path("select?session=S1"), language, cookie: browser.cookie)
      let refused = try await get(server, "/ferry/review/\(app.id)", language, cookie: browser.cookie)
      #expect(refused.text.contains(#"name="what" value="address""#))
      #expect(!refused.text.contains(Money.yen(3_000).display(language)))
      await shelf.add("review that is refused", refused)
    }
    return await shelf.pages
  }

  private static func began(
    _ server: TestServer, _ app: String, _ language: Language, review: String = "app", countries: [String]? = nil,
    order: String = TestServer.order
  ) async throws -> (app: TestApp, browser: Departed) {
    let verifier = Verifier(SystemRandomness())
    var order = TestApp.order(verifier.challenge, reference: app + review, app: app, review: review, of: order)
      .replacing(#""language":"ja""#, with: #""language":"\#(language.rawValue)""#)
    if let countries {
      order.replace(#""shipping":{"#, with: #""shipping":{"countries":["\#(countries.joined())"],"#)
    }
    let created = try await server.create(order, idempotencyKey: app + review)
    let handoff = try #require(try created.decoded(CheckoutBody.self).app)
    let own = TestApp(
      server: server, verifier: verifier, id: handoff.checkout, token: try #require(handoff.clientToken),
      ticket: try #require(handoff.ticket?.text))
    return (own, try await own.open(own.ticket))
  }

  @Test("axe-core finds no fault on any page", arguments: BrowserOptions.Appearance.testCases)
  func axe(appearance: BrowserOptions.Appearance) async throws { try await Self.audit(.english, appearance) }

  /// The markup is the same in every language.
  @Suite("In every other language")
  struct Soak {
    @Test("axe-core finds no fault", arguments: Language.allCases.filter { $0 != .english })
    func axe(language: Language) async throws { try await BrowserAccessibilityTests.audit(language, .light) }
  }

  private static func audit(_ language: Language, _ appearance: BrowserOptions.Appearance) async throws {
    let pages = try await pages(language)
    #expect(pages.count == 15)
    try await withBrowser(BrowserOptions(language: language.rawValue, appearance: appearance)) { browser in
      try await look(at: pages, browser) { name in
        let problems = try await browser.accessibilityProblems(contrastAlone: appearance == .dark)
        #expect(problems == [], "\(name)")
      }
    }
  }

  @Test(
    "On a phone, with text of twice the size too, nothing is cut off and no word is broken",
    arguments: Language.testCases, TestCases.first(of: [320, 390]))
  func layout(language: Language, width: Int) async throws {
    let pages = try await Self.pages(language)
    var options = BrowserOptions(language: language.rawValue)
    options.width = width
    try await withBrowser(options) { browser in
      try await Self.look(at: pages, browser) { name in
        for size in [100, 200] {
          let problems = try await browser.layoutProblems(textSize: size)
          #expect(problems == [], "\(name) at \(size) %")
        }
      }
    }
  }

  /// Shows each page, and each part of one that has parts.
  private static func look(at pages: [Shown], _ browser: Browser, _ body: (String) async throws -> Void) async throws {
    let style = String(decoding: Asset.houseStyle.bytes, as: UTF8.self)
    for page in pages {
      try await browser.show(page.html, styles: page.name == "link host" ? [] : [style])
      let all = page.html.matches(of: /data-part="([a-z]+)"/).map { String($0.1) }
      let parts = all.contains("embedded") ? ["embedded"] : all
      for part in parts.isEmpty ? [nil] : parts.map(Optional.some) {
        if let part {
          try await browser.execute(
            """
            for (const part of document.querySelectorAll("[data-part]")) part.hidden = part.dataset.part !== arguments[0];
            """, [.string(part)])
        }
        try await body("\(page.name) \(part ?? "")")
      }
    }
  }
}
