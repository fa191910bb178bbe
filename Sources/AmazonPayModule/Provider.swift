public import AmazonPay
public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import FerryModule
public import FerryProvider

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
  public let options: Options
  /// Amazon answers 429 to too many.
  public var maximumConcurrentRequests: Int { 16 }
  public var references: ReferenceFormat { .hexadecimal(IdempotencyKey.maximumLength) }
  public var pagePolicy: PagePolicySources { merchant.pagePolicy }

  /// The merchant's choices for new checkouts; existing ones keep theirs.
  public struct Options: Hashable, Sendable {
    /// Shown to the buyer instead of the account's name; at most 50 characters.
    public var storeName: String?
    /// The image of the button; nil for none.
    public var buttonImage: ButtonImage?
    /// Amazon's Instant Payment Notifications; nil if they are not set up. Nothing waits for them.
    public var notifications: AmazonPayNotifications?
    /// See `JourneyProfile.quietSchedule`. After five hours every two hours, until the session ends.
    public var quietSchedule: [Duration] = [60, 180, 480, 1200, 3600, 10_800, 18_000].map { .seconds($0) }
    /// See `JourneyProfile.lapseWarning`. At Amazon an authorization expires after thirty days.
    public var lapseWarning: Duration? = JourneyProfile.usualLapseWarning
    /// See `JourneyProfile.authorizedCheck`.
    public var authorizedCheck: Duration? = JourneyProfile.usualAuthorizedCheck
    /// See `JourneyProfile.paidChecks`.
    public var paidChecks = JourneyProfile.usualPaidChecks

    public init(storeName: String? = nil, notifications: AmazonPayNotifications? = nil) {
      self.storeName = storeName
      self.notifications = notifications
    }
  }

  /// - Parameter name: The merchant's own name of the account.
  /// - Throws: `InvalidField` for a store name that is too long, or a sandbox's notifications for live payments.
  public init(
    _ merchant: AmazonPayAccount, name: AccountName = .main, _ options: Options = Options()
  ) throws(InvalidField) {
    if merchant.mode == .live, options.notifications?.isDevelopment == true {
      throw InvalidField(field: "notifications.certificates", .sandboxOnly)
    }
    try FieldLimits().check(MerchantMetadata(merchantStoreName: options.storeName))
    account = ProviderAccountID(provider: AmazonPayRegistration.id, account: name, mode: merchant.mode)
    self.merchant = merchant
    self.options = options
  }

  public var profile: JourneyProfile {
    JourneyProfile(
      journey: .selectThenPay,
      lifetime: .seconds(24 * 3600),
      quietSchedule: options.quietSchedule,
      // An authorization that is pending is decided within 24 hours, most of them within a minute.
      pendingSchedule: [15, 30, 60, 300, 900, 3600].map { .seconds($0) },
      settlesOnlyByUs: true,
      canCancelSession: false,
      captures: .once,
      namesRefunds: true,
      // Up to 15 % more than was captured ("Manage refunds", Amazon Pay documentation).
      excessRefund: .percent(15, most: AmountRules.mostRefundAllowances),
      lapseWarning: options.lapseWarning,
      authorizedCheck: options.authorizedCheck,
      paidChecks: options.paidChecks)
  }
}
