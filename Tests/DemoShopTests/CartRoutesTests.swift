import FerryCore
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import DemoShop

@Suite("The cart page")
struct CartRoutesTests {
  private let fixture = ShopFixture()

  @Test("Forms add, change and remove products; each ends in a redirect")
  func forms() async throws {
    try await fixture.open { browser, _ async throws in
      #expect(try await browser.get("/").text.contains("Your cart is empty"))
      let added = try await browser.post("/cart", [("sku", "fire-hd10"), ("quantity", "2")])
      #expect(added.status == 303)
      #expect(added.location == "/#cart")
      let filled = try await browser.get("/").text
      #expect(filled.contains("<output>2</output>"))
      #expect(filled.contains("¥31,960"))
      #expect(filled.contains("Shipping from ¥540"))
      try await browser.post("/cart", [("sku", "fire-hd10"), ("quantity", "0")])
      #expect(try await browser.get("/").text.contains("Your cart is empty"))
    }
  }

  @Test("The cookie lives as long as the shop's session, from its last change")
  func cookieRenewal() async throws {
    try await fixture.open { browser, _ async throws in
      #expect(try await browser.get("/").headers[values: .setCookie].count == 1)
      #expect(try await browser.get("/").headers[values: .setCookie].isEmpty)
      let session = try #require(browser.cookies["__Host-shop-session"])
      for path in ["/cart", "/checkout"] {
        let answer = try await browser.post(path, [("sku", "fire-hd8"), ("quantity", "1")])
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.hasPrefix("__Host-shop-session=\(session);"))
        #expect(cookie.contains("Max-Age=2592000"))
      }
    }
  }

  @Test("A repeated form changes nothing")
  func twice() async throws {
    try await fixture.open { browser, _ async throws in
      try await browser.get("/")
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      try await browser.post("/cart", [("sku", "fire-hd8"), ("quantity", "1")])
      #expect(try await browser.get("/").text.contains("<output>1</output>"))
    }
  }

  @Test(
    "Forms that no page of the shop sends are refused",
    arguments: [
      [("sku", "no-such"), ("quantity", "1")],
      [("sku", "fire-hd8"), ("quantity", "-1")],
      [("sku", "fire-hd8"), ("quantity", "11")],
      [("sku", "fire-hd8"), ("quantity", "99999999999999999999")],
      [("sku", "fire-hd8"), ("quantity", "1.5")],
      [("sku", "fire-hd8")],
      [("sku", "fire-hd8"), ("sku", "fire-hd10"), ("quantity", "1")],
    ])
  func badForms(fields: [(String, String)]) async throws {
    try await fixture.open { browser, _ async throws in
      try await browser.get("/")
      let answer = try await browser.post("/cart", fields)
      #expect((400...422).contains(answer.status))
      #expect(answer.text.contains("We could not read that"))
      #expect(try await browser.get("/").text.contains("Your cart is empty"))
    }
  }

  @Test("A form without its browser's token is refused")
  func csrf() async throws {
    try await fixture.open { browser, client async throws in
      try await browser.get("/")
      let fields = [("sku", "fire-hd8"), ("quantity", "1")]
      #expect(try await browser.post("/cart", fields, csrf: nil).status == 403)
      #expect(try await browser.post("/cart", fields, csrf: "AAAA").status == 403)

      let other = ShopBrowser(client)
      let page = try await other.get("/").text
      let token = try #require(page.firstMatch(of: /name="csrf" value="([^"]+)"/)).1
      #expect(try await browser.post("/cart", fields, csrf: String(token)).status == 403)
      browser.clearCookies()
      #expect(try await browser.post("/cart", fields).status == 403)
    }
  }

  @Test("The session's cookie belongs to the host, and its id cannot be guessed or used by others")
  func cookie() async throws {
    try await fixture.open { browser, client async throws in
      let field = try #require(try await browser.get("/").headers[.setCookie])
      #expect(field.hasPrefix("__Host-shop-session="))
      for attribute in ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"] { #expect(field.contains(attribute)) }
      #expect(try await browser.get("/").headers[.setCookie] == nil)
      let other = ShopBrowser(client)
      try await other.get("/")
      #expect(other.cookies != browser.cookies)
    }
  }

  @Test("A cookie that comes twice is refused")
  func repeatedCookie() async throws {
    try await fixture.open { _, client async throws in
      let id = SessionID(SystemRandomness()).text
      let headers: HTTPFields = [.cookie: "__Host-shop-session=\(id); __Host-shop-session=\(id)"]
      try await client.execute(uri: "/", method: .get, headers: headers) { #expect($0.status == .badRequest) }
    }
  }

  @Test("On loopback http the cookie works without Secure")
  func loopback() async throws {
    var fixture = fixture
    fixture.origin = "http://localhost:3080"
    try await fixture.open { browser, _ async throws in
      let field = try #require(try await browser.get("/").headers[.setCookie])
      #expect(field.hasPrefix("shop-session="))
      #expect(!field.contains("Secure"))
    }
  }

  @Test("The page is in the buyer's language, and a link changes it for good")
  func languages() async throws {
    try await fixture.open { browser, _ async throws in
      browser.languages = "ja,en;q=0.5"
      let japanese = try await browser.get("/").text
      #expect(japanese.contains(#"<html lang="ja">"#))
      #expect(japanese.contains("カートは空です"))
      #expect(japanese.contains("/language/en/cart"))
      let chosen = try await browser.get("/language/en/cart")
      #expect(chosen.status == 303)
      #expect(chosen.location == "/")
      #expect(try await browser.get("/").text.contains(#"<html lang="en">"#))
      _ = try await browser.get("/language/es/cart")
      let spanish = try await browser.get("/").text
      #expect(spanish.contains(#"<html lang="es">"#) && spanish.contains("Su carrito está vacío"))
      #expect(spanish.contains(">日本語</a>") && spanish.contains(">English</a>") && !spanish.contains(">Español</a>"))
      _ = try await browser.get("/language/sv/cart")
      let swedish = try await browser.get("/").text
      #expect(swedish.contains(#"<html lang="sv">"#) && swedish.contains("Varukorgen är tom"))
      #expect(swedish.contains(">日本語</a>") && !swedish.contains(">Svenska</a>"))
      #expect(try await browser.get("/language/xx/cart").status == 404)
      #expect(try await browser.get("/language/en/elsewhere").status == 404)
    }
  }

  @Test("The script of a provider's button may run, and its call is JSON")
  func providerScript() async throws {
    await fixture.ferry.offer([
      .sample(
        script: "http://127.0.0.1:3081/checkout.js", arguments: #"["{container}",{"merchantId":"A1</script>"}]"#)
    ])
    try await fixture.openWithCart { browser async throws in
      let page = try await browser.get("/")
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.contains("http://127.0.0.1:3081"))
      #expect(policy.contains("form-action 'self' https://ferry.example:8443;"))
      let nonce = try #require(policy.firstMatch(of: /'nonce-([^']+)'/)).1
      #expect(page.text.contains(#"<script src="http://127.0.0.1:3081/checkout.js" nonce="\#(nonce)" defer>"#))
      #expect(page.text.contains(#"\"merchantId\":\"A1\u003C/script\u003E\""#), "The call cannot end its script.")
      #expect(
        page.text.contains(##"data-container="#provider-button-1" data-amount="40940" data-currency="JPY">"##))
      #expect(
        page.text.contains(#"<form id="start-checkout" class="actions" method="post" data-leaves action="/checkout">"#))
    }
    try await fixture.open { browser, _ async throws in
      let page = try await browser.get("/")
      #expect(!page.text.contains("checkout.js"))
    }
  }

  @Test("Each account has a button, and the pressed one pays the checkout")
  func severalAccounts() async throws {
    await fixture.ferry.offer([
      .sample(), .sample(id: "test-bank", account: "nordic", name: "Test Bank"),
    ])
    try await fixture.openWithCart { browser async throws in
      let page = try await browser.get("/").text
      #expect(page.contains(#"name="provider" value="amazon-pay/main">Check out with Amazon Pay</button>"#))
      #expect(page.contains(#"name="provider" value="test-bank/nordic">Check out with Test Bank</button>"#))
      try await browser.post("/checkout", [("provider", "test-bank/nordic")])
      #expect(try await browser.get("/checkout").text.contains("You have not finished at Test Bank yet"))
      let first = try #require(await fixture.ferry.only())
      #expect(first.provider == "test-bank")
      try await browser.post("/checkout", [("provider", "amazon-pay/main")])
      let all = await fixture.ferry.all
      #expect(all.map(\.provider) == ["test-bank", "amazon-pay"])
      #expect(
        all.map(\.orderReference) == [first.orderReference, first.orderReference], "Both attempts pay one order.")
      #expect(all.first?.phase == .cancelled)
      #expect(try await browser.post("/checkout", [("provider", "unknown/main")]).status == 422)
    }
  }

  /// The first two have one button, by scripts at two addresses.
  private static let lookalikes: [ProviderBody] = [
    .sample(script: "http://127.0.0.1:3081/checkout.js"),
    .sample(id: "test-bank", name: "Amazon Pay (GMO)", script: "http://127.0.0.1:3084/checkout.js"),
    .sample(
      id: "test-bank", account: "nordic", name: "Test Bank", script: "http://127.0.0.1:3083/bank.js",
      function: ["bank", "draw"]),
  ]

  @Test("Buttons that look alike have captions that name their providers", arguments: Language.allCases)
  func captions(language: Language) async throws {
    await fixture.ferry.offer(Self.lookalikes)
    try await fixture.openWithCart { browser async throws in
      try await browser.get("/language/\(language.rawValue)/cart")
      let page = try await browser.get("/").text
      let captions = page.matches(of: /aria-labelledby="([^"]+)">.*?<p class="caption" id="([^"]+)">([^<]+)<\/p>/)
      #expect(captions.map(\.1) == captions.map(\.2))
      let labels = Self.lookalikes.prefix(2).compactMap { $0.label[language.rawValue] }
      #expect(captions.map { String($0.3) } == labels && labels.last?.contains("Amazon Pay (GMO)") == true)
      let last = try #require(captions.last)
      #expect(page[last.range].contains("test-bank/main"))
    }
  }

  @Test("In an app the caption names the image's button, and a button unlike the others has none")
  func captionsInApps() async throws {
    await fixture.ferry.offer(Self.lookalikes)
    try await fixture.openWithCart { browser async throws in
      try await browser.get("/app/tablets-ios")
      let page = try await browser.get("/").text
      #expect(page.contains(#" alt=""><span class="caption">Check out with Amazon Pay (GMO)</span></button>"#))
      #expect(page.matches(of: /class="caption"/).count == 2)
      #expect(page.contains(#" alt="Check out with Test Bank"></button>"#))
    }
  }

  @Test("Without an answer of Ferry the cart says that the checkout cannot be reached")
  func noProviders() async throws {
    await fixture.ferry.offer([])
    try await fixture.openWithCart { browser async throws in
      let page = try await browser.get("/").text
      #expect(!page.contains("start-checkout"))
      #expect(page.contains("Checkout is not available right now"))
    }
  }

  @Test("The shop's script is served at the address that pages name")
  func script() async throws {
    try await fixture.open { browser, _ async throws in
      let page = try await browser.get("/")
      #expect(page.text.contains(Asset.shopScript.link.text))
      #expect(try await browser.get(Asset.shopScript.link.text).status == 200)
    }
  }
}

@Suite("Cart")
struct CartTests {
  @Test("Quantities are set, within their limits, and a product at zero is removed")
  func quantities() {
    var cart = Cart()
    cart.set("fire-hd8", to: 2)
    cart.set("fire-hd8", to: 2)
    #expect(cart.quantity(of: "fire-hd8") == 2)
    cart.set("fire-hd8", to: 11)
    #expect(cart.quantity(of: "fire-hd8") == 10)
    cart.set("fire-hd8", to: -1)
    #expect(cart.isEmpty)
  }

  @Test("Bought products leave the cart, and products that were added since stay")
  func subtracting() {
    var bought = Cart()
    bought.set("fire-hd8", to: 1)
    bought.set("fire-hd10", to: 2)
    var cart = bought
    cart.set("fire-hd8", to: 3)
    cart.subtract(bought)
    #expect(cart.quantity(of: "fire-hd8") == 2)
    #expect(cart.quantity(of: "fire-hd10") == 0)
  }

  @Test("Prices come from the catalogue")
  func prices() throws {
    var cart = Cart()
    cart.set("fire-hd8", to: 1)
    cart.set("fire-hd10", to: 2)
    cart.set("no-longer-sold", to: 5)
    let priced = try PricedCart(cart, ShopMarket.japan.catalogues[0])
    #expect(priced.lines.map(\.amount) == [.yen(8_980), .yen(31_960)])
    #expect(priced.subtotal == .yen(40_940))
  }
}
