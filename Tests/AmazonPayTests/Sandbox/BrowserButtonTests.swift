import Crypto
import CryptoExtras
import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import AmazonPaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("checkout.js, in a real browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserButtonTests {
  private let privateKey: _RSA.Signing.PrivateKey

  init() throws { privateKey = try _RSA.Signing.PrivateKey(pemRepresentation: SigningTestKey.privateKey) }

  /// A shop on localhost, whose pages refuse inline styles and foreign scripts, and a sandbox on 127.0.0.1.
  private func withShop(_ body: @Sendable (_ shop: String) async throws -> Void) async throws {
    let logger = Logger(label: "sandbox") { _ in SwiftLogNoOpLogHandler() }
    let sandbox = try Sandbox(
      [
        Merchant(
          id: Shop.merchantID, name: "Sample Shop", storeIDs: [Shop.storeID],
          publicKeys: [Shop.keyID: SigningTestKey.publicKey])
      ], at: .test())
    try await sandbox.responder.application(address: .hostname("127.0.0.1", port: 0), logger: logger).test(.live) {
      client in
      let origin = "http://127.0.0.1:\(try #require(client.port))"
      let router = Router()
      router.get("**") { request, _ in try page(request, origin) }
      try await Application(router: router, logger: logger).test(.live) { client in
        try await body("http://localhost:\(try #require(client.port))")
      }
    }
  }

  /// Every page of the shop: runs the script that the query names, after `checkout.js`.
  private func page(_ request: Request, _ origin: String) throws -> Response {
    let shop = "http://\(request.head.authority ?? "")"
    let payload = """
      {"webCheckoutDetails":{"checkoutReviewReturnUrl":"\(shop)/review?cart=1"},"storeId":"\(Shop.storeID)"}
      """
    let text = "AMZN-PAY-RSASSA-PSS-V2\n" + SigningHash.of(payload)
    let signature = try privateKey.signature(for: SHA256.hash(data: Data(text.utf8)), padding: .PSS)
    let signed: JSONValue = [
      "payloadJSON": .string(payload), "signature": .string(signature.rawRepresentation.base64EncodedString()),
      "algorithm": "AMZN-PAY-RSASSA-PSS-V2",
    ]
    let config: JSONValue = [
      "merchantId": .string(Shop.merchantID), "publicKeyId": .string(Shop.keyID), "ledgerCurrency": "JPY",
      "placement": "Cart", "sandbox": true, "checkoutLanguage": "en_US", "buttonColor": "DarkGray",
    ]
    let script =
      switch request.uri.path {
      case "/decoupled":
        """
        var button = amazon.Pay.renderButton('#button', config)
        button.onClick(function () {
          document.title = 'clicked'
          button.initCheckout({createCheckoutSessionConfig: signed})
        })
        button.updateButtonInfo({amount: '8980', currencyCode: 'JPY'})
        """
      case "/element":
        """
        config.createCheckoutSessionConfig = signed
        amazon.Pay.renderButton('#button', config)
        var again = amazon.Pay.renderButton('#button', config)
        var clicks = 0
        again.onClick(function () { clicks += 1; document.title = 'clicks ' + clicks })
        if (location.search === '?click') { document.getElementById('button').click() }
        """
      case "/unsigned":
        """
        delete config.publicKeyId
        config.createCheckoutSessionConfig = signed
        try { amazon.Pay.initCheckout(config) } catch (error) {
          document.getElementById('address').textContent = error.message
        }
        """
      case "/now": "config.createCheckoutSessionConfig = signed; amazon.Pay.initCheckout(config)"
      case "/review":
        """
        var id = new URL(location.href).searchParams.get('amazonCheckoutSessionId')
        amazon.Pay.bindChangeAction('#address', {amazonCheckoutSessionId: id, changeAction: 'changeAddress'})
        amazon.Pay.bindChangeAction('#payment', {amazonCheckoutSessionId: id, changeAction: 'changePayment'})
        """
      case "/wrong":
        """
        var errors = []
        ;[['ledgerCurrency', 'XXX'], ['placement', 'PayNow'], ['merchantId', ''], ['productType', 'Gift']].forEach(
          function (wrong) {
            var changed = Object.assign({}, config)
            changed[wrong[0]] = wrong[1]
            try { amazon.Pay.renderButton('#button', changed) } catch (error) { errors.push(wrong[0]) }
          })
        document.getElementById('address').textContent = errors.join(' ')
        """
      default:
        "config.createCheckoutSessionConfig = signed; amazon.Pay.renderButton('#button', config)"
      }
    let html = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><div id="button"></div>
      <a id="address" href="#">address</a> <a id="payment" href="#">payment</a>
      <script nonce="n" src="\(origin)/checkout.js"></script>
      <script nonce="n">
      var config = \(String(decoding: config.bytes, as: UTF8.self))
      var signed = \(String(decoding: signed.bytes, as: UTF8.self))
      \(script)
      </script></html>
      """
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy:
          "default-src 'none'; script-src 'nonce-n'; form-action \(origin); base-uri 'none'",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  @Test("The button is drawn under a strict policy, has a role and a name, and works with the keyboard")
  func keyboard() async throws {
    try await withShop { shop in
      try await withBrowser { browser in
        try await browser.open(shop + "/cart")
        let button = try await browser.find("#button button")
        #expect(try await button.role() == "button")
        #expect(try await button.accessibleName() == "Pay with Amazon Pay (sandbox)")
        let color = try await browser.execute(
          "return getComputedStyle(document.querySelector('#button button')).backgroundColor")
        #expect(color == "rgb(59, 65, 72)")
        try await button.type("\u{E007}")  // Enter, in the alphabet of WebDriver.
        try await browser.waitFor(css: "#signin")
        #expect(try await browser.url().hasPrefix("http://127.0.0.1:"))
      }
    }
  }

  @Test("From the button to the shop's review, and back to change address and card")
  func changes() async throws {
    try await withShop { shop in
      try await withBrowser { browser in
        try await browser.open(shop + "/cart")
        try await browser.click("#button button")
        try await browser.click("#ready-buyers button")
        try await browser.click("#address-osaka")
        try await browser.click("#selection button")
        let review = try await browser.waitFor(url: "/review?cart=1&amazonCheckoutSessionId=")
        for link in ["#address", "#payment"] {
          try await browser.click(link)
          try await browser.waitFor(url: "/checkout/change?")
          #expect(try await browser.shows("input[name=address]") == (link == "#address"))
          #expect(try await browser.shows("input[name=card]") == (link == "#payment"))
          try await browser.click("#selection button")
          #expect(try await browser.waitFor(url: "/review?") == review)
        }
      }
    }
  }

  @Test("A button without a payload lets the shop start the checkout, and shows an amount")
  func decoupled() async throws {
    try await withShop { shop in
      try await withBrowser { browser in
        try await browser.open(shop + "/decoupled")
        let name = try await browser.find("#button button").accessibleName()
        #expect(name == "Pay with Amazon Pay (sandbox), ¥8,980")
        try await browser.click("#button button")
        try await browser.waitFor(css: "#signin")
      }
    }
  }

  @Test("A click on the element around the button starts the checkout, like a click on the button")
  func elementClick() async throws {
    try await withShop { shop in
      try await withBrowser { browser in
        try await browser.open(shop + "/element?click")
        try await browser.waitFor(css: "#signin")
        try await browser.open(shop + "/element")
        let clicks = try await browser.execute(
          """
          HTMLFormElement.prototype.submit = function () { document.body.dataset.submits = (document.body.dataset.submits || '') + 'x' }
          document.querySelector('#button button').click()
          return document.title + ' ' + document.body.dataset.submits
          """)
        #expect(clicks == "clicks 1 x")
      }
    }
  }

  @Test("A checkout starts without a button or a click, as apps need it; canceling leads back to that page")
  func withoutButton() async throws {
    try await withShop { shop in
      try await withBrowser { browser in
        try await browser.open(shop + "/now")
        try await browser.waitFor(css: "#signin")
        try await browser.open(shop + "/cart")
        try await browser.click("#button button")
        try await browser.click("#cancel button")
        #expect(try await browser.waitFor(url: "localhost") == shop + "/cart")
      }
    }
  }

  @Test("After the buyer signs out in the shop, the next checkout asks them to sign in")
  func signOut() async throws {
    try await withShop { shop in
      try await withBrowser { browser in
        try await browser.open(shop + "/cart")
        try await browser.click("#button button")
        try await browser.click("#ready-buyers button")
        try await browser.waitFor(css: "#selection")
        try await browser.open(shop + "/cart")
        try await browser.click("#button button")
        try await browser.waitFor(css: "#selection")
        try await browser.open(shop + "/cart")
        _ = try await browser.execute("amazon.Pay.signout()")
        try await browser.click("#button button")
        try await browser.waitFor(css: "#signin")
      }
    }
  }

  @Test(
    "A missing key id is named, and a wrong configuration is refused where it is written",
    arguments: [
      ("/unsigned", "publicKeyId is required"), ("/wrong", "ledgerCurrency placement merchantId productType"),
    ])
  func wrongConfiguration(_ path: String, _ text: String) async throws {
    try await withShop { shop in
      try await withBrowser { browser in
        try await browser.open(shop + path)
        #expect(try await browser.text("#address").contains(text))
      }
    }
  }
}
