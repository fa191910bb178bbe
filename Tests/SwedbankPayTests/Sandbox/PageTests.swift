import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

@Suite("The payment page of Swedbank Pay's sandbox, without scripts")
struct PageTests {
  private let shop: TestShop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try TestShop()
    browser = ScriptlessBrowser(shop.sandbox)
  }

  /// An order and the path of its page.
  private func open(
    _ more: JSONValue = [:], amount: Int64 = 1_500, currency: String = "SEK", urls: JSONValue = [:]
  ) async throws -> (id: String, path: String) {
    let order = try await shop.create(amount: amount, currency: currency, more, urls: urls)
    return (order.id, String(try #require(order.href("redirect-checkout")).dropFirst(TestShop.origin.count)))
  }

  static func card(_ number: String, _ more: [(String, String)] = []) -> [(String, String)] {
    [("number", number), ("expiry", "12/27"), ("code", "123")] + more
  }

  @Test(
    "A payer selects the card, is declined, tries again, and returns to completeUrl", arguments: ["en-US", "sv-SE"])
  func journey(_ language: String) async throws {
    let (id, path) = try await open(
      ["language": .string(language), "description": "<b>Surfplatta</b>"], amount: 123_450)
    let first = try await browser.get(path)
    #expect(first.status == 200 && first.html.contains("Choose how to pay"))
    #expect(first.html.contains(language == "en-US" ? "SEK 1,234.50" : "1\u{A0}234,50\u{A0}kr"))
    #expect(first.html.contains("&lt;b&gt;Surfplatta") && !first.html.contains("id=\"card\""))
    #expect(first.html.contains("<html lang=\"en\">") && first.html.contains("Language requested: \(language)"))
    let selected = try await browser.post("\(path)/select", [("instrument", "CreditCard")])
    #expect(selected.html.contains("Card number"))
    let declined = try await browser.post("\(path)/card", Self.card(TestCard.rejected))
    #expect(declined.html.contains("did not go through"))
    #expect(try await shop.get(id).order == "Initialized")
    let approved = try await browser.post("\(path)/card", Self.card("4925 0000 0000 0004"))
    #expect(approved.left == "https://shop.example/complete")
    let order = try await shop.get(id)
    #expect(order.order == "Paid" && order["paymentOrder.integration"] == "Redirect")
    let again = try await browser.get(path)
    #expect(again.html.contains("the payment is done"))
    #expect(again.html.contains("href=\"https://shop.example/complete\""))
    #expect(!shop.sandbox.state.requests.contains { $0.path.contains(path.suffix(64)) })
  }

  @Test("A payer cancels by the page's own button, and returns to cancelUrl")
  func cancelled() async throws {
    let (id, path) = try await open()
    #expect(try await browser.get(path).html.contains("id=\"cancel\""))
    #expect(try await browser.post("\(path)/cancel", []).left == "https://shop.example/cancel")
    #expect(try await shop.get(id, expand: "aborted")["paymentOrder.aborted.abortReason"] == "CancelledByConsumer")
    #expect(try await browser.get(path).html.contains("The payment was cancelled"))
    #expect(try await browser.post("\(path)/card", Self.card(TestCard.approved)).left == nil)
    #expect(shop.sandbox.money.isEmpty)
  }

  @Test(
    "The issuer asks for a code, and its answer decides",
    arguments: [
      ("approve", "1234", "Paid", nil), ("decline", "1234", "Initialized", "creditcard/3dsecuredeclined"),
      ("cancel", "", "Initialized", "creditcard/3dsecureusercancelled"), ("approve", "9", "Initialized", nil),
    ] as [(String, String, String, String?)])
  func issuer(_ act: String, _ code: String, _ status: String, _ problem: String?) async throws {
    let (id, path) = try await open(["restrictedToInstruments": ["CreditCard"]])
    let asked = try await browser.post("\(path)/card", Self.card(TestCard.challenged))
    #expect(asked.path.hasPrefix("/issuer/") && asked.html.contains("One-time code"))
    #expect(!asked.html.contains(" required"), "Declining and cancelling need no code.")
    #expect(try await shop.get(id).rels.contains("abort") == false)
    let decided = try await browser.post(asked.path, [("otp", code), ("act", act)])
    let order = try await shop.get(id, expand: "failedAttempts")
    #expect(order.order == status)
    #expect((decided.left == "https://shop.example/complete") == (status == "Paid"))
    #expect((decided.status == 422) == (code == "9"))
    #expect(decided.html.contains("That is the wrong code.") == (code == "9"))
    let last = order["paymentOrder.failedAttempts.failedAttemptList.0.problem.type"]?.text
    #expect(last == problem.map { "https://api.payex.com/psp/errordetail/\($0)" })
    #expect(decided.html.contains("did not go through") == (problem != nil))
  }

  @Test("Swish opens an app or another tab; the page waits, and goes on when the payer has decided")
  func app() async throws {
    let (id, path) = try await open()
    let waiting = try await browser.post("\(path)/start", [("instrument", "Swish")])
    #expect(waiting.html.contains("http-equiv=\"refresh\" content=\"2; url=\(path)?after=waited\""))
    let link = try #require(waiting.html.firstMatch(of: /href="(swish:[^"]+)"/)?.output.1)
    let expected = Link(
      "/", query: [("callbackurl", "\(TestShop.origin)\(path)?after=waited")]
    ).text.dropFirst(2)
    #expect(link.hasPrefix("swish://paymentrequest?token=") && link.hasSuffix(expected))
    // A link to an app can end the page's reload, so a script goes on.
    #expect(
      waiting.html.contains("<script src=\"\(Asset.appScript.link)\"") && waiting.policy.contains("script-src 'self'"))
    #expect(try await browser.get(Asset.appScript.link.text).html.contains("location.replace"))
    let bank = try #require(waiting.html.firstMatch(of: /href="(\/app\/[0-9a-f]+)"/)?.output.1)
    #expect(try await browser.get(String(bank)).html.contains("Swish"))
    #expect(try await browser.get("\(path)?after=waited").html.contains("id=\"bank\""))
    let done = try await browser.post(String(bank), [("act", "approve")])
    #expect(done.html.contains("You can close this window") && done.html.contains(">Continue</a>"))
    #expect(try await browser.get("\(path)?after=waited").left == "https://shop.example/complete")
    #expect(try await shop.get(id, expand: "paid")["paymentOrder.paid.transactionType"] == "Sale")
  }

  @Test("An app that the payer does not answer in time fails, and another way can be chosen at any time")
  func timeout() async throws {
    let (id, path) = try await open()
    try await browser.post("\(path)/start", [("instrument", "Swish")])
    shop.time.advance(by: .seconds(180))
    #expect(try await browser.get("\(path)?after=waited").html.contains("Swish timeout"))
    try await browser.post("\(path)/start", [("instrument", "MobilePay")])
    #expect(try await browser.get(path).html.contains("mobilepay://"))
    #expect(try await browser.post("\(path)/stop", []).html.contains("id=\"instruments\""))
    let list = try await shop.get("\(id)/failedattempts")["failedAttempts.failedAttemptList"]?.elements
    #expect(list?.compactMap { $0["status"]?.text } == ["Failed", "Aborted"])
  }

  @Test(
    "An invoice is granted to the test environment's persons",
    arguments: [
      ("600307-1161", 303), ("19971020-2392", 303), ("191212121212", 200), ("12", 422),
    ])
  func invoice(_ identity: String, _ status: Int) async throws {
    let (id, path) = try await open()
    let answer = try await browser.post("\(path)/invoice", [("identity", identity)])
    #expect(answer.status == status)
    #expect(try await shop.get(id).order == (status == 303 ? "Paid" : "Initialized"))
  }

  @Test("The instruments are those of the currency and of the merchant's choice")
  func offered() async throws {
    let (_, kronor) = try await open()
    let page = try await browser.get(kronor).html
    #expect(page.contains("Swish") && page.contains("Invoice") && !page.contains("Vipps"))
    let krone = try await TestShop().create(currency: "NOK")["paymentOrder.availableInstruments"]
    #expect(krone == ["CreditCard", "Vipps", "Invoice-PayExFinancingNo", "ClickToPay"])
    let chosen = try await shop.create("R2", ["restrictedToInstruments": ["Swish"]])
    let path = try #require(chosen.href("redirect-checkout"))
    #expect(try await browser.get(path).html.contains("id=\"start\""))
    #expect(try await browser.post("\(path)/card", Self.card(TestCard.approved)).status == 422)
    #expect(try await shop.get(chosen.id).order == "Initialized")
  }

  @Test("A form that breaks a rule is shown again with what is wrong")
  func problems() async throws {
    let (_, path) = try await open(["restrictedToInstruments": ["CreditCard"]])
    for (fields, text) in [
      (Self.card("12"), "The card number is not valid."),
      ([("number", TestCard.approved), ("expiry", "12/25"), ("code", "123")], "The expiry date is not valid."),
      ([("number", TestCard.approved), ("expiry", "12/27"), ("code", "x")], "The security code is not valid."),
    ] {
      let page = try await browser.post("\(path)/card", fields)
      #expect(page.status == 422 && page.html.contains(text))
    }
    #expect(try await browser.send(.post, "\(path)/card", "number=1&number=2").status == 400)
    #expect(try await browser.post("\(path)/dance", []).status == 404)
  }

  @Test("A page that does not exist, or is 28 days old, is not available")
  func unavailable() async throws {
    let (_, path) = try await open()
    let wrong = path.dropLast() + (path.hasSuffix("0") ? "1" : "0")
    #expect(try await browser.get(String(wrong), language: "sv").html.contains("This page is not available"))
    #expect(try await browser.get(String(wrong)).status == 404)
    shop.time.advance(by: .seconds(28 * 86_400))
    #expect(try await browser.get(path).status == 410)
    #expect(try await browser.post("\(path)/card", Self.card(TestCard.approved)).left == nil)
    #expect(shop.sandbox.money.isEmpty)
  }

  @Test("A trampoline leads to an app's link after a tap, and only to web addresses")
  func trampoline() async throws {
    let target = "https://shop.example/sdk-callback/ios-universal-link?scheme=s&id=1&fallback=true"
    func get(_ target: String) async throws -> ScriptlessBrowser.Place {
      let query = [("target", target), ("language", "sv-SE"), ("app", "<Butiken>")]
      return try await browser.get(Link("/externalresourcehost/trampoline", query: query).text)
    }
    let page = try await get(target)
    #expect(page.html.contains("Back to &lt;Butiken&gt;") && !page.html.contains("http-equiv"))
    #expect(page.html.contains("Language requested: sv-SE"))
    #expect(page.html.contains("href=\"\(target.replacing("&", with: "&amp;"))\""))
    for bad in ["javascript:alert(1)", "shop://x", "http://shop.example/"] { #expect(try await get(bad).status == 404) }
  }
}
