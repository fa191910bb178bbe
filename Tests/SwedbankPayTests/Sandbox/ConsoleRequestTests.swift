import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

@Suite("Requests in the console of Swedbank Pay's sandbox")
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

  @Test("No page has a secret or a detail of a payer, and a search for one finds nothing")
  func secrets() async throws {
    let payer: JSONValue = [
      "payerReference": "P-1", "email": "olivia.nyhuus@example.test", "msisdn": "+4798765432", "firstName": "Olivia",
      "lastName": "Nyhuus",
    ]
    let id = try await shop.create("R1", ["payer": payer, "generatePaymentToken": true]).id
    let page = try shop.token(id)
    _ = try await browser.get("/checkout/\(page)")
    try await browser.post("/checkout/\(page)/select", [("instrument", "CreditCard")])
    let card = [("number", TestCard.approved), ("expiry", "12/30"), ("code", "987"), ("save", "1")]
    try await browser.post("/checkout/\(page)/card", card)
    _ = try await shop.get(id, expand: "paid,payer")
    let stored = try #require(shop.sandbox.state.reading { $0.tokens.values.first?.token })
    try await shop.call(.get, "/psp/paymentorders/payerownedtokens/P-1")
    try await shop.call(.patch, "/psp/paymentorders/paymenttokens/\(stored)", ["state": "Deleted", "comment": "x"])
    try await shop.call(.get, id, token: "not-the-token-of-the-shop")
    try await shop.call(.post, "/psp/paymentorders", ["paymentorder": ["note": .string(TestShop.token)]])
    let pages = try await ConsoleWalk.pages(get)
    #expect(pages.count > 9)
    for (path, html) in pages {
      for secret in [
        TestShop.token, "not-the-token-of-the-shop", page, stored, "olivia.nyhuus", "+4798765432", "Olivia", "Nyhuus",
        TestCard.approved, ">987<",
      ] { #expect(!html.contains(secret), "\(path) shows \(secret).") }
    }
    #expect(try #require(pages["/console/requests/1"]).contains("&quot;firstName&quot;: &quot;…&quot;"))
    for secret in ["Olivia", TestShop.token, stored] {
      #expect(try await get("/console/requests?q=\(secret)").contains("Nothing was found"), "\(secret)")
    }
  }

  @Test(
    "Every name of a payer's data is hidden in bodies, with all values inside",
    arguments: [
      "payer", "consumers", "nationalIdentifier", "shippingAddress", "billingAddress", "pickUpAddress",
      "consumerProfileRef",
    ])
  func hiddenNames(_ name: String) async throws {
    let inside: JSONValue = .object([.init(name: name, value: ["city": ["canary"]])])
    try await shop.call(.post, "/psp/paymentorders", ["paymentorder": inside, "other": "shown"])
    let page = try await get("/console/requests/1")
    #expect(page.contains("&quot;city&quot;") && page.contains("shown") && !page.contains("canary"))
  }

  @Test("The fields of the payer's forms are hidden", arguments: ["number", "expiry", "code", "identity"])
  func hiddenFields(_ name: String) async throws {
    try await browser.post("/checkout/none/card", [(name, "canary"), ("other", "shown")])
    let page = try await get("/console/requests/1")
    #expect(page.contains("<dt>\(name)</dt>") && page.contains("shown") && !page.contains("canary"))
  }

  @Test("A check-in hides who the payer is, in the menu and before an order; only the menu's has an order")
  func checkin() async throws {
    let created = try await shop.create("R1", ["payer": ["requireConsumerInfo": true]])
    let person = [("email", "olivia.nyhuus@example.test"), ("msisdn", "+4798765432")]
    let page = try shop.token(created.id)
    let after = try await browser.post("/checkout/\(page)/checkin", person)
    #expect(after.html.contains("id=\"instruments\""))
    let consumer: JSONValue = [
      "operation": "initiate-consumer-session", "language": "en-US", "shippingAddressRestrictedToCountryCodes": ["NO"],
    ]
    let check = try await shop.call(.post, "/psp/consumers", consumer, version: nil)
    let form = try #require(check.href("redirect-consumer-identification"))
    try await browser.post(form, person)
    let token = String(try #require(form.split(separator: "/").last))
    let profile = try #require(shop.sandbox.state.reading { $0.consumers[token]?.profile })
    try await shop.call(.get, "/psp/consumers/\(profile)/shipping-details", version: nil)
    _ = try await shop.get(created.id, expand: "payer")
    let pages = try await ConsoleWalk.pages(get)
    for (path, html) in pages {
      for secret in ["olivia", "4798765432", page, token, profile] {
        #expect(!html.contains(secret), "\(path) shows \(secret).")
      }
    }
    #expect(pages.values.contains { $0.contains("/checkout/…/checkin") && $0.contains("<dt>msisdn</dt>") })
  }

  @Test("A request leads to its order, and an order to its requests, by its pages too")
  func objects() async throws {
    let id = try await shop.create().id
    _ = try await browser.get("/checkout/\(try shop.token(id))")
    _ = try await shop.get("\(id)/urls")
    let order = "/console/orders/\(id.split(separator: "/").last ?? "")"
    let found = ConsoleWalk.links(try await get(order)).filter { $0.hasPrefix("/console/requests/") }
    #expect(found == ["/console/requests/1", "/console/requests/2", "/console/requests/3"])
    for request in found { #expect(ConsoleWalk.links(try await get(request)).contains(order), "\(request)") }
    try shop.act(.approve, id)
    #expect(ConsoleWalk.links(try await get("/console/notifications")).contains(order))
    let other = try await shop.create("R2").id
    let page = try await get("/console/orders/\(other.split(separator: "/").last ?? "")")
    #expect(!ConsoleWalk.links(page).contains("/console/requests/1"))
  }

  @Test("Script and menu of an order are among its requests, and a fault that struck them is named")
  func menu() async throws {
    let order = try await shop.create()
    let script = try #require(order.href("view-checkout"))
    _ = try await browser.get(script)
    shop.sandbox.state.plan(SandboxFault(.errorBeforeExecution(503), onOperation: "loadMenu"))
    _ = try await browser.get("/menu/\(try shop.token(order.id))")
    let page = try await get("/console/orders/\(order.id.split(separator: "/").last ?? "")")
    #expect(ConsoleWalk.links(page).isSuperset(of: ["/console/requests/2", "/console/requests/3"]))
    let struck = try await get("/console/requests/3")
    #expect(struck.contains("503") && struck.contains("loadMenu") && struck.contains("A planned fault struck"))
    #expect(!(try await get("/console/requests/2")).contains("A planned fault struck"))
  }

  @Test("Lists have pages of fifty, and a search by id, reference and path; a hostile body is shown as text")
  func lists() async throws {
    for index in 0..<60 { _ = try await shop.create("REF\(index)") }
    try await shop.call(.post, "/psp/paymentorders", ["<b>evil</b>": "<script>alert(1)</script>"])
    func rows(_ path: String) async throws -> Int { try await get(path).ranges(of: "<a class=\"row\"").count }
    #expect(try await rows("/console/requests") == 50)
    #expect(try await rows("/console/requests?page=2") == 11)
    #expect(try await get("/console/requests?page=2").contains("51 to 61 of 61"))
    #expect(try await rows("/console/requests?q=order-REF59") == 1)
    #expect(try await get("/console?q=ref59").ranges(of: "card order").count == 1)
    #expect(try await get("/console?page=2").ranges(of: "card order").count == 10)
    #expect(try await get("/console?q=nowhere").contains("Nothing was found"))
    let evil = try await get("/console/requests/61")
    #expect(
      evil.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !evil.contains("<script") && !evil.contains("<b>"))
  }

  @Test("The log keeps the last five hundred requests")
  func bounded() async throws {
    for _ in 0..<520 { try await shop.call(.get, "/psp/none") }
    #expect(shop.sandbox.state.requests.map(\.number) == Array(21...520))
    #expect(try await browser.get("/console/requests/20").status == 404)
  }

  @Test("Pages and console are in English without a switch of languages, and the menu in a frame has no banner")
  func language() async throws {
    let id = try await shop.create("R1", ["language": "sv-SE"]).id
    let token = try shop.token(id)
    let path = "/checkout/\(token)"
    let page = try await browser.get(path)
    #expect(page.html.contains("Choose how to pay") && page.html.contains("This is a test. No money moves."))
    _ = try await browser.post("\(path)/select", [("instrument", "CreditCard")])
    let refused = try await browser.post("\(path)/card", [("number", "1"), ("expiry", "1"), ("code", "1")])
    #expect(refused.status == 422 && refused.html.contains("Card number"))
    let menu = try await browser.get("/menu/\(token)")
    #expect(!menu.html.contains("No money moves."))
    for page in [page, refused, menu] { #expect(page.html.contains("Language requested: sv-SE")) }
    for page in [page, refused, menu, try await browser.get("/console", language: "sv")] {
      #expect(page.html.contains("<html lang=\"en\">") && !page.html.contains("action=\"/language\""))
    }
    #expect(try await browser.post("/language", [("language", "en"), ("page", "//evil.example")]).status == 404)
  }
}
