import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Accessibility of the operations page", .serialized, .timeLimit(.minutes(10)))
struct BrowserOperatorPagesTests {
  private struct Shown: Sendable {
    let name: String
    let html: String
  }

  private actor Shelf {
    private(set) var pages: [Shown] = []
    private(set) var styles: [String] = []

    func add(_ name: String, _ browser: OperatorBrowser, _ path: String) async throws {
      pages.append(Shown(name: name, html: try await browser.get(path).text))
    }

    /// The last page, with everything that can be opened.
    func addOpened(_ name: String) {
      guard let last = pages.last else { return }
      pages.append(Shown(name: name, html: last.html.replacing("<details>", with: "<details open>")))
    }

    func add(_ name: String, _ response: TestResponse) { add(name, response.text) }

    func add(_ name: String, _ html: String) { pages.append(Shown(name: name, html: html)) }

    /// The page's own styles, as it links to them.
    func keepStyles(_ browser: OperatorBrowser) async throws {
      let links = pages[0].html.matches(of: /<link rel="stylesheet" href="([^"]+)">/).map { String($0.1) }
      for link in links { styles.append(try await browser.get(link).text) }
    }
  }

  /// Every state of every page, in a language.
  private static func pages(_ language: Language) async throws -> (pages: [Shown], styles: [String]) {
    let shelf = Shelf()
    try await OperationsSite.run(reports: [try OperationsSite.report()]) { site in
      let stranger = OperatorBrowser(site: site)
      try await stranger.get("/language/\(language.rawValue)")
      try await shelf.add("sign-in", stranger, "/sign-in")
      await shelf.add("sign-in refused", try await stranger.post("/sign-in", ["name": "anna", "key": "wrong"]))

      let (manual, captured) = (
        try await site.paid("A-1", order: TestServer.mixedOrder), try await site.paid("A-2", capture: "automatic")
      )
      let opened = try await site.shop.create(TestServer.order.replacing("A-1", with: "A-3"), idempotencyKey: "3")
      try await site.shop.service.tell(.sample(manual, 1, endpoint: "orders"))
      let anna = try await site.signIn()
      let bert = try await site.signIn("bert", OperationsSite.lookKey)
      for browser in [anna, bert] { try await browser.get("/language/\(language.rawValue)") }
      for (name, path) in [
        ("overview", "/?mode=test"), ("overview of live payments", "/"), ("list", "/checkouts"),
        ("filtered", "/checkouts?state=live&mode=test"),
        ("nothing", "/checkouts?mode=live"),
        ("not finished", "/checkouts/\(try opened.decoded(CheckoutBody.self).id)"),
        ("to be captured", "/checkouts/\(manual)"),
        ("captured", "/checkouts/\(captured)"), ("capture", "/checkouts/\(manual)/capture?amount=1"),
        ("capture of lines", "/checkouts/\(manual)/capture?by=lines&line-0=1&line-1=1"),
        ("refund", "/checkouts/\(captured)/refund"), ("refused", "/checkouts/\(captured)/refund?amount=9999"),
        ("erase", "/checkouts/\(captured)/forget"), ("webhooks", "/webhooks"), ("no page", "/nothing"),
      ] { try await shelf.add(name, anna, path) }
      try await shelf.add("lines", anna, "/checkouts/\(manual)")
      await shelf.addOpened("opened lines")
      _ = try await anna.confirm("/checkouts/\(manual)/capture?by=lines&line-0=1&line-1=1")
      try await shelf.add("captured lines", anna, "/checkouts/\(manual)")
      await shelf.addOpened("opened lines to be refunded")
      try await shelf.add("for looking", bert, "/checkouts/\(manual)")
      try await shelf.add("forbidden", bert, "/checkouts/\(manual)/void")
      _ = try await anna.confirm("/checkouts/\(captured)/refund?amount=5")
      try await shelf.add("refunded", anna, "/checkouts/\(captured)")
      _ = try await anna.confirm("/checkouts/\(captured)/forget")
      try await shelf.add("erased", anna, "/checkouts/\(captured)")
      await site.shop.service.charge(.yen(1))
      let held = try await site.paid("A-4", capture: "automatic")
      try await shelf.add("held", anna, "/checkouts/\(held)")
      for decision in ["accept", "reject", "ask"] {
        try await shelf.add(decision, anna, "/checkouts/\(held)/\(decision)")
      }
      await site.shop.service.charge(.yen(3_000))
      let unknown = try await site.paid("A-5", capture: "automatic")
      await site.shop.service.refund(.yen(3))
      _ = try await anna.confirm("/checkouts/\(unknown)/refund?amount=5")
      try await shelf.add("operation of unknown outcome", anna, "/checkouts/\(unknown)")
      await site.shop.time.advance(by: .seconds(300))
      for decision in ["happened", "did-not-happen"] {
        try await shelf.add(decision, anna, "/checkouts/\(unknown)/\(decision)")
      }
      await site.shop.service.refund(nil)
      await shelf.add("amount refused", try await anna.post("/checkouts/\(captured)/refund", ["amount": ""]))
      await site.shop.service.takeTime()
      let pending = try await site.paid("A-7", capture: "automatic")
      let note = String(repeating: "The bag was torn. ", count: 11)
      try await anna.get("/checkouts/\(pending)")
      await anna.read(
        try await anna.post(
          "/checkouts/\(pending)/refund", ["amount": "5", "reason": "requested-by-customer", "note": note]))
      await shelf.add("refund with a reason", anna.last)
      _ = try await anna.post("/checkouts/\(pending)/refund", try await anna.confirmation())
      try await site.shop.service.update(pending) { _, change in
        change.log.append(LogEntry(at: Moment(milliseconds: 0), .call("refund", result: "answered", milliseconds: 7)))
      }
      let refund = try #require(try await site.file(pending).checkout.payment?.operations.last?.id)
      try await shelf.add("pending refund", anna, "/checkouts/\(pending)?done=refund+\(refund)")
      let disputed = try await site.paid("A-6", capture: "automatic")
      try await anna.get("/checkouts/\(disputed)")
      var dispute = [
        "key": "k1", "dispute": "D-1", "state": "needsResponse", "reason": "notAsDescribed", "respond-by": "2026-12-05",
      ]
      _ = try await anna.post("/checkouts/\(disputed)/disputes", dispute)
      try await shelf.add("disputed", anna, "/checkouts/\(disputed)")
      await shelf.addOpened("forms of disputes")
      dispute["amount"] = "1.5"
      await shelf.add("dispute refused", try await anna.post("/checkouts/\(disputed)/disputes", dispute))
      try await shelf.add("work to do", anna, "/?mode=test")
      try await shelf.keepStyles(anna)
    }
    return (await shelf.pages, await shelf.styles)
  }

  @Test("axe-core finds no fault in any state of any page", arguments: BrowserOptions.Appearance.testCases)
  func axe(appearance: BrowserOptions.Appearance) async throws { try await Self.audit(.english, appearance) }

  /// The markup is the same in every language.
  @Suite("In every other language")
  struct Soak {
    @Test("axe-core finds no fault", arguments: Language.allCases.filter { $0 != .english })
    func axe(language: Language) async throws { try await BrowserOperatorPagesTests.audit(language, .light) }
  }

  private static func audit(_ language: Language, _ appearance: BrowserOptions.Appearance) async throws {
    let (pages, styles) = try await pages(language)
    #expect(pages.count == 39 && styles.count == 2)
    try await withBrowser(BrowserOptions(language: language.rawValue, appearance: appearance)) { browser in
      for page in pages {
        try await browser.show(page.html, styles: styles)
        let problems = try await browser.accessibilityProblems(contrastAlone: appearance == .dark)
        #expect(problems == [], "\(page.name)")
      }
    }
  }

  @Test(
    "On a phone the header is one line, the buyer comes before the timeline, and one press unfolds all entries",
    arguments: Language.testCases)
  func phone(language: Language) async throws {
    let (pages, styles) = try await Self.pages(language)
    let page = try #require(pages.first { $0.name == "pending refund" })
    var options = BrowserOptions(language: language.rawValue)
    options.width = 390
    try await withBrowser(options) { browser in
      try await browser.show(page.html, styles: styles)
      func number(_ script: String) async throws -> Int64 {
        guard case .integer(let number) = try await browser.execute("return Math.round(\(script))") else { return -1 }
        return number
      }
      let height = try await number("document.querySelector('header.site').offsetHeight")
      #expect((1...62).contains(height), "\(height)")
      #expect(try await browser.shows("nav a[href='/webhooks']") == false)
      try await browser.click("header .menu")
      #expect(try await browser.shows("nav a[href='/webhooks']") == true)
      try await browser.screenshot(named: "operations-menu-\(language.rawValue)")
      try await browser.execute("document.querySelector('#menu').hidePopover()")
      let top = "getBoundingClientRect().top"
      let buyer = try await number("document.querySelector('#buyer').\(top)")
      let timeline = try await number("document.querySelector('#timeline').\(top)")
      #expect(buyer < timeline && buyer > 0)
      #expect(try await browser.shows("#timeline li.routine") == false)
      try await browser.click("#timeline details.all summary")
      #expect(try await browser.shows("#timeline li.routine") == true)
    }
  }

  @Test("On a phone, with text of twice the size too, nothing is cut off", arguments: Language.testCases)
  func layout(language: Language) async throws {
    let (pages, styles) = try await Self.pages(language)
    var options = BrowserOptions(language: language.rawValue)
    options.width = 360
    try await withBrowser(options) { browser in
      for page in pages {
        try await browser.show(page.html, styles: styles)
        for size in [100, 200] {
          let problems = try await browser.layoutProblems(textSize: size)
          #expect(problems == [], "\(page.name) at \(size) %")
        }
      }
    }
  }
}
