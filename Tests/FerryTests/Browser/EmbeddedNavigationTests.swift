import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@Suite("Navigation in the web view of an embedded checkout")
struct EmbeddedNavigationTests {
  /// A row of the tables. It is about every target and cause that it does not name.
  struct Row: Sendable, CustomTestStringConvertible {
    let url: String
    let targets: [EmbeddedNavigation.Target]
    let causes: [EmbeddedNavigation.Cause]
    let taps: [Bool]
    let decision: EmbeddedNavigation.Decision

    init(
      _ url: String, in targets: EmbeddedNavigation.Target..., by causes: EmbeddedNavigation.Cause...,
      tapped: Bool? = nil,
      is decision: EmbeddedNavigation.Decision
    ) {
      self.url = url
      self.targets = targets.isEmpty ? [.page, .frame, .newWindow] : targets
      self.causes = causes.isEmpty ? [.post, .history, .other] : causes
      taps = tapped.map { [$0] } ?? [true, false]
      self.decision = decision
    }

    var testDescription: String { "\(url), \(targets), \(causes): \(decision)" }
  }

  private let navigation: EmbeddedNavigation

  init() throws {
    let server = try #require(URL(string: "https://pay.shop.example/checkout").flatMap(ServerAddress.init))
    navigation = EmbeddedNavigation(server: server, linkHost: "https://link.shop.example", scheme: "shop")
  }

  private func check(_ row: Row) {
    for target in row.targets {
      for cause in row.causes {
        for isTapped in row.taps {
          let decision = navigation.decide(URL(string: row.url), in: target, by: cause, isTapped: isTapped)
          #expect(decision == row.decision, "\(target), \(cause), \(isTapped ? "tapped" : "not tapped")")
        }
      }
    }
  }

  private static let link = "https://link.shop.example/ferry/return/?checkout=co_1&code=abc"

  @Test(
    "The links into the app are recognised in every kind of navigation, but not in a frame",
    arguments: [
      link, "https://LINK.shop.example:443/ferry/return/?checkout=co_1&code=abc",
      "https://link.shop.example/ferry/return?checkout=co_1&code=abc",
      "https://link.shop.example/ferry/return/?status=OK&code=abc&checkout=co_1&lang=es",
      "https://link.shop.example/ferry/return/?checkout=co_1&code=abc#done",
      "https://link.shop.example/ferry/return/?checkout=co_1&code=", "https://link.shop.example/ferry/return/?cancel",
      "shop://ferry/return/?checkout=co_1&code=abc", "SHOP://ferry/return?checkout=co_1&code=abc&status=OK",
      "shop://ferry/return/?return=", "https://link.shop.example/ferry/return/?wake=1&app=shop-ios",
    ])
  func ours(url: String) {
    check(Row(url, in: .page, .newWindow, is: .handle))
    check(Row(url, in: .frame, is: .refuse))
  }

  @Test(
    "The link by which a bank leads back shows the server's payment page, also with what others add to it",
    arguments: [
      "https://link.shop.example/ferry/return/?checkout=co_1&wake=1",
      "https://link.shop.example/ferry/return/?checkout=co_1&wake=1&fallback=true",
      "shop://ferry/return/?wake=1&checkout=co_1&app=x",
    ])
  func ledBack(url: String) throws {
    let page = try #require(URL(string: "https://pay.shop.example/ferry/next/co_1?returned=1"))
    check(Row(url, is: .paymentPage(page)))
    check(Row(page.absoluteString, is: .load))
  }

  @Test(
    "An address that resembles a link into the app is another site's",
    arguments: [
      Row(
        "https://link.shop.example.evil.example/ferry/return/?checkout=a&code=b", in: .page, by: .other,
        is: .universalLinkFirst),
      Row(
        "https://link.shop.example:8443/ferry/return/?checkout=a&code=b", in: .page, by: .other, is: .universalLinkFirst
      ),
      Row(
        "https://link.shop.example/ferry/returned/?checkout=a&code=b", in: .page, by: .other, is: .universalLinkFirst),
      Row("https://shop.example/?next=\(link)", in: .page, by: .other, is: .universalLinkFirst),
      Row("shopping://ferry/return/?checkout=a&code=b", in: .page, is: .otherApp),
      Row("shop://profile", in: .page, is: .otherApp),
    ])
  func resembling(row: Row) { check(row) }

  @Test(
    "The checkout server's own pages stay in the web view, which has their cookies",
    arguments: [
      Row("https://pay.shop.example/ferry/start#co_1.app_abc", is: .load),
      Row("https://pay.shop.example/ferry/return/co_1/nonce/pay?reference=1", is: .load),
      Row("https://pay.shop.example/ferry/return/co_1/nonce/cancel", is: .load),
      Row("https://PAY.shop.example:443/ferry/back?checkout=co_1&code=abc", is: .load),
    ])
  func server(row: Row) { check(row) }

