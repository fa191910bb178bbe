import AmazonPay
import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Testing

@Suite("Failures by kind")
struct AmazonPayFailureTests {
  typealias Cause = AmazonPayCodes.Cause

  static let get = AmazonPayCall.Operation.getCheckoutSession
  static let update = AmazonPayCall.Operation.updateCheckoutSession
  static let complete = AmazonPayCall.Operation.completeCheckoutSession

  /// The failure of an answer to an operation.
  static func failure(
    _ operation: AmazonPayCall.Operation, _ status: Int, _ body: String, headers: HTTPFields = [:],
    receivedAt: Moment = .signing
  ) throws -> (failure: AmazonPayFailure, answer: ProviderAnswer) {
    let call = try AmazonPayCall(operation, Answers.sessionId)
    let answer = try ProviderAnswer(call, status, body, headers: headers, receivedAt: receivedAt)
    return (call.failure(answer), answer)
  }

  static func body(_ code: String, _ message: String = "text") -> String {
    #"{"reasonCode":"\#(code)","message":"\#(message)"}"#
  }

  static let byCode: [(AmazonPayCall.Operation, Int, String, FailureKind, Cause?)] = [
    (complete, 422, "CheckoutSessionCanceled", .unknownOutcome, nil),
    (complete, 400, "CheckoutSessionCanceled", .unknownOutcome, nil),
    (complete, 422, "InvalidCheckoutSessionStatus", .unknownOutcome, nil),
    (complete, 422, "InvalidChargeStatus", .unknownOutcome, nil),
    (complete, 400, "DuplicateIdempotencyKey", .unknownOutcome, nil),
    (complete, 500, "ProcessingFailure", .unknownOutcome, nil),
    (complete, 500, "InternalServerError", .unknownOutcome, nil),
    (complete, 503, "ServiceUnavailable", .unknownOutcome, nil),
    (complete, 408, "RequestTimeout", .unknownOutcome, nil),
    (complete, 409, "AmountMismatch", .rejected, .amountMismatch),
    (complete, 422, "HardDeclined", .rejected, .declined),
    (complete, 422, "AmazonRejected", .rejected, .declined),
    (complete, 422, "TransactionTimedOut", .rejected, .declined),
    (complete, 422, "PaymentMethodNotAllowed", .rejected, .paymentMethodNotAllowed),
    (complete, 422, "MFANotCompleted", .rejected, .authenticationNotCompleted),
    (complete, 400, "TransactionAmountExceeded", .rejected, .limitExceeded),
    (complete, 404, "ResourceNotFound", .rejected, .notFound),
    (complete, 429, "TooManyRequests", .transient, nil),
    (complete, 422, "SomethingNew", .unknownOutcome, nil),
    (complete, 400, "InvalidParameterValue", .misconfigured, .request),
    (complete, 400, "MissingHeader", .misconfigured, .request),
    (complete, 401, "UnauthorizedAccess", .misconfigured, .account),
    (complete, 403, "InvalidAccountStatus", .misconfigured, .account),
    (complete, 426, "TLSVersionNotSupported", .misconfigured, .tlsVersion),
    (.captureCharge, 422, "InvalidChargeStatus", .unknownOutcome, nil),
    (.captureCharge, 400, "TransactionAmountExceeded", .rejected, .limitExceeded),
    (.captureCharge, 422, "AmazonRejected", .rejected, .declined),
    (.captureCharge, 500, "ProcessingFailure", .unknownOutcome, nil),
    (.cancelCharge, 422, "InvalidChargeStatus", .unknownOutcome, nil),
    (.createRefund, 422, "InvalidChargeStatus", .rejected, .notPossible),
    (.createRefund, 400, "DuplicateIdempotencyKey", .unknownOutcome, nil),
    (.createRefund, 422, "SomethingNew", .unknownOutcome, nil),
    (.createRefund, 502, "", .unknownOutcome, nil),
    (.getRefund, 404, "ResourceNotFound", .rejected, .notFound),
    (update, 422, "InvalidCheckoutSessionStatus", .rejected, .notPossible),
    (update, 500, "InternalServerError", .unknownOutcome, nil),
    (update, 400, "UnrecognizedField", .misconfigured, .request),
    (update, 422, "SomethingNew", .misconfigured, .request),
    (get, 404, "ResourceNotFound", .rejected, .notFound),
    (get, 500, "InternalServerError", .transient, nil),
    (get, 500, "ProcessingFailure", .transient, nil),
    (get, 503, "ServiceUnavailable", .transient, nil),
    (get, 408, "RequestTimeout", .transient, nil),
    (get, 405, "RequestNotSupported", .misconfigured, .request),
    (get, 403, "InvalidAuthentication", .misconfigured, .account),
  ]

