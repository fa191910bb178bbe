import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

@Suite("Payment orders of Swedbank Pay's sandbox, version 3.1")
struct OrderTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("A new order is initialized, and names its parts and the operations of its state")
  func created() async throws {
    let order = try await shop.create()
    #expect(order.order == "Initialized")
    #expect(order.id.wholeMatch(of: /\/psp\/paymentorders\/[0-9a-f-]{36}/) != nil)
    #expect(order.headers[.contentType] == "application/json; charset=utf-8; version=3.1")
    #expect(order["paymentOrder.paid.id"]?.text == "\(order.id)/paid")
    #expect(order["paymentOrder.payer.id"]?.text == "\(order.id)/payers")
    #expect(order["paymentOrder.integration"] == "" && order["paymentOrder.guestMode"] == true)
    #expect(order["paymentOrder.initiatingSystemUserAgent"] == "shop/1.0")
    #expect(order["paymentOrder.remainingCaptureAmount"] == nil)
    #expect(order.rels == ["update-order", "abort", "view-checkout", "redirect-checkout"])
    #expect(order.href("abort") == TestShop.origin + order.id)
    let script = try #require(order.href("view-checkout"))
    #expect(script.wholeMatch(of: /http:\/\/127.0.0.1:3081\/checkout\/client\/[0-9a-f]{64}\?culture=en-US/) != nil)
  }

  @Test("Only the merchant's access token opens the API, and it is for its own payee")
  func authentication() async throws {
    let body = TestShop.request("R1")
    for token in [nil, "other", ""] {
      let refused = try await shop.call(.post, "/psp/paymentorders", body, token: token)
      #expect(refused.problem == "401 unauthorized ")
      #expect(refused.headers[.contentType] == "application/problem+json")
    }
    let payee: JSONValue = ["payeeId": "99999999-2222-4333-8444-555555555555", "payeeReference": "R1"]
    let foreign = try await shop.call(.post, "/psp/paymentorders", TestShop.request("R1", ["payeeInfo": payee]))
    #expect(foreign.problem == "403 forbidden PayeeInfo.PayeeId")
  }

  private static let broken: [(JSONValue, String)] = [
    (["operation": "Sell"], "PaymentOrder.Operation"), (["amount": 0], "PaymentOrder.Amount"),
    (["amount": "15 kr"], "PaymentOrder.Amount"), (["vatAmount": 1_501], "PaymentOrder.VatAmount"),
    (["currency": "KRO"], "PaymentOrder.Currency"), (["userAgent": nil], "PaymentOrder.UserAgent"),
    (["description": .string(String(repeating: "a", count: 41))], "PaymentOrder.Description"),
    (["urls": nil], "PaymentOrder.Urls"),
    (["enablePaymentDetailsConsentCheckbox": true], "PaymentOrder.EnablePaymentDetailsConsentCheckbox"),
    (["generatePaymentToken": true], "PaymentOrder.Payer.PayerReference"),
    (
      ["payeeInfo": ["payeeId": .string(TestShop.payee), "payeeReference": "A-1"]],
      "PaymentOrder.PayeeInfo.PayeeReference"
    ),
    (["operation": "Verify"], "PaymentOrder.GeneratePaymentToken"),
    (["operation": "Recur"], "PaymentOrder.RecurrenceToken"),
  ]

  @Test("A request that breaks a rule is refused with the path of its member", arguments: broken)
  func validation(_ more: JSONValue, _ path: String) async throws {
    let refused = try await shop.call(.post, "/psp/paymentorders", TestShop.request("R1", more))
    #expect(refused.problem == "400 paymentorders/inputerror \(path)")
    #expect(shop.sandbox.state.reading(\.objectCount) == 0)
  }

  @Test("The addresses of an order are checked")
  func addresses() async throws {
    for (urls, member) in [
      (["hostUrls": []] as JSONValue, "HostUrls"), (["cancelUrl": .null], "CancelUrl"),
      (["completeUrl": "javascript://x"], "CompleteUrl"), (["callbackUrl": "ftp://shop.example/"], "CallbackUrl"),
      (["callbackUrl": "http://shop.example/"], "CallbackUrl"),
    ] {
      let refused = try await shop.call(.post, "/psp/paymentorders", TestShop.request("R1", urls: urls))
      #expect(refused.problem == "400 paymentorders/inputerror PaymentOrder.Urls.\(member)")
    }
    _ = try await shop.create(urls: ["paymentUrl": "shop://pay?id=1", "callbackUrl": "http://127.0.0.1:3080/x"])
    let strict = try TestShop { $0.allowsHTTPCallbacks = false }
    let local: JSONValue = ["callbackUrl": "http://127.0.0.1:3080/x"]
    #expect(try await strict.call(.post, "/psp/paymentorders", TestShop.request("R1", urls: local)).status == 400)
  }

  @Test("A reference is used once by all operations of the merchant, and may come as a number")
  func references() async throws {
    let numbered: JSONValue = ["payeeId": .string(TestShop.payee), "payeeReference": 4_611_686_018_427]
    let id = try await shop.create("ignored", ["payeeInfo": numbered]).id
    let again = try await shop.call(.post, "/psp/paymentorders", TestShop.request("4611686018427"))
    #expect(again.problem == "400 paymentorders/inputerror PaymentOrder.PayeeInfo.PayeeReference")
    try shop.act(.approve, id)
    #expect(try await shop.operate(id, "captures", "C1", amount: 500).status == 200)
    for (segment, reference) in [("captures", "C1"), ("reversals", "C1"), ("captures", "4611686018427")] {
      let refused = try await shop.operate(id, segment, reference, amount: 100)
      #expect(refused.problem == "400 paymentorders/inputerror Transaction.PayeeReference")
    }
    #expect(try await shop.call(.post, "/psp/paymentorders", TestShop.request("C1")).status == 400)
    #expect(shop.sandbox.money.map(\.captured.minorUnits) == [500])
    let settling = try TestShop { $0.hasDigitReferences = true }
    #expect(try await settling.call(.post, "/psp/paymentorders", TestShop.request("R1")).status == 400)
    _ = try await settling.create("123456789012")
  }

  /// A line of 15.00 with 25 % VAT.
  private static func line(_ more: JSONValue = [:]) -> JSONValue {
    let usual: JSONValue = [
      "reference": "T1", "name": "Tablet", "type": "PRODUCT", "class": "Tablets", "quantity": 1,
      "quantityUnit": "pcs", "unitPrice": 1_500, "vatPercent": 2_500, "amount": 1_500, "vatAmount": 300,
    ]
    return usual.replacing(more)
  }

  private static func items(_ lines: JSONValue...) -> JSONValue { ["orderItems": .array(lines)] }

  private static let long = JSONValue.string(String(repeating: "å", count: 41))

  private static let discount = line([
    "reference": "d", "type": "DISCOUNT", "unitPrice": -500, "amount": -500, "vatAmount": -100,
  ])
  /// With a discount or a voucher: 15.00 in sum.
  private static let dear = line(["unitPrice": 2_000, "amount": 2_000, "vatAmount": 400])

  @Test(
    "A line without a required member, or with one of a wrong form, is refused",
    arguments: [
      (["type": "THING"], "Type"), (["class": "two words"], "Class"), (["quantity": .number("1.23456")], "Quantity"),
      (["quantity": -1], "Quantity"), (["unitPrice": .null], "UnitPrice"), (["reference": .null], "Reference"),
    ] as [(JSONValue, String)])
  func brokenLine(_ more: JSONValue, _ member: String) async throws {
    let loose = try TestShop { $0.checksItems = false }
    for shop in [shop, loose] {
      let body = TestShop.request("R1", Self.items(Self.line(more)))
      let refused = try await shop.call(.post, "/psp/paymentorders", body)
      #expect(refused.problem == "400 paymentorders/inputerror PaymentOrder.OrderItems[0].\(member)")
    }
  }

  @Test(
    "A line that the official plugins would not send is refused, unless the lines are loose",
    arguments: [
      (["reference": "TEA.100/500 g"], "Reference"), (["reference": "12,5"], "Reference"),
      (["reference": "kaffe 250 g"], "Reference"), (["reference": "A+B"], "Reference"),
      (["reference": "Å-1"], "Reference"), (["reference": ""], "Reference"), (["description": long], "Description"),
      (["unitPrice": -1_500], "UnitPrice"), (["type": "OTHER", "amount": -1], "Amount"),
      (["vatAmount": -1], "VatAmount"),
      (["vatPercent": -1], "VatPercent"),
    ] as [(JSONValue, String)])
  func strictLine(_ more: JSONValue, _ member: String) async throws {
    let body = TestShop.request("R1", Self.items(Self.line(more)))
    let refused = try await shop.call(.post, "/psp/paymentorders", body)
    #expect(refused.problem == "400 paymentorders/inputerror PaymentOrder.OrderItems[0].\(member)")
    let loose = try TestShop { $0.checksItems = false }
    #expect(try await loose.call(.post, "/psp/paymentorders", body).status == 201)
  }

  @Test(
    "Lines that do not add up to the amount or the VAT amount are refused, unless they are loose",
    arguments: [
      items(line(["amount": 1_400])), items(line(["vatAmount": 299])), items(line(), line(["reference": "T2"])),
      items(discount),
    ])
  func sums(_ items: JSONValue) async throws {
    let refused = try await shop.call(.post, "/psp/paymentorders", TestShop.request("R1", items))
    #expect(refused.problem == "400 paymentorders/inputerror PaymentOrder.OrderItems")
    let loose = try TestShop { $0.checksItems = false }
    _ = try await loose.create("R1", items)
  }

  @Test("Discounts and vouchers are below zero, and two lines may have one reference")
  func reductions() async throws {
    _ = try await shop.create("R1", Self.items(Self.dear, Self.discount))
    let voucher = Self.discount.replacing(["type": "VALUE_CODE"])
    _ = try await shop.create("R2", Self.items(Self.dear, voucher))
    let half = Self.line(["unitPrice": 750, "amount": 750, "vatAmount": 150])
    _ = try await shop.create("R3", Self.items(half, half))
    _ = try await shop.create("R4", Self.items(Self.line(["description": .string(String(repeating: "å", count: 40))])))
  }

  @Test("Captures and reversals keep the rules of lines, and a capture has lines only if its order has some")
  func linesOfOperations() async throws {
    func operation(_ reference: String, _ more: JSONValue) -> JSONValue {
      let transaction: JSONValue = [
        "amount": 1_500, "vatAmount": 300, "description": "Half", "payeeReference": .string(reference),
      ]
      return ["transaction": transaction.replacing(more)]
    }
    let id = try await shop.paid("R1", Self.items(Self.line()))
    for (number, items) in [Self.items(Self.line(["reference": "a b"])), Self.items(Self.line(["amount": 1]))]
      .enumerated()
    {
      #expect(try await shop.call(.post, "\(id)/captures", operation("C\(number)", items)).status == 400)
    }
    #expect(try await shop.call(.post, "\(id)/captures", operation("C8", Self.items(Self.line()))).status == 200)
    let wrong = Self.items(Self.line(["vatAmount": 1]))
    #expect(try await shop.call(.post, "\(id)/reversals", operation("C9", wrong)).status == 400)
    #expect(try await shop.call(.post, "\(id)/reversals", operation("D1", Self.items(Self.line()))).status == 200)
    let plain = try await shop.paid("R2")
    let refused = try await shop.call(.post, "\(plain)/captures", operation("D2", Self.items(Self.line())))
    #expect(refused.problem == "400 paymentorders/inputerror Transaction.OrderItems")
    #expect(try await shop.call(.post, "\(plain)/captures", operation("D3", [:])).status == 200)
  }

  @Test("Before version 3.1 lines are required if the merchant's rules say so")
  func requiredLines() async throws {
    let strict = try TestShop { $0.requiresItems = true }
    let without = try await strict.call(.post, "/psp/paymentorders", TestShop.request("R2"), version: "3.0")
    #expect(without.problem == "400 paymentorders/inputerror PaymentOrder.OrderItems")
    _ = try await strict.create("R1")
  }

  @Test("Parts are whole in an answer that asks for them, and alone at their own address")
  func expansion() async throws {
    let id = try await shop.paid("R1", ["metadata": ["cart": 7, "vip": true]])
    let order = try await shop.get(id, expand: "PAID,payeeInfo,metadata")
    #expect(order["paymentOrder.paid.transactionType"] == "Authorization" && order["paymentOrder.paid.amount"] == 1_500)
    #expect(order["paymentOrder.paid.details.maskedPan"] == "492500******0004")
    #expect(order["paymentOrder.payeeInfo.orderReference"] == "order-R1")
    #expect(order["paymentOrder.metadata.cart"] == 7)
    #expect(order["paymentOrder.urls.completeUrl"] == nil)
    let part = try await shop.get("\(id)/financialtransactions")
    #expect(part["financialTransactions.financialTransactionsList.0.type"] == "Authorization")
    #expect(part["paymentOrder"]?.text == id)
    let history = try await shop.get("\(id)/history")["history.historyList"]?.elements?.compactMap { $0["name"]?.text }
    #expect(history == ["PaymentCreated", "PaymentAttemptStarted", "PaymentPaid"])
    #expect(try await shop.get("\(id)/wishes").problem == "404 notfound ")
    #expect(try await shop.get("/psp/paymentorders/\(UUIDText.version4(Array(repeating: 7, count: 16)))").status == 404)
  }

  @Test("Bodies that are no JSON, other media types and unknown paths are answered with a problem")
  func malformed() async throws {
    let headers: HTTPFields = [.authorization: "Bearer \(TestShop.token)", .contentType: "application/json"]
    #expect(
      try await shop.send(.post, "/psp/paymentorders", Array("{".utf8), headers).problem
        == "400 inputerror ")
    var form = headers
    form[.contentType] = "application/x-www-form-urlencoded"
    #expect(try await shop.send(.post, "/psp/paymentorders", Array("a=b".utf8), form).status == 415)
    #expect(try await shop.call(.delete, "/psp/paymentorders/1").status == 404)
    #expect(try await shop.call(.post, "/psp/paymentorders/", TestShop.request("R1")).status == 201)
    let future = try await shop.call(.post, "/psp/paymentorders", TestShop.request("R2"), version: "9.9")
    #expect(future.status == 400)
  }

  @Test("An order can be changed, and aborted, until an attempt runs")
  func changes() async throws {
    let id = try await shop.create().id
    let updated = try await shop.change(id, "UpdateOrder", ["amount": 2_000, "vatAmount": 400, "description": "Two"])
    #expect(updated["paymentOrder.amount"] == 2_000 && updated["paymentOrder.description"] == "Two")
    #expect(
      try await shop.change(id, "SetInstrument", ["instrument": "Swish"]).problem == "403 forbidden SetInstrument")
    let token = try shop.token(id)
    _ = try shop.sandbox.change { ledger, now throws(BuyerRefusal) in try ledger.start(token, .swish, at: now) }
    #expect(try await shop.get(id).rels.contains("abort-paymentattempt"))
    #expect(try await shop.change(id, "Abort", ["abortReason": "x"]).problem == "403 forbidden Abort")
    #expect(try await shop.change(id, "UpdateOrder", ["amount": 1, "vatAmount": 0]).status == 403)
    let ended = try await shop.change(id, "PaymentAttemptAborted", ["abortReason": "AbortedByUI"])
    #expect(ended.order == "Initialized" && ended.rels.contains("abort"))
    let aborted = try await shop.change(id, "Abort", ["abortReason": "CancelledByConsumer"])
    #expect(aborted.order == "Aborted" && aborted.rels == ["view-checkout", "redirect-checkout"])
    #expect(try await shop.get(id, expand: "aborted")["paymentOrder.aborted.abortReason"] == "CancelledByConsumer")
    #expect(try await shop.change(id, "Abort", ["abortReason": "x"]).status == 403)
    #expect(try await shop.change(id, "Dance").status == 400)
  }

  @Test("An order in instrument mode offers one instrument, which the merchant changes")
  func instrumentMode() async throws {
    let order = try await shop.create("R1", ["instrument": "CreditCard"])
    #expect(order["paymentOrder.instrumentMode"] == true && order["paymentOrder.instrument"] == "CreditCard")
    #expect(throws: ControlRefusal.self) { try shop.act(.approve, order.id, ["method": "Swish"]) }
    let changed = try await shop.change(order.id, "SetInstrument", ["instrument": "Swish"])
    #expect(changed["paymentOrder.instrument"] == "Swish" && changed.rels.contains("set-instrument"))
    #expect(try await shop.change(order.id, "SetInstrument", ["instrument": "Vipps"]).status == 400)
    try shop.act(.approve, order.id)
    #expect(try await shop.get(order.id, expand: "paid")["paymentOrder.paid.instrument"] == "Swish")
    let unknown = try await shop.call(.post, "/psp/paymentorders", TestShop.request("R2", ["instrument": "Vipps"]))
    #expect(unknown.problem == "403 configurationerror ")
  }
}
