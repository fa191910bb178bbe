import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

@Suite("Links in the answers of Swedbank Pay's sandbox")
struct LinkTests {
  /// A link of an answer, with the method that it is for.
  private struct Link: Hashable {
    let method: HTTPRequest.Method
    let address: String
  }

  private static let nodes = OrderNode.allCases.map(\.rawValue).joined(separator: ",")

  /// All links of a body: the paths of the API wherever they stand, and the operations.
  private static func links(_ value: JSONValue) -> Set<Link> {
    switch value {
    case .string(let text) where text.hasPrefix("/psp/"): return [Link(method: .get, address: text)]
    case .array(let elements): return elements.reduce(into: []) { $0.formUnion(links($1)) }
    case .object(let members):
      if let href = value["href"]?.text, let method = value["method"]?.text.flatMap({ HTTPRequest.Method($0) }) {
        return [Link(method: method, address: href)]
      }
      return members.reduce(into: []) { $0.formUnion(links($1.value)) }
    default: return []
    }
  }

  /// Follows every link of the bodies, and of the bodies that these lead to.
  private static func follow(_ bodies: [JSONValue], _ shop: TestShop, _ version: String) async throws -> Set<Link> {
    var open = bodies.reduce(into: Set<Link>()) { $0.formUnion(links($1)) }
    var followed: Set<Link> = []
    while let link = open.popFirst() {
      followed.insert(link)
      guard link.address.contains("/psp/") else {
        let page = try await ScriptlessBrowser(shop.sandbox).get(link.address)
        #expect(page.status == 200, "\(link.address)")
        continue
      }
      // A changing call without content: the address exists if it is the content that is refused.
      let answer = try await shop.call(link.method, link.address, link.method == .get ? nil : [:], version: version)
      #expect(answer.status == (link.method == .get ? 200 : 400), "\(link.method) \(link.address)")
      if link.method == .get { open.formUnion(links(answer.body).subtracting(followed)) }
    }
    return followed
  }

