import FerryCore
import FerrySandbox
import FerryTesting
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import AmazonPaySandbox

@Suite("The console, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserConsoleTests {
  private func withConsole(
    _ options: BrowserOptions, _ body: @Sendable (Browser, Shop, _ origin: String) async throws -> Void
  ) async throws {
    let shop = try Shop {
      $0.place.isControlEnabled = true
      $0.merchants[0].notificationURLs = [.sandbox: "https://shop.example.test/ipn"]
    }
    let logger = Logger(label: "sandbox") { _ in SwiftLogNoOpLogHandler() }
    try await shop.sandbox.responder.application(address: .hostname("127.0.0.1", port: 0), logger: logger).test(.live) {
      client in
      let origin = "http://127.0.0.1:\(try #require(client.port))"
      try await withBrowser(options) { try await body($0, shop, origin) }
    }
  }

  /// One payment of each kind.
  private func fill(_ shop: Shop) throws -> String {
    let charge = try shop.captured(amount: "12800")
    try shop.call(
      .post, "/v2/refunds", #"{"chargeId":"\#(charge)","refundAmount":{"amount":"800","currencyCode":"JPY"}}"#, key: "r"
    )
    _ = try shop.authorized(pending: true, card: "0701", key: "b")
    _ = try shop.session(key: "c")
    try shop.call(.post, "/v2/checkoutSessions", #"{"storeId":"x","cart":1}"#, key: "d")
    try shop.call(.get, "/v2/charges/S03-0000000-0000000-C000000")
    var request = try OfficialClient.php.request(
      .init(method: .delete, path: "/charges/\(charge)/cancel", body: #"{"cancellationReason":"a/b"}"#),
      keyID: Shop.keyID)
    request.headerFields[.accept] = "application/json"
    _ = shop.sandbox.respond(to: request, body: Array(#"{"cancellationReason":"a\/b"}"#.utf8))
    let due = shop.sandbox.state.drainDueNotifications().deliveries
    for delivery in due {
      shop.note(
        delivery.number == 2 ? .noAnswer : .status(delivery.number == 3 ? 403 : 200), of: delivery.number)
    }
    return charge
  }

  @Test("A person looks at a payment, refunds it, and finds out why a request was refused")
  func wholeWay() async throws {
    try await withConsole(BrowserOptions(language: "en")) { browser, shop, origin in
      let charge = try fill(shop)
      try await browser.open(origin + "/console")
      try await browser.find("a[href='/console/charges/\(charge)']").click()
      try await browser.find("#amount").type("100")
      try await browser.find("button[value='refund']").click()
      #expect(try await browser.url() == origin + "/console/charges/\(charge)")
      #expect(shop.sandbox.state.change { ledger, _ in ledger.refunds.count } == 2)
      try await browser.open(origin + "/console/requests?refused=1")
      try await browser.find("a.row").click()
      #expect(try await browser.find("#findings").text().contains("slashes"))
      #expect(try await browser.find("#canonical").text().hasPrefix("DELETE"))
    }
  }

  @Test(
    "No page is wider than the window, also on a phone, in light and dark",
    arguments: TestCases.first(of: [
      (BrowserOptions.Appearance.light, 390), (.light, 1100), (.dark, 390), (.dark, 1100),
    ]))
  func widths(_ appearance: BrowserOptions.Appearance, _ width: Int) async throws {
    var options = BrowserOptions(language: "en", appearance: appearance)
    options.width = width
    try await withConsole(options) { browser, shop, origin in
      let charge = try fill(shop)
      let pages = [
        ("ledger", "/console"), ("requests", "/console/requests"),
        ("refused", "/console/requests/\(try #require(shop.sandbox.state.requests.last { $0.signing != nil }).number)"),
        ("notifications", "/console/notifications"), ("charge", "/console/charges/\(charge)"),
      ]
      for (name, path) in pages {
        try await browser.open(origin + path)
        _ = try await browser.screenshot(named: "console-\(name)-\(appearance)-\(width)", wholePage: true)
        let overflow = try await browser.execute(
          "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        #expect(overflow == .integer(0), "\(name)")
      }
    }
  }
}
