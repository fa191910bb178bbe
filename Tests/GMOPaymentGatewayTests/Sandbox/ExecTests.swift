import FerryCore
import FerrySandbox
import FerryTesting
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("Exec at GMO's sandbox")
struct ExecTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("Exec of the two-step flow gives token, start page and its time limit in Japan's time")
  func twoStep() async throws {
    let access = try await shop.enter()
    let answer = try await shop.exec(access, try shop.selected())
    #expect(answer["AccessID"] == access.id)
    #expect(answer["StartURL"] == "http://127.0.0.1:3081/payment/AmazonpayStart.idPass")
    #expect(answer["StartLimitDate"] == "20260115233200", "Two minutes, unless the shop names a time.")
    let token = answer["Token"]
    #expect(token.count == 64 && token.contains("+") && token.contains("/"))
    #expect(answer.text.contains("Token=\(token)&"), "The token is not escaped.")
    #expect(answer.text.contains("StartURL=http://127.0.0.1:3081/"))
    #expect(try await shop.status() == "REQSUCCESS")
    let longer = try await shop.exec(
      try await shop.enter("ORDER-2"), try shop.selected(), ["PaymentTermSec": "3600"])
    #expect(longer["StartLimitDate"] == "20260116003000")
  }

  @Test("The limit is by the shop's clock, also if the sandbox's is ahead")
  func clock() async throws {
    shop.sandbox.state.advanceClock(by: .seconds(86_400))
    let answer = try await shop.exec(try await shop.enter(), try shop.selected())
    #expect(answer["StartLimitDate"] == "20260115233200")
  }

  @Test("The date of a payment stays the same when the sandbox's clock is advanced after it")
  func dateOfPayment() async throws {
    _ = try await shop.paid()
    let before = try await shop.search()["ProcessDate"]
    shop.sandbox.state.advanceClock(by: .seconds(86_400))
    #expect(before == "20260115233000")
    #expect(try await shop.search()["ProcessDate"] == before)
  }

  @Test(
    "Each field's errors have their codes",
    arguments: [
      ("AccessID", nil, "E01090001"), ("AccessID", "short", "E01090008"), ("AccessPass", nil, "E01100001"),
      ("AccessPass", "short", "E01100008"), ("AccessID", "00000000000000000000000000000000", "E01110002"),
      ("AccessPass", "00000000000000000000000000000000", "E01110002"), ("OrderID", "OTHER", "E01110002"),
      ("RetURL", nil, "M01530001"),
      ("RetURL", "https://shop.example/" + String(repeating: "a", count: 236), "M01530005"),
      ("RetURL", "javascript:alert(1)", "E00000010"), ("PaymentTermSec", "0", "M01081011"),
      ("PaymentTermSec", "86401", "M01081011"), ("PaymentTermSec", "2m", "M01081013"),
      ("ClientField1", String(repeating: "a", count: 101), "E01320012"),
      ("ClientField2", String(repeating: "あ", count: 51), "E01330012"),
      ("ClientField3", String(repeating: "a", count: 101), "E01340012"),
      ("Description", String(repeating: "あ", count: 256), "E00000010"),
      ("AmazonCheckoutSessionID", nil, "E00000010"), ("AmazonCheckoutSessionID", "unknown", "M01073002"),
      ("AmazonChargePermissionID", "S03-0000001-0000001", "E00000010"),
    ])
  func fields(_ name: String, _ value: String?, _ code: String) async throws {
    let access = try await shop.enter()
    let answer = try await shop.exec(access, try shop.selected(), [name: value])
    #expect(answer.error == code)
    #expect(try await shop.status() == "UNPROCESSED")
  }

  @Test("Longest values pass, and all errors come together")
  func limits() async throws {
    let access = try await shop.enter()
    let several = try await shop.exec(access, try shop.selected(), ["AccessPass": nil, "RetURL": nil])
    #expect(several.error == "E01100001|M01530001")
    let longest: [String: String?] = [
      "RetURL": "https://shop.example/" + String(repeating: "a", count: 235), "PaymentTermSec": "86400",
      "ClientField1": String(repeating: "あ", count: 50), "Description": String(repeating: "あ", count: 255),
    ]
    #expect(try await shop.exec(access, try shop.selected(), longest).error == nil)
  }

  @Test("A session has to be selected, open, made for the gateway, and in no other live order")
  func sessions() async throws {
    let access = try await shop.enter()
    let unselected = try shop.sandbox.open(.script([try TestShop.button()]), order: nil).id
    #expect(try await shop.exec(access, unselected).error == "M01073004")
    let amazons = try shop.selected(TestShop.payload(processor: ""))
    #expect(try await shop.exec(access, amazons).error == "M01073004")
    #expect(shop.sandbox.state.requests.last?.message?.contains("processorSpecifications") == true)
    let session = try shop.selected()
    #expect(try await shop.exec(access, session).error == nil)
    let second = try await shop.enter("ORDER-2")
    #expect(try await shop.exec(second, session).error == "M01073004")
    shop.time.advance(by: .seconds(121))
    #expect(try await shop.exec(second, session).error == nil, "The first order has expired.")
    let old = try shop.selected()
    shop.time.advance(by: .seconds(86_401))
    #expect(try await shop.exec(try await shop.enter("ORDER-3"), old).error == "M01073004")
    let any = try TestShop { $0.requiresProcessor = false }
    #expect(try await any.exec(try await any.enter(), try any.selected(TestShop.payload(processor: ""))).error == nil)
  }

  @Test("A second Exec is refused, unless the contract allows it before the buyer comes")
  func twice() async throws {
    let access = try await shop.enter()
    let session = try shop.selected()
    #expect(try await shop.exec(access, session).error == nil)
    #expect(try await shop.exec(access, session).error == "M01004014")
    let lenient = try TestShop { $0.allowsRepeatedExec = true }
    let other = try await lenient.enter()
    let one = try lenient.selected()
    let first = try await lenient.exec(other, one)
    let again = try await lenient.exec(other, one)
    #expect(first["Token"] != again["Token"] && again.error == nil)
    let old = ["AccessID": other.id, "Token": first["Token"]]
    #expect(throws: ControlRefusal.self) {
      try lenient.sandbox.open(.form(action: first["StartURL"], fields: old), order: nil)
    }
    _ = try lenient.sandbox.open(
      .form(action: first["StartURL"], fields: ["AccessID": other.id, "Token": again["Token"]]), order: nil)
    #expect(try await lenient.exec(other, one).error == "M01004014")
  }

  // MARK: Additional payment button

  private func permission(_ card: String) async throws -> String {
    let made = try await shop.control("gmo-pg/chargePermissions", ["card": .string(card)])
    #expect(made.status == 201)
    return try #require(made.body["chargePermissionId"]?.text)
  }

  private func charge(_ access: TestShop.Access, _ permission: String, _ more: [String: String?] = [:]) async throws
    -> TestShop.Answer
  {
    let own: [String: String?] = [
      "AmazonChargePermissionID": permission, "ApbType": "PayOnly", "RetURL": "https://apay.example/mfa",
    ]
    return try await shop.call("ExecTranAmazonpay", access.with(own.merging(more) { $1 }))
  }

  @Test("Exec of an additional payment button answers with the result and its CheckString")
  func additionalButton() async throws {
    let access = try await shop.enter("APB-1", ["JobCd": "CAPTURE"])
    let permission = try await permission("1111")
    #expect(permission.wholeMatch(of: /S03-[0-9]{7}-[0-9]{7}/) != nil)
    let answer = try await charge(access, permission)
    #expect(answer["Status"] == "CAPTURE" && answer["OrderID"] == "APB-1" && answer["ShopID"] == TestShop.shopID)
    #expect(answer["TranDate"] == "20260115233000" && answer["AmazonChargePermissionID"] == permission)
    let known = try GatewayShop(id: TestShop.shopID, password: Secret(TestShop.shopPass), name: "")
    #expect(
      answer["CheckString"]
        == CheckString.text(order: "APB-1", access: access.id, shop: known, permission: permission))
    #expect(shop.money == MoneyTotals(captured: 8_980))
    let second = try await shop.enter("APB-2")
    #expect(try await charge(second, permission).error == "M01073004", "The permission is used.")
  }

  @Test("A card of an additional payment button is declined, or decides later")
  func additionalButtonCards() async throws {
    #expect(try await charge(try await shop.enter("D-1"), try await permission("3434")).error == "E11010099")
    #expect(try await shop.status("D-1") == "PAYFAIL")
    let later = try await charge(try await shop.enter("L-1"), try await permission("0701"))
    #expect(later["Status"] == "AUTHPROCESS")
    let never = try await charge(try await shop.enter("L-2"), try await permission("4354"))
    #expect(never["Status"] == "AUTHPROCESS")
    shop.time.advance(by: .seconds(31))
    #expect(try await shop.status("L-1") == "AUTH")
    #expect(try await shop.status("L-2") == "PAYFAIL")
    #expect(shop.money == MoneyTotals(held: 8_980))
  }

  @Test(
    "A challenge leads an additional payment button's buyer to the start page, and their answer back to the return URL",
    arguments: [("approve", "1111", "AUTH"), ("approve", "3434", "PAYFAIL"), ("decline", "1111", "PAYFAIL")])
  func challenge(_ act: String, _ card: String, _ status: String) async throws {
    let shop = try TestShop { $0.challengesAdditionalButton = true }
    let made = try await shop.control("gmo-pg/chargePermissions", ["card": .string(card)])
    let permission = try #require(made.body["chargePermissionId"]?.text)
    let access = try await shop.enter()
    let fields: [String: String?] = [
      "AmazonChargePermissionID": permission, "ApbType": "PayOnly", "RetURL": "https://apay.example/mfa",
    ]
    let answer = try await shop.call("ExecTranAmazonpay", access.with(fields))
    #expect(answer.fields["CheckString"] == nil && answer["StartLimitDate"] == "20260115233200")
    let other = try await shop.call("ExecTranAmazonpay", try await shop.enter("ORDER-2").with(fields))
    #expect(other.error == "M01073004", "The permission is used.")
    #expect(try await shop.status() == "REQSUCCESS")
    _ = try shop.sandbox.open(
      .form(action: answer["StartURL"], fields: ["AccessID": access.id, "Token": answer["Token"]]), order: nil)
    #expect(try await shop.status() == "AUTHPROCESS")
    let step = try shop.sandbox.act(try #require(BuyerAct(rawValue: act)), on: "ORDER-1", details: [:])
    #expect(step.url == "https://apay.example/mfa")
    #expect(try await shop.status() == status)
    #expect(shop.money.authorized == (status == "AUTH" ? 8_980 : 0))
  }

  @Test("An additional payment button needs its type and a known permission")
  func additionalButtonFields() async throws {
    let access = try await shop.enter()
    let permission = try await permission("1111")
    #expect(try await charge(access, permission, ["ApbType": nil]).error == "E00000010")
    #expect(try await charge(access, "S03-0000000-0000000").error == "M01073002")
    #expect(try await charge(access, permission, ["ApbType": "PayAndShip"])["Status"] == "AUTH")
    #expect(try await charge(access, permission).error == "M01004014")
  }
}
