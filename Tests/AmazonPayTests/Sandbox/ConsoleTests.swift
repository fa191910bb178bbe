import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Changes to a payment outside the API")
struct ConsoleTests {
  private let shop: Shop

  init() throws { shop = try Shop { $0.place.isControlEnabled = true } }

  private func act(_ path: String, _ body: String) async throws -> Shop.Answer {
    var request = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/control/amazon-pay/\(path)/console")
    request.headerFields[.contentType] = "application/json"
    let exchange = try await shop.sandbox.exchange(request, body: Array(body.utf8))
    return Shop.Answer(
      status: exchange.response.status.code, body: try JSONValue(parsing: exchange.body), bytes: exchange.body)
  }

  private func charge(_ id: String) throws -> Shop.Answer { try shop.call(.get, "/v2/charges/\(id)") }

  private func permission(_ id: String) throws -> Shop.Answer { try shop.call(.get, "/v2/chargePermissions/\(id)") }

  @Test("A refund in the console is visible in the API, and reduces the refundable amount")
  func refund() async throws {
    let id = try shop.captured(amount: "1000")
    let made = try await act("charges/\(id)", #"{"action":"refund","amount":"400"}"#)
    #expect(made.state == "RefundInitiated")
    let refundID = try #require(made.body["refundId"]?.text)
    #expect(try shop.call(.get, "/v2/refunds/\(refundID)").status == 200)
    let tooMuch = try shop.call(
      .post, "/v2/refunds", #"{"chargeId":"\#(id)","refundAmount":{"amount":"751","currencyCode":"JPY"}}"#, key: "r")
    #expect(tooMuch.reasonCode == "TransactionAmountExceeded")
    shop.time.advance(by: .seconds(30))
    #expect(try charge(id).body["refundedAmount"]?["amount"]?.text == "400")
    #expect(try await act("charges/\(id)", #"{"action":"refund"}"#).body["refundAmount"]?["amount"]?.text == "600")
    #expect(try await act("charges/\(id)", #"{"action":"refund"}"#).reasonCode == "TransactionAmountExceeded")
  }

  @Test("A late decline of a refund releases its amount", arguments: ["AmazonRejected", "ProcessingFailure"])
  func lateDecline(_ reason: String) async throws {
    let id = try shop.captured(amount: "1000")
    let body = #"{"chargeId":"\#(id)","refundAmount":{"amount":"1150","currencyCode":"JPY"}}"#
    let first = try shop.call(.post, "/v2/refunds", body, key: "r1")
    let refundID = try #require(first.body["refundId"]?.text)
    let declined = try await act("refunds/\(refundID)", #"{"action":"decline","reasonCode":"\#(reason)"}"#)
    #expect(declined.state == "Declined")
    #expect(declined.stateReason == reason)
    shop.time.advance(by: .seconds(60))
    #expect(try shop.call(.get, "/v2/refunds/\(refundID)").state == "Declined")
    #expect(try shop.call(.post, "/v2/refunds", body, key: "r2").status == 201)
    #expect(shop.sandbox.money.first?.refunded == .yen(0))
  }

  @Test("A console refund can be set up to be declined")
  func declinedConsoleRefund() async throws {
    let id = try shop.captured(amount: "1000")
    let made = try await act("charges/\(id)", #"{"action":"refund","reasonCode":"ProcessingFailure"}"#)
    #expect(made.state == "RefundInitiated")
    shop.time.advance(by: .seconds(30))
    let refundID = try #require(made.body["refundId"]?.text)
    #expect(try shop.call(.get, "/v2/refunds/\(refundID)").stateReason == "ProcessingFailure")
  }

  @Test("A charge is captured, or canceled by merchant, buyer or Amazon", arguments: ["merchant", "buyer", "amazon"])
  func capturingAndCanceling(_ party: String) async throws {
    let captured = try shop.authorized(key: "a").charge
    #expect(try await act("charges/\(captured)", #"{"action":"capture","amount":"80"}"#).state == "Captured")
    #expect(try await act("charges/\(captured)", #"{"action":"cancel"}"#).reasonCode == "InvalidChargeStatus")
    let ids = try shop.authorized(key: "b")
    let canceled = try await act("charges/\(ids.charge)", #"{"action":"cancel","by":"\#(party)"}"#)
    #expect(canceled.stateReason?.lowercased() == party + "canceled")
    #expect(try permission(ids.permission).state == "Chargeable")
  }

  @Test("A pending authorization or capture can be decided at once, either way")
  func deciding() async throws {
    let pending = try shop.authorized(pending: true, card: "0701").charge
    #expect(try charge(pending).state == "AuthorizationInitiated")
    let approved = try await act("charges/\(pending)", #"{"action":"approve"}"#)
    #expect(approved.state == "Authorized")
    #expect(try await act("charges/\(pending)", #"{"action":"approve"}"#).reasonCode == "InvalidChargeStatus")
    let capture = try shop.call(
      .post, "/v2/charges/\(pending)/capture", Shop.price("captureAmount", "8980"), key: "c",
      simulation: "CaptureInitiated")
    #expect(capture.status == 202)
    let declined = try await act("charges/\(pending)", #"{"action":"decline"}"#)
    #expect(declined.state == "Declined")
    #expect(declined.stateReason == "AmazonRejected")
    shop.time.advance(by: .seconds(60))
    #expect(try charge(pending).state == "Declined")
    #expect(shop.sandbox.money.first?.captured == .yen(0))
  }

  @Test("A permission is closed by merchant, buyer or Amazon", arguments: ["merchant", "buyer", "amazon"])
  func closing(_ party: String) async throws {
    let ids = try shop.authorized()
    let closed = try await act(
      "chargePermissions/\(ids.permission)", #"{"action":"close","by":"\#(party)","cancelPendingCharges":true}"#)
    #expect(closed.state == "Closed")
    let reason = closed.body["statusDetails"]?["reasons"]?.elements?.first?["reasonCode"]?.text
    #expect(reason?.lowercased() == party + "closed")
    #expect(try charge(ids.charge).stateReason == "ChargePermissionCanceled")
    #expect(
      try await act("chargePermissions/\(ids.permission)", #"{"action":"close"}"#).reasonCode
        == "InvalidChargePermissionStatus")
  }

  @Test("A permission with an expired card cannot be charged until it has another card")
  func blocking() async throws {
    let id = try #require(
      try shop.complete(shop.confirmed(intent: "Confirm")).body["chargePermissionId"]?.text)
    let blocked = try await act(
      "chargePermissions/\(id)", #"{"action":"block","reasonCode":"PaymentMethodExpired"}"#)
    #expect(blocked.state == "NonChargeable")
    let body = #"{"chargePermissionId":"\#(id)","chargeAmount":{"amount":"100","currencyCode":"JPY"}}"#
    let refused = try shop.call(.post, "/v2/charges", body, key: "a")
    #expect(refused.reasonCode == "InvalidChargePermissionStatus")
    #expect(refused.message.contains("PaymentMethodExpired"))
    #expect(try await act("chargePermissions/\(id)", #"{"action":"unblock"}"#).state == "Chargeable")
    #expect(try shop.call(.post, "/v2/charges", body, key: "b").status == 201)
  }

  @Test("A planned simulation code applies to a client that sends none")
  func plannedSimulation() async throws {
    var request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/control/faults")
    request.headerFields[.contentType] = "application/json"
    let plan = #"{"kind":"simulate","code":"AmazonRejected","operation":"createRefund"}"#
    #expect(try await shop.sandbox.exchange(request, body: Array(plan.utf8)).response.status.code == 201)
    let id = try shop.captured()
    let body = #"{"chargeId":"\#(id)","refundAmount":{"amount":"100","currencyCode":"JPY"}}"#
    let signed = try shop.signed(.post, "/v2/refunds", body, key: "r")
    let answer = try await shop.sandbox.exchange(signed, body: Array(body.utf8))
    let refundID = try #require(try JSONValue(parsing: answer.body)["refundId"]?.text)
    shop.time.advance(by: .seconds(30))
    #expect(try shop.call(.get, "/v2/refunds/\(refundID)").stateReason == "AmazonRejected")
  }

  @Test(
    "An impossible change is refused with the reason",
    arguments: [
      ("charges/unknown", #"{"action":"refund"}"#, 404), ("charges/unknown", #"{"action":"explode"}"#, 400),
      ("cars/1", #"{"action":"refund"}"#, 404), ("refunds/unknown", #"{"action":"decline"}"#, 404),
      ("chargePermissions/unknown", #"{"action":"close"}"#, 404),
      ("chargePermissions/unknown", #"{"action":"close","by":"nobody"}"#, 400),
    ])
  func refusals(_ path: String, _ body: String, _ status: Int) async throws {
    #expect(try await act(path, body).status == status)
  }
}
