/// Why a call did not give what was asked for, in one of four kinds that say what to do next. Holds no personal datum
/// and nothing secret.
public struct AmazonPayFailure: Error, Hashable, Sendable {
  /// What to do next.
  public enum Kind: Hashable, Sendable {
    /// Amazon decided against it; asking again does not help.
    case rejected(Rejection)
    /// Nothing happened; ask again, not before `after` if that is given.
    case transient(after: Duration?)
    /// It may have happened. Ask for the object's state, then repeat the same bytes with the same key if need be.
    case unknownOutcome
    /// Somebody has to change something.
    case misconfigured(Misconfiguration)
  }

  /// A decision, in words that do not depend on the provider.
  public enum Rejection: String, Codable, Hashable, Sendable, CaseIterable {
    /// The payment was declined; another payment method may do.
    case declined
    /// The payment method can not be used for this.
    case paymentMethodNotAllowed
    /// The buyer did not finish an additional check.
    case authenticationNotCompleted
    /// The amount differs from the one agreed.
    case amountMismatch
    /// More than may be charged.
    case limitExceeded
    /// There is no such object, or not any more.
    case notFound
    /// The object's state does not allow it.
    case notPossible
  }

  /// What somebody has to change.
  public enum Misconfiguration: Hashable, Sendable {
    /// Amazon did not accept the signature.
    case signature(SignatureDiagnosis)
    /// This machine's clock differs from Amazon's.
    case clock
    /// Account or key are not allowed to do this.
    case account
    /// Amazon does not take the request as it was made.
    case request
    /// The answer came from something else than Amazon Pay.
    case notAmazonPay
    /// The connection is of a version of TLS that Amazon no longer takes.
    case tlsVersion
  }

  /// What to do next.
  public let kind: Kind
  /// What was asked for.
  public let operation: AmazonPayCall.Operation
  /// The HTTP status; nil if no answer came.
  public let status: Int?
  /// Amazon's reason; nil if the answer had none.
  public let reasonCode: Open<ReasonCode>?
  /// Amazon's name for the request, for its support.
  public let requestId: String?

  /// A failure as it was found.
  public init(
    _ kind: Kind,
    _ operation: AmazonPayCall.Operation,
    status: Int? = nil,
    reasonCode: Open<ReasonCode>? = nil,
    requestId: String? = nil
  ) {
    self.kind = kind
    self.operation = operation
    self.status = status
    self.reasonCode = reasonCode
    self.requestId = requestId
  }

  /// No answer came.
  /// - Parameter sent: Whether any of the request may have left this machine.
  public static func noAnswer(to operation: AmazonPayCall.Operation, sent: Bool) -> AmazonPayFailure {
    AmazonPayFailure(sent && operation.changesState ? .unknownOutcome : .transient(after: nil), operation)
  }
}

extension AmazonPayFailure.Misconfiguration: CustomStringConvertible {
  public var description: String {
    switch self {
    case .signature(.otherKey):
      """
      Amazon refused the signature of a request that it read as we signed it. The public key id belongs to another key \
      pair, environment or region: compare id, private key and region with Seller Central.
      """
    case .signature(.otherRequest):
      """
      Amazon read another request than we signed. Something on the way changes it: look for a proxy that rewrites path, \
      headers or body.
      """
    case .signature(.unexplained):
      "Amazon refused the signature. Compare public key id, private key and region with Seller Central."
    case .clock: "This machine's clock differs from Amazon's. Set it by NTP."
    case .account:
      "The account or key is not allowed to do this. Check the account's status and the key in Seller Central."
    case .request:
      "Amazon does not accept a value of the request. Check the registered domains, return addresses and store id."
    case .notAmazonPay:
      "The answer did not come from Amazon Pay. Check the endpoint, and proxies on the way to it."
    case .tlsVersion: "The connection uses an old version of TLS. Allow TLS 1.2 or newer."
    }
  }
}

extension AmazonPayFailure: CustomStringConvertible {
  /// Operation, status, reason code and request id.
  package var facts: String {
    var facts = [operation.rawValue]
    if let status { facts.append("HTTP \(status)") }
    if let reasonCode { facts.append(reasonCode.printable) }
    if let requestId { facts.append("request \(requestId.filter { $0.isASCII && !$0.isNewline }.prefix(80))") }
    return facts.joined(separator: ", ")
  }

  public var description: String {
    let what =
      switch kind {
      case .rejected(let rejection): "Amazon Pay refused: \(rejection.rawValue)."
      case .transient: "Amazon Pay could not be asked; nothing happened."
      case .unknownOutcome: "It is not known whether Amazon Pay did it."
      case .misconfigured(let misconfiguration): misconfiguration.description
      }
    return "\(what) (\(facts))"
  }
}

