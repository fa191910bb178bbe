import FerryCore
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@testable import FerrySandbox

/// A second of it each time; `FERRY_FUZZ_SECONDS=60` for longer, and `FERRY_FUZZ_SEED` for another course or one that failed.
@Suite("Anything in place of a request", .serialized)
struct FuzzTests {
  private typealias Generator = FerryTesting.SplitMix64

  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["FERRY_FUZZ_SECONDS"].flatMap(Double.init) ?? 1
  private static let seed = environment["FERRY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1

  private let shop: Shop

  init() throws { shop = try Shop { $0.isControlEnabled = true } }

  private static let pieces: [String] = [
    "\"", "{", "}", "[", "]", ":", ",", "\\", "\\u0000", "\\uD83D", "null", "true", "1e999", "-1", "0.5", "\u{0}",
    "\r\n",
    ";", "=", " ", "é", "💳", "PublicKeyId=", "SignedHeaders=", "Signature=", "AMZN-PAY-RSASSA-PSS", "%2e", "../", "//",
    "?", "&", "\"chargeAmount\":", "\"amount\":\"99999999999999999999\"", "<script>", "AAAA==",
  ]

  private static func mutated(_ sample: [UInt8], _ generator: inout Generator) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes = Array(bytes.prefix(index))
      case 1: bytes.insert(contentsOf: Array((pieces.randomElement(using: &generator) ?? "").utf8), at: index)
      case 2 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 3 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 4 where index < bytes.count: bytes.remove(at: index)
      case 5: bytes.insert(contentsOf: bytes.suffix(from: index).prefix(60), at: index)
      default: bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }

  /// Runs a step as long as it is told to, with the number of the step.
  private func fuzz(_ step: (inout Generator) throws -> Void) rethrows {
    var generator = Generator(seed: Self.seed)
    let end = Date.now.addingTimeInterval(Self.seconds)
    while Date.now < end { try step(&generator) }
  }

  /// What is answered is always an error in the API's form, or the sample's own answer.
  private func check(_ response: HTTPResponse, _ bytes: [UInt8]) throws {
    let body = try JSONValue(parsing: bytes)
    guard response.status.code >= 400 else { return }
    #expect(response.status.code < 500)
    #expect(body["reasonCode"]?.text?.isEmpty == false)
    #expect(body["message"]?.text?.isEmpty == false)
  }

  @Test("No header, whatever stands in it, is mistaken for a signature, and none breaks the log or the console")
  func headers() throws {
    let id = try shop.session()
    let good = try shop.signed(.get, "/v2/checkoutSessions/\(id)")
    let (whole, _) = shop.sandbox.respond(to: good, body: [])
    #expect(whole.status == .ok)
    let names = [
      "authorization", "x-amz-pay-date", "x-amz-pay-host", "x-amz-pay-region", "accept", "content-type",
      "x-amz-pay-simulation-code",
    ]
    try fuzz { generator in
      var request = good
      let name = names.randomElement(using: &generator) ?? ""
      let field = try #require(HTTPField.Name(name))
      let value = request.headerFields[field] ?? ""
      let changed = String(decoding: Self.mutated(Array(value.utf8), &generator), as: UTF8.self)
      request.headerFields[field] = changed
      let (response, bytes) = shop.sandbox.respond(to: request, body: [])
      try check(response, bytes)
      // Spaces at the ends and in a row count as one, and what is not signed may be anything.
      let same = changed.split { $0 == " " || $0 == "\t" } == value.split { $0 == " " || $0 == "\t" }
      if name.hasPrefix("x-amz-pay-") || name == "accept" || name == "content-type", !same,
        name != "x-amz-pay-simulation-code", request.headerFields[field] == changed
      {
        #expect(response.status.code >= 400, "\(name): \(changed)")
      }
    }
    for path in ["/console", "/console/requests", "/console/requests/\(shop.sandbox.requests.last?.number ?? 0)"] {
      let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:3081", path: path)
      let (response, html) = shop.sandbox.respond(to: request, body: [])
      #expect(response.status == .ok)
      #expect(!String(decoding: html, as: UTF8.self).contains("<script"))
    }
  }

  @Test("Whatever a signed body holds, it is performed or refused with its reason, and no money is made up")
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
    try fuzz { generator in
      guard let (method, path, body) = samples.randomElement(using: &generator) else { return }
      let bytes = Self.mutated(Array(body.utf8), &generator)
      number += 1
      let text = String(decoding: bytes, as: UTF8.self)
      let request = try shop.signed(method, path, text, key: "f\(number)")
      let (response, answer) = shop.sandbox.respond(to: request, body: Array(text.utf8))
      try check(response, answer)
    }
    shop.sandbox.advanceClock(by: .seconds(60))
    for order in shop.sandbox.orders {
      #expect(order.refunded.minorUnits <= order.captured.minorUnits + 150)
      #expect(order.captured.minorUnits <= order.authorized.minorUnits)
    }
  }

  @Test("Paths and queries of any kind are answered")
  func paths() throws {
    let samples = [
      "/v2/checkoutSessions/x/complete", "/sandbox/v2/charges/x/", "/v2/reports?pageSize=1", "/console/requests/1",
      "/control/charges/x/console", "/checkout/select?amazonCheckoutSessionId=x",
      "/?Action=ConfirmSubscription&Token=x",
    ]
    let methods: [HTTPRequest.Method] = [.get, .post, .patch, .delete]
    fuzz { generator in
      let sample = samples.randomElement(using: &generator) ?? "/"
      let path = String(decoding: Self.mutated(Array(sample.utf8), &generator), as: UTF8.self)
      var request = HTTPRequest(
        method: methods.randomElement(using: &generator) ?? .get, scheme: "http", authority: "127.0.0.1:3081",
        path: path)
      request.headerFields[.contentType] = "application/json"
      let (response, _) = shop.sandbox.respond(to: request, body: Array("{}".utf8))
      #expect(response.status.code < 500, "\(path)")
    }
  }
}