  @Test("Every link of every answer leads somewhere", arguments: ["2.0", "3.0", "3.1"])
  func everyLink(_ version: String) async throws {
    let shop = try TestShop()
    var bodies: [JSONValue] = []
    func note(_ answer: TestShop.Answer) throws {
      try #require(answer.status < 300, "\(answer.problem)")
      bodies.append(answer.body)
    }
    let payer: JSONValue = ["payer": ["payerReference": "customer 7/ö"], "generatePaymentToken": true]
    let open = try await shop.create("R1", payer, version: version)
    try note(open)
    try shop.act(.decline, open.id, ["card": "5510000000009631"])
    try note(try await shop.get(open.id, expand: Self.nodes, version: version))
    try shop.act(.approve, open.id)
    try note(try await shop.get(open.id, version: version))
    try note(try await shop.operate(open.id, "captures", "C1", amount: 500, version: version))
    try note(try await shop.operate(open.id, "captures", "C2", amount: 250, version: version))
    try note(try await shop.operate(open.id, "reversals", "V1", amount: 500, version: version))
    try note(try await shop.operate(open.id, "cancellations", "X1", version: version))
    try note(try await shop.get(open.id, expand: Self.nodes, version: version))
    try note(try await shop.call(.get, "/psp/paymentorders/payerownedtokens/customer%207%2F%C3%B6"))
    try note(try await shop.call(.get, "/psp/paymentorders/payerownedpaymenttokens/customer%207%2F%C3%B6"))
    // A bank decides about this reversal.
    let transferred = try await shop.paid("R2", method: "Trustly", version: version)
    try note(try await shop.operate(transferred, "reversals", "V2", version: version))
    let refused = try await shop.create("R3", version: version)
    try note(try await shop.change(refused.id, "Abort", ["abortReason": "CancelledByConsumer"]))
    if version == "2.0" {
      try note(
        try await shop.call(
          .post, "/psp/consumers",
          [
            "operation": "initiate-consumer-session", "language": "sv-SE",
            "shippingAddressRestrictedToCountryCodes": ["SE"],
          ]))
    }
    bodies += try shop.callbacks
    let followed = try await Self.follow(bodies, shop, version)
    #expect(followed.count > 30)
    if version == "2.0" {
      let paths = followed.map(\.address)
      for part in ["\(open.id)/payments", "\(open.id)/currentpayment"] { #expect(paths.contains(part)) }
      #expect(paths.contains { $0.contains("/captures/") } && paths.contains { $0.contains("/transactions/") })
    } else {
      #expect(followed.contains { $0.address.hasPrefix("\(open.id)/financialtransactions/") })
    }
  }

  @Test("The payments of an order in version 2.0 are its attempts, and the last of them is the current one")
  func payments() async throws {
    let shop = try TestShop()
    let id = try await shop.create(version: nil).id
    let none = try await shop.get("\(id)/currentpayment", version: nil)
    #expect(none.status == 200 && none["payment"] == nil)
    #expect(try await shop.get("\(id)/payments", version: nil)["payments.paymentList"] == [])
    try shop.act(.decline, id, ["card": "5510000000009631"])
    try shop.act(.approve, id)
    try await shop.operate(id, "captures", "C1", amount: 500, version: nil)
    let current = try await shop.get("\(id)/currentpayment", version: nil)
    #expect(current["payment.instrument"] == "CreditCard" && current["payment.state"] == "Ready")
    #expect(current["payment.remainingCaptureAmount"] == 1_000 && current["menuElementName"] == "creditcard")
    let list = try await shop.get("\(id)/payments", version: nil)["payments.paymentList"]?.elements ?? []
    #expect(list.count == 2 && list[1]["id"] == current["payment.id"])
    let failed = try await shop.get(try #require(list[0]["id"]?.text), version: nil)
    #expect(failed["payment.state"] == "Failed" && failed["payment.remainingCaptureAmount"] == nil)
    let path = try #require(current["payment.id"]?.text)
    let transactions = try await shop.get("\(path)/transactions", version: nil)["transactions.transactionList"]
    #expect(transactions?.elements?.map { $0["type"] } == ["Authorization", "Capture"])
    #expect(try await shop.get("\(path)/captures/none", version: nil).status == 404)
    #expect(try await shop.get(path.replacing("creditcard", with: "swish"), version: nil).status == 404)
  }

  @Test("Paths and names of members are compared without regard to case, but not the merchant's own")
  func withoutCase() async throws {
    let shop = try TestShop()
    let order: JSONValue = [
      "PaymentOrder": [
        "Operation": "Purchase", "CURRENCY": "SEK", "Amount": 1_500, "VatAmount": 300, "Description": "A tablet",
        "UserAgent": "Mozilla/5.0", "Language": "en-US",
        "Urls": [
          "HostUrls": ["https://shop.example/pay"], "CompleteUrl": "https://shop.example/complete",
          "CancelUrl": "https://shop.example/cancel",
        ],
        "PayeeInfo": ["PayeeId": .string(TestShop.payee), "payeereference": "R1"],
        "Metadata": ["Amount": 7, "MyKey": "x"],
      ]
    ]
    let created = try await shop.call(.post, "/PSP/PaymentOrders", order)
    #expect(created.status == 201, "\(created.problem)")
    let id = created.id.uppercased()
    let read = try await shop.get(id, expand: "PAYEEINFO,metadata")
    #expect(read["paymentOrder.amount"] == 1_500 && read["paymentOrder.payeeInfo.payeeReference"] == "R1")
    #expect(read["paymentOrder.metadata.Amount"] == 7 && read["paymentOrder.metadata.MyKey"] == "x")
    try shop.act(.approve, created.id)
    let captured = try await shop.call(
      .post, "\(id)/Captures",
      ["Transaction": ["Description": "Parcel", "PayeeReference": "C1", "Amount": 1_500, "VATAMOUNT": 300]])
    #expect(captured.status == 200 && captured["paymentOrder.remainingReversalAmount"] == 1_500)
    #expect(try await shop.get("\(id)/FinancialTransactions")["financialTransactions.id"] != nil)
  }

  @Test(
    "Whole numbers are taken as clients write them, and no others",
    arguments: [
      (.number("1500.0"), true), (.number("1500.000"), true), (.string("1500"), true), (.string("1500.0"), true),
      (.number("1500.5"), false), (.string("1,500"), false), (.string(""), false), (.string(" 1500"), false),
      (.string("1500.05"), false), (.bool(true), false), (.number("1.5e3"), false),
    ] as [(JSONValue, Bool)])
  func numbers(_ amount: JSONValue, _ isTaken: Bool) async throws {
    let shop = try TestShop()
    let line: JSONValue = [
      "reference": "T1", "name": "Tablet", "type": "PRODUCT", "class": "Tablets", "quantity": "1",
      "quantityUnit": "pcs",
      "unitPrice": amount, "vatPercent": "2500", "amount": 1_500, "vatAmount": "300.0",
    ]
    let body = TestShop.request("R1", ["amount": amount, "orderItems": [line]])
    let answer = try await shop.call(.post, "/psp/paymentorders", body)
    #expect(answer.status == (isTaken ? 201 : 400), "\(answer.problem)")
    if isTaken { #expect(answer["paymentOrder.amount"] == 1_500) }
  }

  @Test("An order of version 2.0 has the items that configure the menu; later versions have none")
  func menuItems() async throws {
    let shop = try TestShop()
    let items: JSONValue = [["creditCard": ["cardBrands": ["Visa", "MasterCard"]]]]
    let old = try await shop.create("R1", ["items": items], version: nil)
    #expect(old["paymentOrder.items"] == items)
    #expect(try await shop.get(old.id, version: nil)["paymentOrder.items"] == items)
    #expect(try await shop.create("R2", version: nil)["paymentOrder.items"] == nil)
    #expect(try await shop.create("R3", ["items": items])["paymentOrder.items"] == nil)
    let wrong = try await shop.call(.post, "/psp/paymentorders", TestShop.request("R4", ["items": "x"]), version: nil)
    #expect(wrong.problem == "400 paymentorders/inputerror PaymentOrder.Items")
  }

  @Test("The access token stands after one blank or several")
  func blanks() async throws {
    let shop = try TestShop()
    let headers: HTTPFields = [.authorization: "Bearer  \(TestShop.token)", .contentType: "application/json"]
    #expect(try await shop.send(.post, "/psp/paymentorders", TestShop.request("R1").bytes, headers).status == 201)
  }
}
