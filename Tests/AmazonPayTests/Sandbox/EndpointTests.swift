import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Finalize, buyers, delivery trackers, reports, partners' endpoints")
struct EndpointTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test("Finalize takes address and amounts in one request, and completes the session")
  func finalizing() throws {
    let id = try shop.session()
    let body = """
      {"shippingAddress":{"name":"山田 花子","addressLine1":"目黒区見本町1","stateOrRegion":"東京都","postalCode":"153-0064",\
      "countryCode":"jp"},"chargeAmount":{"amount":"500","currencyCode":"JPY"},"paymentIntent":"Authorize"}
      """
    func finalize(_ body: String, key: String) throws -> Shop.Answer {
      try shop.call(.post, "/v2/checkoutSessions/\(id)/finalize", body, key: key)
    }
    #expect(try finalize(body, key: "a").reasonCode == "InvalidCheckoutSessionStatus")
    try shop.select(id)
    #expect(try finalize("{}", key: "b").reasonCode == "MissingParameterValue")
    #expect(try finalize(#"{"paymentIntent":"Maybe"}"#, key: "c").reasonCode == "InvalidParameterValue")
    let done = try finalize(body, key: "d")
    #expect(done.status == 200)
    #expect(done.state == "Completed")
    let names = done.body.members?.map(\.name)
    #expect(
      names?.prefix(6) == [
        "checkoutSessionId", "webCheckoutDetails", "productType", "paymentDetails", "cartDetails",
        "chargePermissionType",
      ])
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)").body["cartDetails"] == nil)
    let charge = try #require(done.body["chargeId"]?.text)
    #expect(try shop.call(.get, "/v2/charges/\(charge)").state == "Authorized")
    let permission = try shop.call(.get, "/v2/chargePermissions/\(try #require(done.body["chargePermissionId"]?.text))")
    #expect(permission.body["shippingAddress"]?["countryCode"]?.text == "JP")
    #expect(try finalize(body, key: "d").bytes == done.bytes)
    #expect(try finalize(body, key: "e").reasonCode == "InvalidCheckoutSessionStatus")
  }

  @Test("Finalize refuses another amount than the agreed one, and a card that is declined")
  func finalizeRefusals() throws {
    let id = try shop.session()
    try shop.select(id, card: "3434")
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(amount: "500"))
    let other = try shop.call(
      .post, "/v2/checkoutSessions/\(id)/finalize", Shop.price("chargeAmount", "501"), key: "a")
    #expect(other.status == 409)
    let declined = try shop.call(
      .post, "/v2/checkoutSessions/\(id)/finalize", Shop.price("chargeAmount", "500"), key: "b")
    #expect(declined.reasonCode == "HardDeclined")
    #expect(try shop.call(.get, "/v2/checkoutSessions/\(id)").state == "Open")
  }

  @Test("The sign-in button leads to a token, which shows the data of its scopes for an hour")
  func buyers() throws {
    let payload =
      #"{"signInReturnUrl":"https://shop.example.test/in?x=1","storeId":"\#(Shop.storeID)","signInScopes":["email"]}"#
    let signature = try shop.signature("AMZN-PAY-RSASSA-PSS-V2\n" + SigningHash.of(payload))
    func post(_ path: String, _ fields: [(String, String)]) -> (HTTPResponse, String) {
      let body = fields.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
      let request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:3081", path: path)
      let (response, bytes) = shop.sandbox.respond(to: request, body: Array(body.utf8))
      return (response, String(decoding: bytes, as: UTF8.self))
    }
    let fields = [
      ("payloadJSON", payload), ("signature", signature), ("publicKeyId", Shop.keyID),
      ("algorithm", "AMZN-PAY-RSASSA-PSS-V2"), ("merchantId", Shop.merchantID), ("sandbox", "true"),
      ("productType", "SignIn"),
    ]
    let (page, html) = post("/checkout/start", fields)
    #expect(page.status == .ok)
    #expect(html.contains("hanako@example.test"))
    #expect(html.contains(#"action="/checkout/start/signin""#))
    #expect(post("/checkout/start/signin", fields + [("email", "nobody")]).0.status.code == 422)
    #expect(post("/checkout/start/signin", [("payloadJSON", "{}")] + fields.dropFirst()).0.status.code == 400)
    let (answer, _) = post("/checkout/start/signin", fields + [("email", "hanako@example.test")])
    let place = try #require(answer.headerFields[.location])
    #expect(place.hasPrefix("https://shop.example.test/in?x=1&buyerToken="))
    let token = place.split(separator: "=").last.map(String.init) ?? ""
    let buyer = try shop.call(.get, "/v2/buyers/\(token)")
    #expect(buyer.status == 200)
    #expect(buyer.body["email"]?.text == "hanako@example.test")
    #expect(buyer.body["name"] == .null)
    #expect(buyer.body["buyerId"]?.text?.hasPrefix("amzn1.account.") == true)
    #expect(try shop.call(.get, "/v2/buyers/\(token)", keyID: Shop.otherKeyID).status == 401)
    #expect(try shop.call(.get, "/v2/buyers/unknown").status == 404)
    shop.time.advance(by: .seconds(3600))
    #expect(try shop.call(.get, "/v2/buyers/\(token)").status == 404)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("A delivery tracker is accepted for the merchant's own permission, and returned")
  func deliveryTrackers() throws {
    let id = try shop.authorized().permission
    let body = #"{"chargePermissionId":"\#(id)","deliveryDetails":[{"trackingNumber":"1234","carrierCode":"YAMATO"}]}"#
    let answer = try shop.call(.post, "/v2/deliveryTrackers", body, key: "t")
    #expect(answer.status == 200)
    #expect(answer.body["deliveryDetails"]?.elements?.first?["carrierCode"]?.text == "YAMATO")
    #expect(try shop.call(.post, "/v2/deliveryTrackers", body).status == 200)
    #expect(
      try shop.call(.post, "/v2/deliveryTrackers", #"{"chargePermissionId":"\#(id)"}"#).reasonCode
        == "MissingParameterValue")
    let unknown = body.replacing(id, with: "S03-0000000-0000000")
    #expect(try shop.call(.post, "/v2/deliveryTrackers", unknown).status == 404)
    var rules = Rules()
    rules.offersDeliveryTrackers = false
    #expect(try Shop(rules).call(.post, "/v2/deliveryTrackers", body).reasonCode == "UnauthorizedAccess")
  }

  @Test("A report is created, listed, and has a document when it is done")
  func reports() throws {
    let made = try shop.call(
      .post, "/v2/reports", #"{"reportType":"_GET_A_","startTime":"20250101T000000Z"}"#, key: "r")
    #expect(made.status == 201)
    let id = try #require(made.body["reportId"]?.text)
    #expect(try shop.call(.get, "/v2/reports/\(id)").body["processingStatus"]?.text == "IN_PROGRESS")
    shop.time.advance(by: .seconds(30))
    let report = try shop.call(.get, "/v2/reports/\(id)").body
    #expect(report["processingStatus"]?.text == "COMPLETED")
    #expect(
      report.members?.map(\.name) == [
        "createdTime", "endTime", "processingEndTime", "processingStartTime", "processingStatus", "reportDocumentId",
        "reportId", "reportType", "startTime",
      ])
    let document = try #require(report["reportDocumentId"]?.text)
    #expect(try shop.call(.get, "/v2/report-documents/\(document)").body["url"]?.text?.contains(id) == true)
    for number in 0..<12 { _ = try shop.call(.post, "/v2/reports", #"{"reportType":"_GET_B_"}"#, key: "b\(number)") }
    let first = try shop.call(.get, "/v2/reports?reportTypes=_GET_B_&pageSize=10").body
    #expect(first["reports"]?.elements?.count == 10)
    let token = try #require(first["nextToken"]?.text)
    let rest = try shop.call(.get, "/v2/reports?nextToken=\(token)&pageSize=10&reportTypes=_GET_B_").body
    #expect(rest["reports"]?.elements?.count == 2)
    #expect(rest["nextToken"] == .null)
    #expect(try shop.call(.get, "/v2/reports?processingStatuses=COMPLETED").body["reports"]?.elements?.count == 1)
    #expect(try shop.call(.get, "/v2/reports?pageSize=x").reasonCode == "InvalidParameterValue")
    #expect(try shop.call(.get, "/v2/reports/\(id)", keyID: Shop.otherKeyID).status == 404)
  }

  @Test("A settlement report is at its document's address, and lists the movements of its period")
  func settlement() throws {
    let charge = try shop.captured(amount: "2000")
    _ = try shop.call(
      .post, "/v2/refunds", #"{"chargeId":"\#(charge)","refundAmount":{"amount":"500","currencyCode":"JPY"}}"#,
      key: "back")
    shop.time.advance(by: .seconds(60))
    let type = "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_SANDBOX_SETTLEMENT_DATA_"
    func page(_ path: String) -> (status: Int, body: String) {
      let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:3081", path: path)
      let (response, bytes) = shop.sandbox.respond(to: request, body: [])
      return (response.status.code, String(decoding: bytes, as: UTF8.self))
    }
    func content(_ more: String, key: String, of type: String = type) throws -> (status: Int, lines: [Substring]) {
      let id = try #require(
        try shop.call(.post, "/v2/reports", #"{"reportType":"\#(type)"\#(more)}"#, key: key).body["reportId"]?.text)
      #expect(page("/reports/\(id).txt").status == 404)
      shop.time.advance(by: .seconds(30))
      let document = try #require(try shop.call(.get, "/v2/reports/\(id)").body["reportDocumentId"]?.text)
      let url = try #require(try shop.call(.get, "/v2/report-documents/\(document)").body["url"]?.text)
      let page = page("/reports/" + (url.split(separator: "/").last ?? ""))
      return (page.status, page.body.split(separator: "\r\n"))
    }
    let whole = try content("", key: "whole").lines
    #expect(whole.count == 3)
    #expect(whole[0].hasPrefix("\"TransactionPostedDate\",\"SettlementId\",\"AmazonTransactionId\""))
    #expect(whole[1].contains("\"\(charge)\"") && whole[1].contains("\"Capture\"") && whole[1].contains("\"2000\""))
    #expect(whole[2].contains("\"Refund\"") && whole[2].contains("\"-500\""))
    #expect(try content(#","endTime":"20200101T000000Z""#, key: "early").lines.count == 1)
    #expect(try content("", key: "other", of: "_GET_A_").status == 404)
  }

  @Test("A schedule is created, replaced on request, and canceled")
  func schedules() throws {
    let body = #"{"reportType":"_GET_A_","scheduleFrequency":"P1D","nextReportCreationTime":"20250103T000000Z"}"#
    let id = try #require(
      try shop.call(.post, "/v2/report-schedules", body, key: "a").body["reportScheduleId"]?.text)
    #expect(try shop.call(.post, "/v2/report-schedules", body, key: "b").status == 400)
    // The documentation's own example has texts.
    for (flag, status) in [("\"false\"", 400), ("false", 400), ("\"maybe\"", 400)] {
      let kept = body.dropLast() + ",\"deleteExistingSchedule\":\(flag)}"
      #expect(try shop.call(.post, "/v2/report-schedules", String(kept), key: "b\(flag.count)").status == status)
    }
    #expect(try shop.call(.get, "/v2/report-schedules/\(id)").status == 200)
    let first = #"{"reportType":"_GET_B_","scheduleFrequency":"P1D","deleteExistingSchedule":"false"}"#
    let kept = try shop.call(.post, "/v2/report-schedules", first, key: "d").body["reportScheduleId"]?.text
    #expect(try shop.call(.delete, "/v2/report-schedules/\(try #require(kept))").status == 200)
    let replacing = body.dropLast() + #","deleteExistingSchedule":"true"}"#
    let second = try shop.call(.post, "/v2/report-schedules", String(replacing), key: "c")
    #expect(try shop.call(.get, "/v2/report-schedules/\(id)").status == 404)
    let other = try #require(second.body["reportScheduleId"]?.text)
    let schedules = try shop.call(.get, "/v2/report-schedules").body["reportSchedules"]?.elements
    #expect(
      schedules?.map { $0.members?.map(\.name) } == [
        ["nextReportCreationTime", "reportScheduleId", "reportType", "scheduleFrequency"]
      ])
    #expect(try shop.call(.delete, "/v2/report-schedules/\(other)").status == 200)
    #expect(try shop.call(.get, "/v2/report-schedules").body["reportSchedules"] == [])
  }

  @Test("Captures minus refunds are paid out after the day; a negative balance is carried over")
  func disbursements() throws {
    var rules = Rules()
    rules.disbursementInterval = .seconds(3600)
    let shop = try Shop(rules)
    func list(_ query: String = "", keyID: String = Shop.keyID) throws -> [JSONValue] {
      let answer = try shop.call(.get, "/v2/disbursements\(query)", keyID: keyID)
      #expect(answer.status == 200)
      return answer.body["disbursements"]?.elements ?? []
    }
    let first = try shop.captured(amount: "1000", key: "a")
    _ = try shop.authorized(amount: "5000", key: "b")
    #expect(try list() == [])
    shop.time.advance(by: .seconds(3600))
    let paid = try list()
    #expect(paid.map { $0["amount"]?.text } == ["1000"])
    #expect(paid[0]["currencyCode"]?.text == "JPY")
    #expect(paid[0]["sellerId"]?.text == Shop.merchantID)
    #expect(paid[0]["transactionTime"]?.text == "2025-01-02T04:00:00Z")
    // This hour has only a refund: it reduces the next payout by 400 yen.
    let refund = #"{"chargeId":"\#(first)","refundAmount":{"amount":"400","currencyCode":"JPY"}}"#
    #expect(try shop.call(.post, "/v2/refunds", refund, key: "r").status == 201)
    shop.time.advance(by: .seconds(3600))
    #expect(try list() == paid)
    _ = try shop.captured(amount: "3000", key: "c")
    shop.time.advance(by: .seconds(3600))
    #expect(try list().map { $0["amount"]?.text } == ["1000", "2600"])
    #expect(try list("?startTime=20250102T050000Z").map { $0["amount"]?.text } == ["2600"])
    #expect(try list("?endTime=20250102T050000Z&nextToken=") == paid)
    let page = try shop.call(.get, "/v2/disbursements?pageSize=1").body
    #expect(page["nextToken"]?.text == "1")
    #expect(try list("?nextToken=1&pageSize=1").map { $0["amount"]?.text } == ["2600"])
    #expect(try list(keyID: Shop.otherKeyID) == [])
    #expect(try list(keyID: Shop.liveKeyID) == [])
    #expect(try shop.call(.get, "/v2/disbursements?startTime=soon").reasonCode == "InvalidParameterValue")
  }

  @Test("A merchant's token is exchanged for the provider that received it, and lets it act for that merchant")
  func delegation() throws {
    let shop = try Shop { $0.merchants[1].mwsAuthTokens = ["amzn.mws.1": Shop.merchantID] }
    let place = "/v2/authorizationTokens/amzn.mws.1?merchantId=\(Shop.otherMerchantID)"
    let token = try #require(try shop.call(.get, place).body["authorizationToken"]?.text)
    #expect(token.split(separator: ".").count == 3)
    #expect(try shop.call(.get, place, keyID: Shop.otherKeyID).status == 400)
    #expect(try shop.call(.get, place.replacing(Shop.otherMerchantID, with: Shop.merchantID)).status == 400)
    let name = try #require(HTTPField.Name("x-amz-pay-authtoken"))
    let own = try shop.session()
    func get(_ token: String, keyID: String = Shop.keyID) throws -> Shop.Answer {
      try shop.call(.get, "/v2/checkoutSessions/\(own)", keyID: keyID) { $0.headerFields[name] = token }
    }
    // Acting as the other merchant, the provider's own session belongs to somebody else.
    #expect(try get(token).reasonCode == "UnauthorizedAccess")
    #expect(try get(token).status == 401)
    #expect(try get("a.b.c").reasonCode == "InvalidAuthorizationToken")
    #expect(try get(token, keyID: Shop.otherKeyID).reasonCode == "InvalidAuthorizationToken")
    // A live key stays live.
    let live = try shop.call(.get, "/v2/reports", keyID: Shop.liveKeyID) { $0.headerFields[name] = token }
    #expect(live.status == 200)
  }

  @Test("A payment service provider reports a charge as canceled, with the reason")
  func updatingCharges() throws {
    let shop = try Shop { $0.merchants[0].isPaymentServiceProvider = true }
    let charge = try shop.authorized().charge
    func update(_ state: String, _ reason: String) throws -> Shop.Answer {
      try shop.call(
        .patch, "/v2/charges/\(charge)", #"{"statusDetails":{"state":"\#(state)","reasonCode":"\#(reason)"}}"#)
    }
    #expect(try update("Captured", "ExpiredUnused").reasonCode == "InvalidParameterValue")
    #expect(try update("Canceled", "Whim").reasonCode == "InvalidParameterValue")
    #expect(try shop.call(.patch, "/v2/charges/\(charge)", "{}").reasonCode == "MissingParameterValue")
    let canceled = try update("Canceled", "ExpiredUnused")
    #expect(canceled.status == 200)
    #expect(canceled.state == "Canceled")
    #expect(canceled.stateReason == "ExpiredUnused")
    #expect(shop.sandbox.money.map(\.held.minorUnits) == [0])
    #expect(try update("Canceled", "ExpiredUnused").reasonCode == "InvalidChargeStatus")
  }

  @Test(
    "Endpoints for partners only, and endpoints that do not exist, answer so",
    arguments: [
      (HTTPRequest.Method.patch, "/v2/charges/S03-0000000-0000000-C000000", 403, "UnauthorizedAccess"),
      (.get, "/v2/disputes/S03-0000000-0000000-B000000", 404, "ResourceNotFound"),
      (.post, "/v2/disputes", 403, "UnauthorizedAccess"),
      (.post, "/v2/merchantAccounts", 403, "UnauthorizedAccess"), (.get, "/v2/files", 405, "RequestNotSupported"),
      (.post, "/v2/in-store/merchantScan", 403, "UnauthorizedAccess"),
      (.get, "/v2/authorizationTokens/t?merchantId=A", 400, "InvalidParameterValue"),
      (.get, "/v2/authorizationTokens/t", 400, "MissingParameterValue"),
      (.post, "/v2/disbursements", 405, "RequestNotSupported"),
      (.put, "/v2/charges", 405, "RequestNotSupported"), (.get, "/v2/nothing", 404, "ResourceNotFound"),
    ])
  func partners(_ method: HTTPRequest.Method, _ path: String, _ status: Int, _ reason: String) throws {
    let answer = try shop.call(method, path)
    #expect(answer.status == status)
    #expect(answer.reasonCode == reason)
  }
}

@Suite("Recurring charges and saved wallets")
struct PeriodicPermissionTests {
  private static let day: Int64 = 86_400
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func permission(_ type: String, _ more: String, amount: String? = "1000") throws -> String {
    let create = """
      {"webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example.test/review"},\
      "storeId":"\(Shop.storeID)","chargePermissionType":"\(type)"\(more)}
      """
    let id = try shop.session(create, key: type)
    try shop.select(id)
    let price = amount.map { #","chargeAmount":{"amount":"\#($0)","currencyCode":"JPY"}"# } ?? ""
    let update = """
      {"webCheckoutDetails":{"checkoutResultReturnUrl":"https://shop.example.test/result"},\
      "paymentDetails":{"paymentIntent":"Confirm"\(price)}}
      """
    #expect(try shop.call(.patch, "/v2/checkoutSessions/\(id)", update).body["constraints"] == [])
    try shop.process(id)
    let body = amount.map { Shop.price("chargeAmount", $0) } ?? "{}"
    let answer = try shop.call(.post, "/v2/checkoutSessions/\(id)/complete", body)
    #expect(answer.state == "Completed")
    return try #require(answer.body["chargePermissionId"]?.text)
  }

  private func charge(_ id: String, _ amount: String, key: String) throws -> Shop.Answer {
    try shop.call(
      .post, "/v2/charges",
      #"{"chargePermissionId":"\#(id)","chargeAmount":{"amount":"\#(amount)","currencyCode":"JPY"},"captureNow":true}"#,
      key: key)
  }

  private static let monthly =
    #","recurringMetadata":{"frequency":{"unit":"Month","value":"1"},"amount":{"amount":"1000","currencyCode":"JPY"}}"#

  @Test("A recurring permission allows its amount in each period, for 13 months")
  func recurring() throws {
    let id = try permission("Recurring", Self.monthly)
    let body = try shop.call(.get, "/v2/chargePermissions/\(id)").body
    #expect(body["expirationTimestamp"]?.text == "20260201T030405Z")
    #expect(body["recurringMetadata"]?["frequency"]?["unit"]?.text == "Month")
    #expect(body["limits"]?["amountLimit"]?["amount"]?.text == "1000")
    #expect(try charge(id, "600", key: "a").state == "Captured")
    let refused = try charge(id, "401", key: "b")
    #expect(refused.status == 400)
    #expect(refused.reasonCode == "PeriodicAmountExceeded")
    #expect(try charge(id, "400", key: "c").status == 201)
    #expect(try shop.call(.get, "/v2/chargePermissions/\(id)").state == "Chargeable")
    shop.time.advance(by: .seconds(30 * Self.day))
    #expect(try charge(id, "1000", key: "d").status == 201)
    let raised = try shop.call(
      .patch, "/v2/chargePermissions/\(id)", "{" + Self.monthly.dropFirst().replacing("1000", with: "3000") + "}")
    #expect(raised.body["limits"]?["amountBalance"]?["amount"]?.text == "2000")
  }

  @Test("A recurring session needs its metadata, and only its permission accepts new metadata")
  func recurringMetadata() throws {
    let create = """
      {"webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example.test/review"},\
      "storeId":"\(Shop.storeID)","chargePermissionType":"Recurring"}
      """
    #expect(try shop.call(.post, "/v2/checkoutSessions", create, key: "a").reasonCode == "MissingParameterValue")
    let id = try shop.authorized().permission
    let answer = try shop.call(.patch, "/v2/chargePermissions/\(id)", "{" + Self.monthly.dropFirst() + "}")
    #expect(answer.reasonCode == "InvalidParameterCombination")
  }

  @Test("A wallet can be saved without an amount, and pays later, in another checkout too")
  func savedWallet() throws {
    let id = try permission("PaymentMethodOnFile", #","paymentMethodOnFileMetadata":{"setupOnly":true}"#, amount: nil)
    #expect(try charge(id, "5000", key: "a").status == 201)
    #expect(try charge(id, "9995001", key: "b").reasonCode == "PeriodicAmountExceeded")
    let create = """
      {"webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example.test/review"},\
      "storeId":"\(Shop.storeID)","chargePermissionType":"PaymentMethodOnFile","chargePermissionId":"\(id)"}
      """
    let session = try shop.session(create, key: "again")
    try shop.call(.patch, "/v2/checkoutSessions/\(session)", Shop.updateBody(amount: "700"))
    try shop.process(session)
    let done = try shop.complete(session, amount: "700")
    #expect(done.body["chargePermissionId"]?.text == id)
    let paid = try shop.call(.get, "/v2/charges/\(try #require(done.body["chargeId"]?.text))")
    #expect(paid.body["chargePermissionId"]?.text == id)
    let wrong = create.replacing("\"PaymentMethodOnFile\"", with: "\"OneTime\"")
    #expect(try shop.call(.post, "/v2/checkoutSessions", wrong, key: "w").reasonCode == "InvalidParameterCombination")
  }
}
