import FerryCore
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Pages for unknown addresses")
struct ErrorPageTests {
  @Test("The page of a server with one shop leads to that shop's page")
  func oneShop() async throws {
    try await TestServer.run(shops: 1) { server in
      let page = try await server.visit("/")
      #expect(page.status == .notFound)
      #expect(page.text.contains(#"href="\#(TestServer.checkoutPage)""#))
      #expect(!page.text.contains(#"href="/""#))
    }
  }

  @Test(
    "The page is in the language that the browser asks for, and says so",
    arguments: [
      ("es-CO,es;q=0.9,en;q=0.5", "es", "Aquí no hay nada"), ("sv-SE,sv;q=0.9,en;q=0.5", "sv", "Här finns ingenting"),
    ])
  func language(asked: String, code: String, title: String) async throws {
    try await TestServer.run(shops: 1) { server in
      let page = try await server.client.execute(uri: "/", method: .get, headers: [.acceptLanguage: asked])
      #expect(page.headers[.contentLanguage] == code)
      #expect(page.text.contains(#"<html lang="\#(code)">"#) && page.text.contains(title))
    }
  }

  @Test("With several shops the page has no link")
  func severalShops() async throws {
    try await TestServer.run { server in
      let page = try await server.visit("/")
      #expect(page.status == .notFound)
      #expect(!page.text.contains("<a "))
      #expect(page.text.contains("go back to the shop or the app"))
    }
  }
}
