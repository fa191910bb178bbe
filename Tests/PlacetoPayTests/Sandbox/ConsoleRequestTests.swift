import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import PlacetoPaySandbox

@Suite("Requests in the console of PlacetoPay's sandbox")
struct ConsoleRequestTests {
  private let shop: TestShop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try TestShop()
    browser = ScriptlessBrowser(shop.sandbox)
  }

  private func get(_ path: String) async throws -> String {
    let page = try await browser.get(path, language: "en")
    #expect(page.status == 200, "\(path)")
    return page.html
  }

  @Test("No page has a secret or a detail of a payer, and a search for one finds nothing")
  func secrets() async throws {
    let payer: JSONValue = [
      "name": "Ximena", "surname": "Quesada", "email": "ximena@example.test", "mobile": "3006108399",
      "document": "1040035000",
      "documentType": "CC",
    ]
    let created = try await shop.call("/api/session", TestShop.request(TestShop.payment(), ["payer": payer]))
    let id = try #require(created["requestId"]?.integer)
    let path = try #require(created["processUrl"]?.text?.dropFirst(TestShop.origin.count))
    _ = try await browser.get(String(path))
    let card = [("number", "4110760000000008"), ("expiry", "12/30"), ("code", "987")]
    try await browser.post("\(path)/card", card)
    _ = try await shop.query(id)
    let tranKey = try #require(TestShop.auth(shop.time.now)["tranKey"]?.text)
    try await shop.call("/api/session", ["secretKey": "other", "note": .string(TestShop.secret)])
    try await shop.call("/api/session", auth: TestShop.auth(shop.time.now, secret: "wrong"))
    let pages = try await ConsoleWalk.pages(get)
    #expect(pages.count > 6)
    let hash = String(try #require(path.split(separator: "/").last))
    for (page, html) in pages {
      for secret in [
        TestShop.secret, tranKey, hash, "Ximena", "Quesada", "ximena@example.test", "3006108399", "1040035000",
        "4110760000000008", ">987<",
      ] { #expect(!html.contains(secret), "\(page) shows \(secret).") }
    }
    #expect(try #require(pages["/console/requests/1"]).contains("&quot;surname&quot;: &quot;…&quot;"))
    for secret in ["Ximena", TestShop.secret, hash] {
      #expect(try await get("/console/requests?q=\(secret)").contains("Nothing was found"), "\(secret)")
    }
  }

  @Test(
    "Every name of a payer's data and of a secret is hidden in bodies, with all values inside",
    arguments: [
      "tranKey", "nonce", "payer", "buyer", "shipping", "card", "document", "surname", "pin", "ipAddress",
    ])
  func hiddenNames(_ name: String) async throws {
    let inside: JSONValue = .object([.init(name: name, value: ["city": ["canary"]])])
    try await shop.call("/api/session", ["payment": inside, "other": "shown"])
    let page = try await get("/console/requests/1")
    #expect(page.contains("&quot;city&quot;") && page.contains("shown") && !page.contains("canary"))
  }

  @Test("The fields of the payer's forms are hidden", arguments: ["number", "expiry", "code", "name"])
  func hiddenFields(_ name: String) async throws {
    try await browser.post("/spa/session/1/none/card", [(name, "canary"), ("other", "shown")])
    let page = try await get("/console/requests/1")
    #expect(page.contains("<dt>\(name)</dt>") && page.contains("shown") && !page.contains("canary"))
  }

  @Test("A saved token, which stands in pairs of keyword and value, is hidden, as is its subtoken")
  func savedTokens() async throws {
    let id = try await shop.create(nil, ["subscription": ["reference": "CARD-1", "description": "A card"]])
    try shop.act(.approve, id)
    let pairs = try await shop.query(id)["subscription.instrument"]?.elements ?? []
    let values = pairs.filter { $0["keyword"]?.text?.hasSuffix("token") == true }.compactMap { $0["value"]?.text }
    #expect(values.count == 2)
    for (path, html) in try await ConsoleWalk.pages(get) {
      for value in values { #expect(!html.contains(value), "\(path) shows \(value).") }
    }
    #expect(try await get("/console/requests/2").contains("franchiseName"))
  }

  @Test("A request leads to its session, and a session to its requests, by the id of a transaction too")
  func objects() async throws {
    let (id, transaction) = try await shop.paid()
    try await shop.operate("reverse", transaction)
    let session = "/console/sessions/\(id)"
    let found = ConsoleWalk.links(try await get(session)).filter { $0.hasPrefix("/console/requests/") }
    #expect(found == ["/console/requests/1", "/console/requests/2", "/console/requests/3"])
    for request in found { #expect(ConsoleWalk.links(try await get(request)).contains(session), "\(request)") }
    #expect(ConsoleWalk.links(try await get("/console/notifications")).contains(session))
    let other = try await shop.create(TestShop.payment(reference: "ORDER-2"))
    #expect(!ConsoleWalk.links(try await get("/console/sessions/\(other)")).contains("/console/requests/1"))
  }

  @Test("Lists have pages of fifty, and a search by id, reference and path; a hostile body is shown as text")
  func lists() async throws {
    for index in 0..<60 { _ = try await shop.create(TestShop.payment(reference: "REF-\(index)")) }
    try await shop.call("/api/session", ["<b>evil</b>": "<script>alert(1)</script>"])
    func rows(_ path: String) async throws -> Int { try await get(path).ranges(of: "<a class=\"row\"").count }
    #expect(try await rows("/console/requests") == 50)
    #expect(try await rows("/console/requests?page=2") == 11)
    #expect(try await get("/console/requests?page=2").contains("51 to 61 of 61"))
    #expect(try await rows("/console/requests?q=ref-59") == 1)
    #expect(try await rows("/console/requests?q=100001") == 1)
    #expect(try await get("/console?q=REF-59").ranges(of: "card order").count == 1)
    #expect(try await get("/console?page=2").ranges(of: "card order").count == 10)
    #expect(try await get("/console?q=nowhere").contains("Nothing was found"))
    let evil = try await get("/console/requests/61")
    #expect(
      evil.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !evil.contains("<script") && !evil.contains("<b>"))
  }

  @Test("The log keeps the last five hundred requests")
  func bounded() async throws {
    for _ in 0..<520 { _ = try await shop.send("/api/none", Array("{}".utf8)) }
    #expect(shop.sandbox.state.requests.map(\.number) == Array(21...520))
    #expect(try await browser.get("/console/requests/20").status == 404)
  }

  @Test("Pages and console are in English and have no switch of languages; a page states the session's locale")
  func language() async throws {
    let created = try await shop.call("/api/session", TestShop.request(TestShop.payment(), ["locale": "es_CO"]))
    let path = String(try #require(created["processUrl"]?.text?.dropFirst(TestShop.origin.count)))
    let browser = ScriptlessBrowser(shop.sandbox)
    let refused = try await browser.post("\(path)/payer", [("name", "Ana")])
    #expect(refused.status == 422 && refused.html.contains("Your details"))
    let page = try await browser.get(path)
    for page in [page, refused] {
      #expect(page.html.contains("<html lang=\"en\">") && page.html.contains("Language requested: es_CO"))
    }
    for page in [page, refused, try await browser.get("/console", language: "es")] {
      #expect(page.html.contains("<html lang=\"en\">") && !page.html.contains("action=\"/language\""))
    }
    #expect(try await browser.post("/language", [("language", "en"), ("page", "//evil.example")]).status == 404)
  }
}
