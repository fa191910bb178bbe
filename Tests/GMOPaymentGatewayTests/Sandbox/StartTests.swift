import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("The buyer's way through GMO's start page and Amazon's pages, without scripts")
struct StartTests {
  private let shop: TestShop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try TestShop()
    browser = ScriptlessBrowser(shop.sandbox)
  }

  private static let startPath = "/payment/AmazonpayStart.idPass"

  /// A transaction that waits for its buyer, and the start page's fields.
  private func requested(
    _ shop: TestShop, _ order: String = "ORDER-1", job: String = "AUTH", card: String = "1111"
  ) async throws -> (access: TestShop.Access, start: [(String, String)]) {
    let access = try await shop.enter(order, ["JobCd": job])
    let session = try shop.selected(TestShop.payload, ["card": card])
    let answer = try await shop.exec(access, session)
    return (access, [("AccessID", access.id), ("Token", answer["Token"])])
  }

  @discardableResult
  private func signIn(_ place: ScriptlessBrowser.Place, _ browser: ScriptlessBrowser) async throws
    -> ScriptlessBrowser.Place
  {
    let id = try #require(place.hidden("amazonCheckoutSessionId"), "\(place.html)")
    return try await browser.post(
      "/checkout/signin",
      [("amazonCheckoutSessionId", id), ("next", "processing"), ("email", "hanako@example.test"), ("password", "x")])
  }

  private func check(_ place: ScriptlessBrowser.Place, _ access: TestShop.Access, _ status: String) throws {
    #expect(place.status == 200 && place.action == TestShop.returnURL, "\(place.html)")
    #expect(place.hidden("ShopID") == TestShop.shopID && place.hidden("OrderID") == access.order)
    #expect(place.hidden("Status") == status)
    #expect(place.hidden("TranDate") == "20260115233000")
    let known = try GatewayShop(id: TestShop.shopID, password: Secret(TestShop.shopPass), name: "")
    let permission = try #require(place.hidden("AmazonChargePermissionID"))
    #expect(
      place.hidden("CheckString")
        == CheckString.text(order: access.order, access: access.id, shop: known, permission: permission))
    #expect(place.hidden("AccessID") == nil && place.hidden("Amount") == nil)
  }

  @Test("A buyer pays, and the browser posts the result to RetURL", arguments: ["AUTH", "CAPTURE"])
  func paid(_ job: String) async throws {
    let (access, start) = try await requested(shop, job: job)
    let place = try await signIn(try await browser.post(Self.startPath, start, isCrossSite: true), browser)
    try check(place, access, job)
    #expect(place.hidden("AmazonChargePermissionID")?.hasPrefix("S03-") == true)
    #expect(place.hidden("ErrCode") == "" && place.hidden("ErrInfo") == "")
    #expect(place.policy.contains("script-src 'self'") && !place.policy.contains("form-action"))
    let script = try #require(place.html.firstMatch(of: /<script src="([^"]+)"/)?.output.1)
    #expect(try await browser.get(String(script)).html.contains("form.submit();"))
    #expect(try await shop.status() == job)
    #expect(shop.money == (job == "AUTH" ? MoneyTotals(held: 8_980) : MoneyTotals(captured: 8_980)))
    let again = try await browser.get("/payment/AmazonpayFinish?AccessID=\(access.id)")
    try check(again, access, job)
    #expect(shop.money.authorized == 8_980, "A reload pays again.")
  }

  @Test("The processing page shows the amount and goes on by itself")
  func processing() async throws {
    let slow = try TestShop(place: { $0.processingPause = .seconds(2) })
    let browser = ScriptlessBrowser(slow.sandbox)
    let (_, start) = try await requested(slow)
    let place = try await signIn(try await browser.post(Self.startPath, start, isCrossSite: true), browser)
    #expect(place.html.contains("¥8,980"))
    #expect(try await slow.status() == "AUTHPROCESS")
    let next = try #require(place.html.firstMatch(of: /url=([^"]+)"/)?.output.1)
    let done = try await browser.get(String(next).replacing("&amp;", with: "&"))
    #expect(done.hidden("Status") == "AUTH")
    #expect(done.html.contains("Continue"))
  }

  @Test("A declined buyer pays with another card on Amazon's page")
  func anotherCard() async throws {
    let (access, start) = try await requested(shop, card: "3434")
    let declined = try await signIn(try await browser.post(Self.startPath, start, isCrossSite: true), browser)
    #expect(declined.html.contains(#"id="retry""#))
    #expect(try await shop.status() == "AUTHPROCESS")
    let session = try #require(declined.hidden("amazonCheckoutSessionId"))
    let place = try await browser.post(
      "/checkout/processing", [("amazonCheckoutSessionId", session), ("card", "4444")])
    try check(place, access, "AUTH")
    #expect(shop.money == MoneyTotals(held: 8_980))
  }

  @Test(
    "A buyer who gives up after a decline ends at RetURL as PAYFAIL, or at the cancel URL", arguments: [true, false])
  func declined(_ leaves: Bool) async throws {
    let shop = try TestShop { $0.declinesLeaveByCancelURL = leaves }
    let browser = ScriptlessBrowser(shop.sandbox)
    let (access, start) = try await requested(shop, card: "3434")
    let declined = try await signIn(try await browser.post(Self.startPath, start, isCrossSite: true), browser)
    let session = try #require(declined.hidden("amazonCheckoutSessionId"))
    let place = try await browser.post(
      "/checkout/cancel", [("amazonCheckoutSessionId", session), ("from", "processing")])
    if leaves {
      #expect(place.left == TestShop.cancelURL)
    } else {
      try check(place, access, "PAYFAIL")
      #expect(place.hidden("AmazonChargePermissionID") == "")
      #expect(place.hidden("ErrCode") == "E11" && place.hidden("ErrInfo") == "E11010099")
    }
    #expect(try await shop.status() == "PAYFAIL")
    #expect(shop.money == MoneyTotals())
  }

  @Test("A buyer who cancels goes to the signed cancel URL; the order waits until it expires")
  func canceled() async throws {
    let slow = try TestShop(place: { $0.processingPause = .seconds(2) })
    let browser = ScriptlessBrowser(slow.sandbox)
    let (access, start) = try await requested(slow)
    let page = try await signIn(try await browser.post(Self.startPath, start, isCrossSite: true), browser)
    let session = try #require(page.hidden("amazonCheckoutSessionId"))
    let place = try await browser.post(
      "/checkout/cancel", [("amazonCheckoutSessionId", session), ("from", "processing")])
    #expect(place.left == TestShop.cancelURL)
    #expect(try await slow.status() == "REQSUCCESS")
    #expect(try slow.notifications.isEmpty)
    slow.time.advance(by: .seconds(121))
    #expect(try await slow.status() == "EXPIRED")
    #expect(try await slow.exec(access, session).error == "M01004014")
    let again = try await browser.get("/payment/AmazonpayFinish?AccessID=\(access.id)")
    #expect(again.left == TestShop.cancelURL)
  }

  @Test("A card that acts as a buyer who cancels leads to the cancel URL")
  func cancelingCard() async throws {
    let (_, start) = try await requested(shop, card: "3064")
    let place = try await signIn(try await browser.post(Self.startPath, start, isCrossSite: true), browser)
    #expect(place.left == TestShop.cancelURL)
  }

  @Test("A pending card returns as AUTHPROCESS and decides later; without the option it is declined at once")
  func pending() async throws {
    let (access, start) = try await requested(shop, card: "0701")
    let place = try await signIn(try await browser.post(Self.startPath, start, isCrossSite: true), browser)
    try check(place, access, "AUTHPROCESS")
    #expect(shop.money == MoneyTotals())
    shop.time.advance(by: .seconds(31))
    #expect(try await shop.status() == "AUTH")
    let strict = try TestShop { $0.acceptsPendingCards = false }
    let other = ScriptlessBrowser(strict.sandbox)
    let (_, second) = try await requested(strict, card: "0701")
    let declined = try await signIn(try await other.post(Self.startPath, second, isCrossSite: true), other)
    #expect(declined.html.contains(#"id="retry""#))
  }

  @Test("A token is good for one visit, within its time, and by POST only")
  func once() async throws {
    let (access, start) = try await requested(shop)
    let get = try await browser.get(Self.startPath)
    #expect(get.status == 405 && get.headers[.allow] == "POST")
    let damaged = start[1].1.replacing("+", with: " ")
    let wrong = try await browser.post(Self.startPath, [("AccessID", access.id), ("Token", damaged)])
    #expect(wrong.status == 400 && wrong.html.contains("plus signs"))
    #expect(try await browser.post(Self.startPath, [("AccessID", access.id)]).status == 400)
    #expect(try await browser.post(Self.startPath, start, isCrossSite: true).html.contains("signin"))
    let second = try await browser.post(Self.startPath, start, isCrossSite: true)
    #expect(second.status == 400 && second.html.contains("started already"))
    let (_, late) = try await requested(shop, "ORDER-2")
    shop.time.advance(by: .seconds(121))
    let expired = try await browser.post(Self.startPath, late, isCrossSite: true)
    #expect(expired.status == 410 && expired.html.contains("M01074091"))
    #expect(try await shop.status("ORDER-2") == "EXPIRED")
  }

  @Test("A buyer who never finishes leaves an expired order, and pays nothing afterwards")
  func unfinished() async throws {
    let (access, start) = try await requested(shop)
    let page = try await browser.post(Self.startPath, start, isCrossSite: true)
    #expect(try await shop.status() == "AUTHPROCESS")
    shop.time.advance(by: .seconds(601))
    #expect(try await shop.status() == "EXPIRED")
    let place = try await signIn(page, browser)
    #expect(place.hidden("Status") == "EXPIRED" && place.hidden("ErrInfo") == "M01074091")
    #expect(place.hidden("OrderID") == access.order)
    #expect(shop.money == MoneyTotals())
  }

  @Test("A session that was over before the buyer came ends as PAYFAIL")
  func sessionOver() async throws {
    let shop = try TestShop { $0.startTermLimit = 200_000 }
    let browser = ScriptlessBrowser(shop.sandbox)
    let access = try await shop.enter()
    let answer = try await shop.exec(access, try shop.selected(), ["PaymentTermSec": "172800"])
    shop.time.advance(by: .seconds(86_401))
    let place = try await browser.post(
      Self.startPath, [("AccessID", access.id), ("Token", answer["Token"])], isCrossSite: true)
    #expect(place.hidden("Status") == "PAYFAIL")
  }

  @Test("The way to RetURL can be cut, or bring a wrong CheckString or another status")
  func faults() async throws {
    let access = try await shop.paid()
    let path = "/payment/AmazonpayFinish?AccessID=\(access.id)"
    for kind in ["never", "wrongCheckString", "otherStatus"] {
      #expect(try await shop.control("gmo-pg/returns", ["kind": .string(kind)]).status == 201)
    }
    #expect(try await browser.get(path).action == nil)
    let genuine = try #require(try await shop.read("gmo-pg/transactions/ORDER-1/return")["fields"])
    let wrong = try await browser.get(path)
    #expect(wrong.hidden("CheckString")?.count == 64 && wrong.hidden("CheckString") != genuine["CheckString"]?.text)
    let other = try await browser.get(path)
    #expect(other.hidden("Status") == "PAYFAIL" && other.hidden("CheckString") == genuine["CheckString"]?.text)
    #expect(try await browser.get(path).hidden("Status") == "AUTH")
    #expect(try await shop.control("gmo-pg/returns", ["kind": "sideways"]).status == 400)
  }

  @Test("The console names the reason of a refused start page and of a refused button")
  func refusedPages() async throws {
    let (access, start) = try await requested(shop)
    try await browser.post(Self.startPath, [("AccessID", access.id), ("Token", "wrong+token")], isCrossSite: true)
    #expect(shop.sandbox.state.requests.last?.reasonCode == "StartRefused")
    #expect(shop.sandbox.state.requests.last?.message?.contains("keep the token") == true)
    shop.sandbox.state.advanceClock(by: .seconds(121))
    try await browser.post(Self.startPath, start, isCrossSite: true)
    #expect(shop.sandbox.state.requests.last?.reasonCode == "M01074091")
    try await browser.post(
      "/checkout/start",
      [("payloadJSON", TestShop.payload), ("signature", "AAAA"), ("merchantId", TestShop.merchantID)])
    #expect(shop.sandbox.state.requests.last?.reasonCode == "InvalidSignatureError")
    #expect(shop.sandbox.state.requests.last?.message?.contains("Expected string to sign") == true)
  }

  @Test("RetURL and the texts of a shop cannot become markup")
  func escaped() async throws {
    let access = try await shop.started(
      exec: ["RetURL": "https://shop.example/a?b=\"><script>", "Description": "<script>alert(1)</script>"])
    _ = try shop.sandbox.act(.approve, on: access.order, details: [:])
    let page = try await browser.get("/payment/AmazonpayFinish?AccessID=\(access.id)")
    #expect(page.html.contains("b=&quot;&gt;&lt;script&gt;"))
    #expect(page.html.ranges(of: "<script").count == 1)
  }
}

extension ScriptlessBrowser.Place {
  /// The address that the page's form posts to the shop.
  var action: String? {
    html.firstMatch(of: /<form id="return" method="post" action="([^"]+)"/).map {
      String($0.output.1).replacing("&amp;", with: "&")
    }
  }
}
