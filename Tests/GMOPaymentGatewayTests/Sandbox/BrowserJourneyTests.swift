import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("The whole way through Amazon and GMO, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserJourneyTests {
  /// Answers by a sandbox that is made when the port is known, because its addresses have it.
  private final class LateResponder: HTTPResponder {
    typealias Context = SandboxRequestContext
    private let sandbox = Mutex<SandboxResponder?>(nil)

    func set(_ responder: SandboxResponder) { sandbox.withLock { $0 = responder } }

    func respond(to request: Request, context: Context) async throws -> Response {
      guard let responder = sandbox.withLock(\.self) else { return Response(status: .serviceUnavailable) }
      return try await responder.respond(to: request, context: context)
    }
  }

  /// The shop's pages: the button, the form to the start page, and the places that buyers return to.
  private final class ShopPages: Sendable {
    struct Return: Sendable {
      let body: String
      let site: String?
    }

    private let pages = Mutex<[String: String]>([:])
    private let returns = Mutex<[Return]>([])

    var results: [Return] { returns.withLock(\.self) }

    func set(_ path: String, _ html: String) { pages.withLock { $0[path] = html } }

    var router: Router<BasicRequestContext> {
      let router = Router()
      router.get("**") { request, _ in
        let html = self.pages.withLock { $0[request.uri.path] } ?? "<p id=here>\(request.uri.path)</p>"
        return Response(
          status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
      }
      router.post("thanks") { request, _ in
        let body = String(buffer: try await request.body.collect(upTo: 8_192))
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        self.returns.withLock { $0.append(Return(body: body, site: site)) }
        return Response(
          status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: "<p id=thanks>Thanks</p>")))
      }
      return router
    }
  }

  /// - Parameter pause: The time for which Amazon's processing page stays.
  private func withShop(
    _ options: BrowserOptions = BrowserOptions(language: "en"), pause: Duration = .seconds(1),
    _ body: @escaping @Sendable (Browser, TestShop, ShopPages, _ shop: String) async throws -> Void
  ) async throws {
    let logger = Logger(label: "sandbox") { _ in SwiftLogNoOpLogHandler() }
    let late = LateResponder()
    let pages = ShopPages()
    try await Application(responder: late, logger: logger).test(.live) { client in
      let port = try #require(client.port)
      let origin = try #require(Origin("http://127.0.0.1:\(port)"))
      let shop = try TestShop(place: {
        $0.origin = origin
        $0.processingPause = pause
      })
      late.set(shop.sandbox.responder)
      try await Application(router: pages.router, logger: logger).test(.live) { client in
        let site = "http://localhost:\(try #require(client.port))"
        try await withBrowser(options) { try await body($0, shop, pages, site) }
      }
    }
  }

  /// Presses the button, signs in and selects; returns the session's id from the review page's address.
  private func select(_ browser: Browser, _ shop: TestShop, _ pages: ShopPages, _ site: String) async throws -> String {
    let payload = """
      {"webCheckoutDetails":{"checkoutReviewReturnUrl":"\(site)/review","checkoutCancelUrl":"\(site)/cancel"},\
      "processorSpecifications":{"name":"gmopg"},"storeId":"\(TestShop.storeID)"}
      """
    let config = String(decoding: try TestShop.button(payload).bytes, as: UTF8.self)
    pages.set(
      "/cart",
      """
      <!doctype html><meta charset="utf-8"><title>cart</title>
      <script src="\(shop.sandbox.origin)/checkout.js"></script>
      <button id="buy" onclick='amazon.Pay.initCheckout(\(config))'>Buy</button>
      """)
    try await browser.open(site + "/cart")
    try await browser.click("#buy")
    try await browser.click("#ready-buyers button[value='hanako@example.test']")
    try await browser.click("#address-osaka")
    try await browser.click("#selection button.primary")
    let review = try await browser.waitFor(url: "\(site)/review?")
    return try #require(review.split(separator: "amazonCheckoutSessionId=").last).description
  }

  /// Enters and executes an order, and opens the shop's page that posts to the start page.
  private func buy(
    _ browser: Browser, _ shop: TestShop, _ pages: ShopPages, _ site: String, _ session: String
  ) async throws -> TestShop.Access {
    let access = try await shop.enter()
    let answer = try await shop.exec(
      access, session, ["RetURL": "\(site)/thanks?client=app", "Description": "ご購入ありがとうございます。"])
    try #require(answer.error == nil, "\(answer.text)")
    pages.set(
      "/pay",
      """
      <!doctype html><title>pay</title><form id="start" method="post" action="\(answer["StartURL"])">
      <input type="hidden" name="AccessID" value="\(access.id)"><input type="hidden" name="Token" value="\(answer["Token"])">
      </form><script>document.getElementById('start').submit()</script>
      """)
    try await browser.open(site + "/pay")
    return access
  }

  @Test("A buyer selects, buys, and is brought back by a cross-site post with a genuine CheckString")
  func paid() async throws {
    try await withShop { browser, shop, pages, site in
      let session = try await select(browser, shop, pages, site)
      let address = try await shop.call("SearchAddressAmazonpay", ["AmazonCheckoutSessionID": session])
      #expect(address["ShippingStateOrRegion"] == "大阪府")
      let access = try await buy(browser, shop, pages, site, session)
      _ = try await browser.waitFor(css: "#thanks")
      let result = try #require(pages.results.first)
      let fields = TestShop.Answer(status: 200, contentType: "", bytes: Array(result.body.utf8)).fields
      #expect(result.site == "cross-site")
      #expect(fields["Status"] == "AUTH" && fields["OrderID"] == access.order && fields["ShopID"] == TestShop.shopID)
      let known = try GatewayShop(id: TestShop.shopID, password: Secret(TestShop.shopPass), name: "")
      #expect(
        fields["CheckString"]
          == CheckString.text(
            order: access.order, access: access.id, shop: known, permission: fields["AmazonChargePermissionID"] ?? ""))
      #expect(pages.results.count == 1 && shop.money == MoneyTotals(held: 8_980))
    }
  }

  @Test("The fault twice posts the same result to RetURL two times, each as a page of another site")
  func twice() async throws {
    try await withShop { browser, shop, pages, site in
      #expect(try await shop.control("gmo-pg/returns", ["kind": "twice"]).status == 201)
      let session = try await select(browser, shop, pages, site)
      _ = try await buy(browser, shop, pages, site, session)
      _ = try await browser.waitFor(css: "#thanks")
      #expect(pages.results.count == 2 && pages.results.first?.body == pages.results.last?.body)
      #expect(pages.results.allSatisfy { $0.site == "cross-site" })
    }
  }

  /// A shop's page with a button with event handlers, which shows the outcome.
  private static func windowButton(_ origin: Origin, answer: String) -> String {
    """
    <!doctype html><meta charset="utf-8"><title>cart</title><script src="\(origin)/checkout.js"></script>
    <div id="pay"></div>
    <script>
    function show(id, text) {
      const p = document.createElement('p'); p.id = id; p.textContent = text; document.body.append(p);
    }
    amazon.Pay.renderJSButton('#pay', {
      merchantId: '\(TestShop.merchantID)', ledgerCurrency: 'JPY', checkoutLanguage: 'en_US', productType: 'PayOnly',
      checkoutMode: 'ProcessOrder', placement: 'Cart', sandbox: true,
      checkoutSessionConfig: {
        storeId: '\(TestShop.storeID)', scopes: ['name'], processorSpecifications: {name: 'gmopg'},
        paymentDetails: {paymentIntent: 'Confirm', chargeAmount: {amount: '8980', currencyCode: 'JPY'},
          totalTaxAmount: {amount: '800', currencyCode: 'JPY'}}
      },
      onInitCheckout() {}, onError(event) { show('error', event.message); }, onCancel() { show('canceled', 'canceled'); },
      async onCompleteCheckout(event) {
        show('permission', event.amazonChargePermissionId);
        show('mfa', event.amazonPayMFAReturnUrl);
        return {status: '\(answer)'};
      }
    });
    </script>
    """
  }

  @Test("A button with event handlers opens Amazon's window, and the shop pays by the permission it is told")
  func window() async throws {
    try await withShop { browser, shop, pages, site in
      pages.set("/cart", Self.windowButton(shop.sandbox.origin, answer: "success"))
      try await browser.open(site + "/cart")
      let cart = try await browser.currentTab()
      try await browser.click("#pay button")
      try await browser.switchTo(try #require(browser.waitFor(tabs: 2).first { $0 != cart }))
      try await browser.click("#ready-buyers button[value='hanako@example.test']")
      try await browser.click("#selection button.primary")
      try await browser.switchTo(cart)
      let permission = try await browser.text("#permission")
      let mfa = try await browser.text("#mfa")
      #expect(mfa.hasPrefix("\(shop.sandbox.origin)/checkout/window/challenge?"))
      try await browser.waitFor(tabs: 1)
      let access = try await shop.enter()
      let paid = try await shop.call(
        "ExecTranAmazonpay",
        access.with(["AmazonChargePermissionID": permission, "ApbType": "PayOnly", "RetURL": mfa]))
      #expect(paid["Status"] == "AUTH" && shop.money == MoneyTotals(held: 8_980))
    }
  }

  @Test(
    "The window of a button with event handlers stays with a message when the shop declines, and a cancel closes it")
  func windowDeclined() async throws {
    try await withShop { browser, shop, pages, site in
      pages.set("/cart", Self.windowButton(shop.sandbox.origin, answer: "decline"))
      try await browser.open(site + "/cart")
      let cart = try await browser.currentTab()
      try await browser.click("#pay button")
      try await browser.switchTo(try #require(browser.waitFor(tabs: 2).first { $0 != cart }))
      try await browser.click("#ready-buyers button[value='hanako@example.test']")
      try await browser.click("#selection button.primary")
      _ = try await browser.waitFor(css: "#refused:not([hidden])")
      try await browser.click("#close")
      try await browser.switchTo(cart)
      try await browser.click("#pay button")
      try await browser.switchTo(try #require(browser.waitFor(tabs: 2).first { $0 != cart }))
      try await browser.click("#cancel button")
      try await browser.switchTo(cart)
      _ = try await browser.find("#canceled")
      try await browser.waitFor(tabs: 1)
    }
  }

  @Test("A buyer cancels on Amazon's processing page, and comes back by the cancel URL without a post")
  func canceled() async throws {
    // On a slow machine the page would go on before it is cancelled.
    try await withShop(pause: .seconds(600)) { browser, shop, pages, site in
      let session = try await select(browser, shop, pages, site)
      _ = try await buy(browser, shop, pages, site, session)
      try await browser.click("#cancel button")
      _ = try await browser.waitFor(url: "\(site)/cancel")
      #expect(pages.results.isEmpty)
      #expect(try await shop.status() == "REQSUCCESS")
    }
  }

  @Test(
    "No page is wider than the window, also on a phone, in light and dark",
    arguments: TestCases.first(of: [(BrowserOptions.Appearance.light, 390), (.light, 1100), (.dark, 390)]))
  func widths(_ appearance: BrowserOptions.Appearance, _ width: Int) async throws {
    var options = BrowserOptions(language: "en", appearance: appearance)
    options.width = width
    try await withShop(options) { browser, shop, _, _ in
      let access = try await shop.paid(
        "ORDER-20260115-000000000001",
        exec: ["Description": String(repeating: "ご購入ありがとうございます。", count: 8), "ClientField1": "1001"])
      try await shop.call("AmazonpaySales", access.with(["Amount": "8980"]))
      try await shop.call("EntryTranAmazonpay", TestShop.entry("A_1", ["JobCd": "BUY", "Amount": "x"]))
      let exec = try #require(shop.sandbox.state.requests.last { $0.operation == "ExecTranAmazonpay" }).number
      let entry = try #require(shop.sandbox.state.requests.last { $0.operation == "EntryTranAmazonpay" }).number
      let pages = [
        ("start", "/payment/AmazonpayStart.idPass"), ("home", "/"), ("list", "/console"),
        ("transaction", "/console/transactions/\(access.order)"), ("requests", "/console/requests"),
        ("exec", "/console/requests/\(exec)"), ("refused", "/console/requests/\(entry)"),
        ("notifications", "/console/notifications"),
      ]
      for (name, path) in pages {
        try await browser.open(shop.sandbox.origin.text + path)
        _ = try await browser.screenshot(named: "gmo-pg-\(name)-\(appearance)-\(width)", wholePage: true)
        let overflow = try await browser.execute(
          "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        #expect(overflow == .integer(0), "\(name)")
      }
    }
  }
}