  @Test("A reason code has its kind, by operation", arguments: byCode)
  func codes(
    _ operation: AmazonPayCall.Operation, _ status: Int, _ code: String, _ kind: FailureKind, _ cause: Cause?
  ) throws {
    let failure = try Self.failure(operation, status, Self.body(code)).failure
    #expect(failure.kind == kind)
    #expect(failure.cause == cause)
    #expect(failure.retryAfter == nil)
    #expect(failure.httpStatus == status)
    #expect(failure.reasonCode?.text == code)
    #expect(failure.operation == operation)
  }

  @Test(
    "No documented reason code hides a completion that may have happened")
  func completeIsCareful() throws {
    for code in ReasonCode.allCases {
      for status in [408, 500, 502, 503, 504] {
        #expect(try Self.failure(Self.complete, status, Self.body(code.rawValue)).failure.kind == .unknownOutcome)
      }
    }
  }

  static let malformed: [String] = [
    "", " ", "null", "17", "[]", "\"text\"", "{}", "{\"reasonCode\":17}", "{\"reasonCode\":null}",
    "{\"reasonCode\":\"HardDecl", "<html><body>Bad gateway</body></html>", "\u{0}\u{1}", "{\"message\":\"text\"}",
    String(repeating: "[", count: 5000), #"{"reasonCode":{"reasonCode":"HardDeclined"}}"#,
  ]

  @Test("An answer from something else than Amazon Pay never decides a payment", arguments: malformed)
  func malformedBodies(_ body: String) throws {
    for status in [200, 201, 202, 400, 401, 403, 404, 409, 422, 500, 502, 504] {
      #expect(try Self.failure(Self.complete, status, body).failure.kind == .unknownOutcome)
    }
    for status in [400, 403, 404, 422, 302, 307] {
      #expect(try Self.failure(Self.get, status, body).failure.cause == .notAmazonPay)
    }
    for status in [200, 500, 502, 504] {
      #expect(try Self.failure(Self.get, status, body).failure.kind == .transient)
    }
  }

  @Test(
    "An unreadable success is neither a success nor a failure",
    arguments: [
      "", "{", "[]", "null", "<html></html>", #"{"checkoutSessionId":"x"}"#,
      #"{"checkoutSessionId":"11111111-2222-4333-8444-555555555555"}"#,
      #"{"checkoutSessionId":"11111111-2222-4333-8444-555555555555","statusDetails":{}}"#,
      #"{"checkoutSessionId":"11111111-2222-4333-8444-555555555555","statusDetails":{"state":1}}"#,
      #"{"checkoutSessionId":"another-session","statusDetails":{"state":"Completed"}}"#,
      String(Answers.completedSession.dropLast(3)),
    ])
  func unreadableSuccess(_ body: String) throws {
    for (operation, kind) in [(Self.complete, FailureKind.unknownOutcome), (Self.get, .transient)] {
      let call = try AmazonPayCall(operation, Answers.sessionId)
      let answer = try ProviderAnswer(call, 200, body)
      do {
        _ = try call.object(CheckoutSession.self, in: answer)
        Issue.record("An unreadable answer was read.")
      } catch {
        #expect(error.kind == kind)
      }
    }
  }

  @Test("Reads a success, also with a pending authorization", arguments: [200, 202])
  func success(_ status: Int) throws {
    let call = try AmazonPayCall(.completeCheckoutSession, Answers.sessionId)
    let session = try call.object(CheckoutSession.self, in: ProviderAnswer(call, status, Answers.completedSession))
    #expect(session.chargeId == Answers.chargeId)
  }

  @Test("A new refund matches its charge, and later its own id")
  func refund() throws {
    let body = Answers.refund("RefundInitiated")
    let calls = [
      try AmazonPayCall.createRefund(ofCharge: Answers.chargeId, .yen(100), IdempotencyKey("1")),
      try AmazonPayCall.getRefund(Answers.refundId),
    ]
    for call in calls {
      let refund = try call.object(Refund.self, in: ProviderAnswer(call, 201, body))
      #expect(refund.state == .known(.refundInitiated))
      #expect(refund.refundAmount?.money == .yen(100))
      #expect(refund.creationTimestamp == .signing)
    }
    let other = try AmazonPayCall.getRefund("S03-1234567-1234567-R999999")
    let answer = try ProviderAnswer(other, 200, body)
    #expect(throws: AmazonPayFailure.self) { try other.object(Refund.self, in: answer) }
  }

