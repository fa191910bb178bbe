import FerryCheckout
import FerryCore
import FerryWeb
import Metrics

/// Counts requests of this process, and refuses those that are too many.
struct RequestRates: Sendable {
  private let keys: RateLimiter<Int>?
  private let addresses: RateLimiter<ClientAddress>?
  private let checkouts: RateLimiter<CheckoutUse>?
  private let notifications: RateLimiter<ClientAddress>?

  init(_ limits: RateLimits, _ time: any Timekeeper) {
    keys = limits.key.map { RateLimiter($0, time) }
    addresses = limits.address.map { RateLimiter($0, time) }
    checkouts = limits.checkout.map { RateLimiter($0, time) }
    notifications = limits.notification.map { RateLimiter($0, time) }
  }

  /// - Parameter key: The key's place among all keys of all shops.
  /// - Throws: `ProblemResponse` 429 with `Retry-After`.
  func count(key: Int) throws(ProblemResponse) {
    try refuse(keys?.take(key), "key", "This key is used too often. Wait as long as Retry-After says, then go on.")
  }

  /// - Throws: `ProblemResponse` 429 with `Retry-After`.
  func count(_ address: ClientAddress) throws(ProblemResponse) {
    try refuse(addresses?.take(address), "address", "There were many requests in a short time. Wait, then try again.")
  }

  /// - Parameter side: Who does something to the checkout, and is known to be that.
  /// - Throws: `ProblemResponse` 429 with `Retry-After`.
  func count(_ checkout: CheckoutID, by side: CheckoutSide) throws(ProblemResponse) {
    try refuse(
      checkouts?.take(CheckoutUse(checkout: checkout, side: side)), "checkout",
      "Too much is asked of this checkout. Wait as long as Retry-After says, then go on; reading it is not counted here."
    )
  }

  /// - Throws: `ProblemResponse` 503 with `Retry-After`: providers take a 4xx for the last word on a notification.
  func count(notificationFrom address: ClientAddress) throws(ProblemResponse) {
    guard let wait = notifications?.take(address) else { return }
    countLimited("notification")
    throw ProblemResponse(
      Problem(.unavailable, "There were many notifications in a short time. Send it again later."), retryAfter: wait)
  }

  private func countLimited(_ limit: String) {
    Counter(label: "ferry_requests_limited_total", dimensions: [("limit", limit)]).increment()
  }

  private func refuse(_ wait: Duration?, _ limit: String, _ detail: String) throws(ProblemResponse) {
    guard let wait else { return }
    countLimited(limit)
    throw ProblemResponse(Problem(.tooManyRequests, detail), retryAfter: wait)
  }
}
