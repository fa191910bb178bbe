import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import PlacetoPaySandbox

@Suite("The console of PlacetoPay's sandbox, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserConsoleTests {
  /// Every page of a console with paid, refused and open payments.
  private func pages() async throws -> [String: String] {
    let shop = try TestShop()
    let (_, transaction) = try await shop.paid()
    try await shop.operate("reverse", transaction)
    let pending = try await shop.create(TestShop.payment(reference: "ORDER-2"))
    try shop.act(.decline, pending)
    try await shop.call("/api/session", auth: TestShop.auth(shop.time.now, secret: "wrong"))
    try await shop.call("/api/session", ["payment": ["reference": ""]])
    let browser = ScriptlessBrowser(shop.sandbox)
    _ = try await browser.get("/spa/session/\(pending)/none?payer=1")
    return try await ConsoleWalk.pages { try await browser.get($0, language: "en").html }
  }

  @Test(
    "axe-core finds no fault on any page, and none is wider than a phone",
    arguments: BrowserOptions.Appearance.testCases)
  func faults(_ appearance: BrowserOptions.Appearance) async throws {
    let pages = try await pages()
    #expect(pages.count > 9)
    let styles = [Asset.houseStyle, .sandboxStyle, .consoleStyle].map { String(decoding: $0.bytes, as: UTF8.self) }
    try await withBrowser(BrowserOptions(language: "en", appearance: appearance)) { browser in
      let problems = try await browser.consoleProblems(
        pages, named: "placetopay-\(appearance)", styles: styles, contrastAlone: appearance == .dark)
      #expect(problems == [])
    }
  }
}
