import FerrySandbox
import Testing

@testable import AmazonPaySandbox

@Suite("Return URLs")
struct ReturnURLTests {
  @Test(
    "An address that a browser could read as another host is refused",
    arguments: [
      "", "shop.example", "//evil.example", "/path", "javascript:alert(1)", "data:text/html,x", "ftp://x.example/",
      "https://", "https:///evil.example", "https://shop@evil.example/", "https://shop:pw@evil.example/",
      "https:\\\\evil.example", "https://shop.example\\@evil.example/", "https://shop example/",
      "https://shop.example/\n", "https://shop.example:99999/", "https://shop.example:x/", "https://sh%6Fp.example/",
      "myapp://thanks", " https://shop.example/", "https://店.example/",
    ])
  func refused(_ text: String) { #expect(ReturnURL(text) == nil) }

  @Test(
    "The session id is added to the query",
    arguments: [
      ("https://shop.example/a", "https://shop.example/a?id=1"),
      ("https://shop.example/a?b=2", "https://shop.example/a?b=2&id=1"),
      ("https://shop.example/a?", "https://shop.example/a?id=1"),
      ("https://shop.example/a?b=2&", "https://shop.example/a?b=2&id=1"),
      ("https://shop.example/a?b#c", "https://shop.example/a?b&id=1#c"),
      ("http://localhost:3080", "http://localhost:3080?id=1"),
    ])
  func adding(_ text: String, _ joined: String) {
    #expect(ReturnURL(text)?.adding("id", "1") == joined)
  }

  @Test("Host and origin ignore case")
  func parts() throws {
    let url = try #require(ReturnURL("HTTPS://Shop.Example:8443/Path?Q"))
    #expect(url.host == "shop.example")
    #expect(url.origin == "https://shop.example:8443")
    #expect(url.scheme == "https")
    #expect(ReturnURL("http://[::1]:3080/")?.host == "[::1]")
  }
}
