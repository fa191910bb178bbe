/// Rules that Amazon Pay's documentation leaves open, or states only in prose. Defaults are the likeliest ones.
public struct Rules: Hashable, Sendable {
  // Requests

  /// The greatest age of a request's date.
  public var pastTolerance: Duration = .seconds(5 * 60)
  /// A request's date may be in the future by at most this time. It is small, because clients report refusals for a few
  /// seconds.
  public var futureTolerance: Duration = .seconds(5)
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
  /// True if Update is still allowed after the buyer returned from the processing page.
  public var allowsUpdateAfterProcessing = false

  // Charges

  /// From creation to Canceled/ExpiredUnused.
  public var authorizationLifetime: Duration = .seconds(30 * 24 * 60 * 60)
  /// A capture within this time after the authorization is immediate.
  public var synchronousCapture: Duration = .seconds(7 * 24 * 60 * 60)
  /// The time until a pending authorization or capture is decided.
  public var pendingDuration: Duration = .seconds(30)
  /// The greatest number of charges of one charge permission. The API answers the next one with TransactionCountExceeded.
  public var chargesPerPermission = 25
  /// The longest cancellation and closure reason, in characters.
  public var reasonLimit = 255

  // Charge permissions

  public var permissionLifetime: Duration = .seconds(180 * 24 * 60 * 60)
  /// With `extendExpiration`: 13 months.
  public var extendedPermissionLifetime: Duration = .seconds(395 * 24 * 60 * 60)
  /// A charge permission shows the buyer's data for this time.
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
  /// The greatest number of refunds of one charge. The API answers the next one with TransactionCountExceeded.
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
