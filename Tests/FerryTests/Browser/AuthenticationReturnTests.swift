import FerryCore
import Testing

@_spi(Phone) @testable import Ferry

@Suite("The link that ends an authentication session")
struct AuthenticationReturnTests {
  @Test(
    "The https link where the system can catch it, else the scheme",
    arguments: [
      (
        "https://link.shop.example", true,
        AuthenticationReturn.https(host: "link.shop.example", path: AppReturnLink.path)
      ),
      ("https://link.shop.example:8443", true, .https(host: "link.shop.example", path: AppReturnLink.path)),
      // Before iOS 17.4.
      ("https://link.shop.example", false, .scheme("jp.example.shop")),
      // An app without a link host.
      (nil, true, .scheme("jp.example.shop")), (nil, false, .scheme("jp.example.shop")),
      ("", true, .scheme("jp.example.shop")), ("link.shop.example", true, .scheme("jp.example.shop")),
    ] as [(String?, Bool, AuthenticationReturn)])
  func table(linkHost: String?, catchesHTTPS: Bool, expected: AuthenticationReturn) {
    let ending = AuthenticationReturn(linkHost: linkHost, scheme: "jp.example.shop", catchesHTTPS: catchesHTTPS)
    #expect(ending == expected)
  }

  @Test("The failure for a missing association names the entry that the entitlement needs")
  func entitlement() {
    let failure = SecureBrowserFailure.notAssociated(host: "link.shop.example").description
    #expect(failure.contains("webcredentials:link.shop.example"))
  }

  @Test("A session that the https link ends, ends by the links that the server makes, and by no others on that host")
  func serversLink() throws {
    let link = AppReturnLink(checkout: "co_1", code: "abc").text(host: "https://link.shop.example")
    guard
      case .https(let host, let path) = AuthenticationReturn(
        linkHost: "https://link.shop.example", scheme: "s", catchesHTTPS: true)
    else {
      Issue.record("It is not ended by an https link.")
      return
    }
    #expect(link.hasPrefix("https://\(host)\(path)?"))
  }
}
