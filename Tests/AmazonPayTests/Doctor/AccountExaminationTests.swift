import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPayModule

@Suite("Doctor: accounts and clocks")
struct AccountExaminationTests {
  private let account: AmazonPayAccount
  /// 1994-11-06T08:49:37Z
  private static let now = Moment(milliseconds: 784_111_777_000)

  init() throws {
    account = try AmazonPayAccount(
      mode: .test, region: .japan, merchantId: "A1B2C3D4E5F6G7", storeId: "amzn1.application-oa2-client.01",
      publicKeyId: "SANDBOX-ABC", privateKeyPEM: Secret(SigningTestKey.privateKey))
  }

  private var examination: AccountExamination {
    AccountExamination(ProviderAccountID(provider: "amazon-pay", mode: .test), account)
  }

  private func findings(
    _ status: Int, _ body: String, ahead: Int64 = 0, took: Int64 = 0, hasDate: Bool = true
  ) throws -> [Finding] {
    let call = try AmazonPayCall.getCheckoutSession(AccountExamination.session)
    let sent = try account.request(for: call, at: Self.now + .seconds(ahead))
    let answer = ProviderAnswer(
      status: HTTPResponse.Status(code: status),
      headers: hasDate ? [.date: "Sun, 06 Nov 1994 08:49:37 GMT", .contentType: "application/json"] : [:],
      body: Array(body.utf8), receivedAt: Self.now + .seconds(ahead + took), sent: sent)
    return examination.findings(answer)
  }

  private static func refusal(_ code: String) -> String { #"{"reasonCode":"\#(code)","message":"text"}"# }

  @Test("A missing session proves a valid key")
  func good() throws {
    let findings = try findings(404, Self.refusal("ResourceNotFound"))
    #expect(findings.map(\.severity) == [.ok, .ok])
    #expect(findings[0].seen.contains("https://pay-api.amazon.jp/v2 (region jp)"))
  }

  @Test(
    "A refused key is an error with the values to compare",
    arguments: [
      (403, "InvalidRequestSignature", "public key id"), (403, "InvalidAuthentication", "Seller Central"),
      (403, "InvalidAccountStatus", "Seller Central"),
    ])
  func refused(status: Int, code: String, word: String) throws {
    let finding = try #require(try findings(status, Self.refusal(code)).first)
    #expect(finding.severity == .error && finding.area == .provider)
    #expect(finding.seen.contains(code))
    let change = try #require(finding.change)
    #expect(change.contains(word), "\(change)")
    #expect(change.contains("sandbox environment"))
  }

  @Test("A foreign answer or none is an error, a temporary failure a warning")
  func others() throws {
    #expect(try findings(200, "<html>").first?.severity == .error)
    #expect(try findings(503, Self.refusal("ServiceUnavailable")).first?.severity == .warning)
    #expect(
      examination.findings(nil).map(\.severity) == [.error])
  }

  @Test(
    "Tolerates a clock difference of seconds",
    arguments: [
      (0, Finding.Severity.ok), (5, .ok), (-5, .ok), (6, .warning), (-60, .warning), (61, .error), (-3600, .error),
    ] as [(Int64, Finding.Severity)])
  func clock(ahead: Int64, severity: Finding.Severity) throws {
    let findings = try findings(404, Self.refusal("ResourceNotFound"), ahead: ahead)
    let clock = try #require(findings.first { $0.area == .clock })
    #expect(clock.severity == severity)
    if severity != .ok {
      #expect(clock.seen.contains("\(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind")"))
    }
  }

  @Test("A slow answer is no evidence against the clock", arguments: [0, -30, -60] as [Int64])
  func slow(ahead: Int64) throws {
    let findings = try findings(404, Self.refusal("ResourceNotFound"), ahead: ahead, took: 60)
    #expect(findings.first { $0.area == .clock }?.severity == .ok)
  }

  @Test("Without a date there is no finding about the clock")
  func noDate() throws {
    let findings = try findings(404, Self.refusal("ResourceNotFound"), hasDate: false)
    #expect(findings.first { $0.area == .clock }?.severity == .note)
  }

  @Test("No finding contains a part of a key")
  func secrets() throws {
    let secret = SigningTestKey.privateKey.split(separator: "\n")[1]
    for body in ["ResourceNotFound", "InvalidRequestSignature"] {
      for finding in try findings(403, Self.refusal(body)) {
        #expect(!"\(finding)".contains(secret), "\(finding.area)")
      }
    }
  }
}
