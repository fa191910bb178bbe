import FerryCore
import FerrySandbox
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Checkout sessions without a review page")
struct ProcessOrderTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  /// A session without a review, with parts of its body changed.
  private func atOnce(_ replaced: String, _ replacement: String, key: String = "at-once") throws -> Shop.Answer {
    let body = """
      {"webCheckoutDetails":{"checkoutResultReturnUrl":"https://shop.example.test/result",\
      "checkoutMode":"ProcessOrder"},"storeId":"\(Shop.storeID)","paymentDetails":{"paymentIntent":"Confirm",\
      "chargeAmount":{"amount":"500","currencyCode":"JPY"}},"addressDetails":{"name":"N","addressLine1":"L",\
      "city":"C","stateOrRegion":"S","postalCode":"1","countryCode":"JP","phoneNumber":"1"}}
      """
    #expect(body.contains(replaced))
    return try shop.call(.post, "/v2/checkoutSessions", body.replacing(replaced, with: replacement), key: key)
  }

  @Test(
    "Without a review page every field is required",
    arguments: [
      (#""paymentIntent":"Confirm","#, "paymentDetails.paymentIntent"),
      (#","chargeAmount":{"amount":"500","currencyCode":"JPY"}"#, "paymentDetails.chargeAmount"),
      (
        #""paymentDetails":{"paymentIntent":"Confirm","chargeAmount":{"amount":"500","currencyCode":"JPY"}},"#,
        "paymentDetails.paymentIntent"
      ),
      (#""checkoutResultReturnUrl":"https://shop.example.test/result","#, "checkoutResultReturnUrl"),
    ])
  func processOrderWithout(_ part: String, _ missing: String) throws {
    let answer = try atOnce(part, "")
    #expect(answer.reasonCode == "MissingParameterValue")
    #expect(answer.message.contains(missing))
  }

  @Test(
    "The required fields of an address depend on its country",
    arguments: [
      ("JP", nil as String?, "東京都" as String?, nil as String?), ("jp", nil, "東京都", nil),
      ("JP", nil, nil, "stateOrRegion"), ("US", "Seattle", "WA", nil), ("US", nil, "WA", "city"),
      ("US", "Seattle", nil, "stateOrRegion"), ("DE", "Berlin", nil, nil), ("DE", "Berlin", "Berlin", nil),
      ("DE", nil, nil, "city"), ("GB", "London", nil, nil), ("GB", "London", "Greater London", "stateOrRegion"),
      ("UK", "London", "Greater London", "stateOrRegion"), ("AE", "Dubai", "Dubai", "stateOrRegion"),
      ("Japan", nil, "東京都", "countryCode"), ("J1", nil, "東京都", "countryCode"),
    ])
  func addresses(country: String, city: String?, state: String?, wrong: String?) throws {
    func member(_ name: String, _ value: String?) -> String { value.map { #""\#(name)":"\#($0)","# } ?? "" }
    let answer = try atOnce(
      #""city":"C","stateOrRegion":"S","postalCode":"1","countryCode":"JP","#,
      member("city", city) + member("stateOrRegion", state) + #""postalCode":"1","countryCode":"\#(country)","#)
    #expect((answer.status == 201) == (wrong == nil), "\(answer.message)")
    if let wrong { #expect(answer.message.contains("addressDetails.\(wrong)")) }
  }

  @Test(
    "The fields that every address requires must not be blank",
    arguments: [("name", "N"), ("addressLine1", "L"), ("postalCode", "1"), ("phoneNumber", "1")])
  func blankAddress(_ name: String, _ value: String) throws {
    let answer = try atOnce(#""\#(name)":"\#(value)""#, #""\#(name)":"  ""#)
    #expect(answer.reasonCode == "MissingParameterValue")
    #expect(answer.message.contains("addressDetails.\(name)"))
  }

  @Test("A merchant's review page may be skipped when everything is in the button's payload")
  func processOrder() throws {
    let body = """
      {"webCheckoutDetails":{"checkoutResultReturnUrl":"https://shop.example.test/result",\
      "checkoutMode":"ProcessOrder"},"storeId":"\(Shop.storeID)","paymentDetails":{"paymentIntent":"Confirm",\
      "chargeAmount":{"amount":"500","currencyCode":"JPY"}},"addressDetails":{"name":"山田 花子",\
      "addressLine1":"目黒1-1","stateOrRegion":"東京都","postalCode":"153-0064","countryCode":"jp",\
      "phoneNumber":"0312345678"}}
      """
    let id = try shop.session(body)
    #expect(try shop.select(id, address: nil) == .process)
    #expect(try shop.process(id) == Shop.resultStep(id))
    let answer = try shop.complete(id, amount: "500")
    #expect(answer.status == 200)
    #expect(answer.body["chargeId"] == .null)
  }
}
