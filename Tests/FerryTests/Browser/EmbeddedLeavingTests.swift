import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@Suite("Pages that leave the web view of an embedded checkout, or are loaded again")
struct EmbeddedLeavingTests {
  private static let link = "https://link.shop.example/ferry/return/?checkout=co_1&code=abc"

  private let navigation: EmbeddedNavigation

  init() throws {
    let server = try #require(URL(string: "https://pay.shop.example/checkout").flatMap(ServerAddress.init))
    navigation = EmbeddedNavigation(server: server, linkHost: "https://link.shop.example", scheme: "shop")
  }

  @Test(
    "A stuck page of another site can be opened in the browser",
    arguments: [
      ("https://bank.example/challenge", true), ("http://bank.example/", true),
      ("https://pay.shop.example:8443/", true),
      ("https://pay.shop.example/ferry/next/co_1", false), ("about:blank", false), ("bank://pay", false),
    ])
  func stuck(url: String, canShow: Bool) {
    #expect(navigation.canShowOutside(URL(string: url)) == canShow)
    #expect(!navigation.canShowOutside(nil))
  }

  @Test(
    "The sites that break in a web view are shown by the browser at once, but neither in a window nor by going back",
    arguments: [
      ("https://acs.bank.example/3ds", EmbeddedNavigation.Decision.leave), ("http://ACS.bank.example:8080/", .leave),
      ("https://deep.acs.bank.example/", .universalLinkFirst),
      ("https://bank.example.evil.example/", .universalLinkFirst),
      // The server's own pages stay, also if a rule names them.
      ("https://pay.shop.example/ferry/next/co_1", .load), (Self.link, .handle),
    ])
  func browserHosts(url: String, decision: EmbeddedNavigation.Decision) throws {
    let navigation = EmbeddedNavigation(
      server: try #require(URL(string: "https://pay.shop.example").flatMap(ServerAddress.init)),
      linkHost: "https://link.shop.example",
      scheme: "shop", browserHosts: ["*.bank.example", "**.shop.example"])
    let page = try #require(URL(string: url))
    #expect(navigation.decide(page, in: .page, by: .other, isTapped: false) == decision)
    if decision == .leave {
      #expect(navigation.decide(page, in: .page, by: .post, isTapped: false) == .leave)
      #expect(navigation.decide(page, in: .page, by: .history, isTapped: false) != .leave)
      #expect(navigation.decide(page, in: .newWindow, by: .other, isTapped: true) != .leave)
      #expect(navigation.decide(page, in: .frame, by: .other, isTapped: false) == .load)
      #expect(self.navigation.decide(page, in: .page, by: .other, isTapped: false) != .leave)
    }
  }

  @Test("A payment leaves with the page that is shown; from the server's page with the address that it leads to")
  func leaving() throws {
    let bank = try #require(URL(string: "https://acs.bank.example/3ds"))
    let shown = URL(string: "https://scheme.example/method")
    let ours = URL(string: "https://pay.shop.example/ferry/next/co_1")
    #expect(navigation.pageToLeaveWith(to: bank, from: shown, by: .other) == shown)
    #expect(navigation.pageToLeaveWith(to: bank, from: shown, by: .post) == shown)
    #expect(navigation.pageToLeaveWith(to: bank, from: ours, by: .other) == bank)
    #expect(navigation.pageToLeaveWith(to: bank, from: ours, by: .post) == nil)
    #expect(navigation.pageToLeaveWith(to: bank, from: nil, by: .other) == bank)
  }

  @Test(
    "After a page was loaded again, every other site is shown by the browser, but neither in a window nor in a frame")
  func everySite() throws {
    var navigation = navigation
    let bank = try #require(URL(string: "https://acs.bank.example/3ds"))
    #expect(navigation.decide(bank, in: .page, by: .other, isTapped: false) == .universalLinkFirst)
    navigation.leavesForEverySite = true
    for cause in [EmbeddedNavigation.Cause.other, .post] {
      #expect(navigation.decide(bank, in: .page, by: cause, isTapped: false) == .leave)
    }
    #expect(navigation.decide(bank, in: .page, by: .history, isTapped: false) == .load)
    #expect(navigation.decide(bank, in: .newWindow, by: .other, isTapped: true) == .universalLinkFirst)
    #expect(navigation.decide(bank, in: .frame, by: .other, isTapped: false) == .load)
    for (url, decision) in [
      ("https://pay.shop.example/ferry/next/co_1", EmbeddedNavigation.Decision.load), (Self.link, .handle),
      ("swish://paymentrequest?token=1", .otherApp),
    ] {
      #expect(navigation.decide(URL(string: url), in: .page, by: .other, isTapped: false) == decision)
    }
  }

  @Test(
    "The page to load again is the server's payment page, which asks the provider first; without one, the page itself",
    arguments: [
      ("https://pay.shop.example/ferry/next/co_1", nil, "https://pay.shop.example/ferry/next/co_1?returned=1"),
      (
        "https://pay.shop.example/ferry/next/co_1?returned=1", "https://acs.bank.example/3ds",
        "https://pay.shop.example/ferry/next/co_1?returned=1"
      ),
      (nil, "https://acs.bank.example/3ds", "https://acs.bank.example/3ds"),
      // The start page has spent its ticket.
      (nil, "https://pay.shop.example/ferry/start", nil), (nil, nil, nil),
      ("https://bank.example/ferry/next/co_1", nil, nil), ("https://pay.shop.example/ferry/next/", nil, nil),
    ] as [(String?, String?, String?)])
  func loadingAgain(paymentPage: String?, shown: String?, page: String?) {
    let paymentPage = paymentPage.flatMap { URL(string: $0) }
    let shown = shown.flatMap { URL(string: $0) }
    #expect(navigation.pageToLoadAgain(paymentPage: paymentPage, shown: shown)?.absoluteString == page)
    if let paymentPage { #expect(navigation.isPaymentPage(paymentPage) == (page != nil)) }
  }

  @Test(
    "A page that closes itself leads to the server's payment page, which asks the provider; without one the web view closes",
    arguments: [
      ("https://pay.shop.example/ferry/next/co_1", "https://pay.shop.example/ferry/next/co_1?returned=1"),
      ("https://pay.shop.example/ferry/next/co_1?returned=1", "https://pay.shop.example/ferry/next/co_1?returned=1"),
      (nil, nil), ("https://bank.example/ferry/next/co_1", nil), ("https://pay.shop.example/ferry/start", nil),
    ] as [(String?, String?)])
  func closing(paymentPage: String?, page: String?) {
    let paymentPage = paymentPage.flatMap { URL(string: $0) }
    #expect(navigation.pageAfterClosing(paymentPage: paymentPage)?.absoluteString == page)
  }

  @Test(
    "Something comes back from a bank's app, and nothing from the telephone",
    arguments: [("swish://paymentrequest", true), ("https://app.bank.example/", true), ("TEL:+4687", false)])
  func comingBack(url: String, isExpected: Bool) throws {
    #expect(navigation.expectsReturn(from: try #require(URL(string: url))) == isExpected)
  }
}
