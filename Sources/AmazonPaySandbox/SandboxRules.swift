/// What Amazon Pay's documentation leaves open, or says only in prose: each a choice, with the likeliest as default.
public struct SandboxRules: Hashable, Sendable {
  // Requests

  /// How far a request's date may lie in the past; a later date than now, beyond `futureTolerance`, is refused too.
  public var pastTolerance: Duration = .seconds(5 * 60)
  /// How far a request's date may lie in the future. Clients report refusals for a few seconds, so this is small.
  public var futureTolerance: Duration = .seconds(5)
  /// The reason code for a path segment or region that contradicts the key. The answer is a 403.
  public var contradictedKeyReason = "InvalidRequestSignature"
  /// The reason code for a POST without the idempotency key it needs.
  public var missingIdempotencyKeyReason = "MissingHeader"
  /// Statuses whose answers a repeated idempotency key returns again; 2xx always are.
  public var replayedErrorStatuses: Set<Int> = [422]
  /// Whether an idempotency key that one operation has used counts as used for every other operation too. Otherwise keys
  /// are compared per operation: the test suite of the official Node.js client uses one key for several operations.
  public var comparesIdempotencyKeysAcrossOperations = false
  /// Whether a simulation code in a live request is refused; otherwise it is ignored.
  public var refusesSimulationInLive = true

  // Checkout sessions

  /// From creation to Canceled/Expired.
  public var sessionLifetime: Duration = .seconds(24 * 60 * 60)
  /// From the end of the lifetime until nothing is left of the session.
  public var sessionRetention: Duration = .seconds(30 * 24 * 60 * 60)
  /// The longest return and cancel URL, in characters.
  public var urlLimit = 512
  /// What a session with shipping, or a sign-in, tells of the buyer when the merchant names no scopes.
  public var defaultScopes: Set<String> = ["name", "email", "postalCode", "shippingAddress"]
  /// What a session with the product PayOnly tells of the buyer when the merchant names no scopes.
  public var defaultPayOnlyScopes: Set<String> = ["name", "email", "phoneNumber"]
  /// Whether a buyer who cancels on the selection page ends the session; otherwise it stays Open.
  public var cancelOnSelectionEndsSession = false
  /// Whether the cancel URL is given the session's id.
  public var cancelURLCarriesSessionID = false
  /// Whether Update is still allowed when the buyer has come back from the processing page.
  public var allowsUpdateAfterProcessing = false
  /// The status of a Complete for a canceled session. One integration lists 400, another 422.
  public var sessionCanceledStatus = 422
  /// The reason code of a second Complete under another idempotency key. The answer is a 422.
  public var completedTwiceReason = "InvalidCheckoutSessionStatus"
  /// What `releaseEnvironment` reads in live.
  public var liveEnvironmentName = "Live"
  /// Whether `paymentDescriptor` names the chosen test card. Amazon's own sandbox gives a text that fits any card.
  public var describesCard = true

  // Charges

  /// From creation to Canceled/ExpiredUnused.
  public var authorizationLifetime: Duration = .seconds(30 * 24 * 60 * 60)
  /// How long after the authorization a capture is still done at once.
  public var synchronousCapture: Duration = .seconds(7 * 24 * 60 * 60)
  /// How long a pending authorization or capture stays undecided.
  public var pendingDuration: Duration = .seconds(30)
  /// The status of a capture that stays CaptureInitiated.
  public var deferredCaptureStatus = 202
  /// Whether charges that are authorized or undecided reduce `limits.amountBalance`.
  public var openChargesReduceBalance = true
  /// Whether what a partial capture leaves can be charged again.
  public var partialCaptureReleasesRest = true
  /// Whether the charge permission closes when its whole amount is captured, and the reason it then gives.
  public var closesWhenFullyCaptured = true
  public var fullyCapturedReason = "AmazonClosed"
  /// Charges of one charge permission, after which TransactionCountExceeded is answered.
  public var chargesPerPermission = 25
  /// The longest cancellation and closure reason, in characters.
  public var reasonLimit = 255

  // Charge permissions

  public var permissionLifetime: Duration = .seconds(180 * 24 * 60 * 60)
  /// With `extendExpiration`: 13 months.
  public var extendedPermissionLifetime: Duration = .seconds(395 * 24 * 60 * 60)
  /// How long the buyer's data can be read from a charge permission.
  public var buyerDataRetention: Duration = .seconds(30 * 24 * 60 * 60)

  // Buyers, delivery trackers, reports, disbursements

  /// How long a buyer token of the sign-in product can be used.
  public var buyerTokenLifetime: Duration = .seconds(3600)
  /// Whether the accounts are enabled for delivery trackers.
  public var offersDeliveryTrackers = true
  /// How long a report takes to be made.
  public var reportDuration: Duration = .seconds(30)
  /// After how long what was captured is paid out.
  public var disbursementInterval: Duration = .seconds(24 * 60 * 60)

  // Refunds

  public var refundDuration: Duration = .seconds(30)
  /// Refunds of one charge, after which TransactionCountExceeded is answered.
  public var refundsPerCharge = 10
  /// Whether refunds look as the Japanese sandbox was seen to answer: amounts in yen with ".00", the creation time in
  /// milliseconds since 1970.
  public var answersRefundsInOldForm = false

  // Simulations

  /// Codes of Create Charge that leave the charge undecided first, with the reason of the decline that follows; nil for
  /// one that succeeds. Their spellings are not certain.
  public var pendingChargeSimulations: [String: String?] = [
    "AuthorizationInitiated": nil,
    "PendingSoftDeclined": "SoftDeclined",
    "PendingHardDeclined": "HardDeclined",
    "PendingAmazonRejected": "AmazonRejected",
    "PendingTransactionTimedOut": "TransactionTimedOut",
  ]

  public init() {}
}