  @Test(
    "A page of another site may belong to another app, which is asked first",
    arguments: [
      Row("https://app.bank.example/pay", in: .page, by: .other, is: .universalLinkFirst),
      Row("https://app.bank.example/pay", in: .newWindow, by: .other, is: .universalLinkFirst),
      Row("https://app.bank.example/pay", in: .page, by: .post, is: .load),
      Row("https://app.bank.example/pay", in: .newWindow, by: .post, is: .load),
      Row("https://app.bank.example/pay", in: .page, by: .history, is: .load),
      Row("https://app.bank.example/pay", in: .frame, is: .load),
    ])
  func otherSite(row: Row) { check(row) }

  @Test(
    "A form's page that sends the buyer on with 303 to a bank's universal link leads to the bank's app",
    arguments: [
      ("POST", EmbeddedNavigation.Decision.load), ("post", .load),
      // 303 changes the method; 307 and 308 keep it, and the form's fields.
      ("GET", .universalLinkFirst), (nil, .universalLinkFirst),
    ] as [(String?, EmbeddedNavigation.Decision)])
  func redirectAfterForm(method: String?, decision: EmbeddedNavigation.Decision) {
    let cause = EmbeddedNavigation.Cause(method: method, isHistory: false)
    let link = URL(string: "https://app.bank.example/pay")
    #expect(navigation.decide(link, in: .page, by: cause, isTapped: false) == decision)
  }

  @Test("Going back and reloading are no way to another app, with or without a form")
  func history() {
    #expect(EmbeddedNavigation.Cause(method: "GET", isHistory: true) == .history)
    #expect(EmbeddedNavigation.Cause(method: "POST", isHistory: true) == .post)
  }

  @Test(
    "A bank's or wallet's scheme opens its app, also by script and from a frame",
    arguments: [
      Row("bankid:///?autostarttoken=1&redirect=null", is: .otherApp),
      Row("swish://paymentrequest?token=1", is: .otherApp),
      Row("deuna://pay?id=1", is: .otherApp),
      Row("intent://pay#Intent;scheme=bank;package=com.bank;end", is: .otherApp),
    ])
  func bank(row: Row) { check(row) }

  @Test(
    "Calls, messages and app shops need the buyer's tap",
    arguments: ["tel:+576012345678", "sms:85432", "mailto:help@bank.example", "market://details?id=com.bank"].flatMap {
      [Row($0, tapped: true, is: .otherApp), Row($0, tapped: false, is: .refuse)]
    })
  func system(row: Row) { check(row) }

  @Test(
    "A page without TLS is shown by the system's browser, unless it is on this machine",
    arguments: [
      Row("http://bank.example/", in: .page, is: .systemBrowser),
      Row("http://bank.example/terms", in: .newWindow, is: .systemBrowser),
      Row("http://bank.example/pixel", in: .frame, is: .load),
      Row("http://127.0.0.1:3081/page", in: .page, is: .load),
    ])
  func plain(row: Row) { check(row) }

  @Test(
    "A script's own page never takes the whole web view",
    arguments: [
      Row("javascript:alert(1)", is: .refuse),
      Row("file:///etc/passwd", is: .refuse),
      Row("data:text/html,<p>", in: .page, .newWindow, is: .refuse),
      Row("data:text/html,<p>", in: .frame, is: .load),
      Row("blob:https://bank.example/1", in: .page, .newWindow, is: .refuse),
      Row("blob:https://bank.example/1", in: .frame, is: .load),
      Row("about:blank", is: .load),
      Row("about:srcdoc", in: .frame, is: .load),
      Row("", in: .newWindow, is: .load),
      Row("", in: .page, is: .refuse),
      Row("path/only", in: .page, is: .refuse),
    ])
  func madeUp(row: Row) { check(row) }

  @Test("Only a plain visit is offered to other apps: neither a form, whose fields they would not get, nor Back")
  func offeredToApps() {
    for (method, isHistory, isOffered) in [
      ("GET", false, true), (nil, false, true), ("POST", false, false), ("post", false, false), ("GET", true, false),
    ] {
      #expect(EmbeddedNavigation.Cause(method: method, isHistory: isHistory).isOfferedToApps == isOffered)
    }
  }

  @Test("Without a link host and scheme no link leads into the app")
  func unregistered() throws {
    let navigation = EmbeddedNavigation(
      server: try #require(URL(string: "https://pay.shop.example").flatMap(ServerAddress.init)), linkHost: nil,
      scheme: nil)
    let link = URL(string: Self.link)
    #expect(navigation.decide(link, in: .page, by: .other, isTapped: true) == .universalLinkFirst)
  }
}
