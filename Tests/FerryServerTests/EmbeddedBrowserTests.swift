import FerryCore
import FerryServer
import FerryTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("A start page in a browser inside another app")
struct EmbeddedBrowserTests {
  static let webView = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
  static let facebook =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 "
    + "Chrome/126.0.6478.71 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/468.0.0.55.54;]"

  private static func page(
    _ server: TestServer, _ agent: String?, language: String = "en", shop: String? = "main"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.acceptLanguage: language]
    headers[.userAgent] = agent
    let query = shop.map { "?shop=" + $0 } ?? ""
    return try await server.client.execute(uri: "/ferry/start" + query, method: .get, headers: headers)
  }

  @Test(
    "A separate or unknown browser gets no advice to leave",
    arguments: [
      nil, "", "curl/8.5.0", webView + " Version/17.5 Mobile/15E148 Safari/604.1",
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    ] as [String?])
  func browsers(agent: String?) async throws {
    try await TestServer.run(shops: 1) { server in
      let page = try await Self.page(server, agent)
      #expect(page.text.contains(#""isEmbedded":false"#))
      #expect(!page.text.contains("data-part=\"embedded\""))
    }
  }

  @Test("On iOS the page describes how to leave, with the shop's address to copy, in the buyer's language")
  func iOS() async throws {
    try await TestServer.run(shops: 1) { server in
      let english = try await Self.page(server, Self.webView + " Mobile/15E148")
      #expect(english.text.contains(#""isEmbedded":true"#))
      #expect(english.text.contains("Open the shop in your browser"))
      #expect(english.text.contains("Open in Safari"))
      #expect(english.text.contains(">\(TestServer.checkoutPage)</p>"))
      #expect(english.text.contains(#"id="ferry-go-on""#))
      #expect(!english.text.contains("intent:"))
      #expect(english.text.utf8.count < 20_000)
      let japanese = try await Self.page(server, Self.webView + " Mobile/15E148", language: "ja")
      let words = japanese.text.replacing("<wbr>", with: "")
      #expect(words.contains("ブラウザーで開いてください") && words.contains("Safariで開く"))
      let spanish = try await Self.page(server, Self.webView + " Mobile/15E148", language: "es-CO,es;q=0.9")
      #expect(spanish.text.contains(#"<html lang="es">"#))
      #expect(spanish.text.contains("Abra la tienda en su navegador") && spanish.text.contains("Abrir en Safari"))
      let swedish = try await Self.page(server, Self.webView + " Mobile/15E148", language: "sv-SE,sv;q=0.9")
      #expect(swedish.text.contains(#"<html lang="sv">"#))
      #expect(swedish.text.contains("Öppna butiken utanför appen") && swedish.text.contains("Öppna i Safari"))
    }
  }

  @Test("On Android a link opens the address in the default app")
  func android() async throws {
    try await TestServer.run(shops: 1) { server in
      let page = try await Self.page(server, Self.facebook)
      #expect(
        page.text.contains(
          #"href="intent://shop.example/checkout#Intent;scheme=https;action=android.intent.action.VIEW;"#
            + "category=android.intent.category.BROWSABLE;"
            + #"S.browser_fallback_url=https%3A%2F%2Fshop.example%2Fcheckout;end""#))
      #expect(page.text.contains("Open in Chrome"))
    }
  }

  @Test(
    "In LINE the link has the parameter that opens the system's browser, on iOS and Android",
    arguments: [webView, facebook])
  func line(agent: String) async throws {
    try await TestServer.run(shops: 1) { server in
      let page = try await Self.page(server, agent + " Mobile/15E148 Safari Line/14.9.0")
      #expect(page.text.contains(#"href="\#(TestServer.checkoutPage)?openExternalBrowser=1""#))
      #expect(!page.text.contains("intent:"))
    }
  }

  @Test("With several shops the page names the buyer's shop, and no address from the request")
  func shops() async throws {
    try await TestServer.run { server in
      let own = try await Self.page(server, Self.facebook, shop: "other")
      #expect(own.text.contains(">https://other.example/checkout</p>"))
      for shop in [nil, "", "https://evil.example/", "evil.example", "nobody"] {
        let page = try await Self.page(server, Self.facebook, shop: shop)
        #expect(page.text.contains(#""isEmbedded":true"#) && page.text.contains(#"id="ferry-go-on""#))
        #expect(!page.text.contains("evil.example") && !page.text.contains("ferry-address\">"))
        #expect(!page.text.contains("intent:"))
      }
    }
  }
}
