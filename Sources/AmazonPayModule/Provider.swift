public import AmazonPay
public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import FerryProvider
import HTTPTypes

/// Amazon Pay, Checkout v2, as a provider: buyers select address and card at Amazon, review the order in the shop, and pay at
/// Amazon; then the server completes the session.
///
/// No money moves until the server completes the session. A buyer may pay and close the browser, so the server tries to
/// complete on a schedule. Amazon refuses until the buyer has paid, and cancels a session that is not completed within 24
/// hours.
public struct AmazonPayProvider: Provider {
  public let account: ProviderAccountID
  /// The merchant's account at Amazon, with its keys.
  public let merchant: AmazonPayAccount
  /// Shown to the buyer instead of the account's name.
  public let storeName: String?
  public let maximumConcurrentRequests: Int
  public var pagePolicy: PagePolicySources { merchant.pagePolicy }

  /// The times of checks after a buyer left to pay; see `JourneyProfile.quietSchedule`.
  public let quietSchedule: [Duration]
  /// Amazon's Instant Payment Notifications; nil if they are not set up. Nothing waits for them.
  public let notifications: AmazonPayNotifications?
  /// The time between the warning to the shop and the expiry of an uncaptured authorization; see
  /// `JourneyProfile.lapseWarning`.
  public let lapseWarning: Duration?
  /// The interval of checks of an uncaptured authorization; see `JourneyProfile.authorizedCheck`.
  public let authorizedCheck: Duration?
  /// The times of checks after a capture; see `JourneyProfile.paidChecks`.
  public let paidChecks: [Duration]

  /// After a minute, then with growing intervals; from five hours on every two hours, until the session ends.
  public static let usualQuietSchedule: [Duration] = [60, 180, 480, 1200, 3600, 10_800, 18_000].map { .seconds($0) }

  /// Three days: at Amazon an authorization expires after thirty.
  public static let usualLapseWarning = Duration.seconds(3 * 86_400)

  /// Every day.
  public static let usualAuthorizedCheck = Duration.seconds(86_400)

  /// Seven times in three months: most goods that come back do so in the first weeks.
  public static let usualPaidChecks: [Duration] = [1, 3, 7, 14, 30, 60, 90].map { .seconds($0 * 86_400) }

  /// - Parameters:
  ///   - storeName: At most 50 characters.
  ///   - name: The merchant's own name of the account.
  ///   - maximumConcurrentRequests: Amazon answers 429 to too many.
  ///   - quietSchedule: For new checkouts; existing ones keep theirs.
  ///   - notifications: With the certificates of a sandbox in test mode only.
  ///   - lapseWarning: For new checkouts; nil for none.
  ///   - authorizedCheck: For new checkouts; nil for never.
  ///   - paidChecks: For new checkouts; empty for never.
  /// - Throws: `InvalidField` for a store name that is too long, or a sandbox's notifications for live payments.
  public init(
    _ merchant: AmazonPayAccount, name: AccountName = .main, storeName: String? = nil,
    maximumConcurrentRequests: Int = 16,
    quietSchedule: [Duration] = usualQuietSchedule, notifications: AmazonPayNotifications? = nil,
    lapseWarning: Duration? = usualLapseWarning, authorizedCheck: Duration? = usualAuthorizedCheck,
    paidChecks: [Duration] = usualPaidChecks
  ) throws(InvalidField) {
    if merchant.mode == .live, notifications?.isDevelopment == true {
      throw InvalidField(field: "notifications.certificates", .sandboxOnly)
    }
    try FieldLimits(environment: merchant.environment).check(MerchantMetadata(merchantStoreName: storeName))
    account = ProviderAccountID(provider: Self.id, account: name, mode: merchant.mode)
    self.merchant = merchant
    self.storeName = storeName
    self.maximumConcurrentRequests = maximumConcurrentRequests
    self.quietSchedule = quietSchedule
    self.notifications = notifications
    self.lapseWarning = lapseWarning
    self.authorizedCheck = authorizedCheck
    self.paidChecks = paidChecks
  }

  public static let id: ProviderID = "amazon-pay"

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
      // Up to 15 % more than was captured ("Manage refunds", Amazon Pay documentation).
      excessRefund: .percent(15),
      lapseWarning: lapseWarning,
      authorizedCheck: authorizedCheck,
      paidChecks: paidChecks)
  }

  public var references: ReferenceFormat { .hexadecimal(IdempotencyKey.maximumLength) }

}
