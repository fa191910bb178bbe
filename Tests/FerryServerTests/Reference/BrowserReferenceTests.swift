import FerryServer
import FerryTesting
import FerryWeb
import HummingbirdTesting
import Testing

@Suite("Accessibility of the reference", .serialized, .timeLimit(.minutes(10)))
struct BrowserReferenceTests {
  private actor Shelf {
    private(set) var pages: [String] = []
    private(set) var styles: [String] = []

    func add(_ server: TestServer) async throws {
      for path in ["/docs", "/docs/problems"] { pages.append(try await server.visit(path).text) }
      let links = pages[0].matches(of: /<link rel="stylesheet" href="([^"]+)">/).map { String($0.1) }
      for link in links { styles.append(try await server.visit(link).text) }
    }
  }

  private static func pages() async throws -> (pages: [String], styles: [String]) {
    let shelf = Shelf()
    try await TestServer.run { try await shelf.add($0) }
    return (await shelf.pages, await shelf.styles)
  }

  private static let parts = 6

  @Test("axe-core finds no fault on its pages", arguments: BrowserOptions.Appearance.testCases)
  func axe(appearance: BrowserOptions.Appearance) async throws {
    let (pages, styles) = try await Self.pages()
    #expect(pages.count == 2 && styles.count == 2)
    try await withBrowser(BrowserOptions(language: "en", appearance: appearance)) { browser in
      for page in pages {
        try await browser.show(page, styles: styles)
        // The page is long, and axe-core skips what is hidden: it takes the sections in turn.
        for part in 0..<Self.parts {
          _ = try await browser.execute(
            "document.querySelectorAll('section.panel').forEach((one, index) => { one.hidden = index % \(Self.parts) !== \(part); })"
          )
          #expect(try await browser.accessibilityProblems(contrastAlone: appearance == .dark) == [])
        }
      }
    }
  }

  @Test(
    "On a phone, with text of twice the size too, nothing is cut off and no word is broken",
    arguments: TestCases.first(of: [320, 390]))
  func layout(width: Int) async throws {
    let (pages, styles) = try await Self.pages()
    var options = BrowserOptions(language: "en")
    options.width = width
    try await withBrowser(options) { browser in
      for page in pages {
        try await browser.show(page, styles: styles)
        // Examples are open.
        _ = try await browser.execute(
          "document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for size in [100, 200] { #expect(try await browser.layoutProblems(textSize: size) == [], "at \(size) %") }
      }
    }
  }
}
