/// Rules that Amazon Pay's documentation leaves open, or states only in prose. Defaults are the likeliest ones.
public struct SandboxRules: Hashable, Sendable {
  // Requests

  /// The greatest age of a request's date.
  public var pastTolerance: Duration = .seconds(5 * 60)
  /// The most by which a request's date may be in the future. Clients report refusals for a few seconds, so it is small.
  public var futureTolerance: Duration = .seconds(5)
  /// The reason code for a path segment or region that contradicts the key. The answer is a 403.
  public var contradictedKeyReason = "InvalidRequestSignature"
  /// The reason code for a POST without a required idempotency key.
  public var missingIdempotencyKeyReason = "MissingHeader"
  /// Statuses whose answers are replayed for a repeated idempotency key. Those of 2xx always are.
  public var replayedErrorStatuses: Set<Int> = [422]
  /// True if an idempotency key of one operation counts as used for all operations. By default keys are compared per
  /// operation: the test suite of the official Node.js client uses one key for several operations.
  public var comparesIdempotencyKeysAcrossOperations = false
  /// True if a simulation code in a live request is refused, and not ignored.
  public var refusesSimulationInLive = true

  // Checkout sessions

  /// From creation to Canceled/Expired.
  public var sessionLifetime: Duration = .seconds(24 * 60 * 60)
  /// From the end of the lifetime until the session is deleted.
  public var sessionRetention: Duration = .seconds(30 * 24 * 60 * 60)
  /// The longest return and cancel URL, in characters.
  public var urlLimit = 512
  /// The scopes of a session with shipping, and of a sign-in, if the merchant names none.
  public var defaultScopes: Set<String> = ["name", "email", "postalCode", "shippingAddress"]
  /// The scopes of a session with the product PayOnly, if the merchant names none.
  public var defaultPayOnlyScopes: Set<String> = ["name", "email", "phoneNumber"]
  /// True if cancelling on the selection page ends the session. If false, the session stays Open.
  public var cancelOnSelectionEndsSession = false
  /// True if the session's id is added to the cancel URL.
  public var cancelURLCarriesSessionID = false
  /// True if Update is still allowed after the buyer returned from the processing page.
  public var allowsUpdateAfterProcessing = false
  /// The status of a Complete for a canceled session. One integration lists 400, another 422.
  public var sessionCanceledStatus = 422
  /// The reason code of a second Complete under another idempotency key. The answer is a 422.
  public var completedTwiceReason = "InvalidCheckoutSessionStatus"
  /// The value of `releaseEnvironment` in live.
  public var liveEnvironmentName = "Live"
  /// True if `paymentDescriptor` names the selected test card. In Amazon's own sandbox the text fits any card.
  public var describesCard = true

  // Charges

  /// From creation to Canceled/ExpiredUnused.
  public var authorizationLifetime: Duration = .seconds(30 * 24 * 60 * 60)
  /// The time after the authorization within which a capture is immediate.
  public var synchronousCapture: Duration = .seconds(7 * 24 * 60 * 60)
  /// The time until a pending authorization or capture is decided.
  public var pendingDuration: Duration = .seconds(30)
  /// The status of a capture that stays CaptureInitiated.
  public var deferredCaptureStatus = 202
  /// True if authorized and pending charges reduce `limits.amountBalance`.
  public var openChargesReduceBalance = true
  /// True if the rest of a partial capture can be charged again.
  public var partialCaptureReleasesRest = true
  /// True if the charge permission closes when its whole amount is captured.
  public var closesWhenFullyCaptured = true
  /// The reason of a permission that closed so.
  public var fullyCapturedReason = "AmazonClosed"
  /// Charges of one charge permission, after which TransactionCountExceeded is answered.
  public var chargesPerPermission = 25
  /// The longest cancellation and closure reason, in characters.
  public var reasonLimit = 255

  // Charge permissions

  public var permissionLifetime: Duration = .seconds(180 * 24 * 60 * 60)
  /// With `extendExpiration`: 13 months.
  public var extendedPermissionLifetime: Duration = .seconds(395 * 24 * 60 * 60)
  /// The time for which a charge permission shows the buyer's data.
  public var buyerDataRetention: Duration = .seconds(30 * 24 * 60 * 60)

  // Buyers, delivery trackers, reports, disbursements

  /// The lifetime of a buyer token of the sign-in product.
  public var buyerTokenLifetime: Duration = .seconds(3600)
  /// True if the accounts are enabled for delivery trackers.
  public var offersDeliveryTrackers = true
  /// The time until a report is ready.
  public var reportDuration: Duration = .seconds(30)
  /// The interval of payments to the merchant's bank account.
  public var disbursementInterval: Duration = .seconds(24 * 60 * 60)

  // Refunds

  public var refundDuration: Duration = .seconds(30)
  /// Refunds of one charge, after which TransactionCountExceeded is answered.
  public var refundsPerCharge = 10
  /// True if refunds have the form that was seen in the Japanese sandbox: amounts in yen with ".00", the creation time in
  /// milliseconds since 1970.
  public var answersRefundsInOldForm = false

  // Simulations

  /// Codes of Create Charge that leave the charge pending first, with the reason of the later decline; nil for success.
  /// Their spellings are not certain.
  public var pendingChargeSimulations: [String: String?] = [
    "AuthorizationInitiated": nil,
    "PendingSoftDeclined": "SoftDeclined",
    "PendingHardDeclined": "HardDeclined",
    "PendingAmazonRejected": "AmazonRejected",
    "PendingTransactionTimedOut": "TransactionTimedOut",
  ]

  public init() {}
}
