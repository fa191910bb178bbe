import FerryCore
import FerryHTTP
import Foundation
import GMOPaymentGateway
import Testing

@Suite("Calls of GMO's API")
struct CallTests {
  private func content(_ call: GMOCall) throws -> [String: String] {
    try JSONDecoder().decode([String: String].self, from: Data(call.content))
  }

  private let ids = ["OrderID": Transaction.orderID, "AccessID": Transaction.accessID]

  @Test("A call has its fields and no secret, and absent fields are left out")
  func contents() throws {
    #expect(
      try content(.entry(orderID: "a-1", .capture, amount: .yen(1000), tax: .yen(0), type: .v2)) == [
        "OrderID": "a-1", "JobCd": "CAPTURE", "Amount": "1000", "Tax": "0", "AmazonpayType": "3",
      ])
    #expect(
      try content(.sampleEntry()) == [
        "OrderID": "order-0001", "JobCd": "AUTH", "Amount": "8980", "AmazonpayType": "4",
      ])
    #expect(
      try content(.sampleExec())
        == ids.merging([
          "RetURL": "https://shop.example/back?to=1", "AmazonCheckoutSessionID": Transaction.sessionID,
        ]) { $1 })
    let full = Transaction.twoStep {
      $0.note = "ご購入"
      $0.paymentTermSeconds = 3600
      $0.clientFields = ClientFields("a", nil, "c")
    }
    let call = try GMOCall.exec(full, orderID: Transaction.orderID, accessID: Transaction.accessID)
    #expect(try content(call)["Description"] == "ご購入")
    #expect(try content(call)["PaymentTermSec"] == "3600")
    #expect(try content(call)["ClientField1"] == "a")
    #expect(try content(call)["ClientField2"] == nil)
    #expect(try content(call)["ClientField3"] == "c")
    #expect(
      try content(.sampleAPB())
        == ids.merging([
          "RetURL": "https://www.amazon.co.jp/mfa?x=1", "AmazonChargePermissionID": Transaction.permissionID,
          "ApbType": "PayOnly",
        ]) { $1 })
    #expect(try content(.sampleSales()) == ids.merging(["Amount": "8980"]) { $1 })
    #expect(
      try content(.change(orderID: "a", accessID: Transaction.accessID, amount: .yen(5), tax: .yen(1))) == [
        "OrderID": "a", "AccessID": Transaction.accessID, "Amount": "5", "Tax": "1",
      ])
    #expect(try content(.sampleCancel()) == ids.merging(["CancelAmount": "980"]) { $1 })
    #expect(try content(.sampleAddress()) == ["AmazonCheckoutSessionID": Transaction.sessionID])
    #expect(try content(.searchAddress(.order("a"))) == ["OrderID": "a"])
    #expect(try content(.sampleSearch()) == ["OrderID": "order-0001", "PayType": "38"])
  }

  @Test("Equal calls have equal bytes, and a stored call is the same call")
  func stored() throws {
    for (one, other) in zip(try GMOCall.samples(), try GMOCall.samples()) {
      #expect(one.content == other.content)
      #expect(GMOCall(one.operation, content: one.content) == one)
    }
    #expect(try GMOCall.samples().map(\.orderID) == Array(repeating: "order-0001", count: 6) + [nil, "order-0001"])
  }

  @Test("Calls that wait for Amazon have more than 90 seconds")
  func timeouts() {
    for operation in GMOCall.Operation.allCases where operation.needsAccessPass {
      #expect(operation.timeout >= .seconds(90))
      #expect(operation.changesState)
    }
    #expect(GMOCall.Operation.allCases.filter { !$0.changesState } == [.searchAddress, .searchTrade])
  }

  private func invalid(_ make: () throws -> GMOCall) -> String? {
    do {
      _ = try make()
      return nil
    } catch {
      return (error as? InvalidField)?.pointer
    }
  }

  @Test("An OrderID has 1 to 27 letters, digits and hyphens")
  func orderIDs() throws {
    for orderID in ["a", "9f3c1a7be2d04c558a16f0b7d2", "ORDER-20251121-000000000001"] {
      #expect(invalid { try .searchTrade(orderID: orderID) } == nil)
    }
    for orderID in ["", "ORDER-20251121-0000000000012", "a_b", "a b", "a.b", "é", "１", "a\n"] {
      #expect(invalid { try .searchTrade(orderID: orderID) } == "/OrderID")
      #expect(invalid { try .searchAddress(.order(orderID)) } == "/OrderID")
      #expect(invalid { try .entry(orderID: orderID, .authorize, amount: .yen(1)) } == "/OrderID")
      #expect(
        invalid { try .sales(orderID: orderID, accessID: Transaction.accessID, amount: .yen(1)) } == "/OrderID")
    }
  }

  @Test("An AccessID has 32 letters and digits")
  func accessIDs() {
    for accessID in [
      "", String(repeating: "a", count: 31), String(repeating: "a", count: 33), String(repeating: "-", count: 32),
    ] {
      #expect(invalid { try .cancel(orderID: "a", accessID: accessID, amount: .yen(1)) } == "/AccessID")
      #expect(invalid { try .exec(Transaction.twoStep(), orderID: "a", accessID: accessID) } == "/AccessID")
      #expect(invalid { try .exec(Transaction.apb(), orderID: "a", accessID: accessID) } == "/AccessID")
    }
  }

  @Test(
    "Amounts are whole yen of up to seven digits, also with their tax",
    arguments: [
      (1, nil, nil), (9_999_999, nil, nil), (9_999_998, 1, nil), (1, 0, nil), (0, nil, "/Amount"), (-1, nil, "/Amount"),
      (10_000_000, nil, "/Amount"), (1, -1, "/Tax"), (9_999_999, 1, "/Tax"), (1, 10_000_000, "/Tax"),
    ] as [(Int64, Int64?, String?)])
  func amounts(_ amount: Int64, _ tax: Int64?, _ pointer: String?) {
    let (amount, tax) = (Money.yen(amount), tax.map { Money.yen($0) })
    let id = Transaction.accessID
    #expect(invalid { try .entry(orderID: "a", .authorize, amount: amount, tax: tax) } == pointer)
    #expect(invalid { try .sales(orderID: "a", accessID: id, amount: amount, tax: tax) } == pointer)
    #expect(invalid { try .change(orderID: "a", accessID: id, amount: amount, tax: tax) } == pointer)
    let cancelPointer = pointer.map { "/Cancel\($0.dropFirst())" }
    #expect(invalid { try .cancel(orderID: "a", accessID: id, amount: amount, tax: tax) } == cancelPointer)
  }

  @Test("GMO takes yen only")
  func currencies() {
    let dollars = Money(minorUnits: 100, .usd)
    #expect(invalid { try .entry(orderID: "a", .authorize, amount: dollars) } == "/Amount")
    #expect(invalid { try .entry(orderID: "a", .authorize, amount: .yen(1), tax: dollars) } == "/Tax")
  }

  private func twoStep(_ change: (inout TwoStepExecution) -> Void) -> String? {
    invalid { try .exec(Transaction.twoStep(change), orderID: "a", accessID: Transaction.accessID) }
  }

  private func apb(_ change: (inout APBExecution) -> Void) -> String? {
    invalid { try .exec(Transaction.apb(change), orderID: "a", accessID: Transaction.accessID) }
  }

  @Test("The return URL is an address that a browser can post to, of at most 256 characters")
  func returnURLs() {
    let long = "https://shop.example/" + String(repeating: "a", count: 235)
    #expect(long.count == 256)
    for url in [long, "http://localhost:3080/x", "https://shop.example/?a=b#c"] {
      #expect(twoStep { $0.returnURL = url } == nil)
      #expect(apb { $0.returnURL = url } == nil)
    }
    for url in ["", long + "a", "http://shop.example/", "shop.example", "app://return", "https://shop.example/あ"] {
      #expect(twoStep { $0.returnURL = url } == "/RetURL")
      #expect(apb { $0.returnURL = url } == "/RetURL")
    }
  }

  @Test("Amazon's ids have their form")
  func amazonIDs() {
    #expect(twoStep { $0.amazonCheckoutSessionID = String(repeating: "a", count: 256) } == nil)
    for id in ["", "a b", "a/b", String(repeating: "a", count: 257)] {
      #expect(twoStep { $0.amazonCheckoutSessionID = id } == "/AmazonCheckoutSessionID")
      #expect(invalid { try .searchAddress(.checkoutSession(id)) } == "/AmazonCheckoutSessionID")
    }
    #expect(apb { $0.amazonChargePermissionID = "P03-9999999-0000000" } == nil)
    for id in [
      "", "S03-0000001", "S03-000001-0000001", "S03-0000001-000000a", "S03-0000001-0000001-1", "S0?-0000001-0000001",
    ] {
      #expect(apb { $0.amazonChargePermissionID = id } == "/AmazonChargePermissionID")
    }
  }

  @Test("The time for the payment page is at most a day")
  func terms() {
    for seconds in [1, 86_400] { #expect(twoStep { $0.paymentTermSeconds = seconds } == nil) }
    for seconds in [0, -1, 86_401] { #expect(twoStep { $0.paymentTermSeconds = seconds } == "/PaymentTermSec") }
  }

  @Test("Texts have characters of Windows-31J only, and no control characters")
  func texts() {
    #expect(twoStep { $0.note = String(repeating: "あ", count: 255) } == nil)
    #expect(twoStep { $0.note = "1〜2 髙 ①" } == nil)
    for note in ["", String(repeating: "あ", count: 256), "💳", "a\nb", "a\u{7F}", "a\u{85}", "𠮷野"] {
      #expect(twoStep { $0.note = note } == "/Description")
      #expect(apb { $0.note = note } == "/Description")
    }
    let refusal = #expect(throws: InvalidField.self) { try Transaction.twoStep { $0.note = "secret💳text" }.check() }
    #expect(refusal?.explanation.contains("Character 7 (U+1F4B3)") == true)
    #expect(refusal?.description.contains("secret") == false)
  }

  @Test("A ClientField has at most 100 bytes, and a Japanese character counts two")
  func clientFields() {
    for text in [String(repeating: "a", count: 100), String(repeating: "あ", count: 50)] {
      #expect(twoStep { $0.clientFields = ClientFields(text, text, text) } == nil)
    }
    for text in [String(repeating: "a", count: 101), String(repeating: "あ", count: 51), "", "💳"] {
      #expect(twoStep { $0.clientFields = ClientFields(text) } == "/ClientField1")
      #expect(twoStep { $0.clientFields = ClientFields(nil, text) } == "/ClientField2")
      #expect(apb { $0.clientFields = ClientFields(nil, nil, text) } == "/ClientField3")
    }
  }
}
