import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

@testable import SwedbankPaySandbox

/// The shop's pages and the sandbox on one site, so that a test's script can click in the menu's frame.
private struct SharedSite: HTTPResponder {
  let shop: @Sendable (Request) -> Response?
  let sandbox: SandboxResponder

  func respond(to request: Request, context: SandboxRequestContext) async throws -> Response {
    if let response = shop(request) { return response }
    return try await sandbox.respond(to: request, context: context)
  }
}

@Suite("The script of the payment menu, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserMenuTests {
  private let shop: TestShop

  init() throws { shop = try TestShop(time: HandClock(SystemTime().now)) }

  /// A page of the shop with the menu, at `/pay`, whose events are written into `#log`.
  private static func page(_ script: String, _ version: APIVersion, _ handlers: String) -> String {
    let call = version == .v2 ? "paymentMenu" : "checkout"
    return """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><p id="log"></p>
      <div id="checkout"></div><script src="\(script)"></script><script>
      function note(text) { document.getElementById('log').append(text + ' ') }
      var menu = payex.hostedView.\(call)(Object.assign({
        container: \(version == .v2 ? "'checkout'" : "{checkout: 'checkout'}"), culture: 'en-US',
        onEventNotification: function (event) { note(event.sourceEvent) }
      }, \(handlers)))
      menu.open('checkout')
      function frame(css) { return document.querySelector('iframe').contentDocument.querySelector(css) }
      </script></html>
      """
  }

  /// - Parameters:
  ///   - handlers: An object of JavaScript with the shop's own handlers.
  ///   - parent: The page that may embed the menu; nil for the shop's.
  private func withMenu(
    _ version: APIVersion = .v31, _ more: JSONValue = [:], handlers: String = "{}", parent: String? = nil,
    _ body: @escaping @Sendable (_ browser: Browser, _ id: String) async throws -> Void
  ) async throws {
    let html = Mutex("")
    let site = SharedSite(
      shop: { request in
        let isMenu = request.uri.path == "/pay"
        guard isMenu || request.uri.path.hasPrefix("/complete") else { return nil }
        let text = isMenu ? html.withLock(\.self) : "<title>Shop</title><h1>Complete</h1>"
        return Response(
          status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
      }, sandbox: shop.sandbox.responder)
    let logger = Logger(label: "sandbox") { _ in SwiftLogNoOpLogHandler() }
    try await Application(responder: site, logger: logger).test(.live) { client in
      let origin = "http://127.0.0.1:\(try #require(client.port))"
      let order = try await shop.create(
        "R1", more,
        urls: [
          "hostUrls": [.string(parent ?? "\(origin)/pay")], "completeUrl": .string("\(origin)/complete"),
          "cancelUrl": .string("\(origin)/complete/cancelled"), "paymentUrl": .string("\(origin)/pay?id=7"),
          "termsOfServiceUrl": .string("\(origin)/complete/terms"), "callbackUrl": nil,
        ], version: version.rawValue)
      let script = try #require(order.href(version == .v2 ? "view-paymentorder" : "view-checkout"))
      html.withLock { $0 = Self.page(script.replacing(TestShop.origin, with: origin), version, handlers) }
      try await withBrowser { browser in
        try await browser.open("\(origin)/pay?id=7")
        try await body(browser, order.id)
      }
    }
  }

  @Test("A payer is asked by the issuer, comes back by paymentUrl, and the menu leads to completeUrl")
  func issuer() async throws {
    try await withMenu { browser, id in
      try await browser.waitFor(text: "OnCheckoutLoaded")
      try await browser.execute("frame('button[value=CreditCard]').click()")
      try await browser.waitFor(text: "OnInstrumentSelected")
      try await browser.execute(
        "frame('#number').value = '\(TestCard.challenged)'; frame('#card button').click()")
      try await browser.waitFor(url: "/issuer/")
      try await browser.click("button[value=decline]")
      try await browser.waitFor(url: "/pay?id=7")
      try await browser.waitFor(text: "OnCheckoutLoaded")
      try await browser.execute(
        "frame('#number').value = '\(TestCard.challenged)'; frame('#card button').click()")
      try await browser.waitFor(url: "/issuer/")
      try await browser.click("button[value=approve]")
      try await browser.waitFor(url: "/complete")
      #expect(try await shop.get(id).order == "Paid")
    }
  }

  @Test("Handlers of the shop's page replace the defaults, and a payment waits until the page agrees")
  func handlers() async throws {
    let handlers = """
      {
        onPaid: function (event) { note('mine:' + event.redirectUrl.split('/').pop()) },
        onTermsOfServiceRequested: function (event) { note('terms:' + event.termsOfServiceUrl.split('/').pop()) },
        onPaymentButtonPressed: function () { note('pressed') }
      }
      """
    try await withMenu(.v31, ["restrictedToInstruments": ["CreditCard"]], handlers: handlers) { browser, id in
      try await browser.waitFor(text: "OnCheckoutLoaded")
      try await browser.execute("frame('#terms').click()")
      try await browser.waitFor(text: "terms:terms")
      let pay = "frame('#number').value = '\(TestCard.approved)'; frame('#card button').click()"
      try await browser.execute(pay)
      try await browser.waitFor(text: "pressed")
      try await browser.execute("menu.resume({confirmation: false})")
      #expect(try await shop.get(id).order == "Initialized")
      try await browser.execute("document.getElementById('log').textContent = ''; \(pay)")
      try await browser.waitFor(text: "pressed")
      try await browser.execute("menu.resume({confirmation: true})")
      try await browser.waitFor(text: "mine:complete")
      #expect(try await shop.get(id).order == "Paid")
      #expect(try await browser.url().contains("/pay?id=7"))
    }
  }

  @Test("The frame of the menu grows and shrinks with its content")
  func height() async throws {
    try await withMenu { browser, _ in
      func height(after event: String) async throws -> Int {
        try await browser.waitFor(text: event)
        let height = try await browser.execute("return document.querySelector('iframe').style.height")
        return try #require(height.string.flatMap { Int($0.replacing("px", with: "")) })
      }
      let select = "document.getElementById('log').textContent = ''; frame('button[value=NAME]').click()"
      let list = try await height(after: "OnCheckoutLoaded")
      try await browser.execute(select.replacing("NAME", with: "CreditCard"))
      let card = try await height(after: "OnInstrumentSelected")
      try await browser.execute(select.replacing("NAME", with: "Swish"))
      let swish = try await height(after: "OnInstrumentSelected")
      #expect(list < swish && swish < card, "\(list), \(swish), \(card)")
    }
  }

  @Test("A wallet opens another window, and the menu goes on after its decision")
  func wallet() async throws {
    try await withMenu(.v31, ["restrictedToInstruments": ["ClickToPay"]]) { browser, id in
      try await browser.waitFor(text: "OnCheckoutLoaded")
      try await browser.execute("frame('#start button').click()")
      try await browser.waitFor(text: "OnPaymentAttemptStarted")
      try await browser.execute("frame('#wallet').click()")
      try await browser.waitFor(text: "OnOutOfViewOpen")
      try shop.act(.approve, id)
      try await browser.waitFor(url: "/complete")
      #expect(shop.sandbox.state.requests.contains { $0.path.hasPrefix("/wallet/") })
    }
  }

  @Test("The menu of version 2.0 has its own names of events")
  func oldNames() async throws {
    let handlers = """
      {
        onApplicationConfigured: function (event) { note(event.actionType + ':' + event.source) },
        onPaymentPending: function (event) {
          note(event.bodyType + ':' + event.id.split('/')[2] + ':' + event.paymentOrderId.split('/')[2])
        },
        onPaymentCompleted: function (event) { note('completed:' + event.id.split('/')[2]) }
      }
      """
    try await withMenu(.v2, ["restrictedToInstruments": ["Swish"]], handlers: handlers) { browser, id in
      try await browser.waitFor(text: "OnApplicationConfigured:PaymentMenuCore")
      try await browser.execute("frame('#start button').click()")
      try await browser.waitFor(text: "OnPaymentCreated OnPaymentPending OnPaymentPending:swish:paymentorders")
      try shop.act(.approve, id)
      try await browser.execute("menu.refresh()")
      try await browser.waitFor(text: "completed:swish")
    }
  }

  @Test("In version 2.0 a payment that must not be tried again leads to completeUrl")
  func finalFailure() async throws {
    let more: JSONValue = ["amount": 952_400, "vatAmount": 0, "restrictedToInstruments": ["CreditCard"]]
    try await withMenu(.v2, more) { browser, id in
      try await browser.waitFor(text: "OnApplicationConfigured")
      try await browser.execute("frame('#number').value = '\(TestCard.approved)'; frame('#card button').click()")
      try await browser.waitFor(url: "/complete")
      #expect(try await shop.get(id, version: "2.0")["paymentOrder.state"] == "Failed")
    }
  }

  @Test("Version 3 tells of the payer's check-in, and of no event that only version 2.0 has")
  func identified() async throws {
    let handlers = """
      {
        onPayerIdentified: function (event) { note(event.event + ':' + event.payer.split('/').pop()) },
        onPaymentPending: function () { note('pending') },
        onCheckoutLoaded: (function () {
          var loads = 0
          return function () { loads += 1; note('loaded' + loads) }
        })()
      }
      """
    let more: JSONValue = ["payer": ["requireConsumerInfo": true], "restrictedToInstruments": ["Swish"]]
    try await withMenu(.v31, more, handlers: handlers) { browser, _ in
      try await browser.waitFor(text: "OnCheckoutLoaded")
      try await browser.execute("frame('#checkin button').click()")
      try await browser.waitFor(text: "OnPayerIdentified OnPayerIdentified:payers OnCheckoutResized")
      try await browser.execute("frame('#start button').click()")
      try await browser.waitFor(text: "OnPaymentAttemptStarted")
      try await browser.execute("menu.refresh()")
      try await browser.waitFor(text: "loaded4")
      #expect(try await !browser.text("#log").lowercased().contains("pending"))
    }
  }

  @Test("A page that hostUrls do not name gets no menu")
  func foreignParent() async throws {
    try await withMenu(parent: "https://shop.example/pay") { browser, id in
      _ = try await browser.find("iframe")
      try shop.act(.approve, id)
      try await browser.execute("menu.refresh()")
      try await Task.sleep(for: .seconds(2))
      #expect(try await browser.text("#log").isEmpty)
    }
  }
}
