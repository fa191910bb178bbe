import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Charge permissions and charges")
struct ChargeTests {
  private let shop: Shop
  private static let day: Int64 = 24 * 3600

  init() throws { shop = try Shop() }

  /// A charge permission without charge, for an amount.
  private func confirmed(_ amount: String = "8980", card: String = "1111") throws -> String {
    let answer = try shop.complete(shop.confirmed(amount: amount, intent: "Confirm", card: card), amount: amount)
    return try #require(answer.body["chargePermissionId"]?.text)
  }

  @Test("A charge permission has every documented member, in order")
  func permissionBody() throws {
    let id = try shop.authorized().permission
    let answer = try shop.permission(id)
    #expect(
      answer.body.members?.map(\.name) == [
        "chargePermissionId", "chargePermissionReferenceId", "platformId", "buyer", "shippingAddress",
        "billingAddress", "paymentPreferences", "statusDetails", "creationTimestamp", "expirationTimestamp",
        "merchantMetadata", "releaseEnvironment", "limits", "chargePermissionType", "recurringMetadata",
        "presentmentCurrency",
      ])
    #expect(answer.body["statusDetails"]?.members?.map(\.name) == ["state", "reasons", "lastUpdatedTimestamp"])
    #expect(answer.state == "NonChargeable")
    #expect(answer.body["statusDetails"]?["reasons"]?.elements?.first?["reasonCode"]?.text == "ChargeInProgress")
    #expect(answer.body["expirationTimestamp"]?.text == "20250701T030405Z")
    #expect(answer.body["limits"]?["amountLimit"]?["amount"]?.text == "8980")
    #expect(answer.body["limits"]?["amountBalance"]?["amount"]?.text == "0")
    #expect(answer.body["buyer"]?["email"]?.text == "hanako@example.test")
    #expect(answer.body["merchantMetadata"]?["merchantReferenceId"]?.text == "ORDER-1")
    #expect(id.wholeMatch(of: /S03-\d{7}-\d{7}/) != nil)
  }

  @Test("A charge has every documented member, in order")
  func chargeBody() throws {
    let answer = try shop.charge(shop.authorized().charge)
    #expect(
      answer.body.members?.map(\.name) == [
        "chargeId", "chargePermissionId", "chargeAmount", "captureAmount", "refundedAmount", "softDescriptor",
        "providerMetadata", "convertedAmount", "conversionRate", "channel", "chargeInitiator", "statusDetails",
        "creationTimestamp", "expirationTimestamp", "releaseEnvironment", "merchantMetadata", "platformId",
        "webCheckoutDetails",
      ])
    #expect(answer.body["captureAmount"] == .null)
    #expect(answer.body["refundedAmount"] == .null)
    #expect(answer.body["expirationTimestamp"]?.text == "20250201T030405Z")
  }

  @Test("A captured charge shows what was captured, and its permission is closed with it")
  func capturing() throws {
    let ids = try shop.authorized()
    let answer = try shop.call(
      .post, "/v2/charges/\(ids.charge)/capture",
      #"{"captureAmount":{"amount":"8980","currencyCode":"JPY"},"softDescriptor":"SHOP"}"#, key: "c")
    #expect(answer.status == 200)
    #expect(answer.state == "Captured")
    #expect(answer.body["captureAmount"]?["amount"]?.text == "8980")
    #expect(answer.body["refundedAmount"]?["amount"]?.text == "0")
    #expect(answer.body["softDescriptor"]?.text == "AMZ*SHOP")
    let permission = try shop.permission(ids.permission)
    #expect(permission.state == "Closed")
    #expect(permission.body["statusDetails"]?["reasons"]?.elements?.first?["reasonCode"]?.text == "AmazonClosed")
  }

  @Test("A partial capture leaves the rest to be charged")
  func partialCapture() throws {
    let ids = try shop.authorized()
    #expect(try shop.capture(ids.charge, "5000").state == "Captured")
    let permission = try shop.permission(ids.permission)
    #expect(permission.state == "Chargeable")
    #expect(permission.body["limits"]?["amountBalance"]?["amount"]?.text == "3980")
    #expect(try shop.createCharge(ids.permission, "3981", key: "a").reasonCode == "TransactionAmountExceeded")
    #expect(try shop.createCharge(ids.permission, "3980", key: "b", more: #","captureNow":true"#).state == "Captured")
  }

  @Test(
    "A capture above the charge, in another currency or a second time is refused",
    arguments: [("8981", "JPY", 400, "TransactionAmountExceeded"), ("10", "USD", 400, "CurrencyMismatch")])
  func refusedCaptures(_ amount: String, _ currency: String, _ status: Int, _ reason: String) throws {
    let id = try shop.authorized().charge
    let answer = try shop.capture(id, amount, currency: currency)
    #expect(answer.status == status)
    #expect(answer.reasonCode == reason)
    #expect(try shop.capture(id, key: "good").status == 200)
    let second = try shop.capture(id, key: "second")
    #expect(second.status == 422)
    #expect(second.reasonCode == "InvalidChargeStatus")
  }

  @Test("After seven days a capture is pending at first; after thirty there is nothing to capture")
  func lateCaptures() throws {
    let early = try shop.authorized(key: "a").charge
    let late = try shop.authorized(key: "b").charge
    shop.time.advance(by: .seconds(7 * Self.day))
    #expect(try shop.capture(early, key: "c1").status == 200)
    shop.time.advance(by: .seconds(1))
    let deferred = try shop.capture(late, key: "c2")
    #expect(deferred.status == 202)
    #expect(deferred.state == "CaptureInitiated")
    shop.time.advance(by: .seconds(30))
    #expect(try shop.charge(late).state == "Captured")

    let never = try shop.authorized(key: "d").charge
    shop.time.advance(by: .seconds(30 * Self.day))
    let expired = try shop.charge(never)
    #expect(expired.state == "Canceled")
    #expect(expired.stateReason == "ExpiredUnused")
    #expect(try shop.capture(never, key: "c3").reasonCode == "InvalidChargeStatus")
  }

  @Test("A canceled charge makes its permission chargeable again, and cannot be captured")
  func canceling() throws {
    let ids = try shop.authorized()
    let missing = try shop.call(.delete, "/v2/charges/\(ids.charge)/cancel", "{}")
    #expect(missing.reasonCode == "MissingParameterValue")
    let answer = try shop.call(
      .delete, "/v2/charges/\(ids.charge)/cancel", #"{"cancellationReason":"out of stock"}"#)
    #expect(answer.status == 200)
    #expect(answer.stateReason == "MerchantCanceled")
    #expect(try shop.permission(ids.permission).state == "Chargeable")
    #expect(try shop.capture(ids.charge).reasonCode == "InvalidChargeStatus")
    let again = try shop.call(
      .delete, "/v2/charges/\(ids.charge)/cancel", #"{"cancellationReason":"out of stock"}"#)
    #expect(again.status == 422)
  }

  @Test("Only one charge of a permission is open at a time")
  func oneAtATime() throws {
    let id = try confirmed()
    #expect(try shop.createCharge(id, "1000", key: "a").status == 201)
    let second = try shop.createCharge(id, "1000", key: "b")
    #expect(second.status == 422)
    #expect(second.reasonCode == "InvalidChargePermissionStatus")
  }

  @Test(
    "Simulated declines of a charge leave no charge",
    arguments: ["SoftDeclined", "HardDeclined", "AmazonRejected", "TransactionTimedOut"])
  func declines(_ code: String) throws {
    let id = try confirmed()
    let answer = try shop.createCharge(id, "1000", key: "a", simulation: code)
    #expect(answer.status == 422)
    #expect(answer.reasonCode == code)
    #expect(try shop.permission(id).state == "Chargeable")
  }

  @Test(
    "Simulated pending charges are decided after 30 seconds",
    arguments: [
      ("AuthorizationInitiated", "Authorized", nil), ("PendingSoftDeclined", "Declined", "SoftDeclined"),
      ("PendingHardDeclined", "Declined", "HardDeclined"), ("PendingAmazonRejected", "Declined", "AmazonRejected"),
      ("PendingTransactionTimedOut", "Declined", "TransactionTimedOut"),
    ])
  func pending(_ code: String, _ state: String, _ reason: String?) throws {
    let id = try confirmed()
    #expect(
      try shop.createCharge(id, "1000", key: "a", simulation: code).reasonCode == "InvalidSandboxSimulationSpecified")
    let answer = try shop.createCharge(
      id, "1000", key: "b", more: #","canHandlePendingAuthorization":true"#, simulation: code)
    #expect(answer.status == 201)
    #expect(answer.state == "AuthorizationInitiated")
    shop.time.advance(by: .seconds(30))
    let decided = try shop.charge(#require(answer.body["chargeId"]?.text))
    #expect(decided.state == state)
    #expect(decided.stateReason == reason)
  }

  @Test("A simulated deferred capture of a new charge wins over the card")
  func codeBeforeCard() throws {
    // Its first charge is declined after a while; the permission stays, and the card would let the next one time out.
    let session = try shop.confirmed(pending: true, card: "4354")
    let completed = try shop.call(
      .post, "/v2/checkoutSessions/\(session)/complete",
      #"{"chargeAmount":{"amount":"8980","currencyCode":"JPY"},"#
        + #""totalOrderAmount":{"amount":"20000","currencyCode":"JPY"}}"#)
    let id = try #require(completed.body["chargePermissionId"]?.text)
    shop.time.advance(by: .seconds(31))
    let card = try shop.createCharge(id, "1000", key: "card")
    #expect(card.reasonCode == "TransactionTimedOut")
    let answer = try shop.createCharge(id, "1000", key: "a", simulation: "CaptureInitiated")
    #expect(answer.status == 201)
    #expect(answer.state == "CaptureInitiated")
    shop.time.advance(by: .seconds(30))
    #expect(try shop.charge(#require(answer.body["chargeId"]?.text)).state == "Captured")
  }

  @Test("A pending charge with immediate capture is captured once it is authorized")
  func pendingCapture() throws {
    let id = try confirmed()
    let answer = try shop.createCharge(
      id, "1000", key: "a", more: #","captureNow":true,"canHandlePendingAuthorization":true"#,
      simulation: "AuthorizationInitiated")
    #expect(answer.status == 201)
    #expect(answer.state == "AuthorizationInitiated")
    shop.time.advance(by: .seconds(30))
    let decided = try shop.charge(#require(answer.body["chargeId"]?.text))
    #expect(decided.state == "Captured")
    #expect(decided.body["captureAmount"]?["amount"]?.text == "1000")
    let second = try shop.createCharge(
      id, "1000", key: "b", more: #","captureNow":true,"canHandlePendingAuthorization":true"#)
    #expect(second.state == "Captured")
  }

  @Test("A simulated deferred capture is decided after 30 seconds")
  func simulatedDeferredCapture() throws {
    let id = try shop.authorized().charge
    let answer = try shop.capture(id, "5000", simulation: "CaptureInitiated")
    #expect(answer.status == 202)
    #expect(answer.state == "CaptureInitiated")
    #expect(shop.sandbox.money.first?.captured == .yen(0))
    shop.time.advance(by: .seconds(30))
    #expect(try shop.charge(id).state == "Captured")
    #expect(shop.sandbox.money.first?.captured == .yen(5000))
  }

  @Test("A simulated processing failure leaves charge and refund unchanged, so that they can be retried")
  func processingFailures() throws {
    let id = try shop.authorized().charge
    let failed = try shop.capture(id, key: "c1", simulation: "ProcessingFailure")
    #expect(failed.status == 500)
    #expect(failed.reasonCode == "ProcessingFailure")
    #expect(try shop.charge(id).state == "Authorized")
    // A failure is not stored under its key: the same key now executes the request.
    #expect(try shop.capture(id, key: "c1").state == "Captured")
    let refused = try shop.refund(id, "8980", key: "r1", simulation: "ProcessingFailure")
    #expect(refused.status == 500)
    #expect(refused.reasonCode == "ProcessingFailure")
    #expect(try shop.refund(id, "8980", key: "r1").status == 201)
  }

  @Test("A simulated rejection of a capture ends the charge, and nothing is captured")
  func rejectedCapture() throws {
    let id = try shop.authorized().charge
    let answer = try shop.capture(id, simulation: "AmazonRejected")
    #expect(answer.status == 422)
    #expect(answer.reasonCode == "AmazonRejected")
    #expect(try shop.charge(id).state == "Declined")
    #expect(try shop.charge(id).stateReason == "AmazonRejected")
    #expect(shop.sandbox.money.first?.held == .yen(0))
  }

  @Test("A simulated closing by Amazon replaces the merchant's reason")
  func closedByAmazon() throws {
    let id = try confirmed()
    let answer = try shop.call(
      .delete, "/v2/chargePermissions/\(id)/close", #"{"closureReason":"No more charges"}"#,
      simulation: "AmazonClosed")
    #expect(answer.status == 200)
    #expect(answer.state == "Closed")
    let reasons = try #require(shop.permission(id).body["statusDetails"]?["reasons"]?.elements)
    #expect(reasons.map { $0["reasonCode"]?.text } == ["AmazonClosed"])
  }

  @Test("A charge permission can be updated until it is closed, and closing may cancel its open charges")
  func closing() throws {
    let ids = try shop.authorized()
    let updated = try shop.call(
      .patch, "/v2/chargePermissions/\(ids.permission)", #"{"merchantMetadata":{"noteToBuyer":"thanks"}}"#)
    #expect(updated.body["merchantMetadata"]?["noteToBuyer"]?.text == "thanks")
    #expect(updated.body["merchantMetadata"]?["merchantReferenceId"]?.text == "ORDER-1")
    let closed = try shop.call(
      .delete, "/v2/chargePermissions/\(ids.permission)/close",
      #"{"closureReason":"No more charges","cancelPendingCharges":true}"#)
    #expect(closed.state == "Closed")
    let reason = closed.body["statusDetails"]?["reasons"]?.elements?.first
    #expect(reason?["reasonCode"]?.text == "MerchantClosed")
    #expect(reason?["reasonDescription"]?.text == "No more charges")
    #expect(try shop.charge(ids.charge).stateReason == "ChargePermissionCanceled")
    let late = try shop.call(.patch, "/v2/chargePermissions/\(ids.permission)", #"{"merchantMetadata":{}}"#)
    #expect(late.reasonCode == "ChargePermissionNotModifiable")
    let twice = try shop.call(
      .delete, "/v2/chargePermissions/\(ids.permission)/close", #"{"closureReason":"again"}"#)
    #expect(twice.reasonCode == "InvalidChargePermissionStatus")
    #expect(try shop.createCharge(ids.permission, "1", key: "x").reasonCode == "InvalidChargePermissionStatus")
  }

  @Test("A permission expires after 180 days and forgets its buyer after 30")
  func permissionExpiry() throws {
    let id = try confirmed()
    shop.time.advance(by: .seconds(30 * Self.day))
    #expect(try shop.permission(id).body["buyer"] == .null)
    #expect(try shop.permission(id).body["shippingAddress"] == .null)
    shop.time.advance(by: .seconds(150 * Self.day))
    let expired = try shop.permission(id)
    #expect(expired.state == "Closed")
    #expect(expired.body["statusDetails"]?["reasons"]?.elements?.first?["reasonCode"]?.text == "Expired")
  }

  @Test("Every yen that moves is recorded once")
  func movements() throws {
    let ids = try shop.authorized()
    _ = try shop.capture(ids.charge, "5000")
    _ = try shop.capture(ids.charge, "5000")
    _ = try shop.refund(ids.charge, "300", key: "r")
    shop.time.advance(by: .seconds(30))
    _ = try shop.charge(ids.charge)
    let moved = shop.sandbox.state.change { ledger, _ in
      ledger.movements.map { "\($0.kind.rawValue) \($0.amount.decimal) \($0.merchantReferenceID ?? "")" }
    }
    #expect(
      moved == ["authorized 8980 ORDER-1", "captured 5000 ORDER-1", "released 3980 ORDER-1", "refunded 300 ORDER-1"])
  }
}

// MARK: Calls of a merchant

extension Shop {
  func charge(_ id: String) throws -> Answer { try call(.get, "/v2/charges/\(id)") }

  func permission(_ id: String) throws -> Answer { try call(.get, "/v2/chargePermissions/\(id)") }

  func capture(
    _ id: String, _ amount: String = "8980", currency: String = "JPY", key: String = "capture",
    simulation: String? = nil
  ) throws -> Answer {
    try call(
      .post, "/v2/charges/\(id)/capture", Self.price("captureAmount", amount, currency), key: key,
      simulation: simulation)
  }

  func refund(
    _ id: String, _ amount: String, key: String, currency: String = "JPY", simulation: String? = nil
  ) throws -> Answer {
    try call(
      .post, "/v2/refunds",
      #"{"chargeId":"\#(id)","refundAmount":{"amount":"\#(amount)","currencyCode":"\#(currency)"}}"#, key: key,
      simulation: simulation)
  }

  func createCharge(
    _ permission: String, _ amount: String, key: String, more: String = "", simulation: String? = nil
  ) throws -> Answer {
    try call(
      .post, "/v2/charges",
      #"{"chargePermissionId":"\#(permission)","chargeAmount":{"amount":"\#(amount)","currencyCode":"JPY"}\#(more)}"#,
      key: key, simulation: simulation)
  }
}
