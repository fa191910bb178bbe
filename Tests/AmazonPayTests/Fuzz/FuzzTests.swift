import AmazonPay
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@Suite("Arbitrary answers", .serialized)
struct FuzzTests {
  private static let fuzzing = Fuzzing(pieces: [
    #"{"amount":"1","currencyCode":"JPY"}"#, "\"state\":\"Captured\"", "\"reasonCode\":", "[null]", "Signature=",
    "1e-130", "0.1", "-9223372036854775808", "9223372036854775807", "20250102T030405Z", "AMZN-PAY-RSASSA-PSS",
  ])

  private static let answers =
    AdditionalMembersTests.samples.map(\.text) + [
      Answers.newSession, Answers.chargePermission, Answers.refund("Refunded"), Answers.canceledSession("Declined"),
      #"{"reasonCode":"HardDeclined","message":"no"}"#,
      "{\"reasonCode\":\"InvalidRequestSignature\",\"message\":\"Unable to verify signature, signing String [AMZN-PAY-RSASSA-PSS-V2\\n\(String(repeating: "0", count: 64))] , signature [abc]\"}",
      "", "{}", "<html>",
    ]

  private static let statuses = [
    200, 200, 200, 200, 201, 202, 204, 302, 400, 401, 403, 404, 405, 408, 409, 422, 425, 429, 500, 503, 504, 100, 599,
  ]

  /// Decoding, encoding and decoding again yields an equal value.
  private static func isStable<Object: AmazonPayObject & Codable & Equatable>(_ type: Object.Type, _ bytes: [UInt8]) {
    guard let object = try? JSONDecoder().decode(type, from: Data(bytes)) else { return }
    guard let written = try? JSONEncoder().encode(object) else {
      Issue.record("\(type) is read and cannot be written: \(String(decoding: bytes, as: UTF8.self))")
      return
    }
    let again = try? JSONDecoder().decode(type, from: written)
    #expect(again != nil, "\(type): \(String(decoding: bytes, as: UTF8.self))")
    guard let again, let rewritten = try? JSONEncoder().encode(again) else { return }
    // Times are encoded in seconds, so the first encoding may truncate them; the second one does not.
    let final = try? JSONDecoder().decode(type, from: rewritten)
    #expect(final == again, "\(type): \(String(decoding: bytes, as: UTF8.self))")
  }

  @Test("Every decoder accepts or refuses any input, and encodes its values unchanged")
  func decoders() {
    Self.fuzzing.run("decoders of answers", Self.answers) { _, bytes in
      Self.isStable(CheckoutSession.self, bytes)
      Self.isStable(FinalizedCheckoutSession.self, bytes)
      Self.isStable(Charge.self, bytes)
      Self.isStable(ChargePermission.self, bytes)
      Self.isStable(Refund.self, bytes)
      Self.isStable(AmazonPayBuyer.self, bytes)
      Self.isStable(DeliveryTracker.self, bytes)
      Self.isStable(Report.self, bytes)
      Self.isStable(ReportPage.self, bytes)
      Self.isStable(ReportDocument.self, bytes)
      Self.isStable(ReportSchedule.self, bytes)
      Self.isStable(ReportScheduleList.self, bytes)
      Self.isStable(DisbursementPage.self, bytes)
      Self.isStable(AuthorizationToken.self, bytes)
      Self.isStable(UntypedAnswer.self, bytes)
    }
  }

  @Test(
    "Every answer is an object or a failure; an unreadable one never hides a movement of money"
  )
  func failures() throws {
    let account = try TestAccount.make()
    let samples = Self.answers
    try Self.fuzzing.run("answers to calls", samples) { generator, bytes in
      let operation = AmazonPayCall.Operation.allCases.randomElement(using: &generator) ?? .getCharge
      let call = try AmazonPayCall(operation, Answers.chargeId)
      let code = Self.statuses.randomElement(using: &generator) ?? 200
      var headers = HTTPFields()
      headers[.retryAfter] = String(decoding: bytes.prefix(8), as: UTF8.self)
      headers[.date] = "Thu, 02 Jan 2025 03:04:05 GMT"
      let answer = ProviderAnswer(
        status: .init(code: code), headers: headers, body: bytes, receivedAt: .signing,
        sent: account.unsignedRequest(for: call))
      do {
        let charge: Charge = try call.object(in: answer)
        #expect((200..<300).contains(code))
        #expect(charge.answers(call))
      } catch let error as AmazonPayFailure {
        if (200..<300).contains(code), operation.changesState { #expect(error.kind == .unknownOutcome) }
        if operation.changesState, code >= 500 { #expect(error.kind == .unknownOutcome) }
        #expect(!error.description.contains("\n"))
        #expect(error.description.utf8.count < 700)
      }
    }
  }

  @Test("Every decoded charge obeys the rules for refunds")
  func refunds() {
    Self.fuzzing.run("limits of refunds", [Answers.charge("Captured")]) { _, bytes in
      guard let charge = try? JSONDecoder().decode(Charge.self, from: Data(bytes)) else { return }
      guard let left = charge.refundable else {
        // Captured, with an unreadable refunded amount.
        if charge.state == .known(.captured), let captured = charge.captureAmount?.money {
          #expect(throws: InvalidField.self) { try charge.check(refund: Money(minorUnits: 1, captured.currency)) }
        }
        return
      }
      #expect(!left.isNegative)
      guard let more = try? left.adding(Money(minorUnits: 1, left.currency)) else { return }
      #expect(throws: InvalidField.self) { try charge.check(refund: more) }
    }
  }

  @Test("Any text is a key, or a problem without a part of the text")
  func keys() {
    Self.fuzzing.run(
      "keys", [SigningTestKey.privateKey, SigningKeyTests.pkcs1, SigningTestKey.publicKey]
    ) { _, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let result = Result { () throws(SigningKeyProblem) in try SigningKey(pem: Secret(text)) }
      if case .failure(let error) = result {
        #expect(!"\(error)".contains("MIIE"))
        #expect(!error.description.isEmpty)
      }
    }
  }
}
