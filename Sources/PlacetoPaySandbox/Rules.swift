public import FerryCore

/// The merchant's site at PlacetoPay: its credentials and its defaults.
public struct Site: Sendable {
  public var login: String
  public var secret: Secret<String>
  /// The name on the pages; nil for "your shop".
  public var name: String?
  /// The locale of sessions that give none: "es_CO".
  public var locale: String

  public init(login: String, secret: Secret<String>, name: String?, locale: String = "es_CO") {
    self.login = login
    self.secret = secret
    self.name = name
    self.locale = locale
  }

  var language: Language { Language(locale: locale) ?? .spanish }
}

/// Rules that PlacetoPay's documentation leaves open, or that differ from site to site.
public struct Rules: Hashable, Sendable {
  // Times, by the sandbox's clock

  /// The lifetime of a session that names no expiration.
  public var lifetime = Duration.seconds(30 * 60)
  /// The least time between creation and expiration.
  public var leastLifetime = Duration.seconds(5 * 60)
  /// The time until a pending transaction is decided.
  public var pendingTime = Duration.seconds(5 * 60)
  /// The time of a slow authorization.
  public var slowTime = Duration.seconds(180)
  /// The time before a payment can be refunded in part.
  public var settlementTime = Duration.seconds(24 * 3_600)
  /// The sandbox releases a hold after this time if nobody captures it.
  public var holdTime = Duration.seconds(30 * 86_400)
  /// The merchant confirms a transaction within this time.
  public var confirmationTime = Duration.seconds(24 * 3_600)
  /// The sandbox makes the same charge of a token only once within this time.
  public var chargeMemory = Duration.seconds(24 * 3_600)

  // Sessions

  /// The sandbox rejects a session after this many declined attempts.
  public var attemptLimit = 10
  public var dispersionLimit = 3
  /// True if a charge of a token needs `ipAddress` and `userAgent`, which the reference lists as required. PlacetoPay's own
  /// libraries charge without them.
  public var chargesNeedOrigin = false
  /// The currencies of the site; all of PlacetoPay's documentation unless its contract has fewer.
  public var currencies = Set(
    "USD COP EUR MXN PEN BRL CRC HNL BZD PAB UYU GTQ DOP CLP PYG JPY KRW".split(separator: " ")
      .compactMap { Currency(String($0)) })
  /// The HTTP status of a session or a charge that is refused because of its content.
  public var refusalStatus = 200

  // Queries and notifications

  /// True if a query shows what happened after a session's end: the flag `refunded`, captures of a hold beside it, disputes.
  public var showsLaterChanges = true
  /// True if such a query shows each refund, too, as a transaction of its own, whose status is REFUNDED.
  public var listsRefunds = false
  /// True if amounts of transactions are texts with all decimals, and not numbers.
  public var writesAmountsAsText = false
  /// True if refunds and disputes are notified, and not only the end of a session.
  public var notifiesRefunds = false

  public init() {}
}

/// The state of the site, which the control API changes.
struct SiteFlags: Codable, Hashable, Sendable {
  enum State: String, Codable, CaseIterable, Sendable {
    case active, inactive, expired, credentialsExpired

    /// The authentication code of a site that may not call.
    var code: Int? {
      switch self {
      case .active: nil
      case .inactive: 104
      case .expired: 105
      case .credentialsExpired: 106
      }
    }
  }

  var state = State.active
  /// True if the site still uses SHA-1: a `tranKey` of it is accepted, and notifications are signed with it.
  var isLegacy = false
}
