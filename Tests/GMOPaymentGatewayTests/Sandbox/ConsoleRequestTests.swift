import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("Requests in the console of GMO's sandbox")
struct ConsoleRequestTests {
  private let shop: TestShop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try TestShop()
    browser = ScriptlessBrowser(shop.sandbox)
  }

  private func get(_ path: String) async throws -> String {
    let page = try await browser.get(path)
    #expect(page.status == 200, "\(path)")
    return page.html
  }

  @Test("No page has a secret or a detail of a buyer, of GMO's calls and of Amazon's pages")
  func secrets() async throws {
    let access = try await shop.enter()
    let session = try shop.selected()
    let address = try await shop.call("SearchAddressAmazonpay", ["AmazonCheckoutSessionID": session])
    let inJSON = try await shop.callJSON("SearchAddressAmazonpay", ["amazonCheckoutSessionID": session])
    let exec = try await shop.exec(access, session)
    let start = [("AccessID", access.id), ("Token", exec["Token"])]
    try await browser.post("/payment/AmazonpayStart.idPass", start, isCrossSite: true)
    try await browser.post(
      "/checkout/signin", [("amazonCheckoutSessionId", session), ("next", "processing"), ("email", "eve@example.test")])
    try await shop.call("EntryTranAmazonpay", ["OrderID": TestShop.shopPass, "JobCd": "AUTH"])
    let pages = try await ConsoleWalk.pages(get)
    #expect(pages.count > 8)
    #expect(!address["ShippingName"].isEmpty && inJSON.text.contains(address["AmazonMailAddress"]))
    for (path, html) in pages {
      for secret in [
        TestShop.shopPass, access.pass, exec["Token"], address["ShippingName"], address["ShippingAddressLine1"],
        address["AmazonMailAddress"], address["ShippingPhoneNumber"], "eve@example.test",
      ] where !secret.isEmpty { #expect(!html.contains(secret), "\(path) shows \(secret).") }
    }
    #expect(try #require(pages["/console/requests/1"]).contains("<dt>ShopPass</dt><dd class=\"id\">…</dd>"))
    for secret in [access.pass, TestShop.shopPass] {
      #expect(try await get("/console/requests?q=\(secret)").contains("Nothing was found"), "\(secret)")
    }
  }

  @Test("Every name of a buyer's data and of a secret is hidden in calls, as in Amazon's part")
  func hiddenNames() async throws {
    let parts = [
      "Name", "PhoneNumber", "PostalCode", "CountryCode", "StateOrRegion", "City", "County", "District", "AddressLine1",
      "AddressLine2", "AddressLine3",
    ]
    let names =
      ["ShopPass", "AccessPass", "Token", "CheckString", "AmazonBuyerID", "AmazonAccountName", "AmazonMailAddress"]
      + ["AmazonPhoneNumber", "buyer", "shippingAddress", "billingAddress"]
      + ["Shipping", "Billing"].flatMap { group in parts.map { group + $0 } }
    for name in names {
      try await shop.call("SearchTradeMulti", [name: "canary", "Other": "shown"])
      let number = try #require(shop.sandbox.state.requests.last).number
      let page = try await get("/console/requests/\(number)")
      #expect(page.contains("<dt>\(name)</dt>") && page.contains("shown") && !page.contains("canary"), "\(name)")
    }
  }

  @Test("An unexpected reply to a notification is shown without secrets")
  func replies() async throws {
    _ = shop.sandbox.replies.status(
      200, Array("no \(TestShop.shopPass) for eve@example.test".utf8), to: Array("OrderID=ORDER-1".utf8))
    let page = try await get("/console/notifications")
    #expect(page.contains("no … for …"))
  }

  @Test("A call leads to its transaction and to Amazon's session, and both lead back")
  func objects() async throws {
    let access = try await shop.enter("ORDER-9")
    let session = try shop.selected()
    _ = try await shop.exec(access, session)
    let exec = try #require(shop.sandbox.state.requests.last { $0.operation == "ExecTranAmazonpay" }).number
    let request = ConsoleWalk.links(try await get("/console/requests/\(exec)"))
    for object in ["/console/transactions/ORDER-9", "/console/checkoutSessions/\(session)"] {
      #expect(request.contains(object))
      #expect(ConsoleWalk.links(try await get(object)).contains("/console/requests/\(exec)"), "\(object)")
    }
    _ = try await browser.get("/checkout/signin?amazonCheckoutSessionId=\(session)&next=processing")
    let visit = try #require(shop.sandbox.state.requests.last).number
    #expect(
      ConsoleWalk.links(try await get("/console/checkoutSessions/\(session)")).contains("/console/requests/\(visit)"))
  }

  @Test("Lists have pages of fifty, and a search by id, reference and path; a hostile field is shown as text")
  func lists() async throws {
    for index in 0..<60 { _ = try await shop.enter("REF-\(index)") }
    try await shop.call("EntryTranAmazonpay", ["OrderID": "<script>alert(1)</script>", "<b>evil</b>": "x"])
    func rows(_ path: String) async throws -> Int { try await get(path).ranges(of: "<a class=\"row\"").count }
    #expect(try await rows("/console/requests") == 50)
    #expect(try await rows("/console/requests?page=2") == 11)
    #expect(try await get("/console/requests?page=2").contains("51 to 61 of 61"))
    #expect(try await rows("/console/requests?q=ref-59") == 1)
    #expect(try await get("/console?q=REF-59").ranges(of: "card order").count == 1)
    #expect(try await get("/console?page=2").ranges(of: "card order").count == 10)
    #expect(try await get("/console?q=nowhere").contains("Nothing was found"))
    let evil = try await get("/console/requests/61")
    #expect(
      evil.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !evil.contains("<script") && !evil.contains("<b>"))
  }

  @Test("The log keeps the last five hundred requests, of both parts together")
  func bounded() async throws {
    for index in 0..<520 {
      if index.isMultiple(of: 2) {
        _ = try await shop.search("NONE")
      } else {
        _ = try await browser.get("/checkout/none")
      }
    }
    #expect(shop.sandbox.state.requests.map(\.number) == Array(21...520))
    #expect(try await browser.get("/console/requests/20").status == 404)
  }

  @Test("The gateway's pages, Amazon's and the console are in English, whatever the browser asks for")
  func language() async throws {
    let session = try shop.selected()
    let signIn = "/checkout/signin?amazonCheckoutSessionId=\(session)&next=processing"
    #expect(try await get(signIn).contains("id=\"signin\""))
    for path in [signIn, "/", "/console"] {
      #expect(try await browser.get(path, language: "ja").html.contains("<html lang=\"en\">"), "\(path)")
    }
  }
}
