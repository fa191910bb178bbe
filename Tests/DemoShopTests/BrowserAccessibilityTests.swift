import FerryCore
import FerryTesting
import FerryWeb
import Testing

@testable import DemoShop

@Suite("Accessibility of the shop's pages", .serialized, .timeLimit(.minutes(10)))
struct BrowserAccessibilityTests {
  private struct Shown {
    let name: String
    let html: String
  }

  /// Every page that the shop can show, in every language.
  private static func pages() async throws -> [Shown] {
    var pages: [Shown] = []
    for language in Language.allCases { pages += try await self.pages(language) }
    return pages
  }

  private static func pages(_ language: Language) async throws -> [Shown] {
    let fixture = ShopFixture(operations: Origin("https://operations.example"))
    let ferry = fixture.ferry
    let empty = try await fixture.open { browser, _ in
      browser.languages = language.rawValue
      var pages: [Shown] = []
      for (name, path) in [("empty cart", "/"), ("no checkout", "/checkout"), ("nothing there", "/nothing")] {
        let answer = try await browser.follow(try await browser.get(path))
        pages.append(Shown(name: "\(name) \(language)", html: answer.text))
      }
      return pages
    }
    let rest = try await fixture.openAtReview { browser, id async throws -> [Shown] in
      browser.languages = language.rawValue
      var pages: [Shown] = []
      func add(_ name: String, _ path: String = "/checkout") async throws {
        let answer = try await browser.follow(try await browser.get(path))
        pages.append(Shown(name: "\(name) \(language)", html: answer.text))
      }
      try await add("cart", "/")
      try await add("review")
      try await ferry.select(id, region: "北海道")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "2")])
      try await add("review that has changed")
      let refused = try await browser.post("/checkout/confirm", [], csrf: "AAAA")
      pages.append(Shown(name: "out of date \(language)", html: refused.text))
      for (phase, awaitsProvider) in [
        (PhaseName.selecting, false), (.selecting, true), (.authorizing, true), (.paying, false), (.settling, true),
        (.closing, true), (.held, false),
      ] {
        await ferry.move(id, to: phase, awaitsProvider: awaitsProvider)
        try await add("\(phase.rawValue) \(awaitsProvider)")
      }
      for phase in [PhaseName.declined, .cancelled, .expired] {
        await ferry.move(id, to: phase, decline: "payment-method-refused")
        try await add(phase.rawValue)
      }
      await ferry.refuseChoice(id)
      try await add("undeliverable")
      await ferry.fail(.dropBefore)
      try await add("unreachable")
      await ferry.move(id, to: .paid)
      try await add("thanks")
      return pages
    }
    let script = "http://127.0.0.1:3081/checkout.js"
    await ferry.offer([.sample(script: script), .sample(id: "test-bank", name: "Amazon Pay (GMO)", script: script)])
    let alike = try await fixture.openWithCart { browser in
      try await browser.get("/language/\(language.rawValue)/cart")
      return Shown(name: "cart of buttons that look alike \(language)", html: try await browser.get("/").text)
    }
    let app = try await fixture.open { browser, _ in
      browser.languages = language.rawValue
      _ = try await browser.follow(try await browser.get("/app/tablets-ios"))
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      return Shown(name: "cart in the app \(language)", html: try await browser.get("/").text)
    }
    return empty + rest + [alike, app] + (try await addressPages(language))
  }

  /// The pages of a provider that asks for no address.
  private static func addressPages(_ language: Language) async throws -> [Shown] {
    let fixture = ShopFixture(markets: [.japan, .colombia])
    await fixture.ferry.offer([.sample(id: "andes-pay", name: "Andes Pay", journey: .pay)])
    return try await fixture.open { browser, _ in
      try await browser.get("/market/CO-COP")
      try await browser.get("/language/\(language.rawValue)/cart")
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      var pages = [Shown(name: "cart in Colombia \(language)", html: try await browser.get("/").text)]
      for (name, city) in [("address", nil), ("address with a gap", ""), ("review of an address", "Medellín")] {
        let written = [
          ("street", "Calle 1"), ("name", "Ana"), ("surname", "Gil"), ("email", "a@b.co"), ("mobile", "3001234"),
          ("documentType", "CC"), ("document", "10203040"), ("region", "Huila"),
        ]
        let answer = try await browser.post(
          "/checkout", [("provider", "andes-pay/main")] + (city.map { written + [("city", $0)] } ?? []))
        pages.append(Shown(name: "\(name) \(language)", html: try await browser.follow(answer).text))
      }
      func add(_ name: String) async throws {
        pages.append(Shown(name: "\(name) \(language)", html: try await browser.get("/checkout").text))
      }
      try await browser.get("/market/CO-USD")
      try await browser.get("/language/\(language.rawValue)/cart")
      try await add("review of another market")
      let id = try #require(await fixture.ferry.only()?.id)
      let none = Money.zero(.cop)
      let pending = PaymentBody(authorized: none, captured: none, refunded: none, capturable: none, reference: nil)
      for (name, phase, decline, payment) in [
        ("paying at the provider", PhaseName.paying, nil, nil),
        ("declined attempt", .paying, "payment-method-refused", nil),
        ("pending payment", .settling, nil, pending), ("cancelled while pending", .closing, nil, pending),
      ] {
        await fixture.ferry.move(id, to: phase, decline: decline, payment: payment, canBegin: phase == .settling)
        try await add(name)
      }
      for (name, path) in [("cart beside a waiting order", "/"), ("address sample", "/delivery?sample=1")] {
        pages.append(Shown(name: "\(name) \(language)", html: try await browser.get(path).text))
      }
      await fixture.ferry.move(id, to: .paid)
      let thanks = try await browser.follow(try await browser.get("/checkout")).text
      pages.append(Shown(name: "thanks for an address \(language)", html: thanks))
      return pages
    }
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
    #expect(Set(pages.map(\.html)).count > 30)
    let style = String(decoding: Asset.houseStyle.bytes, as: UTF8.self)
    try await withBrowser(BrowserOptions(language: language.rawValue, appearance: appearance)) { browser in
      for page in pages {
        try await browser.show(page.html, styles: [style])
        let problems = try await browser.accessibilityProblems(contrastAlone: appearance == .dark)
        #expect(problems == [], "\(page.name)")
      }
    }
  }

  @Test(
    "On a phone, with text of twice the size too, nothing is cut off and no word is broken",
    arguments: TestCases.first(of: [320, 390]))
  func layout(width: Int) async throws {
    let pages = try await Self.pages()
    let style = String(decoding: Asset.houseStyle.bytes, as: UTF8.self)
    var options = BrowserOptions()
    options.width = width
    try await withBrowser(options) { browser in
      for page in pages {
        try await browser.show(page.html, styles: [style])
        for size in [100, 200] {
          let problems = try await browser.layoutProblems(textSize: size)
          #expect(problems == [], "\(page.name) at \(size) %")
        }
        let name = page.name.replacing(" ", with: "-").lowercased()
        if width == 320 { try await browser.screenshot(named: "large-text-\(name)", wholePage: true) }
      }
    }
  }

  @Test("Screen readers announce the state of a payment")
  func announced() async throws {
    let pages = try await Self.pages().filter {
      !["cart", "review", "nothing", "out", "address"].contains($0.name.prefix { $0 != " " })
    }
    for page in pages where !page.name.hasPrefix("empty") && !page.name.hasPrefix("no ") {
      #expect(page.html.contains(#"role="status""#), "\(page.name)")
    }
  }
}
