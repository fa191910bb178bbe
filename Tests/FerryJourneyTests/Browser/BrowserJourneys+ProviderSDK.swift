import DemoShop
import FerryCore
import FerryTesting
import Foundation
import Testing

extension BrowserJourneys {
  /// An app with Swedbank Pay's own SDK, whose buyer comes back from a bank in a browser.
  @Suite("Back into an app with Swedbank Pay's SDK", .serialized)
  struct BackIntoAppWithSDK {
    @Test(
      "From the bank, by form and by link: another site's button, the tapped link, and the app's scheme, byte for byte")
    func trampoline() async throws {
      try await withAppWithSDK { app in
        let browser = app.shopper.browser
        let bank = try await app.approveSwish()
        let back = try await browser.execute("return document.querySelector('#continue').getAttribute('href')")
        #expect(back == .string(app.paymentURL))
        try await app.postsFromBank()
        try await app.seesTrampoline()
        try await browser.open(bank)
        try await browser.click("a#continue")
        try await app.seesTrampoline()
        try await app.comesBackByScheme()
        try await app.isPaid()
      }
    }

    @Test("Where a payment ends: the page has a button into the app and, if that opens no app, the app's scheme")
    func end() async throws {
      try await withAppWithSDK { app in
        let browser = app.shopper.browser
        try await browser.open(app.backend + "complete")
        try await app.shopper.sees("Öppna appen")
        try await browser.click("a.primary[href*='/ferry/return/']")
        let page = try await browser.waitFor(url: "/ferry/back?")
        #expect(page.hasPrefix(app.shopper.demo.shop) && page.contains("tried=1"))
        let link = "tablets://ferry/return/?wake=1&app=tablets-ios"
        try await browser.click("a[href='\(link)']")
        #expect(try await browser.waitFor(appLink: "tablets") == link)
      }
    }
  }
}

/// An app with the SDK for iOS at the demo. It has asked for its payment order.
private struct AppWithSDKInBrowser {
  let shopper: Shopper
  let app: ScriptedApp
  let handoff: CheckoutHandoff
  let backend: String
  /// The menu, as the script puts it into a frame of the SDK's page.
  let menu: String

  var paymentURL: String { backend + Self.callback }

  /// Besides the SDK's own parameters, everything that a careless encoder changes.
  private static let callback =
    "sdk-callback/ios-universal-link?scheme=tablets&language=sv-SE&id=A%2B1+2%2f%7e&id=2&empty=&flag&"
    + "app=It's%20a%20Caf%C3%A9%20+%20(x)!"

  /// The app gets its code from the server, and the SDK its payment order from the merchant backend.
  /// - Returns: The backend's address, and the menu's.
  static func asksForOrder(
    _ app: ScriptedApp, _ handoff: CheckoutHandoff, _ demo: RunningDemo
  ) async throws -> (backend: String, menu: String) {
    let asked = try await demo.send(
      ShopRequest(
        "POST", "\(app.target.ferry)/v1/app/checkouts/\(handoff.checkout)/sdk",
        headers: [
          (name: "authorization", value: "Bearer \(try #require(handoff.clientToken))"),
          (name: Verifier.fieldName, value: app.verifier.text),
        ], body: []))
    let access = try JSONDecoder().decode(SDKAccess.self, from: Data(asked.body))
    let backend = access.backendUrl
    let order = RecordedBody.order(
      .ios, code: access.code, amount: 19_980, vat: 3_996, host: backend, payment: backend + callback,
      complete: backend + "complete", cancel: backend + "cancel")
    let answer = try await demo.send(
      ShopRequest(
        "POST", backend + "paymentorders",
        headers: [
          (name: SDKAccess.secretHeader, value: SystemRandomness().token(bytes: 32)),
          (name: "content-type", value: "application/json"),
        ], body: Array(order.utf8)))
    let type = answer.headers.first { $0.name.lowercased() == "content-type" }?.value
    guard case .success(let payment) = OfficialSDK.ios.read(answer.status, type: type, Data(answer.body)) else {
      throw Unexpected("The payment order was answered with \(answer.status).")
    }
    let script = try #require(OfficialSDK.ios.script(payment, isV3: true).flatMap { URL(string: $0) })
    return (backend, "\(demo.sandbox)/menu/\(script.lastPathComponent)")
  }

  /// The payment URL as a browser asks for it: it encodes an apostrophe in a query (URL Standard, "special-query").
  private var visited: String { paymentURL.replacing("'", with: "%27") }

  /// The buyer chooses Swish in the menu, and approves in the bank's app.
  /// - Returns: The address of the test bank's page, which stands for the app.
  func approveSwish() async throws -> String {
    let browser = shopper.browser
    try await browser.open(menu)
    try await browser.click("#instruments button[value=Swish]")
    try await browser.click("#start .button")
    let bank = try await browser.bankAddress()
    try await browser.open(bank)
    try await browser.click("#decision button[value=approve]")
    try await browser.waitFor(css: "#continue")
    return bank
  }

  /// Some banks lead back by a form in place of a link.
  func postsFromBank() async throws {
    try await shopper.browser.execute(
      """
      const link = document.querySelector("#continue");
      const form = Object.assign(document.createElement("form"), { method: "post", action: link.href });
      form.innerHTML = '<input type="hidden" name="PaRes" value="x"><input type="hidden" name="scheme" value="other">'
        + '<button id="continue" class="button primary">Continue</button>';
      link.replaceWith(form);
      """)
    try await shopper.browser.click("form #continue")
  }

  /// The provider's page on another host, with the button of an app whose name came with the payment URL.
  func seesTrampoline() async throws {
    let browser = shopper.browser
    let page = try await browser.waitFor(url: "/externalresourcehost/trampoline?")
    #expect(page.hasPrefix(shopper.demo.sandbox + "/"))
    try await shopper.sees("Back to It's a Café")
    let target = try await browser.execute("return document.querySelector('#target').getAttribute('href')")
    #expect(target == .string(visited + "&fallback=true"))
  }

  /// The tapped link opens no app. Its address leads to the app's scheme, and the page with the button stays.
  func comesBackByScheme() async throws {
    let browser = shopper.browser
    let page = try await browser.url()
    try await browser.click("#target")
    let link = try await browser.waitFor(appLink: "tablets")
    #expect(link == "tablets" + visited.dropFirst("http".count) + "&fallback=true")
    #expect(try await browser.url() == page)
    #expect(try await browser.shows("#target"))
  }

  func isPaid() async throws {
    _ = try await app.read(handoff, SystemTime()) { $0.phase == .paid }
    #expect(try await shopper.demo.ledger().map(\.captured) == [19_980])
  }
}

private func withAppWithSDK(_ body: (AppWithSDKInBrowser) async throws -> Void) async throws {
  var options = BrowserOptions(language: "sv")
  options.recordsRequests = true
  try await withShopper(options, provider: "swedbank-pay") { shopper in
    let app = try shopper.demo.app(try .cups())
    let handoff = try await app.create("sdk")
    let (backend, menu) = try await AppWithSDKInBrowser.asksForOrder(app, handoff, shopper.demo)
    try await body(
      AppWithSDKInBrowser(shopper: shopper, app: app, handoff: handoff, backend: backend, menu: menu))
  }
}
