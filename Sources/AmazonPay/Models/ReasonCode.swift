/// Amazon Pay's reason for an error, by HTTP status ("Manage errors", Amazon Pay documentation).
public enum ReasonCode: String, Hashable, Sendable, CaseIterable {
  // 400
  case invalidHeaderValue = "InvalidHeaderValue"
  case invalidRequest = "InvalidRequest"
  case invalidParameterValue = "InvalidParameterValue"
  /// The body is not JSON.
  case invalidRequestFormat = "InvalidRequestFormat"
  case missingHeader = "MissingHeader"
  /// A header is empty.
  case missingHeaderValue = "MissingHeaderValue"
  /// A field is missing.
  case missingParameterValue = "MissingParameterValue"
  case unrecognizedField = "UnrecognizedField"
  /// Fields exclude each other.
  case invalidParameterCombination = "InvalidParameterCombination"
  /// The path has an unknown API version.
  case invalidAPIVersion = "InvalidAPIVersion"
  /// The simulation code is unknown, or not for this call.
  case invalidSandboxSimulationSpecified = "InvalidSandboxSimulationSpecified"
  /// The idempotency key was used for another request.
  case duplicateIdempotencyKey = "DuplicateIdempotencyKey"
  /// The amount is in another currency than the permission's.
  case currencyMismatch = "CurrencyMismatch"
  /// The amount is above the limit for charges, captures or refunds.
  case transactionAmountExceeded = "TransactionAmountExceeded"
  /// The amount is above the rest of this period of a recurring payment.
  case periodicAmountExceeded = "PeriodicAmountExceeded"

  // 401
  /// The account is not allowed to do this, or the object belongs to another merchant.
  case unauthorizedAccess = "UnauthorizedAccess"

  // 403
  case invalidAuthentication = "InvalidAuthentication"
  /// The account's state does not allow this.
  case invalidAccountStatus = "InvalidAccountStatus"
  /// The signature does not match the request.
  case invalidRequestSignature = "InvalidRequestSignature"
  /// The merchant's token for a solution provider is not valid.
  case invalidAuthorizationToken = "InvalidAuthorizationToken"

  // 404
  /// The object does not exist, or no longer exists.
  case resourceNotFound = "ResourceNotFound"

  // 405
  /// The operation does not exist.
  case unsupportedOperation = "UnsupportedOperation"
  /// The path does not have this method.
  case requestNotSupported = "RequestNotSupported"

  // 408: Amazon took too long.
  case requestTimeout = "RequestTimeout"

  // 409
  /// The amount is not the session's.
  case amountMismatch = "AmountMismatch"

  // 422
  case checkoutSessionCanceled = "CheckoutSessionCanceled"
  /// The session's state does not allow this.
  case invalidCheckoutSessionStatus = "InvalidCheckoutSessionStatus"
  /// The charge permission's state does not allow this.
  case invalidChargePermissionStatus = "InvalidChargePermissionStatus"
  /// The charge permission is closed.
  case chargePermissionNotModifiable = "ChargePermissionNotModifiable"
  /// The charge's state does not allow this.
  case invalidChargeStatus = "InvalidChargeStatus"
  /// Declined; a retry may succeed.
  case softDeclined = "SoftDeclined"
  /// Declined; another payment method is needed.
  case hardDeclined = "HardDeclined"
  /// The payment method cannot be used for this.
  case paymentMethodNotAllowed = "PaymentMethodNotAllowed"
  /// The buyer did not finish an additional check.
  case mfaNotCompleted = "MFANotCompleted"
  case amazonRejected = "AmazonRejected"
  /// The payment was not decided in time.
  case transactionTimedOut = "TransactionTimedOut"
  /// There were too many charges, captures or refunds.
  case transactionCountExceeded = "TransactionCountExceeded"

  // 426: the connection's TLS is too old.
  case tlsVersionNotSupported = "TLSVersionNotSupported"

  // 429: too many requests in a short time.
  case tooManyRequests = "TooManyRequests"

  // 500: something failed at Amazon.
  case internalServerError = "InternalServerError"
  /// The payment could not be processed; look at the object before another try.
  case processingFailure = "ProcessingFailure"

  // 503: Amazon Pay is not available.
  case serviceUnavailable = "ServiceUnavailable"
}
