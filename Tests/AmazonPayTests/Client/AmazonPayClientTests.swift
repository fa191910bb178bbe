import AmazonPay
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import Testing

@Suite("Client")
struct AmazonPayClientTests {
  typealias Script = ScriptedTransport

  private func client(_ script: Script, now: Moment = .signing) throws -> AmazonPayClient {
    AmazonPayClient(try TestAccount.make(), transport: script, time: HandClock(now))
  }

  @Test("A whole checkout: read, update, complete, compare")
  func checkout() async throws {
    let script = Script([
      .answer(200, Answers.openSession), .answer(200, Answers.openSession), .answer(200, Answers.completedSession),
      .answer(200, Answers.charge("Captured")),
    ])
    let client = try client(script)
    let session = try await client.send(.getCheckoutSession(Answers.sessionId), as: CheckoutSession.self)
    #expect(session.buyer?.name == "山田 太郎")
    let update = CheckoutSessionUpdate(
      checkoutResultReturnUrl: "https://shop.example/result",
      payment: RequestedPayment(.authorizeWithCapture, .yen(9878)))
    let updated = try await client.send(
      .updateCheckoutSession(Answers.sessionId, update, in: .sandbox), as: CheckoutSession.self)
    #expect(updated.webCheckoutDetails?.amazonPayRedirectUrl != nil)
    let key = try IdempotencyKey("0123456789abcdef")
    let completed = try await client.send(
      .completeCheckoutSession(Answers.sessionId, .yen(9878), key), as: CheckoutSession.self)
    let charge = try await client.send(.getCharge(try #require(completed.chargeId)), as: Charge.self)
    #expect(charge.captureAmount?.money == .yen(9878))
    #expect(script.sent.map(\.request.method) == [.get, .patch, .post, .get])
    #expect(script.sent[2].request.headerFields[.amazonPayIdempotencyKey] == key.text)
  }

  @Test("Captures, cancels and refunds charges, and gets refunds and permissions")
  func money() async throws {
    let script = Script([
      .answer(200, Answers.charge("Captured")), .answer(200, Answers.charge("Canceled", captured: "null")),
      .answer(201, Answers.refund("RefundInitiated")), .answer(200, Answers.refund("Refunded")),
      .answer(200, Answers.chargePermission),
    ])
    let client = try client(script)
    let key = try IdempotencyKey("1")
    #expect(
      try await client.send(.captureCharge(Answers.chargeId, .yen(9878), key), as: Charge.self).state
        == .known(.captured))
    #expect(
      try await client.send(.cancelCharge(Answers.chargeId, reason: "buyer asked"), as: Charge.self).state
        == .known(.canceled))
    #expect(
      try await client.send(.createRefund(ofCharge: Answers.chargeId, .yen(100), key), as: Refund.self).state
        == .known(.refundInitiated))
    #expect(try await client.send(.getRefund(Answers.refundId), as: Refund.self).state == .known(.refunded))
    #expect(
      try await client.send(.getChargePermission(Answers.chargePermissionId), as: ChargePermission.self).state
        == .known(.nonChargeable))
  }

  private static let future = #"{"reasonCode":"InvalidHeaderValue","message":"date should not be in future"}"#

  @Test("After a wrong clock, sends the same bytes and all later requests with Amazon's date")
  func clock() async throws {
    let now = Moment.signing + .seconds(90)
    let date = "Thu, 02 Jan 2025 03:04:05 GMT"
    let script = Script(
      [
        .answer(400, Self.future, date: date), .answer(200, Answers.completedSession),
        .answer(200, Answers.charge("Captured")),
      ], now: now)
    let client = try client(script, now: now)
    let key = try IdempotencyKey("1")
    _ = try await client.send(.completeCheckoutSession(Answers.sessionId, .yen(9878), key), as: CheckoutSession.self)
    _ = try await client.send(.getCharge(Answers.chargeId), as: Charge.self)
    #expect(
      script.sent.map { $0.request.headerFields[.amazonPayDate] }
        == ["20250102T030535Z", "20250102T030405Z", "20250102T030405Z"])
    #expect(script.sent[0].body == script.sent[1].body)
    #expect(script.sent[1].request.headerFields[.amazonPayIdempotencyKey] == key.text)
    #expect(script.sent[0].request.headerFields[.authorization] != script.sent[1].request.headerFields[.authorization])
  }

  @Test("Does not retry a date that is refused twice")
  func clockTwice() async throws {
    let now = Moment.signing + .seconds(90)
    let date = "Thu, 02 Jan 2025 03:04:05 GMT"
    let script = Script([.answer(400, Self.future, date: date), .answer(400, Self.future, date: date)], now: now)
    let client = try client(script, now: now)
    let failure = await #expect(throws: AmazonPayFailure.self) {
      try await client.send(.getCharge(Answers.chargeId), as: Charge.self)
    }
    #expect(failure?.cause == .clock)
    #expect(script.sent.count == 2)
  }

  @Test("A request that may have arrived has an unknown outcome if it changes anything")
  func transportFailures() async throws {
    let key = try IdempotencyKey("1")
    let script = Script([
      .failure(.unknown("timeout")), .failure(.notSent("refused")), .failure(.unknown("timeout")),
    ])
    let client = try client(script)
    let unknown = await #expect(throws: AmazonPayFailure.self) {
      try await client.send(.completeCheckoutSession(Answers.sessionId, .yen(1), key), as: CheckoutSession.self)
    }
    #expect(unknown?.kind == .unknownOutcome)
    let notSent = await #expect(throws: AmazonPayFailure.self) {
      try await client.send(.completeCheckoutSession(Answers.sessionId, .yen(1), key), as: CheckoutSession.self)
    }
    #expect(notSent?.kind == .transient)
    let read = await #expect(throws: AmazonPayFailure.self) {
      try await client.send(.getCharge(Answers.chargeId), as: Charge.self)
    }
    #expect(read?.kind == .transient && script.sent.count == 3)
  }

  @Test("Does not send a value that Amazon would refuse")
  func notSent() async throws {
    let script = Script([])
    let client = try client(script)
    await #expect(throws: InvalidField.self) {
      try await client.send(
        .completeCheckoutSession(Answers.sessionId, .yen(0), IdempotencyKey("1")), as: CheckoutSession.self)
    }
    await #expect(throws: InvalidField.self) {
      try await client.send(.getCheckoutSession("../charges"), as: CheckoutSession.self)
    }
    #expect(script.sent.isEmpty)
  }
}
