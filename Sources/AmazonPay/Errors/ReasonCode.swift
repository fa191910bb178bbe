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
  /// 422: declined; another try may succeed.
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
