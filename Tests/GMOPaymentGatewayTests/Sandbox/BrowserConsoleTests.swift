import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("The console of GMO's sandbox, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserConsoleTests {
  /// Every page of a console with paid, refused and open payments.
  private func pages() async throws -> [String: String] {
    let shop = try TestShop()
    _ = try await shop.paid("ORDER-1", ["JobCd": "CAPTURE"], exec: ["ClientField1": "青い傘", "ItemName": "あ"])
    _ = try await shop.started("ORDER-2")
    try await shop.call("EntryTranAmazonpay", ["OrderID": "ORDER-1", "JobCd": "AUTH"])
    try await shop.call("SearchTradeMulti", ["ShopPass": "wrong"])
    let browser = ScriptlessBrowser(shop.sandbox)
    return try await ConsoleWalk.pages { try await browser.get($0).html }
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
        pages, named: "gmo-\(appearance)", styles: styles, contrastAlone: appearance == .dark)
      #expect(problems == [])
    }
  }
}
