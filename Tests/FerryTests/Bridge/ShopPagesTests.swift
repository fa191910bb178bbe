import FerryCore
import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("The shop's pages that a web view loads by itself")
struct ShopPagesTests {
  static let start = URL(string: "https://shop.example/app/ios")
  static let checkout = URL(string: "https://shop.example/checkout")

  private func pages(_ checkout: URL? = checkout) throws -> ShopPages {
    ShopPages(start: try #require(Self.start), checkout: checkout)
  }

  @Test(
    "A page whose process has died is loaded again where it was; below the secure browser, the checkout's page is",
    arguments: [
      ("https://shop.example/tablets?page=2", false, "https://shop.example/tablets?page=2"),
      ("https://shop.example/tablets", true, "https://shop.example/checkout"),
      ("https://SHOP.example:443/cart", false, "https://SHOP.example:443/cart"),
      (nil, false, "https://shop.example/app/ios"), (nil, true, "https://shop.example/checkout"),
      ("about:blank", false, "https://shop.example/app/ios"),
      ("https://other.example/x", false, "https://shop.example/app/ios"),
    ] as [(String?, Bool, String)])
  func processEnded(_ shown: String?, _ isCovered: Bool, _ page: String) throws {
    let url = try pages().afterProcessEnded(showing: shown.flatMap { URL(string: $0) }, isCovered: isCovered)
    #expect(url.absoluteString == page)
  }

  @Test("Without a checkout's page, the page is loaded again where it was, covered or not")
  func noCheckout() throws {
    let shown = URL(string: "https://shop.example/cart")
    #expect(try pages(nil).afterProcessEnded(showing: shown, isCovered: true) == shown)
  }

  @Test("The result of a page's checkout is shown on its page; the result of an app's checkout is not")
  func told() throws {
    let news = CheckoutResult(outcome: .confirming, checkout: "co_1", isOfPage: true)
    #expect(try pages().after(news, isCovered: false) == Self.checkout)
    #expect(try pages().after(news, isCovered: true) == nil)
    #expect(try pages(nil).after(news, isCovered: false) == nil)
    #expect(try pages().after(CheckoutResult(outcome: .confirming, checkout: "co_1"), isCovered: false) == nil)
  }
}
