public import FerryCheckout
public import FerryCore
public import FerryProvider
public import HTTPTypes

/// Amazon Pay, Checkout v2, as one of Ferry's providers: the buyer chooses address and card at Amazon, reviews the order
/// in the shop, pays at Amazon, and this side completes the session.
///
/// A session is completed by us alone, and until then no money moves. So a buyer who paid and closed the browser is found
/// by asking for completion on a schedule: Amazon refuses it as long as he has not paid, and cancels what nobody completed
/// within 24 hours.
public struct AmazonPayProvider: Provider {
  /// Whose payments these are.
  public let account: AmazonPayAccount
  /// Shown to the buyer instead of the account's name.
  public let storeName: String?
  /// How many requests may be under way at once.
  public let mostRequestsAtOnce: Int
  /// When to ask about a buyer who has gone to pay and is quiet; see `JourneyProfile.quietSchedule`.
  public let quietSchedule: [Duration]
  /// How Amazon tells us unasked that something changed; nil where that is not set up, and nothing waits for it.
  public let notifications: AmazonPayNotifications?
  /// How long before an uncaptured authorization lapses its shop is told; see `JourneyProfile.lapseWarning`.
  public let lapseWarning: Duration?
  /// How often Amazon is asked about an authorization that nobody captures; see `JourneyProfile.authorizedCheck`.
  public let authorizedCheck: Duration?
  /// When Amazon is asked about captured money; see `JourneyProfile.paidChecks`.
  public let paidChecks: [Duration]

  /// After a minute, then ever later; from five hours on every two hours, until the session is over.
  public static let usualQuietSchedule: [Duration] = [60, 180, 480, 1200, 3600, 10_800, 18_000].map { .seconds($0) }

  /// Three days: Amazon lets go of an authorization after thirty.
  public static let usualLapseWarning = Duration.seconds(3 * 86_400)

  /// Every day.
  public static let usualAuthorizedCheck = Duration.seconds(86_400)

  /// Seven times in three months: most goods that come back do so in the first weeks.
  public static let usualPaidChecks: [Duration] = [1, 3, 7, 14, 30, 60, 90].map { .seconds($0 * 86_400) }

  /// - Parameters:
  ///   - storeName: At most 50 characters.
  ///   - mostRequestsAtOnce: Amazon answers 429 to those who ask too much.
  ///   - quietSchedule: For new checkouts; each keeps the schedule that it began with.
  ///   - notifications: With a stand-in's certificates in the sandbox only.
  ///   - lapseWarning: For new checkouts; nil for none.
  ///   - authorizedCheck: For new checkouts; nil for never.
  ///   - paidChecks: For new checkouts; empty for never.
  /// - Throws: `InvalidField` for a name that is too long, or a stand-in's notifications for live payments.
  public init(
    _ account: AmazonPayAccount, storeName: String? = nil, mostRequestsAtOnce: Int = 16,
    quietSchedule: [Duration] = usualQuietSchedule, notifications: AmazonPayNotifications? = nil,
    lapseWarning: Duration? = usualLapseWarning, authorizedCheck: Duration? = usualAuthorizedCheck,
    paidChecks: [Duration] = usualPaidChecks
  ) throws(InvalidField) {
    if account.mode == .live, notifications?.isDevelopment == true {
      throw InvalidField(field: "notifications.certificates", fault: .sandboxOnly)
    }
    try FieldLimits(environment: account.environment).check(MerchantMetadata(merchantStoreName: storeName))
    self.account = account
    self.storeName = storeName
    self.mostRequestsAtOnce = mostRequestsAtOnce
    self.quietSchedule = quietSchedule
    self.notifications = notifications
    self.lapseWarning = lapseWarning
    self.authorizedCheck = authorizedCheck
    self.paidChecks = paidChecks
  }

  /// `amazon-pay`.
  public static let id: ProviderID = "amazon-pay"

  public var id: ProviderID { Self.id }
  public var mode: Mode { account.mode }

  public var profile: JourneyProfile {
    JourneyProfile(
      journey: .selectThenPay,
      lifetime: .seconds(24 * 3600),
      quietSchedule: quietSchedule,
      // An authorization that is pending is decided within 24 hours, most of them within a minute.
      pendingSchedule: [15, 30, 60, 300, 900, 3600].map { .seconds($0) },
      settlesOnlyByUs: true,
      canCancelSession: false,
      captures: .once,
      namesRefunds: true,
      lapseWarning: lapseWarning,
      authorizedCheck: authorizedCheck,
      paidChecks: paidChecks)
  }

  public var keyFormat: IdempotencyKeyFormat {
    IdempotencyKeyFormat(hexadecimalLength: IdempotencyKey.maximumLength)
  }

  public func session(inReturn query: [(name: String, value: String)]) -> String? {
    let ids = query.filter { $0.name == "amazonCheckoutSessionId" }
    guard ids.count == 1, AmazonPayCall.isWellFormed(ids[0].value) else { return nil }
    return ids[0].value
  }

  public func authorized(
    _ request: ProviderRequest, at now: Moment, clockOffset: Duration
  ) throws(ProviderFailure) -> HTTPRequest {
    guard let unsigned = HTTPRequest(request) else {
      throw .misconfigured(
        reason: "A stored request cannot be read.", fix: "Compare the version that stored it with this one.")
    }
    do {
      return try account.signer.signed(unsigned, body: request.body, at: now + clockOffset)
    } catch {
      throw .misconfigured(reason: "The request could not be signed.", fix: error.description)
    }
  }
}