  @Test("No answer: unknown outcome after a sent change of state, else transient")
  func noAnswer() {
    #expect(AmazonPayFailure.noAnswer(to: Self.complete, sent: true).kind == .unknownOutcome)
    #expect(AmazonPayFailure.noAnswer(to: Self.complete, sent: false).kind == .transient)
    #expect(AmazonPayFailure.noAnswer(to: Self.update, sent: true).kind == .unknownOutcome)
    #expect(AmazonPayFailure.noAnswer(to: Self.get, sent: true).kind == .transient)
  }

  @Test(
    "Respects Retry-After, up to one hour",
    arguments: [
      ("7", Duration?.some(.seconds(7))), ("0", .zero), ("86400", .seconds(3600)),
      ("Thu, 02 Jan 2025 03:05:05 GMT", .seconds(60)), ("Thu, 02 Jan 2025 03:00:05 GMT", .zero),
      ("soon", nil), ("-5", nil), ("", nil),
    ])
  func retryAfter(_ text: String, _ wait: Duration?) throws {
    var headers = HTTPFields()
    headers[.retryAfter] = text
    let (failure, _) = try Self.failure(Self.complete, 429, Self.body("TooManyRequests"), headers: headers)
    #expect(failure.kind == .transient && failure.retryAfter == wait)
    let busy = try Self.failure(Self.get, 503, "", headers: headers).failure
    #expect(busy.kind == .transient && busy.retryAfter == wait)
  }

  @Test("Explains a refused signature by comparing Amazon's string to sign with ours")
  func signature() throws {
    let call = try AmazonPayCall(.getCheckoutSession, Answers.sessionId)
    let request = try TestAccount.make().request(for: call, at: .signing)
    let ours = CanonicalRequest(request, body: [], signing: RequestSigner.signedHeaders).sha256
    let other = String(repeating: "0", count: 64)
    func cause(_ message: String) -> Cause? {
      let body = Array(Self.body("InvalidRequestSignature", message).utf8)
      let answer = ProviderAnswer(status: .forbidden, headers: [:], body: body, receivedAt: .signing, sent: request)
      return call.failure(answer).cause
    }
    func message(_ hash: String, _ algorithm: String = "AMZN-PAY-RSASSA-PSS-V2") -> String {
      "Unable to verify signature, signing String [\(algorithm)\\n\(hash)] , signature [c2lnbmF0dXJl]"
    }
    #expect(cause(message(ours)) == .signature(.otherKey))
    #expect(cause(message(other)) == .signature(.otherRequest))
    #expect(cause(message("short")) == .signature(.unexplained))
    #expect(cause("Unable to verify signature") == .signature(.unexplained))
    #expect(cause("") == .signature(.unexplained))
    #expect(cause("]text[") == .signature(.unexplained))
  }

  @Test("Recognizes a refused date by the message or by the answer's date")
  func clock() throws {
    var headers = HTTPFields()
    headers[.date] = "Thu, 02 Jan 2025 03:04:05 GMT"
    let future = Self.body("InvalidHeaderValue", "x-amz-pay-date: date should not be in future")
    #expect(try Self.failure(Self.get, 400, future, headers: headers).failure.cause == .clock)
    let silent = Self.body("InvalidRequest")
    #expect(try Self.failure(Self.get, 400, silent, headers: headers).failure.cause == .request)
    headers[.date] = "Thu, 02 Jan 2025 03:24:05 GMT"
    #expect(try Self.failure(Self.get, 400, silent, headers: headers).failure.cause == .clock)
    let other = Self.body("InvalidParameterValue")
    #expect(try Self.failure(Self.get, 400, other, headers: headers).failure.cause == .request)
  }

  @Test("A failure prints operation, status, code and request id, and no value of the request")
  func description() throws {
    var headers = HTTPFields()
    headers[.amazonPayRequestId] = "abc-123"
    let message = "The value 'taro@example.com' provided for 'buyer' is invalid"
    let failure = try Self.failure(
      Self.update, 400, Self.body("InvalidParameterValue", message), headers: headers
    ).failure
    #expect(failure.requestId == "abc-123")
    for part in ["updateCheckoutSession", "400", "InvalidParameterValue", "abc-123"] {
      #expect(failure.description.contains(part))
    }
    #expect(!String(reflecting: failure).contains("taro"))
    let odd = try Self.failure(Self.update, 422, Self.body("taro@example.com\\u000a")).failure
    #expect(!odd.description.contains("@"))
    #expect(!odd.description.contains("\n"))
  }
}

extension ProviderAnswer {
  /// An answer to a call that the test account signed.
  init(
    _ call: AmazonPayCall, _ status: Int, _ body: String, headers: HTTPFields = [:], receivedAt: Moment = .signing
  ) throws {
    self.init(
      status: .init(code: status), headers: headers, body: Array(body.utf8), receivedAt: receivedAt,
      sent: try TestAccount.make().request(for: call, at: .signing))
  }
}
