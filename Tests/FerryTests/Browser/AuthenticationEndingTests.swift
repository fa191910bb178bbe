import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@Suite("The end of an authentication session")
struct AuthenticationEndingTests {
  private static let link = URL(string: "https://link.shop.example/ferry/return/?checkout=co_1&code=abc")

  @Test("A link counts, whatever the error says")
  func link() throws {
    let link = try #require(Self.link)
    #expect(AuthenticationEnding.read(link: link, isCancelled: true, reason: nil) == .link(link))
  }

  @Test("A buyer who cancels has closed it, and nothing more is known")
  func cancelled() {
    #expect(AuthenticationEnding.read(link: nil, isCancelled: true, reason: nil) == .closed)
    #expect(AuthenticationEnding.read(link: nil, isCancelled: true, reason: "") == .closed)
  }

  @Test("'Cancelled' with a reason is a host without webcredentials, and not the buyer")
  func notAssociated() {
    let reason = "Application with identifier jp.example.tablets is not associated with domain link.shop.example."
    #expect(AuthenticationEnding.read(link: nil, isCancelled: true, reason: reason) == .notAssociated)
  }

  @Test("Any other error is a failure to open", arguments: [nil, "The window has gone."])
  func failed(reason: String?) {
    #expect(AuthenticationEnding.read(link: nil, isCancelled: false, reason: reason) == .failed)
  }

  @Test("The failure names the cause to check")
  func says() {
    let text = SecureBrowserFailure.notAssociated(host: "link.shop.example").description
    #expect(text.contains("\"webcredentials:link.shop.example\""))
  }
}
