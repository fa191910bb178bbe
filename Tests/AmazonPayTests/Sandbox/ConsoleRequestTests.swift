import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Requests in the console of Amazon Pay's sandbox")
struct ConsoleRequestTests {
  private let shop: Shop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try Shop { $0.place.isControlEnabled = true }
    browser = ScriptlessBrowser(shop)
  }

  private func get(_ path: String) -> String {
    let page = browser.get(path)
    #expect(page.status == 200, "\(path)")
    return page.html
  }

  @Test("A request is shown with its answer, headers, bodies and duration")
  func wholeRequest() throws {
    let id = try shop.session()
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(reference: "ORDER-77"))
    let page = browser.get("/console/requests/2").html
    #expect(page.contains("&quot;merchantReferenceId&quot;: &quot;ORDER-77&quot;"))
    #expect(page.contains("id=\"request-body\"") && page.contains("id=\"answer-body\""))
    #expect(page.contains("x-amz-pay-region") && page.contains("x-amz-pay-request-id"))
    #expect(page.contains("0 ms"))
  }

  @Test("A planned delay counts to the duration, and a planned loss of the answer is told")
  func faults() async throws {
    let sandbox = shop.sandbox
    sandbox.plan(SandboxFault(.dropAfterExecution, on: .getCharge))
    sandbox.plan(SandboxFault(.cutOffBody, on: .getCharge))
    let request = try shop.signed(.get, "/v2/charges/none")
    for _ in 0..<2 { _ = try await sandbox.exchange(request, body: []) }
    #expect(browser.get("/console/requests/1").html.contains("before the answer was sent"))
    #expect(browser.get("/console/requests/2").html.contains("bytes of the body"))
    sandbox.plan(SandboxFault(.slow(.milliseconds(250)), on: .getCharge))
    sandbox.plan(SandboxFault(.delay(.milliseconds(70)), on: .getCharge))
    for _ in 0..<2 { _ = try await sandbox.exchange(request, body: []) }
    #expect(sandbox.requests.suffix(2).map(\.duration) == [.milliseconds(250), .milliseconds(70)])
    #expect(browser.get("/console/requests/4").html.contains("70 ms"))
  }

  @Test("No page has a secret or a detail of a buyer, and a search for one finds nothing")
  func secrets() async throws {
    let id = try browser.reachSelection()
    browser.select(id)
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    let token = "verysecretbuyertoken"
    try shop.call(.get, "/v2/buyers/\(token)")
    var refused = try shop.signed(.get, "/v2/buyers/\(token)")
    refused.headerFields[.accept] = "text/html"
    _ = shop.sandbox.respond(to: refused, body: [])
    let authorization = try #require(refused.headerFields[.authorization])
    let signature = try #require(authorization.split(separator: "Signature=").last)
    try browser.press(signature: "bm90IGEgc2lnbmF0dXJlIG9mIHRoaXMgcGF5bG9hZA==")
    let body = #"{"storeId":"x","card":"4111111111111111","mail":"eve@example.test","<script>":"<script>"}"#
    try shop.call(.post, "/v2/checkoutSessions", body, key: "bad")
    let pages = try await ConsoleWalk.pages { get($0) }
    #expect(pages.count > 8)
    for (path, html) in pages {
      for secret in [
        token, String(signature), "bm90IGEgc2lnbmF0dXJlIG9mIHRoaXMgcGF5bG9hZA==", "hanako@example.test",
        "4111111111111111",
        "eve@example.test", "<script",
      ] { #expect(!html.contains(secret), "\(path) shows \(secret).") }
    }
    let shown = try #require(
      shop.sandbox.requests.first { $0.operation == "getCheckoutSession" || $0.operation == "updateCheckoutSession" })
    #expect(try #require(pages["/console/requests/\(shown.number)"]).contains("&quot;name&quot;: &quot;…&quot;"))
    for secret in [token, "hanako", "4111"] {
      #expect(browser.get("/console/requests?q=\(secret)").html.contains("Nothing was found"), "\(secret)")
    }
  }

  @Test("Of the answer that names the buyer of a token, only the size is kept")
  func buyers() throws {
    let payload = """
      {"signInReturnUrl":"https://shop.example.test/in","storeId":"\(Shop.storeID)",\
      "signInScopes":["name","email","postalCode","shippingAddress","phoneNumber"]}
      """
    try browser.press(payload, [("productType", "SignIn")])
    let fields = [
      ("payloadJSON", payload), ("signature", try shop.signature("AMZN-PAY-RSASSA-PSS-V2\n" + SigningHash.of(payload))),
      ("algorithm", "AMZN-PAY-RSASSA-PSS-V2"), ("publicKeyId", Shop.keyID), ("merchantId", Shop.merchantID),
      ("sandbox", "true"), ("productType", "SignIn"), ("email", "hanako@example.test"),
    ]
    browser.post("/checkout/start/signin", fields)
    let token = try #require(browser.left?.split(separator: "=").last)
    let buyer = try shop.call(.get, "/v2/buyers/\(token)")
    let personal = ["name", "email", "postalCode", "phoneNumber", "buyerId"].compactMap { buyer.body[$0]?.text }
    #expect(buyer.status == 200 && personal.count == 5)
    let page = get("/console/requests/\(try #require(shop.sandbox.requests.last).number)")
    for value in personal { #expect(!page.contains(value), "\(value)") }
    #expect(!page.contains("countryCode"))
  }

  @Test(
    "Every name of a buyer's data is hidden in bodies, with all values inside",
    arguments: ["buyers", "buyer", "shippingAddress", "billingAddress", "addressDetails"])
  func hiddenNames(_ name: String) async throws {
    try shop.call(.post, "/v2/checkoutSessions", #"{"a":{"\#(name)":{"city":["canary"]}},"other":"shown"}"#, key: "k")
    let page = get("/console/requests/1")
    #expect(page.contains("&quot;city&quot;") && page.contains("shown") && !page.contains("canary"))
  }

  @Test("A request leads to its objects, and an object to its requests")
  func objects() throws {
    let (permission, charge) = try shop.authorized()
    let complete = try #require(shop.sandbox.requests.last { $0.operation == "completeCheckoutSession" }).number
    let request = browser.get("/console/requests/\(complete)").html
    for path in ["chargePermissions/\(permission)", "charges/\(charge)"] {
      #expect(ConsoleWalk.links(request).contains("/console/\(path)"))
      #expect(
        ConsoleWalk.links(browser.get("/console/\(path)").html).contains("/console/requests/\(complete)"), "\(path)")
    }
    try shop.call(
      .post, "/v2/refunds", #"{"chargeId":"\#(charge)","refundAmount":{"amount":"1","currencyCode":"JPY"}}"#, key: "r")
    let refused = try #require(shop.sandbox.requests.last).number
    #expect(ConsoleWalk.links(browser.get("/console/charges/\(charge)").html).contains("/console/requests/\(refused)"))
  }

  @Test("Lists have pages of fifty with links to newer and older ones, and a search by id, reference and path")
  func lists() throws {
    for index in 0..<60 {
      let id = try shop.session(key: "k\(index)")
      if index == 7 { try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(reference: "ORDER-7")) }
    }
    try shop.call(.get, "/v2/charges/none")
    func rows(_ path: String) -> Int { browser.get(path).html.ranges(of: "<a class=\"row\"").count }
    #expect(rows("/console/requests") == 50 && rows("/console/requests?page=2") == 12)
    #expect(ConsoleWalk.links(browser.get("/console/requests").html).contains("/console/requests?page=2"))
    let last = browser.get("/console/requests?page=2").html
    #expect(last.contains("rel=\"prev\"") && !last.contains("rel=\"next\"") && last.contains("51 to 62 of 62"))
    #expect(rows("/console/requests?page=99") == 12, "A page after the last is the last.")
    #expect(rows("/console/requests?q=order-7") == 1 && rows("/console/requests?q=/v2/charges") == 1)
    #expect(rows("/console/requests?q=checkoutSessions&page=2") == 11)
    #expect(
      ConsoleWalk.links(browser.get("/console/requests?q=checkoutSessions").html).contains(
        "/console/requests?q=checkoutSessions&page=2"))
    #expect(rows("/console/requests?refused=1") == 1)
    #expect(browser.get("/console/requests?q=%3Cscript%3E").html.contains("Nothing was found for “&lt;script&gt;”."))
    func orders(_ path: String) -> Int { browser.get(path).html.ranges(of: "card order").count }
    #expect(orders("/console") == 50 && orders("/console?page=2") == 10 && orders("/console?q=ORDER-7") == 1)
    #expect(browser.get("/console?q=nowhere").html.contains("Nothing was found"))
    #expect(browser.get("/console?q=a&q=b").status == 400)
  }

  @Test("The log keeps the last requests, and of each a bounded part")
  func bounded() throws {
    let small = try Shop { $0.place.requestLogLimit = 3 }
    let long = #"{"storeId":"\#(String(repeating: "x", count: 200_000))"}"#
    for index in 0..<6 { try small.call(.post, "/v2/checkoutSessions", long, key: "k\(index)") }
    let requests = small.sandbox.requests
    #expect(requests.map(\.number) == [4, 5, 6])
    let size = requests.reduce(0) { sum, record in
      let texts = [record.received, record.answered].map { message -> Int in
        if case .json(let text) = message.body?.content { text.utf8.count } else { 0 }
      }
      return sum + texts.reduce(0, +)
    }
    #expect(size > 3 * 16_000 && size < 3 * 2 * 16_384)
    #expect(ScriptlessBrowser(small).get("/console/requests/6").html.contains("keeps its beginning"))
  }
}
