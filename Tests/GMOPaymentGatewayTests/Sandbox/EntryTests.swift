import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("Entry at GMO's sandbox, and the form of calls")
struct EntryTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("An entry gives an access id and a password, in Windows-31J's media type")
  func entered() async throws {
    let answer = try await shop.call("EntryTranAmazonpay", TestShop.entry("A-1", ["User": "SDK", "Version": "7"]))
    #expect(answer.status == 200 && answer.contentType == "text/plain;charset=Windows-31J")
    #expect(answer["AccessID"].count == 32 && answer["AccessPass"].count == 32)
    #expect(answer["AccessID"].allSatisfy { $0.isHexDigit })
    #expect(try await shop.status("A-1") == "UNPROCESSED")
    #expect(shop.sandbox.money.isEmpty)
  }

  @Test(
    "Each field's errors have their codes, in both families",
    arguments: [
      ("ShopID", nil, "E01010001", "E01010001"), ("ShopID", "shop!", "E01010008", "E01010008"),
      ("ShopID", "tshop000000011", "E01010008", "E01010008"), ("ShopID", "tshop00000002", "E01030002", "M01002002"),
      ("ShopPass", nil, "E01020001", "E01020001"), ("ShopPass", "pass-1", "E01020008", "E01020008"),
      ("ShopPass", "pass0002", "E01030002", "M01002002"),
      ("OrderID", nil, "E01040001", "M01004001"), ("OrderID", "", "E01040001", "M01004001"),
      ("OrderID", "1234567890123456789012345678", "E01040003", "M01004012"),
      ("OrderID", "order_1", "E01040013", "M01004013"), ("OrderID", "注文", "E01040013", "M01004013"),
      ("JobCd", nil, "E01050001", "M01054001"), ("JobCd", "BUY", "E01050002", "E01050002"),
      ("JobCd", "CHECK", "E01050004", "M01054010"), ("JobCd", "auth", "E01050002", "E01050002"),
      ("Amount", nil, "E01060001", "M01005001"), ("Amount", "12345678", "E01060005", "M01005005"),
      ("Amount", "1,000", "E01060006", "M01005006"), ("Amount", "-1", "E01060006", "M01005006"),
      ("Amount", "9999999", "E01060005", "M01005011"),
      ("Tax", "12345678", "E01070005", "M01006005"), ("Tax", "x", "E01070006", "M01006006"),
      ("AmazonpayType", nil, "E00000010", "E00000010"), ("AmazonpayType", "3", "E61030001", "E61030001"),
    ])
  func fields(_ name: String, _ value: String?, _ code: String, _ twin: String) async throws {
    let fields = TestShop.entry("A-1", [name: value])
    let answer = try await shop.call("EntryTranAmazonpay", fields)
    #expect(answer.status == 200)
    #expect(answer.text == "ErrCode=\(code.prefix(3))&ErrInfo=\(code)")
    let other = try TestShop { $0.codeFamily = .m01 }
    #expect(try await other.call("EntryTranAmazonpay", fields).error == twin)
    let record = try #require(shop.sandbox.state.requests.last)
    #expect(record.status == 400 && record.reasonCode == code)
    #expect(record.message?.hasPrefix("\(code): ") == true, "The log tells no reason.")
  }

  @Test("A payment of nothing is refused")
  func zero() async throws {
    let answer = try await shop.call("EntryTranAmazonpay", TestShop.entry("A-1", ["Amount": "0", "Tax": nil]))
    #expect(answer.error == "E01060005")
  }

  @Test("All errors come together, the n-th code with the n-th detail")
  func all() async throws {
    let answer = try await shop.call(
      "EntryTranAmazonpay", TestShop.entry("A_1", ["JobCd": "BUY", "Amount": "many", "Tax": nil]))
    #expect(answer.text == "ErrCode=E01|E01|E01&ErrInfo=E01040013|E01050002|E01060006")
    let long = try await shop.call("EntryTranAmazonpay", TestShop.entry("_234567890123456789012345678"))
    #expect(long.error == "E01040003|E01040013")
    #expect(try await shop.status("A_1") == "(none)")
  }

  @Test("An order id is never used twice, not even after a failure")
  func unique() async throws {
    let access = try await shop.started()
    #expect(try await shop.call("EntryTranAmazonpay", TestShop.entry("ORDER-1")).error == "E01040010")
    _ = try shop.sandbox.act(.decline, on: access.order, details: [:])
    _ = try shop.sandbox.act(.cancel, on: access.order, details: [:])
    #expect(try await shop.status() == "PAYFAIL")
    #expect(try await shop.call("EntryTranAmazonpay", TestShop.entry("ORDER-1")).error == "E01040010")
  }

  @Test("A lost entry is found by a search, with its password")
  func lost() async throws {
    shop.sandbox.state.plan(SandboxFault(.dropAfterExecution, onOperation: "EntryTranAmazonpay"))
    try await shop.call("EntryTranAmazonpay", TestShop.entry("A-1"))
    let found = try await shop.search("A-1")
    #expect(found["Status"] == "UNPROCESSED" && found["OrderID"] == "A-1")
    let access = TestShop.Access(order: "A-1", id: found["AccessID"], pass: found["AccessPass"])
    #expect(try await shop.exec(access, try shop.selected()).error == nil)
  }

  // MARK: Transport

  @Test("Method, headers and body have errors of their own, with the status 200 in idPass")
  func transport() async throws {
    let path = "/payment/EntryTranAmazonpay.idPass"
    let body = try TestShop.form(["ShopID": TestShop.shopID])
    #expect(try await shop.send(path, body, method: .get).error == "E00000001")
    #expect(try await shop.send(path, body, accept: "image/png").error == "E00000002")
    #expect(try await shop.send(path, body, accept: "application/json, text/plain, */*").error != "E00000002")
    #expect(try await shop.send(path, body, contentType: nil).error == "E00000003")
    #expect(try await shop.send(path, body, contentType: "application/json").error == "E00000003")
    #expect(try await shop.send(path, []).error == "E00000010")
    #expect(try await shop.send("/payment/EntryTranCvs.idPass", body).error == "E91099997")
    let answers = try await shop.send(path, body, contentType: "application/x-www-form-urlencoded")
    #expect(answers.error?.contains("E01020001") == true)
    #expect(answers.status == 200)
    let page = try await shop.send("/payment/EntryTranAmazonpay", body)
    #expect(page.status == 404 && page.contentType.hasPrefix("text/html"))
  }

  @Test("In JSON a success is 200, an error of parameters 400, and names begin with a small letter")
  func json() async throws {
    let entry = ["orderID": "J-1", "jobCd": "CAPTURE", "amount": "1000", "amazonpayType": "4"]
    let answer = try await shop.callJSON("EntryTranAmazonpay", entry)
    #expect(answer.status == 200 && answer.contentType == "application/json;charset=UTF-8")
    #expect(try answer.json["accessID"]?.text?.count == 32)
    let again = try await shop.callJSON("EntryTranAmazonpay", entry)
    #expect(again.status == 400)
    #expect(try again.json == ["errCode": "E01", "errInfo": "E01040010"])
    let several = try await shop.callJSON(
      "EntryTranAmazonpay", ["orderID": "J-2", "amount": "x", "amazonpayType": "4"])
    #expect(
      try several.json == [
        ["errCode": "E01", "errInfo": "E01050001"], ["errCode": "E01", "errInfo": "E01060006"],
      ])
    let list = try TestShop { $0.alwaysListsErrors = true }
    #expect(try await list.callJSON("EntryTranAmazonpay", [:]).json.elements?.count == 4)
    #expect(try await shop.callJSON("SearchTradeMulti", ["orderID": "no", "payType": "38"]).status == 400)
  }

  @Test("In JSON an error of the system is 500 and one of the payment 502, and five codes come with 200")
  func jsonStatuses() async throws {
    for (code, status) in [("E91020001", 500), ("E11010099", 502), ("E92000001", 200), ("E90010001", 200)] {
      shop.sandbox.state.plan(SandboxFault(.simulate(code), onOperation: "SearchTradeMulti"))
      let answer = try await shop.callJSON("SearchTradeMulti", ["orderID": "a", "payType": "38"])
      #expect(answer.status == status)
      #expect(try answer.json["errInfo"]?.text == code)
    }
  }

  @Test("Answers can be raw, in another order, with a newline, and with another label")
  func styles() async throws {
    let raw = try TestShop {
      $0.bodyStyle = .raw
      $0.endsBodiesWithNewline = true
      $0.charsetLabel = "Shift_JIS"
    }
    let session = try raw.selected()
    let address = try await raw.call("SearchAddressAmazonpay", ["AmazonCheckoutSessionID": session])
    #expect(address.contentType == "text/plain;charset=Shift_JIS")
    #expect(address.bytes.suffix(2) == [0x0D, 0x0A])
    #expect(address["ShippingStateOrRegion"] == "東京都")
    #expect(!address.bytes.contains(UInt8(ascii: "%")))
    let shuffled = try TestShop { $0.shufflesKeys = true }
    var orders: Set<[String]> = []
    for number in 1...8 {
      _ = try await shuffled.enter("S-\(number)")
      let answer = try await shuffled.search("S-\(number)")
      orders.insert(answer.text.split(separator: "&").map { String($0.prefix { $0 != "=" }) })
      #expect(answer["Amount"] == "8000")
    }
    #expect(orders.count > 1)
  }
}
