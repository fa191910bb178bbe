import FerryCore
import FerryHTTP
import Foundation
import GMOPaymentGateway
import HTTPTypes
import Testing

@Suite("Sealing calls of GMO's API")
struct SealingTests {
  private let pass = Secret(Transaction.accessPass)

  @Test("A form begins with ShopID and ShopPass, and has the AccessPass where it is needed")
  func forms() throws {
    let account = try GMOAccount.sample()
    #expect(
      try GMOCall.sampleEntry().form(account)
        == "ShopID=tshop00000001&ShopPass=pass0001&AmazonpayType=4&Amount=8980&JobCd=AUTH&OrderID=order-0001")
    #expect(
      try GMOCall.sampleExec().form(account)
        == """
        ShopID=tshop00000001&ShopPass=pass0001&AccessPass=\(Transaction.accessPass)&AccessID=\(Transaction.accessID)\
        &AmazonCheckoutSessionID=\(Transaction.sessionID)&OrderID=order-0001\
        &RetURL=https%3A%2F%2Fshop.example%2Fback%3Fto%3D1
        """)
    #expect(
      try GMOCall.sampleSearch().form(account)
        == "ShopID=tshop00000001&ShopPass=pass0001&OrderID=order-0001&PayType=38")
  }

  @Test("An AccessPass is sent only with the calls that need it")
  func surplus() throws {
    for call in try GMOCall.samples() {
      let body = try GMOAccount.sample().seal(call, accessPass: pass).body
      #expect(String(decoding: body, as: UTF8.self).contains("AccessPass") == call.operation.needsAccessPass)
    }
  }

  @Test(
    "Texts are Windows-31J, with every byte of a character of two bytes escaped",
    arguments: [
      (
        "ご購入ありがとうございます。",
        "%82%B2%8D%77%93%FC%82%A0%82%E8%82%AA%82%C6%82%A4%82%B2%82%B4%82%A2%82%DC%82%B7%81%42"
      ),
      ("髙", "%FB%FC"), ("ⅰ", "%FA%40"), ("∵", "%81%E6"), ("㈱", "%87%8A"), ("1\u{301C}2", "1%81%602"),
      ("ソフト", "%83%5C%83%74%83%67"), ("a b+c&d=e%f", "a+b%2Bc%26d%3De%25f"), ("ｶﾅ", "%B6%C5"), ("-_.*~", "-_.*%7E"),
    ])
  func texts(_ note: String, _ encoded: String) throws {
    let execution = Transaction.twoStep { $0.note = note }
    let call = try GMOCall.exec(execution, orderID: Transaction.orderID, accessID: Transaction.accessID)
    let fields = try call.form(.sample()).split(separator: "&")
    #expect(fields.contains { $0 == "Description=\(encoded)" }, "\(fields)")
  }

  @Test("The form is posted as Windows-31J to the account's address")
  func request() throws {
    let sealed = try GMOAccount.sample(baseURL: "http://localhost:3083/payment").seal(.sampleEntry())
    #expect(sealed.request.method == .post)
    #expect(sealed.request.scheme == "http")
    #expect(sealed.request.authority == "localhost:3083")
    #expect(sealed.request.path == "/payment/EntryTranAmazonpay.idPass")
    #expect(sealed.request.headerFields[.contentType] == "application/x-www-form-urlencoded;charset=windows-31j")
  }

  @Test("JSON has texts only, small first letters, and the characters that a form would have")
  func json() throws {
    let account = try GMOAccount.sample(flavour: .json)
    let execution = Transaction.twoStep {
      $0.note = "1\u{301C}2 髙"
      $0.paymentTermSeconds = 900
    }
    let sealed = try account.seal(
      .exec(execution, orderID: Transaction.orderID, accessID: Transaction.accessID), accessPass: pass)
    #expect(sealed.request.path == "/payment/ExecTranAmazonpay.json")
    #expect(sealed.request.headerFields[.contentType] == "application/json;charset=UTF-8")
    #expect(
      try JSONDecoder().decode([String: String].self, from: Data(sealed.body)) == [
        "shopID": "tshop00000001", "shopPass": "pass0001", "accessID": Transaction.accessID,
        "accessPass": Transaction.accessPass, "orderID": "order-0001", "retURL": "https://shop.example/back?to=1",
        "amazonCheckoutSessionID": Transaction.sessionID, "description": "1\u{FF5E}2 髙", "paymentTermSec": "900",
      ])
    let search = try account.seal(.sampleSearch())
    #expect(String(decoding: search.body, as: UTF8.self).hasPrefix("ShopID=tshop00000001&"))
  }

  @Test("A missing or malformed AccessPass is refused before sending")
  func accessPasses() throws {
    let account = try GMOAccount.sample()
    for pass in [nil, Secret(""), Secret(String(repeating: "*", count: 32)), Secret(Transaction.accessPass + "0")] {
      let refusal = #expect(throws: InvalidField.self) { try account.seal(.sampleSales(), accessPass: pass) }
      #expect(refusal?.pointer == "/AccessPass")
    }
  }

  @Test("Content that is not of a call is refused before sending")
  func content() throws {
    let account = try GMOAccount.sample()
    for content in ["", "[]", "{\"OrderID\":1}", "null", "{"] {
      #expect(throws: InvalidField.self) { try account.seal(GMOCall(.searchTrade, content: Array(content.utf8))) }
    }
    for name in ["ShopID", "ShopPass", "AccessPass"] {
      let call = GMOCall(.searchTrade, content: Array("{\"\(name)\":\"x\"}".utf8))
      #expect(#expect(throws: InvalidField.self) { try account.seal(call) }?.pointer == "/\(name)")
    }
    let emoji = GMOCall(.searchTrade, content: Array("{\"OrderID\":\"💳\"}".utf8))
    #expect(#expect(throws: InvalidField.self) { try account.seal(emoji) }?.pointer == "/OrderID")
  }
}
