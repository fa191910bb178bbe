import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Accessibility of the sandbox's pages", .serialized, .timeLimit(.minutes(10)))
struct BrowserAccessibilityTests {
  private struct Shown {
    let name: String
    let html: String
  }

  private static func pages() throws -> [Shown] {
    let shop = try Shop {
      $0.place.isControlEnabled = true
      $0.merchants[0].notificationURLs = [.sandbox: "https://shop.example.test/ipn"]
    }
    let browser = ScriptlessBrowser(shop)
    var pages: [Shown] = []
    func add(_ name: String, _ place: ScriptlessBrowser.Place) {
      #expect(place.html.contains("<main"), "\(name)")
      let html = place.html.replacing("<details>", with: "<details open>")
      pages.append(Shown(name: name, html: html))
    }
    add("console without payments", browser.get("/console"))
    let signIn = try browser.press()
    add("sign-in", signIn)
    let id = try #require(signIn.hidden("amazonCheckoutSessionId"))
    add(
      "selection",
      browser.post(
        "/checkout/signin", [("amazonCheckoutSessionId", id), ("next", "select"), ("email", "taro@example.test")]))
    browser.select(id, address: "okinawa", card: "3434")
    add("processing of nothing", browser.processing(id))
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(intent: "AuthorizeWithCapture"))
    add("processing", browser.processing(id))
    add("declined", browser.processingDone(id))
    add("unknown session", browser.processing("no-such-session"))
    add("unreadable button", try browser.press("{}"))
    let charge = try shop.captured(amount: "12800")
    try shop.call(
      .post, "/v2/refunds", #"{"chargeId":"\#(charge)","refundAmount":{"amount":"800","currencyCode":"JPY"}}"#, key: "r"
    )
    _ = try shop.authorized(pending: true, card: "0701", key: "b")
    try shop.call(.get, "/v2/charges/S03-0000000-0000000-C000000")
    try shop.call(.post, "/v2/checkoutSessions", #"{"storeId":"x","cart":1}"#, key: "d")
    for delivery in shop.sandbox.state.drainDueNotifications().deliveries {
      shop.note(
        delivery.number == 2 ? .noAnswer : .status(delivery.number == 3 ? 403 : 200), of: delivery.number)
    }
    let last = try #require(shop.sandbox.state.requests.last).number
    for path in [
      "", "?q=ORDER", "?q=nowhere", "/requests", "/requests?refused=1", "/requests?q=charges", "/requests/\(last)",
      "/requests/2", "/notifications", "/notifications?q=charge", "/charges/\(charge)", "/charges/nothing",
    ] {
      add("console" + path, browser.get("/console" + path))
    }
    return pages
  }

  @Test("axe-core finds no fault on any page", arguments: BrowserOptions.Appearance.testCases)
  func axe(appearance: BrowserOptions.Appearance) async throws {
    let pages = try Self.pages()
    let all = [Asset.houseStyle, .sandboxStyle, .formStyle, .consoleStyle]
    try await withBrowser(BrowserOptions(language: "en", appearance: appearance)) { browser in
      for page in pages {
        let styles = all.filter { page.html.contains("href=\"\($0.link)\"") }
        try await browser.show(page.html, styles: styles.map { String(decoding: $0.bytes, as: UTF8.self) })
        let problems = try await browser.accessibilityProblems(contrastAlone: appearance == .dark)
        #expect(problems == [], "\(page.name)")
      }
    }
  }
}
