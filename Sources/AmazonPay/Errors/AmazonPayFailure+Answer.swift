import FerryCore
public import FerryHTTP
public import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AmazonPayFailure {
  /// Sorts an answer that is not a success, or not readable as one.
  public init(_ answer: ProviderAnswer, to call: AmazonPayCall) {
    let refusal = AmazonPayRefusal(answer.body)
    self.init(
      Self.kind(answer, refusal, call),
      call.operation,
      status: answer.status.code,
      reasonCode: refusal?.reasonCode,
      requestId: answer.headers[.amazonPayRequestId])
  }

  private static func kind(_ answer: ProviderAnswer, _ refusal: AmazonPayRefusal?, _ call: AmazonPayCall) -> Kind {
    let operation = call.operation
    let uncertain: Kind = operation.changesState ? .unknownOutcome : .transient(after: nil)
    let retry = retryAfter(answer)
    switch answer.status.code {
    case 425, 429: return .transient(after: retry)
    case 408, 500...599: return operation.changesState ? .unknownOutcome : .transient(after: retry)
    case 200..<300:
      // A success that can not be read is no success, and no failure either.
      return uncertain
    case 400..<500: break
    default: return .misconfigured(.notAmazonPay)
    }
    guard let refusal else {
      // Amazon Pay refuses in JSON. Anything else was said by something in between, which may have passed the request
      // on before.
      return operation.movesMoney ? .unknownOutcome : .misconfigured(.notAmazonPay)
    }
    guard let code = refusal.reasonCode.known else {
      // A reason that is not known says nothing final about money.
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
      // Completing a session that is not open: it may be completed already, canceled, or not yet paid on Amazon's page.
      // Capturing or cancelling a charge in another state, or closing a permission: it may be done already. Only the object
      // says which.
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

  /// Whether the request was refused for its date: by what the message says, or because the answer's own date is far from
  /// the one we signed.
  private static func isAboutClock(
    _ refusal: AmazonPayRefusal, _ code: ReasonCode, _ answer: ProviderAnswer
  ) -> Bool {
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

  /// How long Amazon asks us to wait: seconds or a date (RFC 9110 §10.2.3), an hour at most.
  private static func retryAfter(_ answer: ProviderAnswer) -> Duration? {
    answer.headers[.retryAfter].flatMap {
      RetryAfter($0, date: answer.headers[.date], receivedAt: answer.receivedAt)
    }.map { min($0.wait, .seconds(3600)) }
  }
}

extension ProviderAnswer {
  /// The Date header.
  var date: Moment? { headers[.date].flatMap { Moment(httpDate: $0) } }
}

/// The body of an answer that is an error. The message can repeat what was sent, so it stays out of logs.
struct AmazonPayRefusal: Decodable {
  let reasonCode: Open<ReasonCode>
  let message: String

  init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    reasonCode = try object.required("reasonCode")
    message = object.value("message") ?? ""
  }

  /// Nil for a body that is not Amazon Pay's: of a proxy, or cut off.
  init?(_ body: [UInt8]) {
    guard let refusal = try? JSONDecoder().decode(AmazonPayRefusal.self, from: Data(body)) else { return nil }
    self = refusal
  }
}

/// Why a signature was refused. Amazon's message holds what it took the request for, and that tells the two causes
/// apart.
public enum SignatureDiagnosis: Hashable, Sendable {
  /// Amazon saw the same request as we signed: the key id belongs to another key, environment or region.
  case otherKey
  /// Amazon saw another request than we signed: something between here and Amazon changed it.
  case otherRequest
  /// The message does not say.
  case unexplained

  /// - Parameters:
  ///   - message: Amazon's, with its own string to sign in it.
  ///   - request: As it was sent.
  ///   - body: As it was sent.
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

  /// The 64 hexadecimal digits that end the text in the message's first brackets.
  private static func hash(in message: String) -> String? {
    guard let open = message.firstIndex(of: "[") else { return nil }
    guard let close = message[open...].firstIndex(of: "]") else { return nil }
    let hash = message[open..<close].suffix(64).lowercased()
    return hash.utf8.count == 64 && hash.allSatisfy { $0.isASCII && $0.isHexDigit } ? hash : nil
  }
}
