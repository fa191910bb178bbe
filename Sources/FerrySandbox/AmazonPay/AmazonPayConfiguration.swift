/// What an Amazon Pay sandbox is started with.
public struct AmazonPayConfiguration: Sendable {
  /// Where browsers reach it, without a slash at the end; goes into `amazonPayRedirectUrl`.
  public var origin: String
  public var merchants: [AmazonPayMerchant]
  public var rules: AmazonPayRules
  /// How long the processing page shows itself before it sends the buyer back. Zero sends him back at once.
  public var processingPause: Duration
  /// Whether `/control` is open: it moves the clock, breaks connections and buys in anybody's name.
  public var isControlEnabled: Bool
  /// Whether `/console` shows the ledger and the last requests to whoever can reach the sandbox. From there nothing can be
  /// done unless the control API is open too.
  public var hasConsole: Bool
  /// How many of the last requests are kept to look at.
  public var requestLogLimit: Int
  /// The file that keeps everything across restarts; nil keeps it in memory.
  public var journalPath: String?
  /// How notifications are sent to the merchants that have an address for them.
  public var notifications: AmazonPayNotificationSettings

  public init(
    origin: String, merchants: [AmazonPayMerchant], rules: AmazonPayRules = AmazonPayRules(),
    processingPause: Duration = .seconds(2), isControlEnabled: Bool = false, hasConsole: Bool = true,
    requestLogLimit: Int = 200,
    journalPath: String? = nil,
    notifications: AmazonPayNotificationSettings = AmazonPayNotificationSettings()
  ) {
    self.origin = origin
    self.merchants = merchants
    self.rules = rules
    self.processingPause = processingPause
    self.isControlEnabled = isControlEnabled
    self.hasConsole = hasConsole
    self.requestLogLimit = requestLogLimit
    self.journalPath = journalPath
    self.notifications = notifications
  }
}
