import ArgumentParser
import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import PlacetoPaySandbox

@Suite("The hosted page of PlacetoPay's sandbox, without scripts")
struct PageTests {
  private let shop: TestShop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try TestShop()
    browser = ScriptlessBrowser(shop.sandbox)
  }

  private static let buyer: JSONValue = ["buyer": ["name": "Ana", "surname": "Gómez", "email": "ana@shop.example"]]
  private static let payer: [(String, String)] = [
    ("name", "Ana"), ("surname", "Gómez"), ("email", "ana@shop.example"), ("mobile", "+573001234567"),
    ("documentType", "CC"), ("document", "1040035000"),
  ]

  /// A session and the path of its page.
  private func open(
    _ payment: JSONValue? = TestShop.payment(), _ more: JSONValue = buyer
  ) async throws -> (id: Int64, path: String) {
    let id = try await shop.create(payment, more)
    let session = try shop.sandbox.state.reading { ledger throws(APIRefusal) in try ledger.session(id) }
    return (id, session.link.text)
  }

  private static func card(_ number: String, _ more: [(String, String)] = []) -> [(String, String)] {
    [("number", number), ("expiry", "12/27"), ("code", "123"), ("installments", "1")] + more
  }

  @Test("A buyer gives their details, is declined, tries again, and returns", arguments: ["en_US", "es_CO"])
  func journey(_ locale: String) async throws {
    let (id, path) = try await open(
      TestShop.payment(more: ["description": "<b>Café</b>"]),
      ["buyer": ["name": "Ana", "surname": "Gómez", "email": "ana@shop.example"], "locale": .string(locale)])
    let first = try await browser.get(path)
    #expect(first.status == 200)
    #expect(first.html.contains("<html lang=\"en\">") && first.html.contains("Your details"))
    #expect(first.html.contains("Language requested: \(locale)"))
    #expect(
      first.html.contains(
        #"name="name" type="text" inputmode="text" autocomplete="given-name" maxlength="60" value="Ana""#))
    let methods = try await browser.post("\(path)/payer", Self.payer)
    #expect(methods.html.contains("Card number"))
    #expect(methods.html.contains(locale == "en_US" ? "COP 100.00" : "$\u{A0}100,00 COP"))
    #expect(methods.html.contains("&lt;b&gt;Café"))
    let declined = try await browser.post("\(path)/card", Self.card(TestCard.declined))
    #expect(declined.html.contains("Payment declined"))
    #expect(declined.html.contains("Try again"))
    #expect(try await browser.get("\(path)?retry=1").html.contains("id=\"card\""))
    let approved = try await browser.post("\(path)/card", Self.card("4111 1111 1111 1111"))
    #expect(approved.html.contains("Payment approved"))
    #expect(approved.html.contains(#"href="https://shop.example/return""#))
    let query = try await shop.query(id)
    #expect(query["request.payer.document"]?.text == "1040035000")
    #expect(query.result == "APPROVED/00")
    #expect(!approved.html.contains("4111111111111111"))
  }

  @Test("A payer whom the shop has named cannot be changed")
  func locked() async throws {
    let (id, path) = try await open(TestShop.payment(), ["payer": ["name": "Luis", "surname": "Peña"]])
    let page = try await browser.get("\(path)?payer=1")
    #expect(page.html.contains("id=\"card\"") && !page.html.contains("id=\"payer\""))
    try await browser.post("\(path)/payer", Self.payer)
    #expect(try await shop.query(id)["request.payer.name"]?.text == "Luis")
  }

  @Test("A form that breaks a rule is shown again with what is wrong")
  func problems() async throws {
    let (_, path) = try await open()
    let payer = try await browser.post("\(path)/payer", [("name", "Ana"), ("email", "none")])
    #expect(payer.status == 422 && payer.html.contains("Check the names"))
    try await browser.post("\(path)/payer", Self.payer)
    for (fields, text) in [
      (Self.card("12"), "The card number is not valid."),
      ([("number", TestCard.approved), ("expiry", "12/25"), ("code", "123")], "The expiry date is not valid."),
      ([("number", TestCard.approved), ("expiry", "12/27"), ("code", "1")], "The security code is not valid."),
    ] {
      let page = try await browser.post("\(path)/card", fields)
      #expect(page.status == 422 && page.html.contains(text))
    }
    let broken = try await browser.post("\(path)/card", [("number", "1"), ("number", "2")])
    #expect(broken.status == 400)
  }

  @Test(
    "An issuer's code decides about a card that asks for one",
    arguments: [("12345", "APPROVED/00"), ("1", "REJECTED/01")])
  func challenge(_ code: String, _ result: String) async throws {
    let (id, path) = try await open()
    try await browser.post("\(path)/payer", Self.payer)
    let asked = try await browser.post("\(path)/card", Self.card("4110760000000008"))
    #expect(asked.html.contains("id=\"challenge\""))
    #expect(try await shop.query(id)["payment"] == .null)
    try await browser.post("\(path)/challenge", [("otp", code)])
    #expect(try await shop.query(id).newest == result)
  }

  @Test(
    "A bank transfer goes on in another window, where the bank approves, declines or decides later",
    arguments: [
      ("approve", "APPROVED/00"), ("decline", "REJECTED/05"), ("later", "PENDING/?-"),
    ])
  func transfer(_ act: String, _ result: String) async throws {
    let (id, path) = try await open()
    try await browser.post("\(path)/payer", Self.payer)
    let pending = try await browser.post("\(path)/transfer", [("bank", "Banco Ejemplo")])
    #expect(pending.html.contains("Payment pending") && pending.html.contains("http-equiv=\"refresh\""))
    let link = try #require(pending.html.firstMatch(of: /target="_blank" rel="noopener" href="([^"]+)"/)?.output.1)
    #expect(try await browser.get(String(link)).html.contains("Banco Ejemplo"))
    let done = try await browser.post(String(link), [("act", act)])
    #expect(done.html.contains("Close this window") == (act != "later"))
    #expect(done.html.contains("Your bank decides later") == (act == "later"))
    #expect(done.html.contains("https://shop.example/return") == (act == "later"))
    #expect(try await shop.query(id).newest == result)
    shop.time.advance(by: .seconds(300))
    #expect(try await shop.query(id).newest == (act == "later" ? "APPROVED/00" : result))
  }

  @Test(
    "A cash slip shows its deadline, and a session offers it if half an hour was left when the shop began its request")
  func cash() async throws {
    shop.time.advance(by: .milliseconds(700))
    let (_, path) = try await open(
      TestShop.payment(),
      ["payer": ["name": "Ana"], "expiration": "2026-01-15T10:00:00-05:00"])
    let slip = try await browser.post("\(path)/cash", [])
    #expect(slip.html.contains("Pay this slip before 2026-01-15 10:00 (Colombia time)."))
    let (_, short) = try await open(
      TestShop.payment(), ["payer": ["name": "Ana"], "expiration": "2026-01-15T09:59:00-05:00"])
    #expect(!(try await browser.get(short).html.contains("id=\"cash\"")))
    #expect(try await browser.post("\(short)/cash", []).status == 422)
  }

  @Test("Only the means of payment that the shop allows are offered and taken")
  func restricted() async throws {
    let (id, path) = try await open(TestShop.payment(), ["payer": ["name": "Ana"], "paymentMethod": "visa,pse"])
    let page = try await browser.get(path).html
    #expect(page.contains("id=\"card\"") && page.contains("id=\"transfer\"") && !page.contains("id=\"cash\""))
    #expect(!page.contains("5367680000000005"))
    let refused = try await browser.post("\(path)/card", Self.card("5367680000000005"))
    #expect(refused.status == 422 && refused.html.contains("does not take this means of payment"))
    #expect(try await shop.query(id)["payment"] == .null)
    let (_, transfers) = try await open(TestShop.payment(), ["payer": ["name": "Ana"], "paymentMethod": "pse"])
    #expect(!(try await browser.get(transfers).html.contains("id=\"card\"")))
  }

  @Test("A transaction has the code for which the shop asked, also where several stand for one means of payment")
  func codes() async throws {
    for (code, act) in [
      ("bancolombia", "transfer"), ("banco_bogota", "transfer"), ("pse", "transfer"), ("pagoefectivo", "cash"),
      ("safetypay", "cash"), ("athmv", "athmv"),
    ] {
      let (id, path) = try await open(
        TestShop.payment(), ["payer": ["name": "Ana"], "paymentMethod": .string("visa,\(code.uppercased())")])
      #expect(try await browser.get(path).html.contains("id=\"\(act)\""))
      try await browser.post("\(path)/\(act)", [])
      #expect(try await shop.query(id)["payment.0.paymentMethod"]?.text == code)
    }
  }

  @Test("A page without any of the means of payment for which the shop asks says so")
  func noMethod() async throws {
    let (_, path) = try await open(
      TestShop.payment(), ["payer": ["name": "Ana"], "paymentMethod": "paypal,PSENQ"])
    let page = try await browser.get(path).html
    #expect(page.contains("The shop asks for: paypal, psenq."))
    #expect(!page.contains("<form id=\"card\"") && page.contains("id=\"cancel\""))
    let (_, whole) = try await open(TestShop.payment(), ["payer": ["name": "Ana"], "paymentMethod": "visa,paypal"])
    #expect(!(try await browser.get(whole).html.contains("The shop asks for")))
  }

  @Test("The shop's fields are shown on the pages for which they are meant")
  func fields() async throws {
    let places = ["none", "payment", "receipt", "both", "approved"]
    let fields = JSONValue.array(
      places.map { ["keyword": .string("k-\($0)"), "value": .string("v-\($0)"), "displayOn": .string($0)] })
    let (_, path) = try await open(TestShop.payment(more: ["fields": fields]), ["payer": ["name": "Ana"]])
    func shown(_ page: ScriptlessBrowser.Place) -> [String] { places.filter { page.html.contains("<dd>v-\($0)</dd>") } }
    #expect(shown(try await browser.get(path)) == ["payment", "both"])
    let declined = try await browser.post("\(path)/card", Self.card(TestCard.declined))
    #expect(shown(declined) == ["receipt", "both"])
    let approved = try await browser.post("\(path)/card", Self.card(TestCard.approved))
    #expect(shown(approved) == ["receipt", "both", "approved"])
  }

  @Test("A site without a name is the buyer's shop")
  func unnamed() async throws {
    let place = SandboxPlace(
      origin: try #require(Origin(TestShop.origin)), shop: try #require(Origin(TestShop.origin)), shopName: "",
      folder: MemoryFolder(), timekeeper: shop.time, randomness: SequentialRandomness())
    let sandbox = try #require(try CommandOptions.parse([]).sandbox(place) as? Sandbox)
    let path = try sandbox.change { ledger, now in
      let request = try SessionRequest(TestShop.request(TestShop.payment()), sandbox.rules, at: now)
      return ledger.create(request, site: sandbox.site, at: now, SequentialRandomness()).link.text
    }
    #expect(try await ScriptlessBrowser(sandbox).get(path).html.contains("Your shop"))
  }

  @Test("Who does not want to continue goes to the cancel address, or to the return address if there is none")
  func cancel() async throws {
    let (id, path) = try await open()
    #expect(try await browser.post("\(path)/cancel", []).left == "https://shop.example/cancel")
    #expect(try await shop.query(id).result == "REJECTED/?C")
    let gone = try await browser.get(path)
    #expect(gone.status == 410 && gone.html.contains("Session not available"))
    #expect(gone.html.contains(#"href="https://shop.example/return""#))
    let (_, custom) = try await open(
      TestShop.payment(), ["cancelUrl": .null, "returnUrl": "redirection://receipt?return"])
    #expect(try await browser.post("\(custom)/cancel", []).left == "redirection://receipt?return")
  }

  @Test("A session that skips its result returns after one attempt, whatever it is")
  func skipsResult() async throws {
    for card in [TestCard.approved, TestCard.declined, "4110760000000073"] {
      let (_, path) = try await open(TestShop.payment(), ["payer": ["name": "Ana"], "skipResult": true])
      #expect(try await browser.post("\(path)/card", Self.card(card)).left == "https://shop.example/return")
    }
  }

  @Test("Part of an amount is paid, and then the rest")
  func parts() async throws {
    let (id, path) = try await open(TestShop.payment(more: ["allowPartial": true]), ["payer": ["name": "Ana"]])
    #expect(try await browser.post("\(path)/card", Self.card(TestCard.approved, [("part", "101")])).status == 422)
    let partly = try await browser.post("\(path)/card", Self.card(TestCard.approved, [("part", "40")]))
    #expect(partly.html.contains("COP 60.00 is still to be paid."))
    #expect(try await shop.query(id).result == "APPROVED_PARTIAL/P0")
    #expect(try await browser.get("\(path)?retry=1").html.contains("COP 60.00"))
    try await browser.post("\(path)/card", Self.card(TestCard.approved, [("part", "60")]))
    #expect(try await shop.query(id).result == "APPROVED/00")
  }

  @Test("A means of payment is saved only if the buyer agrees", arguments: [true, false])
  func saved(_ agrees: Bool) async throws {
    let (id, path) = try await open(TestShop.payment(more: ["subscribe": true]), ["payer": ["name": "Ana"]])
    #expect(try await browser.get(path).html.contains("Save my means of payment"))
    try await browser.post("\(path)/card", Self.card(TestCard.approved, agrees ? [("save", "1")] : []))
    #expect((try await shop.query(id)["subscription"] == .null) == !agrees)
  }

  @Test("Another hash, an unknown session, and an expired one are not available")
  func notAvailable() async throws {
    let (id, path) = try await open()
    for wrong in ["/spa/session/\(id)/\(String(repeating: "0", count: 32))", "/spa/session/7/x", "/spa/other"] {
      let page = try await browser.get(wrong)
      #expect(page.status == 404 && page.html.contains("Session not available"))
    }
    shop.time.advance(by: .seconds(1_800))
    #expect(try await browser.get(path).status == 410)
    #expect(try await browser.post("\(path)/card", Self.card(TestCard.approved)).status == 410)
  }

  @Test("A lightbox may frame the page, whose result it hands to the shop signed; no other page may be framed")
  func lightbox() async throws {
    let (id, path) = try await open(TestShop.payment(), ["payer": ["name": "Ana"]])
    try shop.act(.approve, id)
    let page = try await browser.get(path)
    #expect(page.policy.contains("frame-ancestors *") && page.policy.contains("script-src 'self'"))
    let data = try #require(page.html.firstMatch(of: /data-response="([^"]+)"/)?.output.1)
    let body = try JSONValue(parsing: Array(data.replacing("&quot;", with: "\"").utf8))
    #expect(body["requestId"]?.integer == id)
    #expect(body["signature"]?.text?.hasPrefix("sha256:") == true)
    #expect(try await browser.get("/console").policy.contains("frame-ancestors 'none'"))
    let script = try await browser.get("/lightbox.min.js")
    #expect(script.status == 200 && script.html.contains("window.P = {"))
  }

  private static func handedOver(_ page: ScriptlessBrowser.Place) throws -> JSONValue {
    let data = try #require(page.html.firstMatch(of: /data-response="([^"]+)" data-closes/)?.output.1)
    return try JSONValue(parsing: Array(data.replacing("&quot;", with: "\"").utf8))
  }

  @Test(
    "In a lightbox, cancelling hands over the signed result and closes it; the shop's page is not shown in the frame")
  func cancelledInLightbox() async throws {
    let (id, path) = try await open()
    let page = try await browser.post("\(path)/cancel", [], isFramed: true)
    #expect(page.left == nil && page.status == 200)
    #expect(page.policy.contains("frame-ancestors *") && page.html.contains("<script src=\"/assets/placetopay-frame"))
    let body = try Self.handedOver(page)
    #expect(body["requestId"]?.integer == id)
    #expect(body["status"]?["reason"] == "?C")
    #expect(body["signature"]?.text?.hasPrefix("sha256:") == true)
    // Without scripts, a link leads on.
    #expect(page.html.contains(#"target="_top" href="https://shop.example/cancel""#))
    #expect(try await shop.query(id).result == "REJECTED/?C")
  }

  @Test(
    "In a lightbox, a session that skips its result hands it over and closes it",
    arguments: [(TestCard.approved, "APPROVED"), (TestCard.declined, "PENDING"), ("4110760000000073", "PENDING")])
  func skippedInLightbox(_ card: String, _ status: String) async throws {
    let (_, path) = try await open(TestShop.payment(), ["payer": ["name": "Ana"], "skipResult": true])
    let page = try await browser.post("\(path)/card", Self.card(card), isFramed: true)
    #expect(page.left == nil)
    #expect(try Self.handedOver(page)["status"]?["status"]?.text == status)
  }

  @Test("A lightbox in a foreign frame tells its parent of the address, on devices where it opens no frame itself")
  func foreignFrame() async throws {
    let script = try await browser.get("/lightbox.min.js").html
    #expect(script.contains("window.parent.postMessage({ type: 'placetopay-lightbox:redirect', url: url.href }, '*');"))
  }

  @Test("Only pages that hand over a result load a script, which the policy of other pages forbids")
  func scripts() async throws {
    let (id, path) = try await open(TestShop.payment(), ["payer": ["name": "Ana"]])
    let pending = try await browser.post("\(path)/transfer", [])
    let bank = try #require(pending.html.firstMatch(of: /rel="noopener" href="([^"]+)"/)?.output.1)
    for other in ["/", "/spa/other", "/console", "/console/sessions/\(id)", String(bank), path] {
      #expect(!(try await browser.get(other).html.contains("<script")), "\(other)")
    }
    try await browser.post(String(bank), [("act", "approve")])
    #expect(try await browser.get(path).html.contains("<script src=\"/assets/placetopay-frame"))
  }

  @Test("The request log has no hash of a page")
  func log() async throws {
    let (_, path) = try await open()
    _ = try await browser.get(path)
    let hash = try #require(path.split(separator: "/").last)
    #expect(!shop.sandbox.state.requests.contains { $0.path.contains(hash) })
    #expect(shop.sandbox.state.requests.contains { $0.path.hasPrefix("/spa/session/") })
  }
}
