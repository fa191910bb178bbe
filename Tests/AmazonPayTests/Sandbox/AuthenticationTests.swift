import FerryCore
import FerrySandbox
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Authentication of requests")
struct AuthenticationTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

  @Test(
    "A request without a header that all clients send is refused",
    arguments: Authenticator.leastSignedHeaders + ["authorization"])
  func missingHeader(_ header: String) throws {
    let name = try name(header)
    let answer = try shop.call(.get, "/v2/charges/x") { $0.headerFields[name] = nil }
    #expect(answer.status == 400)
    #expect(answer.reasonCode == "MissingHeader")
    #expect(answer.message.contains(header))
  }

  @Test("Every header that all clients sign must be signed", arguments: Authenticator.leastSignedHeaders)
  func unsignedHeader(_ header: String) throws {
    var request = try shop.signed(.get, "/v2/charges/x")
    try shop.sign(&request, Authenticator.leastSignedHeaders.filter { $0 != header }, "", Shop.keyID)
    let (response, _) = shop.sandbox.respond(to: request, body: [])
    #expect(response.status.code == 403)
  }

  @Test(
    "A date within the window is accepted in both spellings",
    arguments: ["20250102T030405Z", "2025-01-02T03:04:05Z", "20250102T025905Z", "20250102T030410Z"])
  func acceptedDates(_ date: String) throws { #expect(try answer(date: date).status == 404) }

  @Test(
    "A date outside the window or in another form is refused",
    arguments: [
      ("20250102T030411Z", "The value 20250102T030411Z provided for x-amz-pay-date should not be in future"),
      ("20250102T025904Z", "too far in the past"), ("20250132T030405Z", "must look like"),
      ("20250102T030405", "must look like"), ("2025-01-02 03:04:05Z", "must look like"), ("now", "must look like"),
    ])
  func refusedDates(_ date: String, _ message: String) throws {
    let answer = try answer(date: date)
    #expect(answer.status == 400)
    #expect(answer.reasonCode == "InvalidHeaderValue")
    #expect(answer.message.contains(message))
  }

  private func answer(date: String) throws -> Shop.Answer {
    var request = try shop.signed(.get, "/v2/charges/x")
    request.headerFields[try name("x-amz-pay-date")] = date
    try shop.sign(&request, Authenticator.leastSignedHeaders, "", Shop.keyID)
    let (response, body) = shop.sandbox.respond(to: request, body: [])
    return Shop.Answer(status: response.status.code, body: try JSONValue(parsing: body), bytes: body)
  }

  @Test("Advancing the sandbox's clock does not make signatures old")
  func clockOfSignatures() throws {
    shop.sandbox.advanceClock(by: .seconds(90_000))
    #expect(try shop.call(.get, "/v2/charges/x").status == 404)
  }

  @Test(
    "Paths are accepted with and without environment and slash at the end",
    arguments: [
      (Shop.keyID, "/v2/charges/x"), (Shop.keyID, "/v2/charges/x/"), (Shop.keyID, "/sandbox/v2/charges/x"),
      (Shop.keyID, "/sandbox/v2/charges/x/"), (Shop.plainKeyID, "/sandbox/v2/charges/x"),
      (Shop.plainKeyID, "/live/v2/charges/x"), (Shop.liveKeyID, "/v2/charges/x"),
      (Shop.liveKeyID, "/live/v2/charges/x/"),
    ])
  func paths(_ keyID: String, _ path: String) throws {
    #expect(try shop.call(.get, path, keyID: keyID).status == 404)
  }

  @Test(
    "A path that contradicts the key is refused",
    arguments: [
      (Shop.keyID, "/live/v2/charges/x", 403, "InvalidRequestSignature"),
      (Shop.liveKeyID, "/sandbox/v2/charges/x", 403, "InvalidRequestSignature"),
      (Shop.plainKeyID, "/v2/charges/x", 400, "InvalidRequest"),
      ("SANDBOX-UNKNOWN", "/v2/charges/x", 403, "InvalidAuthentication"),
    ])
  func contradictions(_ keyID: String, _ path: String, _ status: Int, _ reason: String) throws {
    let answer = try shop.call(.get, path, keyID: keyID)
    #expect(answer.status == status)
    #expect(answer.reasonCode == reason)
  }

  @Test("Regions are known by key and country code in any case, and must be the account's")
  func regions() throws {
    for (region, status) in [("jp", 404), ("JP", 404), ("na", 403), ("us", 403), ("DE", 403), ("uk", 403), ("xx", 400)]
    {
      var request = try shop.signed(.get, "/v2/charges/x")
      request.headerFields[try name("x-amz-pay-region")] = region
      try shop.sign(&request, Authenticator.leastSignedHeaders, "", Shop.keyID)
      #expect(shop.sandbox.respond(to: request, body: []).0.status.code == status, "\(region)")
    }
  }

  @Test(
    "An authorization header that cannot be read is refused",
    arguments: [
      "Basic abc", "AMZN-PAY-RSASSA-PSS-V2", "AMZN-PAY-RSASSA-PSS-V3 PublicKeyId=a, SignedHeaders=b, Signature=YQ==",
      "AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=a, SignedHeaders=b",
      "AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=a, SignedHeaders=b, Signature=%%%",
    ])
  func unreadableAuthorization(_ value: String) throws {
    let answer = try shop.call(.get, "/v2/charges/x") { $0.headerFields[.authorization] = value }
    #expect(answer.status == 403)
    #expect(answer.reasonCode == "InvalidAuthentication")
  }

  @Test(
    "An operation that the API does not have is refused as Amazon does",
    arguments: [
      ("GET", "/v1/charges/x", 400, "InvalidAPIVersion"), ("GET", "/v2/nothing", 404, "ResourceNotFound"),
      ("PUT", "/v2/charges/x", 405, "RequestNotSupported"),
      ("GET", "/v2/checkoutSessions", 405, "RequestNotSupported"),
      ("GET", "/v2/checkoutSessions/x/finalize", 405, "RequestNotSupported"),
      ("DELETE", "/v2/disbursements", 405, "RequestNotSupported"),
      ("GET", "/v2/disputes/x", 404, "ResourceNotFound"), ("PATCH", "/v2/disputes/x", 403, "UnauthorizedAccess"),
    ])
  func unsupported(_ method: String, _ path: String, _ status: Int, _ reason: String) throws {
    let answer = try shop.call(try #require(HTTPRequest.Method(rawValue: method)), path)
    #expect(answer.status == status)
    #expect(answer.reasonCode == reason)
  }

  @Test("A key that cannot be read stops the start, and is named")
  func unreadableKey() {
    let merchant = Merchant(
      id: "A", name: "B", storeIDs: [], publicKeys: ["SANDBOX-BROKEN": "-----BEGIN PUBLIC KEY-----"])
    #expect(throws: SandboxConfigurationError(problems: [.publicKey(id: "SANDBOX-BROKEN", .truncated)])) {
      try Sandbox([merchant], at: .test())
    }
  }
}
