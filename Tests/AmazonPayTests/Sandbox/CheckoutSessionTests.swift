import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Checkout sessions")
struct CheckoutSessionTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func get(_ id: String) throws -> Shop.Answer { try shop.call(.get, "/v2/checkoutSessions/\(id)") }

  @Test("A new session has every documented member, in order, with null for missing values")
  func newSession() throws {
    let answer = try shop.call(.post, "/v2/checkoutSessions", Shop.createBody, key: "a")
    #expect(answer.status == 201)
    #expect(
      answer.body.members?.map(\.name) == [
        "checkoutSessionId", "webCheckoutDetails", "productType", "paymentDetails", "chargePermissionType",
        "orderType", "recurringMetadata", "paymentMethodOnFileMetadata", "merchantDetails", "merchantMetadata",
        "supplementaryData", "buyer", "billingAddress", "paymentPreferences", "statusDetails", "shippingAddress",
        "platformId", "chargePermissionId", "chargeId", "constraints", "creationTimestamp", "expirationTimestamp",
        "storeId", "providerMetadata", "releaseEnvironment", "checkoutButtonText", "deliverySpecifications",
        "tokens",
      ])
    for name in ["buyer", "shippingAddress", "chargePermissionId", "chargeId", "recurringMetadata"] {
      #expect(answer.body[name] == .null)
    }
    #expect(answer.body["paymentPreferences"] == [nil])
    #expect(answer.body["creationTimestamp"]?.text == "20250102T030405Z")
    #expect(answer.body["expirationTimestamp"]?.text == "20250103T030405Z")
    #expect(answer.body["releaseEnvironment"]?.text == "Sandbox")
    #expect(answer.state == "Open")
    #expect(
      answer.body["constraints"]?.elements?.map { $0["constraintId"]?.text } == [
        "BuyerNotAssociated", "ChargeAmountNotSet", "CheckoutResultReturnUrlNotSet", "PaymentIntentNotSet",
      ])
    let id = try #require(answer.body["checkoutSessionId"]?.text)
    let groups = id.split(separator: "-").map(\.count)
    #expect(groups == [8, 4, 4, 4, 12])
    #expect(id.split(separator: "-")[2].first == "4")
  }

  @Test("Constraints disappear one by one, and then the session has a redirect URL")
  func constraints() throws {
    let id = try shop.session()
    #expect(try get(id).body["webCheckoutDetails"]?["amazonPayRedirectUrl"] == .null)
    try shop.select(id)
    let update = try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    #expect(update.status == 200)
    #expect(update.body["constraints"] == [])
    #expect(
      update.body["webCheckoutDetails"]?["amazonPayRedirectUrl"]?.text
        == "http://127.0.0.1:3081/checkout/processing?amazonCheckoutSessionId=\(id)")
    #expect(update.body["paymentDetails"]?["chargeAmount"] == ["amount": "8980", "currencyCode": "JPY"])
    #expect(update.body["paymentDetails"]?["presentmentCurrency"]?.text == "JPY")
  }

  @Test("An open session shows its buyer; a completed one does not")
  func buyerData() throws {
    let id = try shop.confirmed()
    let open = try get(id).body
    #expect(open["buyer"]?["name"]?.text == "山田 花子")
    #expect(open["buyer"]?["email"]?.text == "hanako@example.test")
    #expect(open["buyer"]?["phoneNumber"] == .null)
    #expect(open["shippingAddress"]?["stateOrRegion"]?.text == "東京都")
    #expect(open["shippingAddress"]?["city"] == .null)
    #expect(open["shippingAddress"]?["name"]?.text == "山田 花子")
    #expect(open["paymentPreferences"]?.elements?.first?["paymentDescriptor"]?.text == "Visa ****1111")
    #expect(open["billingAddress"] == .null)
    #expect(try shop.complete(id).status == 200)
    let completed = try get(id).body
    for name in ["webCheckoutDetails", "paymentDetails", "merchantMetadata", "buyer", "shippingAddress"] {
      #expect(completed[name] == .null, "\(name)")
    }
    #expect(completed["paymentPreferences"] == [nil])
    #expect(completed["chargePermissionId"]?.text?.hasPrefix("S03-") == true)
  }

  @Test("The scopes decide which buyer data a session shows")
  func scopes() throws {
    let body = Shop.createBody.dropLast() + #","scopes":["name","phoneNumber"]}"#
    let id = try shop.session(String(body))
    try shop.select(id)
    let session = try get(id).body
    #expect(session["buyer"]?["name"]?.text == "山田 花子")
    #expect(session["buyer"]?["phoneNumber"]?.text != nil)
    #expect(session["buyer"]?["email"] == .null)
    #expect(session["billingAddress"] == .null)
  }

  @Test("A shop that ships gets the shipping address with any scopes")
  func shippingAddressWithoutScope() throws {
    let body = Shop.createBody.dropLast() + #","scopes":["name","email","phoneNumber","billingAddress"]}"#
    let id = try shop.session(String(body))
    try shop.select(id)
    let open = try get(id).body
    #expect(open["shippingAddress"]?["postalCode"]?.text == "153-0064")
    #expect(open["billingAddress"]?["postalCode"]?.text == "153-0064")
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    try shop.process(id)
    let permissionID = try #require(shop.complete(id).body["chargePermissionId"]?.text)
    let permission = try shop.call(.get, "/v2/chargePermissions/\(permissionID)").body
    #expect(permission["shippingAddress"]?["postalCode"]?.text == "153-0064")
    #expect(permission["billingAddress"]?["postalCode"]?.text == "153-0064")
  }

  @Test("Without shipping and without scopes the session shows name, e-mail address and phone number")
  func payOnlyWithoutScopes() throws {
    let browser = ScriptlessBrowser(shop)
    let id = try browser.reachSelection(ScriptlessBrowser.payload, [("productType", "PayOnly")])
    browser.select(id)
    let session = try get(id).body
    for name in ["name", "email", "phoneNumber"] { #expect(session["buyer"]?[name]?.text != nil, "\(name)") }
    #expect(session["shippingAddress"] == .null)
    #expect(session["billingAddress"]?["postalCode"]?.text == "153-0064")
  }

  @Test("A partial update keeps the other fields, and null clears a field")
  func partialUpdate() throws {
    let id = try shop.session()
    try shop.select(id)
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    let changed = try shop.call(
      .patch, "/v2/checkoutSessions/\(id)",
      #"{"merchantMetadata":{"merchantReferenceId":null,"noteToBuyer":"ありがとう"}}"#)
    #expect(changed.body["merchantMetadata"]?["merchantReferenceId"] == .null)
    #expect(changed.body["merchantMetadata"]?["noteToBuyer"]?.text == "ありがとう")
    #expect(changed.body["paymentDetails"]?["paymentIntent"]?.text == "Authorize")
  }

  @Test(
    "A field that the operation does not have is named",
    arguments: [
      (#"{"colour":"red"}"#, "colour"), (#"{"storeId":"x"}"#, "storeId"),
      (#"{"webCheckoutDetails":{"returnUrl":"https://x"}}"#, "webCheckoutDetails.returnUrl"),
      (#"{"deliverySpecifications":{"specialRestrictions":["RestrictPOBoxes"]}}"#, "deliverySpecifications"),
      (
        #"{"paymentDetails":{"chargeAmount":{"amount":"1","currencyCode":"JPY","tax":"1"}}}"#,
        "paymentDetails.chargeAmount.tax"
      ),
    ])
  func unknownFields(_ body: String, _ field: String) throws {
    let id = try shop.session()
    let answer = try shop.call(.patch, "/v2/checkoutSessions/\(id)", body)
    #expect(answer.status == 400)
    #expect(answer.reasonCode == "UnrecognizedField")
    #expect(answer.message == "The field '\(field)' is invalid for this API.")
  }

  @Test(
    "Values that Amazon Pay does not accept are refused with the field's name",
    arguments: [
      (#"{"paymentDetails":{"paymentIntent":"Pay"}}"#, "InvalidParameterValue", "paymentDetails.paymentIntent"),
      (
        #"{"paymentDetails":{"canHandlePendingAuthorization":"yes"}}"#, "InvalidParameterValue",
        "paymentDetails.canHandlePendingAuthorization"
      ),
      (
        #"{"merchantMetadata":{"merchantStoreName":"012345678901234567890123456789012345678901234567890"}}"#,
        "InvalidParameterValue", "merchantMetadata.merchantStoreName"
      ),
      (
        #"{"webCheckoutDetails":{"checkoutResultReturnUrl":"javascript:alert(1)"}}"#, "InvalidParameterValue",
        "webCheckoutDetails.checkoutResultReturnUrl"
      ),
      (
        #"{"webCheckoutDetails":{"checkoutResultReturnUrl":"//evil.example/x"}}"#, "InvalidParameterValue",
        "webCheckoutDetails.checkoutResultReturnUrl"
      ),
      (
        #"{"webCheckoutDetails":{"checkoutCancelUrl":"https://shop.example@evil.example/"}}"#,
        "InvalidParameterValue", "webCheckoutDetails.checkoutCancelUrl"
      ),
      (
        #"{"paymentDetails":{"chargeAmount":{"currencyCode":"JPY"}}}"#, "MissingParameterValue",
        "paymentDetails.chargeAmount.amount"
      ),
      (
        #"{"paymentDetails":{"chargeAmount":{"amount":"1","currencyCode":"EUR"}}}"#, "InvalidParameterValue",
        "paymentDetails.chargeAmount.currencyCode"
      ),
      (
        #"{"paymentDetails":{"chargeAmount":{"amount":"10000001","currencyCode":"JPY"}}}"#,
        "TransactionAmountExceeded", "paymentDetails.chargeAmount"
      ),
      (
        #"{"paymentDetails":{"paymentIntent":"AuthorizeWithCapture","canHandlePendingAuthorization":true}}"#,
        "InvalidParameterCombination", "canHandlePendingAuthorization"
      ),
      (
        #"{"paymentDetails":{"paymentIntent":"Authorize","softDescriptor":"SHOP"}}"#,
        "InvalidParameterCombination", "softDescriptor"
      ),
      (#"[1]"#, "InvalidRequestFormat", "object"), (#"{"a":"#, "InvalidRequestFormat", "JSON"),
    ])
  func refusedValues(_ body: String, _ reason: String, _ named: String) throws {
    let id = try shop.session()
    let answer = try shop.call(.patch, "/v2/checkoutSessions/\(id)", body)
    #expect(answer.status == 400)
    #expect(answer.reasonCode == reason)
    #expect(answer.message.contains(named))
  }

  @Test(
    "Amounts in yen have no decimals",
    arguments: [
      (#""8980""#, true), ("8980", true), (#""8980.00""#, false), ("8980.0", false), ("8980.5", false),
      (#""0""#, false), (#""-1""#, false), (#""1e3""#, false), ("1e3", false), (#"" 1""#, false), (#""""#, false),
      ("true", false),
    ])
  func amounts(_ literal: String, _ isAccepted: Bool) throws {
    let id = try shop.session()
    let answer = try shop.call(
      .patch, "/v2/checkoutSessions/\(id)",
      #"{"paymentDetails":{"chargeAmount":{"amount":\#(literal),"currencyCode":"JPY"}}}"#)
    #expect((answer.status == 200) == isAccepted)
    if isAccepted { #expect(answer.body["paymentDetails"]?["chargeAmount"]?["amount"]?.text == "8980") }
  }

  @Test("Creating needs a review URL, a store of the merchant and an idempotency key")
  func creating() throws {
    let noURL = try shop.call(.post, "/v2/checkoutSessions", #"{"storeId":"\#(Shop.storeID)"}"#, key: "a")
    #expect(noURL.reasonCode == "MissingParameterValue")
    let store = try shop.call(
      .post, "/v2/checkoutSessions", Shop.createBody.replacing(Shop.storeID, with: "elsewhere"), key: "b")
    #expect(store.reasonCode == "InvalidParameterValue")
    let noKey = try shop.call(.post, "/v2/checkoutSessions", Shop.createBody)
    #expect(noKey.status == 400)
    #expect(noKey.reasonCode == "MissingHeader")
  }

  @Test("In live, return URLs must be https")
  func liveURLs() throws {
    let body = Shop.createBody.replacing("https://shop", with: "http://shop")
    #expect(try shop.call(.post, "/v2/checkoutSessions", body, key: "a", keyID: Shop.liveKeyID).status == 400)
    #expect(try shop.call(.post, "/v2/checkoutSessions", body, key: "a").status == 201)
  }

  @Test("A merchant with registered hosts cannot send buyers elsewhere")
  func registeredHosts() throws {
    let shop = try Shop { $0.merchants[0].returnHosts = ["shop.example.test"] }
    #expect(try shop.call(.post, "/v2/checkoutSessions", Shop.createBody, key: "a").status == 201)
    let other = Shop.createBody.replacing("shop.example.test", with: "shop.example.test.evil.example")
    #expect(try shop.call(.post, "/v2/checkoutSessions", other, key: "b").status == 400)
  }

  @Test("Another merchant's session is refused, and a sandbox key does not find a live session")
  func ownership() throws {
    let id = try shop.session()
    let foreign = try shop.call(.get, "/v2/checkoutSessions/\(id)", keyID: Shop.otherKeyID)
    #expect(foreign.status == 401)
    #expect(foreign.reasonCode == "UnauthorizedAccess")
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)", keyID: Shop.liveKeyID).status == 404)
  }

  @Test("A session expires after 24 hours and is gone 30 days later")
  func expiry() throws {
    let id = try shop.session()
    shop.time.advance(by: .seconds(24 * 3600 - 1))
    #expect(try get(id).state == "Open")
    shop.time.advance(by: .seconds(1))
    let expired = try get(id)
    #expect(expired.state == "Canceled")
    #expect(expired.stateReason == "Expired")
    #expect(expired.body["statusDetails"]?["lastUpdatedTimestamp"]?.text == "20250103T030405Z")
    #expect(try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody()).status == 422)
    let completion = try shop.complete(id)
    #expect(completion.status == 422)
    #expect(completion.reasonCode == "CheckoutSessionCanceled")
    shop.time.advance(by: .seconds(30 * 24 * 3600 - 1))
    #expect(try get(id).status == 200)
    shop.time.advance(by: .seconds(1))
    #expect(try get(id).reasonCode == "ResourceNotFound")
  }

  @Test("Restrictions are by country codes")
  func restrictedCountries() throws {
    let answer = try shop.call(
      .post, "/v2/checkoutSessions",
      Shop.createBody.dropLast()
        + #","deliverySpecifications":{"addressRestrictions":{"type":"Allowed","restrictions":{"Japan":{}}}}}"#,
      key: "a")
    #expect(answer.reasonCode == "InvalidParameterValue")
    #expect(answer.message.contains("restrictions.Japan"))
  }

  @Test(
    "Outside Europe the account's currency is the only one",
    arguments: [
      (#""paymentDetails":{"presentmentCurrency":"USD"}"#, "paymentDetails.presentmentCurrency"),
      (#""paymentDetails":{"presentmentCurrency":"yen"}"#, "paymentDetails.presentmentCurrency"),
      (
        #""paymentDetails":{"chargeAmount":{"amount":"5","currencyCode":"EUR"}}"#,
        "paymentDetails.chargeAmount.currencyCode"
      ),
      (
        #""chargePermissionType":"Recurring","recurringMetadata":{"amount":{"amount":"5","currencyCode":"USD"}}"#,
        "recurringMetadata.amount.currencyCode"
      ),
    ])
  func currencies(_ member: String, _ field: String) throws {
    let answer = try shop.call(.post, "/v2/checkoutSessions", Shop.createBody.dropLast() + ",\(member)}", key: "a")
    #expect(answer.status == 400)
    #expect(answer.message.contains("'\(field)'"))
  }

  @Test(
    "In Europe buyers pay in the currencies of Amazon's list",
    arguments: [("PLN", false), ("CZK", false), ("HUF", false), ("EUR", true), ("SEK", true), ("ZAR", true)])
  func europeanCurrencies(_ code: String, _ isTaken: Bool) throws {
    let shop = try Shop { $0.merchants[0].region = .europe }
    let body = Shop.createBody.dropLast() + #","paymentDetails":{"presentmentCurrency":"\#(code)"}}"#
    let press = ButtonPress(
      owner: Owner(merchantID: Shop.merchantID, environment: .sandbox),
      payload: try JSONValue(parsing: Array(body.utf8)),
      productType: .payOnly, language: nil, page: nil)
    let id = try? shop.sandbox.state.change { ledger, now in try ledger.press(press, at: now).id }
    #expect((id != nil) == isTaken)
  }

  @Test("A payment service provider is accepted with any specification, but not without its name")
  func processor() throws {
    let body = Shop.createBody.dropLast() + #","processorSpecifications":{"name":"gmopg","shop":{"id":"1"}}}"#
    #expect(try shop.call(.post, "/v2/checkoutSessions", String(body), key: "a").status == 201)
    let nameless = Shop.createBody.dropLast() + #","processorSpecifications":{}}"#
    let refused = try shop.call(.post, "/v2/checkoutSessions", String(nameless), key: "b")
    #expect(refused.message.contains("processorSpecifications.name"))
  }

  @Test("Specifications for several addresses are returned only if they were given")
  func severalAddresses() throws {
    let name = "multiAddressesCheckoutMetadata"
    let list = #"[{"addressId":"amzn1.address.A","price":{"amount":"33","currencyCode":"JPY"}}]"#
    let body = Shop.createBody.dropLast() + #","\#(name)":\#(list)}"#
    let answer = try shop.call(.post, "/v2/checkoutSessions", String(body), key: "a")
    #expect(answer.status == 201)
    #expect(answer.body[name]?.elements?.first?["addressId"]?.text == "amzn1.address.A")
    #expect(try shop.call(.post, "/v2/checkoutSessions", Shop.createBody, key: "b").body[name] == nil)
    let wrong = Shop.createBody.dropLast() + #","\#(name)":{"a":1}}"#
    #expect(try shop.call(.post, "/v2/checkoutSessions", String(wrong), key: "c").message.contains(name))
  }
}
