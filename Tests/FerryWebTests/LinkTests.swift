import FerryWeb
import Testing

@Suite("Links and origins")
struct LinkTests {
  @Test(
    "Values in a path stay one path component",
    arguments: [
      ("a1", "/orders/a1/receipt"),
      ("a/b", "/orders/a%2Fb/receipt"),
      ("..", "/orders/%252E%252E/receipt"),
      ("?x=1#y", "/orders/%3Fx%3D1%23y/receipt"),
      ("é 注", "/orders/%C3%A9%20%E6%B3%A8/receipt"),
      (#"\"#, "/orders/%5C/receipt"),
    ])
  func components(value: String, expected: String) {
    #expect(("/orders/\(value)/receipt" as Link).text == expected)
  }

  @Test(
    "An app's own scheme must not be a common one",
    arguments: [
      ("shop", true), ("jp.example.shop", true), ("shop-2", true), ("https", false), ("javascript", false),
      ("intent", false), ("Shop", false), ("2shop", false), ("s", false), ("", false), ("sh op", false),
      ("sh:op", false),
      ("shop+x", false),
    ])
  func appSchemes(text: String, isGood: Bool) {
    #expect((AppScheme(text) != nil) == isGood)
  }

  @Test("A link of an app's own scheme has only characters that an address allows")
  func appLinks() throws {
    let scheme = try #require(AppScheme("shop"))
    #expect(Link(scheme, place: "ferry/return/?a=1&b=2")?.text == "shop://ferry/return/?a=1&b=2")
    for place in ["ferry/\"onclick=", "ferry/ x", "user@ferry/x", "", "ferry:99/x"] {
      #expect(Link(scheme, place: place) == nil, "\(place)")
    }
  }

  @Test("An intent names the package, and its fallback cannot end it early")
  func intents() throws {
    let address = try #require(Link(external: "https://link.shop.example/ferry/return/?code=a"))
    let fallback = try #require(Link(external: "https://pay.shop.example/back;end?x=1"))
    #expect(
      Link(intent: address, package: "jp.example.shop", fallback: fallback)?.text
        == "intent://link.shop.example/ferry/return/?code=a#Intent;scheme=https;package=jp.example.shop;"
        + "S.browser_fallback_url=https%3A%2F%2Fpay.shop.example%2Fback%3Bend%3Fx%3D1;end")
    #expect(Link(intent: address, package: "a;S.x=1", fallback: fallback) == nil)
    #expect(Link(intent: "/path", package: "jp.example.shop", fallback: fallback) == nil)
  }

  @Test("An empty value cannot turn a path into another host")
  func emptyComponent() {
    let nothing = ""
    #expect(("/\(nothing)/evil.example" as Link).text == "/evil.example")
  }

  @Test(
    "External links are https, or http on this machine",
    arguments: [
      ("https://pay.example/start?x=1&y=%20#t", true),
      ("https://pay.example", true),
      ("http://127.0.0.1:3081/checkout.js", true),
      ("http://localhost:3081/", true),
      ("http://[::1]:3081/", true),
      ("http://pay.example/", false),
      ("http://127.0.0.1.evil.example/", false),
      ("http://localhost.evil.example/", false),
      ("javascript:alert(1)", false),
      ("javascript://x.example/%0Aalert(1)", false),
      ("data:text/html,x", false),
      ("//evil.example/", false),
      ("/path", false),
      ("https://user@evil.example/", false),
      ("https://shop.example\\@evil.example/", false),
      ("https:///path", false),
      ("https://shop.example:0/", false),
      ("https://shop.example:99999/", false),
      ("https://shop.example/a b", false),
      ("https://shop.example/\"onload=", false),
      ("https://shop.example/\r\nSet-Cookie: a=b", false),
      (" https://shop.example/", false),
    ])
  func external(text: String, isAccepted: Bool) {
    #expect((Link(external: text) != nil) == isAccepted)
  }

  @Test(
    "Origins are read in a normalised form",
    arguments: [
      ("https://Shop.Example", "https://shop.example"),
      ("https://shop.example:443/", "https://shop.example"),
      ("http://localhost:3080", "http://localhost:3080"),
      ("https://shop.example:8443", "https://shop.example:8443"),
    ])
  func origins(text: String, expected: String) {
    #expect(Origin(text)?.text == expected)
  }

  @Test("An origin has no path", arguments: ["https://shop.example/app", "https://shop.example?x", "shop.example", ""])
  func notOrigins(text: String) {
    #expect(Origin(text) == nil)
  }

  @Test("A path becomes an address of its site")
  func absolute() throws {
    let origin = try #require(Origin("https://shop.example"))
    #expect(origin.link("/checkout").text == "https://shop.example/checkout")
  }
}
