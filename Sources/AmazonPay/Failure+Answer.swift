import FerryCore
public import FerryHTTP
public import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AmazonPayFailure {
  /// The failure of an answer that is not a success, or cannot be decoded as one.
  public init(_ answer: ProviderAnswer, to call: AmazonPayCall) {
    let refusal = AmazonPayRefusal(answer.body)
    let kind = Self.kind(answer, refusal, call)
    self.init(
      kind,
      call.operation,
      status: answer.status.code,
      reasonCode: refusal?.reasonCode,
      requestId: answer.headers[.amazonPayRequestId],
      message: kind.isAboutSettings ? ProviderMessage(refusal?.message) : nil)
  }

  private static func kind(_ answer: ProviderAnswer, _ refusal: AmazonPayRefusal?, _ call: AmazonPayCall) -> Kind {
    let operation = call.operation
    let uncertain: Kind = operation.changesState ? .unknownOutcome : .transient(after: nil)
    let retry = answer.retryAfter
    switch answer.status.code {
    case 425, 429: return .transient(after: retry)
    case 408, 500...599: return operation.changesState ? .unknownOutcome : .transient(after: retry)
    case 200..<300:
      // The outcome of an unreadable success is unknown.
      return uncertain
    case 400..<500: break
    default: return .misconfigured(.notAmazonPay)
    }
    guard let refusal else {
      // Amazon Pay's errors are JSON. Any other body is from something in between, which may have forwarded the
      // request.
      return operation.movesMoney ? .unknownOutcome : .misconfigured(.notAmazonPay)
    }
    guard let code = refusal.reasonCode.known else {
      // An unknown reason code is not final for money.
      return operation.movesMoney ? .unknownOutcome : .misconfigured(.request)
    }
    if isAboutClock(refusal, code, answer) { return .misconfigured(.clock) }
    if code == .invalidRequestSignature {
      let diagnosis = SignatureDiagnosis(message: refusal.message, request: answer.sent, body: call.body)
      return .misconfigured(.signature(diagnosis))
    }
    return kind(code, operation, uncertain)
  }

  private static func kind(_ code: ReasonCode, _ operation: AmazonPayCall.Operation, _ uncertain: Kind) -> Kind {
    switch code {
    case .softDeclined, .hardDeclined, .amazonRejected, .transactionTimedOut: return .rejected(.declined)
    case .paymentMethodNotAllowed: return .rejected(.paymentMethodNotAllowed)
    case .mfaNotCompleted: return .rejected(.authenticationNotCompleted)
    case .amountMismatch, .currencyMismatch: return .rejected(.amountMismatch)
    case .transactionAmountExceeded, .periodicAmountExceeded, .transactionCountExceeded:
      return .rejected(.limitExceeded)
    case .resourceNotFound: return .rejected(.notFound)
    case .invalidCheckoutSessionStatus, .checkoutSessionCanceled, .invalidChargePermissionStatus,
      .invalidChargeStatus, .chargePermissionNotModifiable:
      // A session that is not open may be completed, canceled, or not yet paid on Amazon's page. A charge may be
      // captured or canceled already, a permission closed. Only the object's state tells.
      let mayBeDone: Set<AmazonPayCall.Operation> = [
        .completeCheckoutSession, .finalizeCheckoutSession, .captureCharge, .cancelCharge, .closeChargePermission,
      ]
      return mayBeDone.contains(operation) ? .unknownOutcome : .rejected(.notPossible)
    case .duplicateIdempotencyKey: return operation.movesMoney ? .unknownOutcome : .misconfigured(.request)
    case .processingFailure, .requestTimeout, .internalServerError, .serviceUnavailable: return uncertain
    case .tooManyRequests: return .transient(after: nil)
    case .invalidRequestSignature: return .misconfigured(.signature(.unexplained))
    case .unauthorizedAccess, .invalidAuthentication, .invalidAccountStatus, .invalidAuthorizationToken:
      return .misconfigured(.account)
    case .tlsVersionNotSupported: return .misconfigured(.tlsVersion)
    case .invalidHeaderValue, .invalidRequest, .invalidParameterValue, .invalidRequestFormat, .missingHeader,
      .missingHeaderValue, .missingParameterValue, .unrecognizedField, .invalidParameterCombination,
      .invalidAPIVersion, .invalidSandboxSimulationSpecified, .unsupportedOperation, .requestNotSupported:
      return .misconfigured(.request)
    }
  }

  /// Returns true if Amazon refused the request for its date: the message says so, or the answer's date is far from the
  /// signed date.
  private static func isAboutClock(_ refusal: AmazonPayRefusal, _ code: ReasonCode, _ answer: ProviderAnswer) -> Bool {
    guard [.invalidHeaderValue, .invalidRequest, .invalidRequestSignature, .invalidAuthentication].contains(code) else {
      return false
    }
    let message = refusal.message.lowercased()
    if message.contains("date") && ["future", "past", "expired", "old", "skew"].contains(where: message.contains) {
      return true
    }
    guard let error = ClockOffset.dateError(in: answer) else { return false }
    return error.magnitude >= 60_000
  }
}

extension AmazonPayFailure.Kind {
  /// True if the message tells what a person must change. That of a refused signature has the signed request.
  fileprivate var isAboutSettings: Bool { self == .misconfigured(.account) || self == .misconfigured(.request) }
}

/// The body of an error answer. The message can repeat values of the request, so it must not be logged as it is.
struct AmazonPayRefusal: Decodable {
  let reasonCode: Open<ReasonCode>
  let message: String

  init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reasonCode = try object.required("reasonCode")
    message = object.value("message") ?? ""
  }

  /// Nil for a body that is not Amazon Pay's, for example a proxy's, and for a truncated one.
  init?(_ body: [UInt8]) {
    guard let refusal = try? JSONDecoder().decode(AmazonPayRefusal.self, from: Data(body)) else { return nil }
    self = refusal
  }
}

/// The cause of a refused signature. Amazon's message holds its own string to sign, which distinguishes the two causes.
public enum SignatureDiagnosis: Hashable, Sendable {
  /// Amazon received the signed request: the key id belongs to another key, environment or region.
  case otherKey
  /// Amazon received another request: something on the way changed it.
  case otherRequest
  /// The message does not tell.
  case unexplained

  /// - Parameters:
  ///   - message: Amazon's message with its string to sign.
  ///   - request: The request as sent.
  ///   - body: The body as sent.
  public init(message: String, request: HTTPRequest, body: [UInt8]) {
    guard
      let authorization = request.headerFields[.authorization],
      let algorithm = authorization.split(separator: " ").first.flatMap({ AmazonPayAlgorithm(rawValue: String($0)) }),
      let theirs = Self.hash(in: message)
    else {
      self = .unexplained
      return
    }
    let ours = CanonicalRequest(request, body: body, signing: RequestSigner.signedHeaders)
    self = theirs == ours.sha256 && message.contains("[\(algorithm.rawValue)") ? .otherKey : .otherRequest
  }

  /// The last 64 hexadecimal digits in the message's first brackets.
  private static func hash(in message: String) -> String? {
    guard let open = message.firstIndex(of: "[") else { return nil }
    guard let close = message[open...].firstIndex(of: "]") else { return nil }
    let hash = message[open..<close].suffix(64).lowercased()
    return hash.utf8.count == 64 && hash.allSatisfy { $0.isASCII && $0.isHexDigit } ? hash : nil
  }
}
