public import FerryHTTP

/// A failed call. Its kind says what to do next. It holds no personal data and no secrets, and prints without Amazon's message.
public struct AmazonPayFailure: Error, Hashable, Sendable {
  /// The kind of failure, which says what to do next.
  public enum Kind: Hashable, Sendable {
    /// Amazon decided against it; a retry does not help.
    case rejected(Rejection)
    /// Nothing happened. Retry, at the earliest after `after`.
    case transient(after: Duration?)
    /// It may have happened. Get the object's state, then retry the same bytes with the same key if needed.
    case unknownOutcome
    /// A person has to change something.
    case misconfigured(Misconfiguration)
  }

  /// A decision, independent of the provider's codes.
  public enum Rejection: String, Codable, Hashable, Sendable, CaseIterable {
    /// The payment was declined; another payment method may work.
    case declined
    case paymentMethodNotAllowed
    /// The buyer did not finish an additional check.
    case authenticationNotCompleted
    /// The amount differs from the agreed amount.
    case amountMismatch
    /// The amount is above the limit.
    case limitExceeded
    /// The object does not exist, or no longer exists.
    case notFound
    /// The object's state does not allow the call.
    case notPossible
  }

  /// A problem that a person has to fix.
  public enum Misconfiguration: Hashable, Sendable {
    /// Amazon did not accept the signature.
    case signature(SignatureDiagnosis)
    /// This machine's clock differs from Amazon's.
    case clock
    /// The account or the key is not allowed to make the call.
    case account
    /// Amazon does not accept a value of the request.
    case request
    /// The answer did not come from Amazon Pay.
    case notAmazonPay
    /// The connection uses a version of TLS that Amazon no longer accepts.
    case tlsVersion
  }

  /// The kind of failure, which says what to do next.
  public let kind: Kind
  /// The operation of the call.
  public let operation: AmazonPayCall.Operation
  /// The HTTP status; nil if no answer came.
  public let status: Int?
  /// Nil if the answer had none.
  public let reasonCode: Open<ReasonCode>?
  /// The id of the request, for Amazon's support.
  public let requestId: String?
  /// Amazon's own words, if the account or a value of the request is not allowed; nil for other failures, and for a message
  /// about the buyer.
  public let message: ProviderMessage?

  public init(
    _ kind: Kind,
    _ operation: AmazonPayCall.Operation,
    status: Int? = nil,
    reasonCode: Open<ReasonCode>? = nil,
    requestId: String? = nil,
    message: ProviderMessage? = nil
  ) {
    self.kind = kind
    self.operation = operation
    self.status = status
    self.reasonCode = reasonCode
    self.requestId = requestId
    self.message = message
  }

  /// No answer came.
  /// - Parameter sent: True if any byte of the request may have left this machine.
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
      """
      Amazon does not accept a value of the request. Compare the order's currency, registered domains, return addresses and \
      store id with Seller Central.
      """
    case .notAmazonPay: "The answer did not come from Amazon Pay. Check the endpoint, and proxies on the way to it."
    case .tlsVersion: "The connection uses an old version of TLS. Allow TLS 1.2 or newer."
    }
  }
}

extension AmazonPayFailure: CustomStringConvertible {
  /// Operation, status, reason code and request id, for logs.
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

/// Amazon Pay's reason for an error ("Manage errors", Amazon Pay documentation).
public enum ReasonCode: String, Hashable, Sendable, CaseIterable {
  /// 400: a header has an invalid value.
  case invalidHeaderValue = "InvalidHeaderValue"
  /// 400: the request is invalid.
  case invalidRequest = "InvalidRequest"
  /// 400: a field has an invalid value.
  case invalidParameterValue = "InvalidParameterValue"
  /// 400: the body is not JSON.
  case invalidRequestFormat = "InvalidRequestFormat"
  /// 400: a header is missing.
  case missingHeader = "MissingHeader"
  /// 400: a header is empty.
  case missingHeaderValue = "MissingHeaderValue"
  /// 400: a field is missing.
  case missingParameterValue = "MissingParameterValue"
  /// 400: a field is unknown.
  case unrecognizedField = "UnrecognizedField"
  /// 400: fields exclude each other.
  case invalidParameterCombination = "InvalidParameterCombination"
  /// 400: the path has an unknown API version.
  case invalidAPIVersion = "InvalidAPIVersion"
  /// 400: the simulation code is unknown, or not for this call.
  case invalidSandboxSimulationSpecified = "InvalidSandboxSimulationSpecified"
  /// 400: the idempotency key was used for another request.
  case duplicateIdempotencyKey = "DuplicateIdempotencyKey"
  /// 400: the amount is in another currency than the permission's.
  case currencyMismatch = "CurrencyMismatch"
  /// 400: the amount is above the limit for charges, captures or refunds.
  case transactionAmountExceeded = "TransactionAmountExceeded"
  /// 400: the amount is above the rest of this period of a recurring payment.
  case periodicAmountExceeded = "PeriodicAmountExceeded"
  /// 401: the account is not allowed to do this, or the object belongs to another merchant.
  case unauthorizedAccess = "UnauthorizedAccess"
  /// 403: the authentication is not valid.
  case invalidAuthentication = "InvalidAuthentication"
  /// 403: the account's state does not allow this.
  case invalidAccountStatus = "InvalidAccountStatus"
  /// 403: the signature does not match the request.
  case invalidRequestSignature = "InvalidRequestSignature"
  /// 403: the merchant's token for a solution provider is not valid.
  case invalidAuthorizationToken = "InvalidAuthorizationToken"
  /// 404: the object does not exist, or no longer exists.
  case resourceNotFound = "ResourceNotFound"
  /// 405: the operation does not exist.
  case unsupportedOperation = "UnsupportedOperation"
  /// 405: the path does not have this method.
  case requestNotSupported = "RequestNotSupported"
  /// 408: Amazon took too long.
  case requestTimeout = "RequestTimeout"
  /// 409: the amount is not the session's.
  case amountMismatch = "AmountMismatch"
  /// 422: the session was canceled.
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
  /// 503: Amazon Pay is not available.
  case serviceUnavailable = "ServiceUnavailable"
}
