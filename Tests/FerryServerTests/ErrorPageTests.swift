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