/// Why Amazon Pay refused a request ("Manage errors", Amazon Pay documentation).
public enum ReasonCode: String, Hashable, Sendable, CaseIterable {
  /// 400: a header has a value that it cannot have.
  case invalidHeaderValue = "InvalidHeaderValue"
  /// 400: the request cannot be understood.
  case invalidRequest = "InvalidRequest"
  /// 400: a field has a value that it cannot have.
  case invalidParameterValue = "InvalidParameterValue"
  /// 400: the body is not JSON.
  case invalidRequestFormat = "InvalidRequestFormat"
  /// 400: a header is missing.
  case missingHeader = "MissingHeader"
  /// 400: a header is empty.
  case missingHeaderValue = "MissingHeaderValue"
  /// 400: a field is missing.
  case missingParameterValue = "MissingParameterValue"
  /// 400: there is no such field.
  case unrecognizedField = "UnrecognizedField"
  /// 400: fields do not go together.
  case invalidParameterCombination = "InvalidParameterCombination"
  /// 400: the path names no version that there is.
  case invalidAPIVersion = "InvalidAPIVersion"
  /// 400: the simulation code is unknown, or not for this call.
  case invalidSandboxSimulationSpecified = "InvalidSandboxSimulationSpecified"
  /// 400: the key was used for a request with other values.
  case duplicateIdempotencyKey = "DuplicateIdempotencyKey"
  /// 400: the amount is in another currency than the permission's.
  case currencyMismatch = "CurrencyMismatch"
  /// 400: more than may be charged, captured or refunded.
  case transactionAmountExceeded = "TransactionAmountExceeded"
  /// 400: more than is left in this period of a recurring payment.
  case periodicAmountExceeded = "PeriodicAmountExceeded"
  /// 401: the account may not do this, or the object is another merchant's.
  case unauthorizedAccess = "UnauthorizedAccess"
  /// 403: the authentication is not valid.
  case invalidAuthentication = "InvalidAuthentication"
  /// 403: the account's state does not allow this.
  case invalidAccountStatus = "InvalidAccountStatus"
  /// 403: the signature is not that of the request.
  case invalidRequestSignature = "InvalidRequestSignature"
  /// 403: the merchant's token for a solution provider is not valid.
  case invalidAuthorizationToken = "InvalidAuthorizationToken"
  /// 404: there is no such object, or no more.
  case resourceNotFound = "ResourceNotFound"
  /// 405: there is no such operation.
  case unsupportedOperation = "UnsupportedOperation"
  /// 405: the path does not have this method.
  case requestNotSupported = "RequestNotSupported"
  /// 408: Amazon took too long.
  case requestTimeout = "RequestTimeout"
  /// 409: the amount is not the session's.
  case amountMismatch = "AmountMismatch"
  /// 422: the session was canceled; it says why.
  case checkoutSessionCanceled = "CheckoutSessionCanceled"
  /// 422: the session's state does not allow this.
  case invalidCheckoutSessionStatus = "InvalidCheckoutSessionStatus"
  /// 422: the charge permission's state does not allow this.
  case invalidChargePermissionStatus = "InvalidChargePermissionStatus"
  /// 422: the charge permission is closed.
  case chargePermissionNotModifiable = "ChargePermissionNotModifiable"
  /// 422: the charge's state does not allow this.
  case invalidChargeStatus = "InvalidChargeStatus"
  /// 422: declined; a retry may succeed.
  case softDeclined = "SoftDeclined"
  /// 422: declined; another payment method is needed.
  case hardDeclined = "HardDeclined"
  /// 422: the payment method cannot be used for this.
  case paymentMethodNotAllowed = "PaymentMethodNotAllowed"
  /// 422: the buyer did not finish an additional check.
  case mfaNotCompleted = "MFANotCompleted"
  /// 422: Amazon rejects it.
  case amazonRejected = "AmazonRejected"
  /// 422: the payment was not decided in time.
  case transactionTimedOut = "TransactionTimedOut"
  /// 422: there were too many charges, captures or refunds.
  case transactionCountExceeded = "TransactionCountExceeded"
  /// 426: the connection's TLS is too old.
  case tlsVersionNotSupported = "TLSVersionNotSupported"
  /// 429: too many requests in a short time.
  case tooManyRequests = "TooManyRequests"
  /// 500: something failed at Amazon.
  case internalServerError = "InternalServerError"
  /// 500: the payment could not be processed; look at the object before another try.
  case processingFailure = "ProcessingFailure"
  /// 503: Amazon Pay is not there at present.
  case serviceUnavailable = "ServiceUnavailable"
}
