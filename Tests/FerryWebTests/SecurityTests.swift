import Crypto
import FerryCore
import FerryWeb
import HTTPTypes
import Testing

@Suite("Cookies, CSRF and policies")
struct SecurityTests {
  private static func origin(_ text: String) throws -> Origin { try #require(Origin(text)) }

  @Test("On https a cookie belongs to the host alone")
  func secureCookie() throws {
    let cookie = HostCookie("shop", origin: try Self.origin("https://shop.example"))
    #expect(
      cookie.setting("abc", for: .seconds(60)).value
        == "__Host-shop=abc; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60")
    #expect(try cookie.value(in: [.cookie: "a=b; __Host-shop=abc"]) == "abc")
    #expect(try cookie.value(in: [.cookie: "shop=abc"]) == nil)
  }

  @Test("On loopback http Secure and the prefix are left out")
  func loopbackCookie() throws {
    let cookie = HostCookie("shop", origin: try Self.origin("http://localhost:3080"))
    #expect(cookie.setting("abc", for: nil).value == "shop=abc; Path=/; HttpOnly; SameSite=Lax")
    #expect(cookie.removing().value == "shop=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
  }

  @Test("A repeated cookie of ours is refused, also over two header fields")
  func repeatedCookie() throws {
    let cookie = HostCookie("shop", origin: try Self.origin("https://shop.example"))
    var fields = HTTPFields()
    fields.append(HTTPField(name: .cookie, value: "__Host-shop=abc"))
    fields.append(HTTPField(name: .cookie, value: "x=y; __Host-shop=evil"))
    let expected = Problem(field: "__Host-shop", .repeated, in: .cookie)
    #expect(throws: expected) { try cookie.value(in: fields) }
    #expect(throws: expected) { try cookie.value(in: [.cookie: "__Host-shop=a;__Host-shop=a"]) }
  }

  @Test("A form's token is valid for its own session and key only")
  func csrf() throws {
    let protection = CSRFProtection(key: Secret(SymmetricKey(data: [UInt8](repeating: 1, count: 32))))
    let other = CSRFProtection(key: Secret(SymmetricKey(data: [UInt8](repeating: 2, count: 32))))
    func form(_ token: String) throws -> Fields { try Fields(parsing: "csrf=\(token)".utf8) }

    try protection.check(form(protection.token(session: "one")), session: "one")
    #expect(throws: Problem.foreignForm) {
      try protection.check(form(protection.token(session: "two")), session: "one")
    }
    #expect(throws: Problem.foreignForm) { try protection.check(form(other.token(session: "one")), session: "one") }
    #expect(throws: Problem.foreignForm) { try protection.check(form(""), session: "one") }
    #expect(throws: Problem.foreignForm) { try protection.check(try Fields(parsing: "a=b".utf8), session: "one") }
    #expect(protection.input(session: "one").text.contains(protection.token(session: "one")))
  }

  @Test("A page's policy allows its nonce, itself, and the hosts that were given")
  func policy() throws {
    let nonce = Nonce(SystemRandomness())
    var policy = PagePolicy(nonce: nonce)
    #expect(policy.headerValue.contains("script-src 'nonce-\(nonce.text)';"))
    #expect(policy.headerValue.contains("form-action 'self';"))
    #expect(policy.headerValue.hasSuffix("frame-ancestors 'none'"))
    #expect(!policy.headerValue.contains("unsafe"))

    policy.formActions = [PageSource(try Self.origin("http://127.0.0.1:3081"))]
    policy.scripts = [PageSource(try Self.origin("https://static.pay.example"))]
    policy.images = [try #require(PageSource("https://*.pay.example"))]
    #expect(policy.headerValue.contains("form-action 'self' http://127.0.0.1:3081;"))
    #expect(policy.headerValue.contains("script-src 'nonce-\(nonce.text)' https://static.pay.example;"))
    #expect(policy.headerValue.contains("img-src 'self' data: https://*.pay.example;"))
    #expect(!PagePolicy().headerValue.contains("script-src"))
  }

  @Test("No two pages have the same nonce")
  func nonces() {
    #expect(Set((0..<100).map { _ in Nonce(SystemRandomness()).text }).count == 100)
  }
}
