import Testing

@testable import PhoneDevice

@Suite struct ShownAddressTests {
  @Test(
    "Codes, sessions and tickets are left out of what is shown",
    arguments: [
      ("https://shop.example/ferry/start#co_1.app_secret", "https://shop.example/ferry/start#…"),
      (
        "https://link.example/ferry/return/?checkout=co_1&code=secret&tap=1",
        "https://link.example/ferry/return/?checkout=co_1&code=…&tap=1"
      ),
      ("shop://ferry/return/?code=secret&checkout=co_1", "shop://ferry/return/?code=…&checkout=co_1"),
      ("https://pay.example/?amazonCheckoutSessionId=secret", "https://pay.example/?amazonCheckoutSessionId=…"),
      ("https://shop.example/cart", "https://shop.example/cart"), ("data:text/html,secret", "data:…"), ("", ""),
      ("?", "?"), ("#", "#…"),
    ])
  func shown(url: String, text: String) {
    #expect(ShownAddress.text(url) == text)
  }

  @Test(
    "The address bar, which is in every picture, shows the host and nothing that is secret",
    arguments: [
      ("https://127.0.0.1:3445/ferry/return/?checkout=co_1&code=secret", "127.0.0.1:3445"),
      ("https://shop.example/ferry/start#secret", "shop.example"), ("https://shop.example?code=secret", "shop.example"),
      ("about:blank", "about:blank"), ("about:blank#secret", "about:blank"),
      ("shop://ferry/return/?code=secret", "ferry"),
      ("data:text/html,secret", "data:…"), ("", ""),
    ])
  func bar(url: String, text: String) {
    #expect(ShownAddress.host(url) == text)
  }
}
