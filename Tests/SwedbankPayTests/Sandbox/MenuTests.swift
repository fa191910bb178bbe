import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import Testing

@testable import SwedbankPaySandbox

@Suite("The payment menu in a frame of the shop's page")
struct MenuTests {
  private let shop: TestShop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try TestShop()
    browser = ScriptlessBrowser(shop.sandbox)
  }

  private func open(
    _ more: JSONValue = [:], urls: JSONValue = ["paymentUrl": "https://shop.example/pay?id=7"],
    version: APIVersion = .v31
  ) async throws -> (id: String, path: String) {
    let id = try await shop.create("R1", more, urls: urls, version: version.rawValue).id
    return (id, "/menu/\(try shop.token(id))")
  }

  @Test("Only the pages that hostUrls name may embed the menu; the payment page is in no frame")
  func parents() async throws {
    let (id, path) = try await open(
      urls: ["hostUrls": ["https://shop.example/pay", "https://m.shop.example", "shop://x"]])
    #expect(try await browser.get(path).policy.hasSuffix("frame-ancestors https://shop.example https://m.shop.example"))
    let page = try #require(try await shop.get(id).href("redirect-checkout"))
    #expect(try await browser.get(page).policy.hasSuffix("frame-ancestors 'none'"))
  }

  @Test("The menu tells the events of a payment in their order, and finishes at once when it is loaded again")
  func events() async throws {
    let (id, path) = try await open()
    let first = try await browser.get(path)
    #expect(first.events.isEmpty && !first.html.contains("id=\"cancel\""))
    let selected = try await browser.post("\(path)/select", [("instrument", "CreditCard")])
    #expect(selected.events == ["OnInstrumentSelected"])
    #expect(selected.eventBodies[0]["instrument"] == "creditcard")
    #expect(selected.eventBodies[0]["paymentOrder"]?["id"]?.text == id)
    let declined = try await browser.post("\(path)/card", PageTests.card(TestCard.rejected))
    #expect(declined.events == ["OnPaymentAttemptStarted", "OnPaymentAttemptFailed"])
    #expect(declined.eventBodies[1]["details"] == "[403 Authentication rejected]")
    let paid = try await browser.post("\(path)/card", PageTests.card(TestCard.approved))
    #expect(paid.events == ["OnPaymentAttemptStarted", "OnPaid"] && paid.left == nil)
    #expect(paid.eventBodies[1]["redirectUrl"] == "https://shop.example/complete")
    #expect(try await browser.get(path).events == ["OnPaid"])
    #expect(try await shop.get(id)["paymentOrder.integration"] == "HostedView")
  }

  @Test("The issuer's page takes the place of the shop's, and leads to paymentUrl, whatever was decided")
  func issuer() async throws {
    let (id, path) = try await open()
    for (act, status) in [("decline", "Initialized"), ("approve", "Paid")] {
      let asked = try await browser.post("\(path)/card", PageTests.card(TestCard.challenged))
      #expect(asked.events == ["OnPaymentAttemptStarted", "OnOutOfViewRedirect"])
      let address = try #require(asked.eventBodies[1]["redirectUrl"]?.text)
      #expect(address.hasPrefix("/issuer/"))
      // A menu that is loaded again waits, and leads nobody away by itself.
      #expect(try await browser.get(path).events.isEmpty)
      let decided = try await browser.post(address, [("otp", "1234"), ("act", act)])
      #expect(decided.left == "https://shop.example/pay?id=7")
      #expect(try await shop.get(id).order == status)
    }
    #expect(try await browser.get(path).events == ["OnPaid"])
  }

  @Test("An app comes back by paymentUrl, and the menu tells its failure")
  func app() async throws {
    let (_, path) = try await open()
    let waiting = try await browser.post("\(path)/start", [("instrument", "Swish")])
    #expect(waiting.events == ["OnPaymentAttemptStarted", "OnPaymentPending"])
    #expect(waiting.html.contains("callbackurl=https%3A%2F%2Fshop.example%2Fpay%3Fid%3D7"))
    #expect(waiting.html.contains("target=\"_top\" data-event=\"OnOutOfViewRedirect\" href=\"swish://"))
    try await browser.post(path.replacing("menu", with: "app"), [("act", "decline")])
    #expect(try await browser.get("\(path)?after=waited").events == ["OnPaymentAttemptFailed"])
    try await browser.post("\(path)/start", [("instrument", "Swish")])
    #expect(try await browser.post("\(path)/stop", []).events == ["OnPaymentAttemptAborted"])
  }

  @Test("In version 2.0 events name the payment, and one that must not be tried again ends the order")
  func finalFailure() async throws {
    let amounts: JSONValue = ["amount": 952_400, "vatAmount": 0]
    let (id, path) = try await open(amounts, version: .v2)
    let waiting = try await browser.post("\(path)/start", [("instrument", "Swish")])
    #expect(waiting.events == ["OnPaymentAttemptStarted", "OnPaymentPending"])
    let payments = Set(waiting.eventBodies.map { $0["id"]?.text ?? "" })
    #expect(payments.count == 1 && payments.first?.hasPrefix("/psp/swish/payments/") == true)
    try await browser.post("\(path)/stop", [])
    let failed = try await browser.post("\(path)/card", PageTests.card(TestCard.approved))
    #expect(failed.events == ["OnPaymentAttemptStarted", "OnPaymentFailed"])
    #expect(failed.html.contains("The payment did not go through") && !failed.html.contains("id=\"card\""))
    #expect(failed.eventBodies.last?["redirectUrl"] == "https://shop.example/complete")
    #expect(failed.eventBodies.last?["id"]?.text?.hasPrefix("/psp/creditcard/payments/") == true)
    #expect(try await shop.get(id, version: "2.0")["paymentOrder.state"] == "Failed")
    #expect(try await browser.get(path).events == ["OnPaymentFailed"])
    // The provider documents the amount for stored tokens only, and later versions go on after every failure.
    let later = try await shop.create("R2", amounts).id
    let paid = try await browser.post("/menu/\(try shop.token(later))/card", PageTests.card(TestCard.approved))
    #expect(paid.events.last == "OnPaid" && paid.eventBodies.last?["id"] == nil)
  }

  @Test(
    "A payer of an order that asks who pays checks in before they pay", arguments: [APIVersion.v3, .v31])
  func checkin(_ version: APIVersion) async throws {
    let asking: JSONValue = ["payer": ["requireConsumerInfo": true]]
    let (id, path) = try await open(asking, version: version)
    let first = try await browser.get(path)
    #expect(first.events.isEmpty && first.html.contains("id=\"checkin\"") && !first.html.contains("\"instruments\""))
    let early = try await browser.post("\(path)/card", PageTests.card(TestCard.approved))
    #expect(early.html.contains("id=\"checkin\""))
    #expect(try await browser.post("\(path)/checkin", [("email", "a@b.se"), ("msisdn", "1")]).status == 400)
    let known = try await browser.post("\(path)/checkin", [("email", "a@b.se"), ("msisdn", "+46739000002")])
    #expect(known.events == ["OnPayerIdentified"] && known.html.contains("\"instruments\""))
    #expect(known.eventBodies.first?["payer"]?.text == "\(id)/payers")
    #expect(known.eventBodies.first?["paymentOrder"]?["id"]?.text == id)
    let payer = try await shop.get("\(id)/payers")
    #expect(payer["payer.email"] == "a@b.se" && payer["payer.shippingAddress.zipCode"] == "17674")
    #expect(try await browser.get(path).events.isEmpty)
    #expect(try await browser.post("\(path)/card", PageTests.card(TestCard.approved)).events.last == "OnPaid")
    let history = try await shop.get(id, expand: "history")["paymentOrder.history.historyList"]?.elements ?? []
    #expect(
      history.prefix(4).map { $0["name"] } == [
        "PaymentCreated", "PaymentLoaded", "CheckinInitiated", "PayerCheckedIn",
      ])
  }

  @Test("Nobody is asked who pays in version 2.0, and the control API's buyer checks in by itself")
  func checkinElsewhere() async throws {
    let asking: JSONValue = ["payer": ["requireConsumerInfo": true]]
    let (_, path) = try await open(asking, version: .v2)
    #expect(try await browser.get(path).html.contains("\"instruments\""))
    let page = try await shop.create("R2", asking)
    try shop.act(.approve, page.id)
    #expect(try await shop.get(page.id, expand: "payer")["paymentOrder.payer.msisdn"] == "+46739000001")
    let left = try await shop.create("R3", asking)
    let address = try #require(left.href("redirect-checkout"))
    #expect(try await browser.get(address).html.contains("id=\"checkin\""))
    #expect(try await browser.post("\(address)/cancel", []).left == "https://shop.example/cancel")
  }

  @Test("A planned fault refuses the script, or gives one that throws")
  func scriptFaults() async throws {
    let order = try await shop.create()
    let script = try #require(order.href("view-checkout"))
    shop.sandbox.state.plan(SandboxFault(.errorBeforeExecution(404), onOperation: "loadScript"))
    #expect(try await browser.get(script).status == 404)
    shop.sandbox.state.plan(SandboxFault(.notJSON, onOperation: "loadScript"))
    #expect(try await browser.get(script).html.hasPrefix("throw new Error("))
    #expect(try await browser.get(script).html.contains("window.payex.hostedView[kind] = create;"))
  }

  @Test("A planned fault refuses the menu's page")
  func menuFaults() async throws {
    let (_, path) = try await open()
    shop.sandbox.state.plan(SandboxFault(.errorBeforeExecution(503), onOperation: "loadMenu"))
    let refused = try await browser.get(path)
    #expect(refused.status == 503 && refused.html.isEmpty)
    #expect(try await browser.get(path).status == 200)
  }

  @Test("A wallet opens in another window, which closes itself after the decision")
  func wallet() async throws {
    let (id, path) = try await open()
    let waiting = try await browser.post("\(path)/start", [("instrument", "ClickToPay")])
    #expect(waiting.html.contains("data-event=\"OnOutOfViewOpen\""))
    let wallet = path.replacing("menu", with: "wallet")
    let decided = try await browser.post(wallet, [("act", "approve")])
    #expect(decided.html.contains("/assets/swedbank-pay-wallet.") && decided.policy.contains("script-src 'self'"))
    #expect(try await browser.get("\(path)?after=waited").events == ["OnPaid"])
    #expect(try await shop.get(id, expand: "paid")["paymentOrder.paid.instrument"] == "ClickToPay")
  }

  @Test("The menu has no cancel button; the shop aborts the order, and the menu tells it")
  func aborted() async throws {
    let (id, path) = try await open()
    _ = try await browser.get(path)
    try await browser.post("\(path)/cancel", [])
    #expect(try await shop.get(id).order == "Initialized")
    #expect(throws: ControlRefusal.self) { try shop.act(.cancel, id) }
    try await shop.change(id, "Abort", ["abortReason": "CancelledByConsumer"])
    let ended = try await browser.get(path)
    #expect(ended.events == ["OnAborted"] && ended.eventBodies[0]["redirectUrl"] == "https://shop.example/cancel")
  }

  @Test("A known payer pays with a stored card, unless the shop hides it")
  func storedCards() async throws {
    let payer: JSONValue = ["payer": ["payerReference": "customer-1"]]
    let (first, path) = try await open(payer)
    #expect(try await browser.post("\(path)/select", [("instrument", "CreditCard")]).html.contains("name=\"save\""))
    try await browser.post("\(path)/card", PageTests.card(TestCard.approved, [("save", "1")]))
    let token = try #require(try await shop.get(first, expand: "paid")["paymentOrder.paid.tokens.0.token"]?.text)
    let second = try await shop.create("R2", payer).id
    let menu = "/menu/\(try shop.token(second))"
    #expect(try await browser.get(menu).html.contains("Pay with 492500******0004"))
    #expect(try await browser.post("\(menu)/stored", [("token", "other")]).status == 422)
    #expect(try await browser.post("\(menu)/stored", [("token", token)]).events.last == "OnPaid")
    let hidden = try await shop.create("R3", payer.replacing(["disableStoredPaymentDetails": true])).id
    #expect(!(try await browser.get("/menu/\(try shop.token(hidden))").html.contains("id=\"stored\"")))
    let stranger = try await shop.create("R4", ["payer": ["payerReference": "customer-2"]]).id
    #expect(!(try await browser.get("/menu/\(try shop.token(stranger))").html.contains("id=\"stored\"")))
  }

  @Test("A card that a payer has stored keeps its token when the shop stores it again, and is offered once")
  func storedAgain() async throws {
    let storing: JSONValue = ["payer": ["payerReference": "customer-1"], "generatePaymentToken": true]
    func token(_ id: String) async throws -> String? {
      try await shop.get(id, expand: "paid")["paymentOrder.paid.tokens.0.token"]?.text
    }
    let (first, path) = try await open(storing)
    try await browser.post("\(path)/card", PageTests.card(TestCard.approved))
    let stored = try #require(try await token(first))
    let second = try await shop.create("R2", storing).id
    try await browser.post("/menu/\(try shop.token(second))/stored", [("token", stored)])
    #expect(try await token(second) == stored)
    let third = try await shop.create("R3", storing).id
    let page = try await browser.get("/menu/\(try shop.token(third))").html
    #expect(page.matches(of: /Pay with 492500/).count == 1)
    try await browser.post("/menu/\(try shop.token(third))/card", PageTests.card("5226600159865967"))
    #expect(try await token(third) != stored)
  }
}

extension ScriptlessBrowser.Place {
  /// The names of the menu's events.
  var events: [String] { eventBodies.compactMap { $0["event"]?.text } }

  var eventBodies: [JSONValue] {
    guard let start = html.firstRange(of: "data-events=\"")?.upperBound else { return [] }
    let text = html[start...].prefix { $0 != "\"" }.replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    return (try? JSONValue(parsing: Array(text.utf8)))?.elements ?? []
  }
}
