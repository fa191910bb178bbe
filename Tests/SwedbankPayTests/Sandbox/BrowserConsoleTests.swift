import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

@Suite("The console of Swedbank Pay's sandbox, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserConsoleTests {
  /// Every page of a console with paid, refused and open payments.
  private func pages() async throws -> [String: String] {
    let shop = try TestShop()
    let id = try await shop.paid("R1", ["payer": ["email": "olivia@example.test", "firstName": "Olivia"]])
    try await shop.operate(id, "captures", "R2", amount: 500)
    let token = try shop.token(try await shop.create("R3").id)
    let browser = ScriptlessBrowser(shop.sandbox)
    try await browser.post("/checkout/\(token)/select", [("instrument", "CreditCard")])
    try await browser.post(
      "/checkout/\(token)/card", [("number", TestCard.rejected), ("expiry", "12/30"), ("code", "987")])
    try await shop.call(.get, id, token: "wrong")
    try await shop.call(.post, "/psp/paymentorders", ["paymentorder": ["operation": "Buy"]])
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
        pages, named: "swedbank-pay-\(appearance)", styles: styles, contrastAlone: appearance == .dark)
      #expect(problems == [])
    }
  }
}
