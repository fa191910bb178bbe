import FerryCore
public import FerryHTTP
import HTTPTypes

/// An object in an answer.
public protocol AmazonPayObject: Decodable, Sendable {
  /// Returns true if this is the object that the call asked for.
  func answers(_ call: AmazonPayCall) -> Bool
}

extension AmazonPayCall {
  /// Decodes the requested object from an answer.
  /// - Throws: `AmazonPayFailure`, also for a success that cannot be decoded or is about another object.
  public func object<Object: AmazonPayObject>(
    _ type: Object.Type = Object.self, in answer: ProviderAnswer
  ) throws(AmazonPayFailure) -> Object {
    // An untyped answer may be empty.
    let isBare = answer.body.isEmpty && Object.self == UntypedAnswer.self
    guard
      answer.status.kind == .successful, let object = try? Object(json: isBare ? Array("{}".utf8) : answer.body),
      object.answers(self)
    else { throw failure(answer) }
    return object
  }

  /// The failure of an answer that is not a success, or cannot be decoded as one.
  public func failure(_ answer: ProviderAnswer) -> AmazonPayFailure {
    // Amazon Pay's errors are JSON. Any other body is from something in between, such as a proxy, or is truncated.
    let refusal = try? Refusal(json: answer.body)
    var codes = AmazonPayCodes()
    codes.reasonCode = refusal?.reasonCode
    codes.requestId = answer.headers[.amazonPayRequestId]
    switch outcome(answer, refusal) {
    case .because(let cause):
      codes.cause = cause
      // The message about a refused signature has the signed request.
      if cause == .account || cause == .request { codes.message = ProviderMessage(refusal?.message) }
      return AmazonPayFailure(cause.kind, operation, httpStatus: answer.status.code, codes)
    case .uncertain where operation.changesState:
      return AmazonPayFailure(.unknownOutcome, operation, httpStatus: answer.status.code, codes)
    case .uncertain, .transient:
      if [408, 425, 429].contains(answer.status.code) || answer.status.code >= 500 {
        codes.retryAfter = answer.retryAfter
      }
      return AmazonPayFailure(.transient, operation, httpStatus: answer.status.code, codes)
    }
  }

  private enum Outcome {
    case because(AmazonPayCodes.Cause)
    case transient
    /// A call that changes anything may have done so; any other is transient.
    case uncertain
  }

  /// The body of an error answer. The message can repeat values of the request, so it must not be logged as it is.
  private struct Refusal: Decodable {
    let reasonCode: Open<ReasonCode>
    let message: String?

    enum CodingKeys: String, MemberKey { case reasonCode, message }
  }

  private func outcome(_ answer: ProviderAnswer, _ refusal: Refusal?) -> Outcome {
    switch answer.status.code {
    case 425, 429: return .transient
    // The outcome of an unreadable success is unknown.
    case 200..<300, 408, 500...599: return .uncertain
    case 400..<500: break
    default: return .because(.notAmazonPay)
    }
    // Something in between may have forwarded the request.
    guard let refusal else { return operation.movesMoney ? .uncertain : .because(.notAmazonPay) }
    // An unknown reason code is not final for money.
    guard let code = refusal.reasonCode.known else { return operation.movesMoney ? .uncertain : .because(.request) }
    let message = refusal.message ?? ""
    if Self.isAboutClock(message, code, answer) { return .because(.clock) }
    if code == .invalidRequestSignature {
      return .because(.signature(SignatureDiagnosis(message: message, request: answer.sent, body: body)))
    }
    return outcome(code)
  }

  private func outcome(_ code: ReasonCode) -> Outcome {
    switch code {
    case .softDeclined, .hardDeclined, .amazonRejected, .transactionTimedOut: return .because(.declined)
    case .paymentMethodNotAllowed: return .because(.paymentMethodNotAllowed)
    case .mfaNotCompleted: return .because(.authenticationNotCompleted)
    case .amountMismatch, .currencyMismatch: return .because(.amountMismatch)
    case .transactionAmountExceeded, .periodicAmountExceeded, .transactionCountExceeded:
      return .because(.limitExceeded)
    case .resourceNotFound: return .because(.notFound)
    case .invalidCheckoutSessionStatus, .checkoutSessionCanceled, .invalidChargePermissionStatus,
      .invalidChargeStatus, .chargePermissionNotModifiable:
      // A session that is not open may be completed, canceled, or not yet paid on Amazon's page. A charge may be
      // captured or canceled already, a permission closed. Only the object's state tells.
      let mayBeDone: Set<Operation> = [
        .completeCheckoutSession, .finalizeCheckoutSession, .captureCharge, .cancelCharge, .closeChargePermission,
      ]
      return mayBeDone.contains(operation) ? .uncertain : .because(.notPossible)
    case .duplicateIdempotencyKey: return operation.movesMoney ? .uncertain : .because(.request)
    case .processingFailure, .requestTimeout, .internalServerError, .serviceUnavailable: return .uncertain
    case .tooManyRequests: return .transient
    case .invalidRequestSignature: return .because(.signature(.unexplained))
    case .unauthorizedAccess, .invalidAuthentication, .invalidAccountStatus, .invalidAuthorizationToken:
      return .because(.account)
    case .tlsVersionNotSupported: return .because(.tlsVersion)
    case .invalidHeaderValue, .invalidRequest, .invalidParameterValue, .invalidRequestFormat, .missingHeader,
      .missingHeaderValue, .missingParameterValue, .unrecognizedField, .invalidParameterCombination,
      .invalidAPIVersion, .invalidSandboxSimulationSpecified, .unsupportedOperation, .requestNotSupported:
      return .because(.request)
    }
  }

  /// Returns true if Amazon refused the request for its date: the message says so, or the answer's date is far from the
  /// signed date.
  private static func isAboutClock(_ message: String, _ code: ReasonCode, _ answer: ProviderAnswer) -> Bool {
    guard [.invalidHeaderValue, .invalidRequest, .invalidRequestSignature, .invalidAuthentication].contains(code) else {
      return false
    }
    let message = message.lowercased()
    if message.contains("date") && ["future", "past", "expired", "old", "skew"].contains(where: message.contains) {
      return true
    }
    guard let error = AmazonPayTimestamp.dateError(in: answer) else { return false }
    return error.magnitude >= 60_000
  }
}
