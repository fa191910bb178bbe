import FerryCore
import FerrySandbox
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

  private func links(_ html: String) -> Set<String> {
    Set(html.matches(of: /href="(\/console[^"]*)"/).map { String($0.output.1).replacing("&amp;", with: "&") })
  }

  private func get(_ path: String) async throws -> String {
    let page = try await browser.get(path)
    #expect(page.status == 200, "\(path)")
    return page.html
  }

  /// Every page of the console that a person reaches by its links, by its path.
  private func allPages() async throws -> [String: String] {
    var pages: [String: String] = [:]
    var rest = ["/console"]
    while let path = rest.popLast() {
      let html = try await get(path)
      pages[path] = html
      rest += links(html).filter { pages[$0] == nil && !rest.contains($0) && !$0.contains("reload") }
    }
    return pages
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
    let pages = try await allPages()
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

  @Test("A call leads to its transaction and to Amazon's session, and both lead back")
  func objects() async throws {
    let access = try await shop.enter("ORDER-9")
    let session = try shop.selected()
    _ = try await shop.exec(access, session)
    let exec = try #require(shop.sandbox.state.requests.last { $0.operation == "ExecTranAmazonpay" }).number
    let request = links(try await get("/console/requests/\(exec)"))
    for object in ["/console/transactions/ORDER-9", "/console/checkoutSessions/\(session)"] {
      #expect(request.contains(object))
      #expect(links(try await get(object)).contains("/console/requests/\(exec)"), "\(object)")
    }
    _ = try await browser.get("/checkout/signin?amazonCheckoutSessionId=\(session)&next=processing")
    let visit = try #require(shop.sandbox.state.requests.last).number
    #expect(links(try await get("/console/checkoutSessions/\(session)")).contains("/console/requests/\(visit)"))
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

  @Test("The banner switches the language of the gateway's pages and of Amazon's together")
  func language() async throws {
    browser.language = "ja"
    let session = try shop.selected()
    let path = "/checkout/signin?amazonCheckoutSessionId=\(session)&next=processing"
    #expect(try await get(path).contains("<html lang=\"ja\">"))
    #expect(try await get("/").contains("<html lang=\"ja\">"))
    let english = try await browser.post("/language", [("language", "en"), ("page", path)])
    #expect(
      english.status == 200 && english.html.contains("<html lang=\"en\">") && english.html.contains("id=\"signin\""))
    #expect(try await get("/").contains("<html lang=\"en\">") && get("/").contains(">日本語</button>"))
    #expect(try await browser.post("/language", [("language", "en"), ("page", "//evil.example")]).status == 400)
  }
}
