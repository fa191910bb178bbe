import FerryCore
import FerrySandbox
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Requests of Amazon's own client libraries")
struct OfficialClientTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func send(_ request: HTTPRequest, _ body: String = "") throws -> Shop.Answer {
    let (response, bytes) = shop.sandbox.respond(to: request, body: Array(body.utf8))
    return Shop.Answer(status: response.status.code, body: try JSONValue(parsing: bytes), bytes: bytes)
  }

  private func send(
    _ client: OfficialClient, _ call: OfficialClient.Call, keyID: String = Shop.keyID, algorithm: String? = nil
  ) throws -> Shop.Answer {
    try send(client.request(call, keyID: keyID, algorithm: algorithm), call.body)
  }

  @Test(
    "A whole payment goes through, with a prefixed key and with one without", arguments: OfficialClient.allCases,
    [Shop.keyID, Shop.plainKeyID])
  func wholePayment(_ client: OfficialClient, _ keyID: String) throws {
    let created = try send(
      client, .init(method: .post, path: "/checkoutSessions", body: Shop.createBody, idempotencyKey: "create"),
      keyID: keyID)
    #expect(created.status == 201, "\(created.message)")
    let id = try #require(created.body["checkoutSessionId"]?.text)
    try shop.select(id)
    let updated = try send(
      client, .init(method: .patch, path: "/checkoutSessions/\(id)", body: Shop.updateBody()), keyID: keyID)
    #expect(updated.status == 200)
    try shop.process(id)
    let completed = try send(
      client,
      .init(method: .post, path: "/checkoutSessions/\(id)/complete", body: Shop.price("chargeAmount", "8980")),
      keyID: keyID)
    #expect(completed.state == "Completed")
    let charge = try #require(completed.body["chargeId"]?.text)
    let captured = try send(
      client,
      .init(
        method: .post, path: "/charges/\(charge)/capture", body: Shop.price("captureAmount", "8980"),
        idempotencyKey: "capture"), keyID: keyID)
    #expect(captured.state == "Captured")
    let refund = try send(
      client,
      .init(
        method: .post, path: "/refunds",
        body: #"{"chargeId":"\#(charge)","refundAmount":{"amount":"100","currencyCode":"JPY"}}"#,
        idempotencyKey: "refund"), keyID: keyID)
    #expect(refund.status == 201)
    let refundID = try #require(refund.body["refundId"]?.text)
    #expect(try send(client, .init(path: "/refunds/\(refundID)"), keyID: keyID).status == 200)
  }

  @Test(
    "A DELETE carries its body, in Japanese too", arguments: OfficialClient.allCases,
    ["AMZN-PAY-RSASSA-PSS", "AMZN-PAY-RSASSA-PSS-V2"])
  func deleteWithBody(_ client: OfficialClient, _ algorithm: String) throws {
    let charge = try shop.authorized().charge
    let canceled = try send(
      client,
      .init(method: .delete, path: "/charges/\(charge)/cancel", body: #"{"cancellationReason":"在庫切れ 🎁"}"#),
      algorithm: algorithm)
    #expect(canceled.status == 200)
    #expect(canceled.body["statusDetails"]?["reasonDescription"]?.text == "在庫切れ 🎁")
  }

  @Test("The query of each library is verified in the encoding in which it is sent", arguments: OfficialClient.allCases)
  func queries(_ client: OfficialClient) throws {
    let answer = try send(
      client,
      .init(
        path: "/reports",
        query: [
          ("reportTypes", "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_,_GET_FLAT_FILE_あ b"), ("pageSize", "5"),
          ("createdSince", "20241201T000000Z"),
        ]))
    #expect(answer.status == 200, "\(answer.message)")
    #expect(answer.body["reports"] == [])
  }

  @Test(
    "A query is normalised before its signature is verified: Java signs a comma as %2C and sends it as it is",
    arguments: [
      ("A%2CB", "A,B", 200), ("A%2CB", "A%2cB", 200), ("A%2CB", "A%2CB", 200), ("A%20~B", "A%20%7eB", 200),
      ("A%2CB", "A,C", 403), ("A%2CB", "A%252CB", 403),
    ])
  func normalisedQuery(_ signed: String, _ sent: String, _ status: Int) throws {
    var request = try shop.signed(.get, "/v2/reports?pageSize=5&reportTypes=\(signed)", "")
    request.path = "/v2/reports?reportTypes=\(sent)&pageSize=5"
    #expect(try send(request).status == status)
  }

  @Test("The simulation code works signed and, as PHP sends it, unsigned", arguments: OfficialClient.allCases)
  func simulation(_ client: OfficialClient) throws {
    let session = try shop.confirmed(intent: "Confirm")
    let permission = try #require(shop.complete(session).body["chargePermissionId"]?.text)
    let answer = try send(
      client,
      .init(
        method: .post, path: "/charges",
        body: #"{"chargePermissionId":"\#(permission)","chargeAmount":{"amount":100,"currencyCode":"JPY"}}"#,
        idempotencyKey: "charge", simulation: "HardDeclined"))
    #expect(answer.status == 422)
    #expect(answer.reasonCode == "HardDeclined")
  }

  @Test("Both spellings of the date are accepted from every library", arguments: OfficialClient.allCases)
  func dates(_ client: OfficialClient) throws {
    for date in ["20250102T030405Z", "2025-01-02T03:04:05Z"] {
      let request = try client.request(.init(path: "/charges/none"), keyID: Shop.keyID, date: date)
      #expect(try send(request).status == 404)
    }
  }

  @Test("Names of signed headers stay as the caller typed them, as Node writes them")
  func mixedCase() throws {
    let request = try OfficialClient.node.request(
      .init(method: .post, path: "/checkoutSessions", body: Shop.createBody), keyID: Shop.keyID,
      headers: ["X-Amz-Pay-Idempotency-Key": "mixed"])
    #expect(request.headerFields[.authorization]?.contains(";X-Amz-Pay-Idempotency-Key;") == true)
    #expect(try send(request, Shop.createBody).status == 201)
  }

  @Test(
    "Spaces at the ends and in a row are signed as in .NET and the documentation", arguments: ["  a   b  "]
  )
  func spaces(_ value: String) throws {
    let request = try OfficialClient.dotNet.request(
      .init(path: "/charges/none"), keyID: Shop.keyID, headers: ["x-amz-pay-note": value])
    #expect(try send(request).status == 404)
    let raw = try OfficialClient.node.request(
      .init(path: "/charges/none"), keyID: Shop.keyID, headers: ["x-amz-pay-note": value])
    #expect(try send(raw).reasonCode == "InvalidRequestSignature")
  }

  @Test(
    "A changed body, path, header or algorithm is refused with the string to sign", arguments: OfficialClient.allCases)
  func tampering(_ client: OfficialClient) throws {
    let call = OfficialClient.Call(
      method: .post, path: "/checkoutSessions", body: Shop.createBody, idempotencyKey: "create")
    var changed = try client.request(call, keyID: Shop.keyID)
    #expect(try send(changed, Shop.createBody + " ").reasonCode == "InvalidRequestSignature")
    let answer = try send(changed, Shop.createBody.replacing("review", with: "revieW"))
    #expect(answer.status == 403)
    #expect(answer.message.contains("signing String [\(client.usualAlgorithm)\n"))
    changed.headerFields[.init("x-amz-pay-idempotency-key")!] = "other"
    #expect(try send(changed, Shop.createBody).reasonCode == "InvalidRequestSignature")
    var swapped = try client.request(call, keyID: Shop.keyID)
    let header = try #require(swapped.headerFields[.authorization])
    swapped.headerFields[.authorization] =
      client.usualAlgorithm.hasSuffix("V2")
      ? header.replacing("PSS-V2 ", with: "PSS ") : header.replacing("PSS ", with: "PSS-V2 ")
    #expect(try send(swapped, Shop.createBody).reasonCode == "InvalidRequestSignature")
  }
}
