import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPayModule

@Suite("Region and environment of a refused key")
struct AccountPlaceTests {
  private static let now = Moment(milliseconds: 784_111_777_000)

  private func account(
    _ keyId: String = "SANDBOX-ABC", sandboxURL: String? = nil, mode: Mode = .test, token: String? = nil
  ) throws -> AmazonPayAccount {
    try AmazonPayAccount(
      mode: mode, region: .japan, merchantId: "A1B2C3D4E5F6G7", storeId: "amzn1.application-oa2-client.01",
      publicKeyId: keyId, privateKeyPEM: Secret(SigningTestKey.privateKey), sandboxURL: sandboxURL,
      authToken: token.map { Secret($0) })
  }

  private func examination(_ account: AmazonPayAccount) -> AccountExamination {
    AccountExamination(ProviderAccountID(provider: "amazon-pay", mode: account.mode), account)
  }

  private func requests(_ account: AmazonPayAccount) throws -> [HTTPRequest] {
    let call = try AmazonPayCall.getCheckoutSession(AccountExamination.session)
    return try AccountPlace.others(than: account).map { try $0.request(for: call, of: account, at: Self.now) }
  }

  @Test("Tries a key with a prefix at the other regions, each with its host and name")
  func regions() throws {
    let requests = try requests(account())
    let path = "/v2/checkoutSessions/\(AccountExamination.session)"
    #expect(requests.map(\.authority) == ["pay-api.amazon.com", "pay-api.amazon.eu"])
    #expect(requests.map(\.scheme) == ["https", "https"])
    #expect(requests.map(\.path) == [path, path])
    #expect(requests.map { $0.headerFields[.amazonPayHost] } == ["pay-api.amazon.com", "pay-api.amazon.eu"])
    #expect(requests.map { $0.headerFields[.amazonPayRegion] } == ["na", "eu"])
    let live = try self.requests(account("LIVE-ABC", mode: .live))
    #expect(live.map(\.path) == [path, path])
  }

  @Test("Tries a key without a prefix in the other environment too, its own first")
  func environments() throws {
    let requests = try requests(account("ABC"))
    let places = requests.map { "\($0.authority ?? "")\($0.path?.split(separator: "/").first ?? "")" }
    #expect(
      places == [
        "pay-api.amazon.comsandbox", "pay-api.amazon.eusandbox", "pay-api.amazon.comlive", "pay-api.amazon.eulive",
        "pay-api.amazon.jplive",
      ])
  }

  @Test("The sandbox has one address for all regions")
  func sandbox() throws {
    let requests = try requests(account("ABC", sandboxURL: "http://127.0.0.1:3081/base"))
    #expect(requests.allSatisfy { $0.authority == "127.0.0.1:3081" && $0.scheme == "http" })
    let path = "v2/checkoutSessions/\(AccountExamination.session)"
    #expect(requests.first?.path == "/base/sandbox/\(path)")
    #expect(requests.last?.path == "/base/live/\(path)")
    #expect(requests.map { $0.headerFields[.amazonPayRegion] } == ["na", "eu", "na", "eu", "jp"])
    let prefixed = try self.requests(account(sandboxURL: "http://127.0.0.1:3081/base"))
    #expect(prefixed.map(\.path) == ["/base/\(path)", "/base/\(path)"])
  }

  @Test("Sends a merchant's token to no other region")
  func token() throws {
    let requests = try requests(account(token: "token-1"))
    #expect(requests.count == 2)
    #expect(requests.allSatisfy { $0.headerFields[.amazonPayAuthToken] == nil })
    #expect(requests.allSatisfy { $0.headerFields[.authorization]?.contains("authtoken") == false })
  }

  // MARK: Messages

  private func change(
    _ account: AmazonPayAccount, _ answers: [String], own: String = "InvalidRequestSignature"
  ) throws -> String {
    func answer(_ code: String, _ request: HTTPRequest) -> ProviderAnswer? {
      guard !code.isEmpty else { return nil }
      return ProviderAnswer(
        status: code == "ResourceNotFound" ? .notFound : .forbidden, headers: [.contentType: "application/json"],
        body: Array(#"{"reasonCode":"\#(code)","message":""}"#.utf8), receivedAt: Self.now, sent: request)
    }
    let call = try AmazonPayCall.getCheckoutSession(AccountExamination.session)
    let first = answer(own, try account.request(for: call, at: Self.now))
    #expect(AccountExamination.isKeyRefused(first))
    let places = AccountPlace.others(than: account)
    let elsewhere = try zip(places, answers).map { place, code in
      (place: place, answer: answer(code, try place.request(for: call, of: account, at: Self.now)))
    }
    let finding = try #require(examination(account).findings(first, elsewhere: elsewhere).first)
    #expect(finding.severity == .error)
    return try #require(finding.change)
  }

  @Test("Names the region that accepts the key, with the setting to change")
  func home() throws {
    let change = try change(account(), ["InvalidAuthentication", "ResourceNotFound"], own: "InvalidAuthentication")
    #expect(change.hasPrefix("The key belongs to the region eu"))
    #expect(change.contains("set ferry.amazonPay.test.region to eu."))
  }

  @Test("Names the environment that accepts the key, with the setting to change")
  func otherEnvironment() throws {
    let refused = "InvalidRequestSignature"
    let here = try change(account("ABC"), [refused, refused, refused, refused, "ResourceNotFound"])
    #expect(here.hasPrefix("The key is of the live environment, which accepts it: enter it under ferry.amazonPay.live"))
    let there = try change(account("ABC"), [refused, refused, refused, "ResourceNotFound", refused])
    #expect(there.hasPrefix("The key is of the live environment in the region eu, which"))
    let live = try change(
      account("ABC", mode: .live), [refused, refused, "ResourceNotFound", refused, refused])
    #expect(live.contains("of the sandbox environment in the region na") && live.contains("ferry.amazonPay.test"))
  }

  @Test("If no region accepts the key, names the regions that answered and the values to compare")
  func nowhere() throws {
    let change = try change(account(), ["InvalidRequestSignature", ""])
    #expect(change.contains("No other place accepts the key either (asked: na)."))
    #expect(change.contains("public key id"))
    #expect(try !self.change(account(), ["", ""]).contains("No other place"))
  }

  @Test("An answer about the clock, or no answer, tells nothing about the key")
  func others() throws {
    let account = try account()
    let request = try account.request(for: .getCheckoutSession(AccountExamination.session), at: Self.now)
    for (status, code) in [(404, "ResourceNotFound"), (503, "ServiceUnavailable"), (400, "InvalidHeaderValue")] {
      let answer = ProviderAnswer(
        status: HTTPResponse.Status(code: status), headers: [:],
        body: Array(#"{"reasonCode":"\#(code)","message":"the date is in the past"}"#.utf8), receivedAt: Self.now,
        sent: request)
      #expect(!AccountExamination.isKeyRefused(answer), "\(code)")
    }
    #expect(!AccountExamination.isKeyRefused(nil))
  }
}
