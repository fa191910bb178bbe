import FerryCore
import FerrySandbox
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Random requests", .serialized)
struct SandboxFuzzTests {
  private static let fuzzing = Fuzzing(pieces: [
    "\\u0000", "\\uD83D", "0.5", ";", "PublicKeyId=", "SignedHeaders=", "Signature=", "AMZN-PAY-RSASSA-PSS", "%2e",
    "\"chargeAmount\":", "\"amount\":\"99999999999999999999\"", "<script>", "AAAA==", "9223372036854775807",
    "-9223372036854775808", "10000000", "\"totalOrderAmount\":", "\"allowOvercharge\":true", "\"recurringMetadata\":",
    "\"chargePermissionType\":\"Recurring\"",
  ])

  private let shop: Shop

  init() throws { shop = try Shop { $0.place.isControlEnabled = true } }

  /// Every answer is an error in the API's form, or the sample's own answer.
  private func check(_ response: HTTPResponse, _ bytes: [UInt8]) throws {
    let body = try JSONValue(parsing: bytes)
    guard response.status.code >= 400 else { return }
    #expect(response.status.code < 500)
    #expect(body["reasonCode"]?.text?.isEmpty == false)
    #expect(body["message"]?.text?.isEmpty == false)
  }

  @Test("No random header is accepted as a signature, and none breaks the log or the console")
  func headers() throws {
    let id = try shop.session()
    let good = try shop.signed(.get, "/v2/checkoutSessions/\(id)")
    let (whole, _) = shop.sandbox.respond(to: good, body: [])
    #expect(whole.status == .ok)
    let names = [
      "authorization", "x-amz-pay-date", "x-amz-pay-host", "x-amz-pay-region", "accept", "content-type",
      "x-amz-pay-simulation-code",
    ]
    try Self.fuzzing.run("headers of requests to the sandbox") { generator in
      var request = good
      let name = names.randomElement(using: &generator) ?? ""
      let field = try #require(HTTPField.Name(name))
      let value = request.headerFields[field] ?? ""
      let changed = String(decoding: Self.fuzzing.mutated(Array(value.utf8), &generator), as: UTF8.self)
      request.headerFields[field] = changed
      let (response, bytes) = shop.sandbox.respond(to: request, body: [])
      try check(response, bytes)
      // Spaces at the ends and in a row are collapsed, and unsigned headers may have any value.
      let same = changed.split { $0 == " " || $0 == "\t" } == value.split { $0 == " " || $0 == "\t" }
      if name.hasPrefix("x-amz-pay-") || name == "accept" || name == "content-type", !same,
        name != "x-amz-pay-simulation-code", request.headerFields[field] == changed
      {
        #expect(response.status.code >= 400, "\(name): \(changed)")
      }
    }
    for path in ["/console", "/console/requests", "/console/requests/\(shop.sandbox.state.requests.last?.number ?? 0)"]
    {
      let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:3081", path: path)
      let (response, html) = shop.sandbox.respond(to: request, body: [])
      #expect(response.status == .ok)
      #expect(!String(decoding: html, as: UTF8.self).contains("<script"))
    }
  }

  @Test("Every random signed body is performed or refused with its reason, and no money is created")
  func bodies() throws {
    let charge = try shop.captured(amount: "1000")
    let permission = try #require(
      try shop.complete(shop.confirmed(intent: "Confirm", key: "b")).body["chargePermissionId"]?.text)
    let samples: [(HTTPRequest.Method, String, String)] = [
      (.post, "/v2/checkoutSessions", Shop.createBody),
      (
        .post, "/v2/charges",
        #"{"chargePermissionId":"\#(permission)","chargeAmount":{"amount":"10","currencyCode":"JPY"}}"#
      ),
      (.post, "/v2/refunds", #"{"chargeId":"\#(charge)","refundAmount":{"amount":"1","currencyCode":"JPY"}}"#),
      (.patch, "/v2/chargePermissions/\(permission)", #"{"merchantMetadata":{"noteToBuyer":"ありがとう"}}"#),
      (.post, "/v2/deliveryTrackers", #"{"chargePermissionId":"\#(permission)","deliveryDetails":[]}"#),
      (.post, "/v2/reports", #"{"reportType":"_GET_","startTime":"20250101T000000Z"}"#),
    ]
    var number = 0
    try Self.fuzzing.run("bodies of requests to the sandbox") { generator in
      guard let (method, path, body) = samples.randomElement(using: &generator) else { return }
      let bytes = Self.fuzzing.mutated(Array(body.utf8), &generator)
      number += 1
      let text = String(decoding: bytes, as: UTF8.self)
      let request = try shop.signed(method, path, text, key: "f\(number)")
      let (response, answer) = shop.sandbox.respond(to: request, body: Array(text.utf8))
      try check(response, answer)
    }
    shop.sandbox.advanceClock(by: .seconds(60))
    for order in shop.sandbox.money {
      #expect(order.refunded.minorUnits <= order.captured.minorUnits + 150)
      #expect(order.captured.minorUnits <= order.authorized.minorUnits)
    }
  }

  @Test("Paths and queries of any kind are answered")
  func paths() throws {
    let samples = [
      "/v2/checkoutSessions/x/complete", "/sandbox/v2/charges/x/", "/v2/reports?pageSize=1", "/console/requests/1",
      "/control/amazon-pay/charges/x/console", "/checkout/select?amazonCheckoutSessionId=x",
      "/?Action=ConfirmSubscription&Token=x",
    ]
    let methods: [HTTPRequest.Method] = [.get, .post, .patch, .delete]
    Self.fuzzing.run("paths of requests to the sandbox") { generator in
      let sample = samples.randomElement(using: &generator) ?? "/"
      let path = String(decoding: Self.fuzzing.mutated(Array(sample.utf8), &generator), as: UTF8.self)
      var request = HTTPRequest(
        method: methods.randomElement(using: &generator) ?? .get, scheme: "http", authority: "127.0.0.1:3081",
        path: path)
      request.headerFields[.contentType] = "application/json"
      let (response, _) = shop.sandbox.respond(to: request, body: Array("{}".utf8))
      #expect(response.status.code < 500, "\(path)")
    }
  }
}
