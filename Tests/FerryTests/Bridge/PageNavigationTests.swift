import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("Navigation in the app's web view")
struct PageNavigationTests {
  private let origins: Set<String> = ["https://shop.example:443", "https://localhost:3443"]

  private func decide(_ text: String, isMainFrame: Bool? = true) -> PageNavigation {
    PageNavigation.decide(URL(string: text), isMainFrame: isMainFrame, origins: origins)
  }

  @Test(
    "The shop's pages are shown",
    arguments: ["https://shop.example/cart", "https://SHOP.example:443/", "https://localhost:3443/checkout?a=b"])
  func own(url: String) {
    #expect(decide(url) == .show)
    #expect(decide(url, isMainFrame: nil) == .showHere)
  }

  @Test(
    "Other pages are not shown, in particular a provider's",
    arguments: [
      "https://apay-us.amazon.com/checkout", "https://shop.example.evil.example/", "http://shop.example/",
      "https://shop.example:8443/", "https://shop.example@evil.example/", "tel:+81312345678", "mailto:a@shop.example",
      "tablets://ferry/return/?checkout=co_1&code=abc",
    ])
  func foreign(url: String) {
    #expect(decide(url) == .leave)
    #expect(decide(url, isMainFrame: nil) == .leave)
  }

  @Test(
    "An address without a host never replaces the page",
    arguments: ["javascript:alert(1)", "data:text/html,<p>", "file:///etc/passwd", "blob:https://shop.example/1"])
  func local(url: String) {
    #expect(decide(url) == .refuse)
  }

  @Test("Frames are allowed")
  func frames() {
    #expect(decide("https://maps.example/", isMainFrame: false) == .show)
  }

  @Test("An empty page is shown in place, and opens no window")
  func empty() {
    #expect(decide("about:blank") == .show)
    #expect(decide("about:blank", isMainFrame: nil) == .refuse)
    #expect(PageNavigation.decide(nil, isMainFrame: true, origins: origins) == .refuse)
  }
}
