import AmazonPaySandbox
import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import GMOPaymentGatewaySandbox

@Suite("Inquiries at GMO's sandbox")
struct InquiryTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("A search tells status, amounts, access and the shop's texts, with many empty keys")
  func trade() async throws {
    let access = try await shop.paid(exec: ["ClientField1": "1001", "ClientField2": "①髙ｶﾅ～"])
    let found = try await shop.search()
    #expect(found["OrderID"] == "ORDER-1" && found["Status"] == "AUTH" && found["JobCd"] == "AUTH")
    #expect(found["Amount"] == "8000" && found["Tax"] == "980" && found["PayType"] == "38")
    #expect(found["AccessID"] == access.id && found["AccessPass"] == access.pass)
    #expect(found["ClientField1"] == "1001" && found["ClientField2"] == "①髙ｶﾅ～" && found["ClientField3"] == "")
    #expect(found["ProcessDate"] == "20260115233000" && found["AmazonPayCancelAmount"] == "")
    #expect(found["AmazonChargePermissionID"].hasPrefix("S03-") && found["AmazonCheckoutSessionID"].count == 36)
    #expect(found.fields.values.filter { $0 == "" }.count > 8)
    let json = try await shop.callJSON("SearchTradeMulti", ["orderID": "ORDER-1", "payType": "38"])
    #expect(try json.json["clientField2"]?.text == "①髙ｶﾅ～")
    let silent = try TestShop {
      $0.searchEchoesOrderID = false
      $0.searchNamesAmazonIDs = false
    }
    _ = try await silent.paid()
    let less = try await silent.search().fields
    #expect(less["OrderID"] == nil && less["AmazonCheckoutSessionID"] == nil && less["Status"] == "AUTH")
  }

  @Test("A search needs the payment method; with another one the order looks missing")
  func payType() async throws {
    _ = try await shop.enter()
    #expect(try await shop.search("ORDER-1", nil).error == "M01051005")
    #expect(try await shop.search("ORDER-1", "99").error == "M01051011")
    #expect(try await shop.search("ORDER-1", "0").error == "M01004002")
    #expect(try await shop.search("ORDER-2").error == "M01004002")
    #expect(try await shop.search("a_b").error == "M01004013", "Searches have the family M01.")
  }

  @Test("The buyer's data are in Windows-31J, by session, and after each change")
  func address() async throws {
    let session = try shop.selected()
    let first = try await shop.call("SearchAddressAmazonpay", ["AmazonCheckoutSessionID": session])
    #expect(first["ShippingName"] == "山田 花子" && first["ShippingStateOrRegion"] == "東京都")
    #expect(first["ShippingAddressLine1"] == "目黒区見本町1-2-3" && first["ShippingPostalCode"] == "153-0064")
    #expect(first["ShippingCountryCode"] == "JP" && first["ShippingCity"] == "" && first["ShippingCounty"] == "")
    #expect(first["BillingStateOrRegion"] == "東京都" && first["BillingName"] == "山田 花子")
    #expect(first["AmazonBuyerID"].hasPrefix("amzn1.account.") && first["AmazonAccountName"] == "山田 花子")
    #expect(first["AmazonMailAddress"] == "hanako@example.test" && first["AmazonPhoneNumber"] == "0312345678")
    #expect(first["PaymentDescriptor"] == "Visa ****1111 (Amazon Pay)")
    #expect(first.text.contains("ShippingStateOrRegion=%93%8C%8B%9E%93%73"))
    _ = try shop.sandbox.act(.select, on: session, details: ["change": "changeAddress", "address": "osaka"])
    _ = try shop.sandbox.act(.select, on: session, details: ["change": "changePayment", "card": "4444"])
    let second = try await shop.call("SearchAddressAmazonpay", ["AmazonCheckoutSessionID": session])
    #expect(second["ShippingStateOrRegion"] == "大阪府" && second["ShippingAddressLine3"] == "株式会社サンプル")
    #expect(second["PaymentDescriptor"] == "Mastercard ****4444 (Amazon Pay)")
    #expect(second["BillingStateOrRegion"] == "東京都")
  }

  @Test("The buyer's data are found by order, before and after the payment")
  func byOrder() async throws {
    _ = try await shop.started()
    let before = try await shop.call("SearchAddressAmazonpay", ["OrderID": "ORDER-1"])
    _ = try shop.sandbox.act(.approve, on: "ORDER-1", details: [:])
    let after = try await shop.call("SearchAddressAmazonpay", ["OrderID": "ORDER-1"])
    #expect(before["ShippingName"] == "山田 花子" && after["ShippingName"] == "山田 花子")
    #expect(try await shop.call("SearchAddressAmazonpay", ["OrderID": "NO"]).error == "M01004002")
  }

  @Test("A question about nobody, or about several, is refused")
  func nobody() async throws {
    let session = try shop.selected()
    let both: [String: String?] = ["AmazonCheckoutSessionID": session, "OrderID": "ORDER-1"]
    #expect(try await shop.call("SearchAddressAmazonpay", both).error == "E00000010")
    #expect(try await shop.call("SearchAddressAmazonpay").error == "E00000010")
    let unknown = try await shop.call("SearchAddressAmazonpay", ["AmazonCheckoutSessionID": "x"])
    #expect(unknown.error == "M01073002")
    #expect(try await shop.call("SearchAddressAmazonpay", ["AmazonBuyerToken": "x"]).error == "M01073002")
    let open = try shop.sandbox.open(.script([try TestShop.button()]), order: nil).id
    #expect(try await shop.call("SearchAddressAmazonpay", ["AmazonCheckoutSessionID": open]).error == "M01073004")
    shop.time.advance(by: .seconds(86_401))
    let over = try await shop.call("SearchAddressAmazonpay", ["AmazonCheckoutSessionID": session])
    #expect(over.error == "M01073004", "A session is open for a day.")
  }

  @Test("A buyer who only signed in is found by the token")
  func token() async throws {
    let payload = """
      {"signInReturnUrl":"https://shop.example/signedin","storeId":"\(TestShop.storeID)","signInScopes":["name","email"]}
      """
    let signed = try #require(try TestShop.button(payload)["createCheckoutSessionConfig"])
    let fields = ["payloadJSON", "signature", "publicKeyId", "algorithm"].map { ($0, signed[$0]?.text ?? "") }
    let browser = ScriptlessBrowser(shop.sandbox)
    let place = try await browser.post(
      "/checkout/start/signin",
      fields + [("merchantId", TestShop.merchantID), ("sandbox", "true"), ("email", "taro@example.test")])
    let left = try #require(place.left)
    let token = try #require(left.split(separator: "buyerToken=").last).description
    let answer = try await shop.call("SearchAddressAmazonpay", ["AmazonBuyerToken": token])
    #expect(answer["AmazonAccountName"] == "鈴木 太郎" && answer["AmazonMailAddress"] == "taro@example.test")
    #expect(answer["ShippingName"] == "")
    #expect(!shop.sandbox.state.requests.contains { ($0.message ?? "").contains(token) })
  }

  @Test("Amazon's own API answers on the same site, with its faults in the same plan and its requests in the same log")
  func amazon() async throws {
    _ = try shop.selected()
    #expect(shop.sandbox.operations.contains("getCheckoutSession"))
    shop.sandbox.state.plan(SandboxFault(.errorBeforeExecution(503), onOperation: "getCheckoutSession"))
    let struck = try await shop.send("/v2/checkoutSessions/x", [], contentType: nil, method: .get)
    #expect(struck.status == 503)
    let unsigned = try await shop.send("/v2/checkoutSessions/x", [], contentType: nil, method: .get)
    #expect(unsigned.status == 400 || unsigned.status == 401 || unsigned.status == 403)
    let records = shop.sandbox.state.requests.filter { $0.operation == "getCheckoutSession" }
    #expect(records.count == 2 && records[0].wasStruck && !records[1].wasStruck)
    #expect(try await shop.send("/checkout.js", [], contentType: nil, method: .get).status == 200)
  }
}
