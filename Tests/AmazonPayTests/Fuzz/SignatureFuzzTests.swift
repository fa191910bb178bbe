import AmazonPay
import FerryCore
import FerryHTTP
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Arbitrary values in a request")
struct SignatureFuzzTests {
  @Test("The signed request equals the received one for arbitrary values")
  func signatures() throws {
    let account = try TestAccount.make()
    let tokens = ["a b+c/d=e&f~g%h", "2025", "A.1", "あ", "", "../..", "x=1&y"]
    try Fuzzing(pieces: ["A.1", "+", "~", "!"]).run("signed requests", tokens) { generator, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let calls: [AmazonPayCall] = [
        try .listReports(ReportFilter(types: [text], nextToken: text)), try? .getReport(text),
        try? .getBuyer(token: text),
        try .listDisbursements(DisbursementFilter(from: .signing, to: .signing + .seconds(1), nextToken: text)),
        try? .getAuthorizationToken(mwsAuthToken: text, merchantId: text),
        try AmazonPayCall(
          .listReportSchedules, query: [.init(text, text), .init("A.10", text), .init("A.2", ""), .init("A.1", text)]),
        try .updateCharge(Answers.chargeId, ["text": .string(text)]),
      ].compactMap { $0 }
      guard let call = calls.randomElement(using: &generator) else { return }
      let unsigned = account.unsignedRequest(for: call)
      let target = try #require(unsigned.path)
      #expect(target.utf8.allSatisfy { (0x21...0x7E).contains($0) })
      #expect(!target.contains("/../") && !target.hasSuffix("/.."))
      var request = unsigned
      request.headerFields[.amazonPayDate] = AmazonPayTimestamp.text(.signing)
      let ours = AmazonPay.CanonicalRequest(request, body: call.body, signing: RequestSigner.signedHeaders)
      let theirs = AmazonPaySandbox.CanonicalRequest(
        method: request.method.rawValue, target: target,
        signedHeaders: ours.signedHeaders.split(separator: ";").map(String.init),
        value: { name in HTTPField.Name(name).flatMap { request.headerFields[$0] } }, body: call.body)
      #expect(ours.text == theirs.text)
    }
  }
}
