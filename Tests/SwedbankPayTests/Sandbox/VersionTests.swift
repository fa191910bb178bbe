import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

@Suite("Versions 2.0 and 3.0, check-in and tokens of Swedbank Pay's sandbox")
struct VersionTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("Without a version an order is one of 2.0, with its names of members and operations")
  func oldest() async throws {
    let order = try await shop.create("R1", ["instrument": "CreditCard"], version: nil)
    #expect(order["paymentOrder.state"] == "Ready" && order["paymentOrder.status"] == nil)
    #expect(
      order.rels == [
        "update-paymentorder-updateorder", "update-paymentorder-abort", "update-paymentorder-setinstrument",
        "update-paymentorder-expandinstrument", "view-paymentorder", "redirect-paymentorder",
      ])
    #expect(order.headers[.contentType] == "application/json; charset=utf-8; version=2.0")
    let script = try #require(order.href("view-paymentorder"))
    #expect(script.contains("px.paymentmenu.client.js?token=") && !script.contains("%") && !script.contains("#"))
    try shop.act(.approve, order.id)
    let paid = try await shop.get(order.id, version: nil)
    #expect(paid.rels.prefix(2) == ["create-paymentorder-capture", "create-paymentorder-cancel"])
    #expect(paid["paymentOrder.paid"] == nil && paid["paymentOrder.currentPayment.id"] != nil)
  }

  @Test("productName in the body, or a version in the header, asks for version 3.0")
  func named() async throws {
    for (reference, more, version) in [
      ("R1", ["productName": "Checkout3"] as JSONValue, nil), ("R2", ["productName": "checkout3"], nil),
      ("R3", [:], "3.0"),
    ] as [(String, JSONValue, String?)] {
      let order = try await shop.create(reference, more, version: version)
      #expect(order.order == "Initialized" && order.rels.contains("view-checkout"))
      #expect(order["paymentOrder.reversed"] == nil && order["paymentOrder.paid.id"] != nil)
    }
  }

  @Test("Before version 3.1 an operation is answered with its transaction", arguments: ["2.0", "3.0"])
  func operations(_ version: String) async throws {
    let id = try await shop.paid(version: version)
    let captured = try await shop.operate(id, "captures", "C1", amount: 500, version: version)
    #expect(captured["capture.transaction.type"] == "Capture" && captured["capture.transaction.amount"] == 500)
    #expect(captured["capture.transaction.state"] == "Completed" && captured["paymentOrder"] == nil)
    #expect(captured["payment"]?.text?.hasPrefix("/psp/creditcard/payments/") == true)
    let released = try await shop.operate(id, "cancellations", "X1", version: version)
    #expect(released["cancellation.transaction.amount"] == 1_000)
    #expect(try await shop.operate(id, "reversals", "V1", amount: 500, version: version)["reversal.id"] != nil)
  }

  @Test("Parameters of the media type may stand in any order, and in quotes")
  func mediaTypes() async throws {
    let headers: HTTPFields = [
      .authorization: "Bearer \(TestShop.token)", .contentType: "application/json; charset=utf-8 ; Version=\"3.1\"",
    ]
    let order = try await shop.send(.post, "/psp/paymentorders", TestShop.request("R1").bytes, headers)
    #expect(order.status == 201 && order.order == "Initialized" && order["paymentOrder.reversed"] != nil)
  }

  @Test("A consumer checks in, and their reference is good for one order within a day")
  func checkin() async throws {
    let request: JSONValue = [
      "operation": "initiate-consumer-session", "language": "sv-SE",
      "shippingAddressRestrictedToCountryCodes": ["SE"],
    ]
    #expect(try await shop.call(.post, "/psp/consumers", ["operation": "x"], version: nil).status == 400)
    let made = try await shop.call(.post, "/psp/consumers/", request, version: nil)
    #expect(made.rels == ["redirect-consumer-identification", "view-consumer-identification"])
    let path = try #require(made.href("redirect-consumer-identification"))
    let browser = ScriptlessBrowser(shop.sandbox)
    let page = try await browser.get(path).html
    #expect(page.contains("Who are you?") && page.contains("Language requested: sv-SE"))
    #expect(try await browser.post(path, [("email", "a@b.se"), ("msisdn", "1")]).status == 400)
    let known = try await browser.post(path, [("email", "test@example.com"), ("msisdn", "+46739000001")])
    #expect(known.events == ["OnConsumerIdentified", "OnBillingDetailsAvailable", "OnShippingDetailsAvailable"])
    let profile = try #require(known.eventBodies[0]["consumerProfileRef"]?.text)
    let url = try #require(known.eventBodies[2]["url"]?.text)
    let details = try await shop.call(.get, url, version: nil)
    #expect(details["shippingAddress.zipCode"] == "17674" && details["billingAddress"] == nil)
    let payer: JSONValue = ["payer": ["consumerProfileRef": .string(profile)]]
    _ = try await shop.create("R1", payer, version: nil)
    let again = try await shop.call(.post, "/psp/paymentorders", TestShop.request("R2", payer), version: nil)
    #expect(again.problem == "400 paymentorders/inputerror PaymentOrder.Payer.ConsumerProfileRef")
    let late = try await browser.post(path, [("email", "test@example.com"), ("msisdn", "+46739000001")])
    let other = try #require(late.eventBodies[0]["consumerProfileRef"])
    shop.time.advance(by: .seconds(86_400))
    let expired = TestShop.request("R3", ["payer": ["consumerProfileRef": other]])
    #expect(try await shop.call(.post, "/psp/paymentorders", expired, version: nil).status == 400)
  }

  @Test("An order that verifies stores a card without money, for the menu or for the page")
  func verify() async throws {
    let more: JSONValue = [
      "operation": "Verify", "amount": nil, "vatAmount": nil, "generateUnscheduledToken": true,
    ]
    let page = try await shop.create("R1", more)
    #expect(page["paymentOrder.amount"] == 0 && page.rels.contains("redirect-checkout"))
    #expect(!page.rels.contains("view-checkout"))
    let menu = try await shop.create("R2", more, urls: ["paymentUrl": "https://shop.example/pay"])
    #expect(menu.rels.contains("view-checkout") && !menu.rels.contains("redirect-checkout"))
    try shop.act(.approve, page.id)
    let paid = try await shop.get(page.id, expand: "paid")
    #expect(paid.order == "Paid" && paid["paymentOrder.paid.tokens.0.type"] == "unscheduled")
    #expect(!paid.rels.contains("capture") && shop.sandbox.money.isEmpty)
  }

  /// A token from a first payment.
  private func token(_ kind: StoredToken.Kind, _ reference: String = "FIRST") async throws -> String {
    let payer: JSONValue = [kind.requestMember: true, "payer": ["payerReference": "customer-1"]]
    let id = try await shop.paid(reference, payer)
    return try #require(try await shop.get(id, expand: "paid")["paymentOrder.paid.tokens.0.token"]?.text)
  }

  @Test(
    "A merchant charges a token without the payer, and captures later",
    arguments: [("Recur", StoredToken.Kind.recurrence), ("UnscheduledPurchase", .unscheduled)])
  func charges(_ operation: String, _ kind: StoredToken.Kind) async throws {
    let token = try await token(kind)
    let member = kind == .recurrence ? "recurrenceToken" : "unscheduledToken"
    func request(_ reference: String, _ token: String, amount: Int64 = 1_500) -> JSONValue {
      TestShop.request(
        reference, amount: amount,
        [
          "operation": .string(operation), member: .string(token),
          "urls": ["callbackUrl": "https://shop.example/callback"],
        ])
    }
    let before = try shop.callbacks.count
    let charged = try await shop.call(.post, "/psp/paymentorders", request("R1", token))
    #expect(charged.order == "Paid" && charged.rels == ["capture", "cancel"])
    #expect(try shop.callbacks.count == before)
    #expect(try await shop.operate(charged.id, "captures", "C1").status == 200)
    let failed = try await shop.call(.post, "/psp/paymentorders", request("R2", token, amount: 952_400))
    #expect(failed.order == "Failed" && failed.rels.isEmpty)
    let problem = try await shop.get(failed.id, expand: "failed")["paymentOrder.failed.problem.type"]?.text
    #expect(problem?.hasSuffix("creditcard/acquirererrordonotretry") == true)
    #expect(try await shop.call(.post, "/psp/paymentorders", request("R3", "none")).status == 404)
    #expect(
      try await shop.call(.patch, "/psp/paymentorders/\(kind.segment)/\(token)", ["state": "Deleted"]).status == 400)
    let deletion: JSONValue = ["state": "Deleted", "comment": "left"]
    #expect(try await shop.call(.patch, "/psp/paymentorders/\(kind.segment)/\(token)", deletion).status == 200)
    let inactive = try await shop.call(.post, "/psp/paymentorders", request("R4", token))
    #expect(inactive.problem == "422 paymentorders/paymenttokeninactive ")
    #expect(shop.sandbox.money.map(\.captured.minorUnits) == [0, 1_500])
  }

  @Test("A payer's tokens are listed in the present and in the old form, and deleted together")
  func lists() async throws {
    let token = try await token(.payment)
    let present = try await shop.call(.get, "/psp/paymentorders/payerownedtokens/customer-1")
    #expect(present["payerOwnedTokens.tokens.0.tokenType"] == "Payment")
    #expect(present["payerOwnedTokens.tokens.0.instrumentParameters.cardBrand"] == "Visa")
    let old = try await shop.call(.get, "/psp/paymentorders/payerownedpaymenttokens/customer-1", version: nil)
    #expect(old["payerOwnedPaymentTokens.paymentTokens.0.paymentToken"]?.text == token)
    let deletion: JSONValue = ["state": "Deleted", "comment": ""]
    let all = try #require(present.href("delete-payerownedtokens"))
    #expect(try await shop.call(.patch, all, deletion).status == 200)
    #expect(try await shop.call(.get, "/psp/paymentorders/payerownedtokens/customer-1").status == 404)
    #expect(try await shop.call(.get, "/psp/paymentorders/payerownedtokens/customer-2").status == 404)
  }
}
