/// How often something may be done: so often at once, and then so often a minute.
public struct RateLimit: Hashable, Sendable {
  public let burst: Int
  public let perMinute: Int

  /// - Parameters:
  ///   - perMinute: 1 to 10,000,000.
  ///   - burst: How often at once, after a pause; half of a minute's worth unless given.
  public init(perMinute: Int, burst: Int? = nil) {
    let burst = burst ?? max(1, perMinute / 2)
    precondition((1...10_000_000).contains(perMinute) && (1...10_000_000).contains(burst), "A rate is above zero.")
    self.perMinute = perMinute
    self.burst = burst
  }

  /// In this time an empty bucket is full again, and what it counted is forgotten.
  var memory: Duration { .milliseconds((Int64(burst) * 60_000 + Int64(perMinute) - 1) / Int64(perMinute)) }
}

/// The limits on how often requests are answered; nil for none.
public struct RateLimits: Hashable, Sendable {
  /// Calls of `/v1` with one secret key.
  public var key: RateLimit?
  /// Requests for the pages between shop and provider, and calls of apps, from one client's address. Buyers behind the same
  /// router or mobile operator share one; a checkout takes about eight, and twenty with an app.
  public var address: RateLimit?
  /// What is done to one checkout: by its buyer's browser, by its app, by the shop for its buyer, and by the shop for
  /// itself, each counted alone.
  public var checkout: RateLimit?
  /// Providers' notifications from one address. A provider sends all of them from a few.
  public var notification: RateLimit?

  public init(
    key: RateLimit?, address: RateLimit?, checkout: RateLimit?, notification: RateLimit? = RateLimit(perMinute: 6000)
  ) {
    self.key = key
    self.address = address
    self.checkout = checkout
    self.notification = notification
  }

  public static let none = RateLimits(key: nil, address: nil, checkout: nil, notification: nil)

  /// A hundred calls a second with one key, a hundred notifications a second from one address, a hundred and fifty checkouts
  /// a minute from one address, one step a second in one checkout.
  public static let usual = RateLimits(
    key: RateLimit(perMinute: 6000), address: RateLimit(perMinute: 1200), checkout: RateLimit(perMinute: 60))
}
