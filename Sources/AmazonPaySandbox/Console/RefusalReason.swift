/// The meaning of reason codes, and what to do about them.
enum RefusalReason {
  static func explanation(_ code: String) -> String? {
    switch code {
    case "InvalidRequestSignature":
      "The signature does not fit the request as it arrived, or the key belongs to another environment or region."
    case "InvalidAuthentication":
      "The Authorization header cannot be used: the key id is not one that the sandbox was started with, the header is "
        + "malformed, or one of the five headers is not signed that always must be."
    case "MissingHeader", "MissingHeaderValue":
      "A header is missing or empty. Every request needs accept, content-type, x-amz-pay-date, x-amz-pay-host, "
        + "x-amz-pay-region and authorization; a POST that creates something also needs x-amz-pay-idempotency-key."
    case "InvalidHeaderValue":
      "A header has a value that cannot be: a date too far from now, an unknown region, or an idempotency key that is "
        + "longer than 32 characters or has others than letters, digits, - and _. A UUID with its dashes is 36 long."
    case "InvalidRequestFormat": "The body is not a JSON object."
    case "UnrecognizedField": "The body has a member that this operation does not know. Names are spelled exactly."
    case "MissingParameterValue": "The body lacks a member that is required."
    case "InvalidParameterValue":
      "A member has a value that it cannot have. Yen amounts have no decimals; texts have their greatest lengths."
    case "InvalidParameterCombination": "Two members do not go together."
    case "InvalidSandboxSimulationSpecified":
      "The simulation code is unknown, or does not belong to this operation, or needs canHandlePendingAuthorization."
    case "DuplicateIdempotencyKey":
      "The idempotency key was used before, for a request with another body or path. A retry repeats all of it; a new "
        + "request takes a new key."
    case "CurrencyMismatch": "The amount is not in the currency of the charge permission."
    case "TransactionAmountExceeded":
      "The amount is above what may be charged, captured or refunded. Refunds go up to what was captured and 15\u{A0}% of it, "
        + "at most 8,400 yen more, those under way included."
    case "PeriodicAmountExceeded":
      "The charges of this period would exceed the amount of the recurring permission or saved wallet."
    case "UnauthorizedAccess":
      "The object belongs to another merchant, or the account is not enabled for this operation."
    case "InvalidAuthorizationToken":
      "No merchant has given the caller's account this token: exchange the merchant's own token again, by Get "
        + "Authorization Token."
    case "ResourceNotFound":
      "There is no such object: a wrong id, another environment's, or a session that was deleted 30 days after its end."
    case "UnsupportedOperation", "RequestNotSupported":
      "The resource does not have this method, or the sandbox does not offer the operation."
    case "AmountMismatch": "Complete must name the chargeAmount of the last update, to the yen."
    case "CheckoutSessionCanceled":
      "The session was canceled: by the buyer, by a decline, or after 24 hours. Get Checkout Session tells which. "
        + "Start a new session."
    case "InvalidCheckoutSessionStatus":
      "The session is not in a state for this: the buyer has not confirmed yet, or it is over."
    case "InvalidChargePermissionStatus", "ChargePermissionNotModifiable":
      "The charge permission is closed, or cannot be charged at present, for instance because a charge is in progress."
    case "InvalidChargeStatus":
      "The charge is not in a state for this. Only an authorized charge is captured, only a captured one refunded."
    case "SoftDeclined", "HardDeclined", "AmazonRejected", "TransactionTimedOut", "ProcessingFailure":
      "The payment was declined, by the chosen card or by a simulation code."
    case "TransactionCountExceeded": "There are too many charges or refunds already."
    case "InvalidAPIVersion": "Only /v2 is there."
    case "InvalidRequest": "A public key id without prefix needs /sandbox or /live at the start of the path."
    case "InternalServerError", "ServiceUnavailable", "RequestTimeout", "TooManyRequests":
      "A planned fault gave this answer."
    default: nil
    }
  }
}
