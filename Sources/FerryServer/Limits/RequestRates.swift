import FerryCheckout
import FerryCore
import FerryModule
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import Synchronization

/// Counts the requests of this process, and refuses those above the limits.
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

  /// - Parameter key: The key's index among all keys of all shops.
  /// - Throws: `ProblemResponse` 429 with `Retry-After`.
  func count(key: Int) throws(ProblemResponse) {
    try refuse(keys?.take(key), "key", "This key is used too often. Wait for the time in Retry-After, then continue.")
  }

  /// - Throws: `ProblemResponse` 429 with `Retry-After`.
  func count(_ address: ClientAddress) throws(ProblemResponse) {
    try refuse(
      addresses?.take(address), "address", "There were too many requests in a short time. Wait, then try again.")
  }

  /// - Parameter side: The side that changes the checkout, after it was recognized.
  /// - Throws: `ProblemResponse` 429 with `Retry-After`.
  func count(_ checkout: CheckoutID, by side: CheckoutSide) throws(ProblemResponse) {
    try refuse(
      checkouts?.take(CheckoutUse(checkout: checkout, side: side)), "checkout",
      "This checkout is changed too often. Wait for the time in Retry-After, then continue. Reading is not counted."
    )
  }

  /// - Throws: `ProblemResponse` 503 with `Retry-After`, because providers do not repeat a notification after a 4xx.
  func count(notificationFrom address: ClientAddress) throws(ProblemResponse) {
    guard let wait = notifications?.take(address) else { return }
    countLimited("notification")
    throw ProblemResponse(
      Problem(.unavailable, "Too many notifications in a short time. Send it again later."), retryAfter: wait
    )
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

/// A side that changes a checkout. Each has its own limit, so that none can use up another's: a buyer who reloads pages cannot
/// keep the merchant from refunding.
enum CheckoutSide: Hashable, Sendable {
  /// The bound browser.
  case browser
  /// Another browser, which the provider has sent back.
  case otherBrowser
  /// The app, with its verifier.
  case app
  /// The app, with a hint. It must be able to say that a browser has closed, but not to keep itself from cancelling by it.
  case appHint
  /// The shop with its secret key, for a step of its buyer.
  case shop
  /// The shop with a hint: its buyer may have paid. A buyer who reloads the shop's page cannot keep it from anything else.
  case shopHint
  /// The shop with its secret key, for its own decisions.
  case merchant
}

/// The key of the limit on one checkout.
private struct CheckoutUse: Hashable, Sendable {
  let checkout: CheckoutID
  let side: CheckoutSide
}

/// Warns the operator, once in the life of a process, that requests seem to come through a proxy that is missing in the
/// settings.
final class ForwardedWarning<Context: RequestContext>: RouterMiddleware {
  private let hasWarned = Atomic(false)
  /// The setting of the number of proxies, which is 0.
  private let setting: ConfigurationKey

  init(_ setting: ConfigurationKey) { self.setting = setting }

  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    if request.headers.nameForwardedClient, !hasWarned.exchange(true, ordering: .relaxed) {
      context.logger.warning(
        """
        A request has the field X-Forwarded-For or Forwarded, which is not read, because \(setting.name) \
        (\(setting.variable)) is 0. If the request came through a proxy of yours, all clients behind the proxy share one \
        rate limit: let the proxy write X-Forwarded-For, and set the number of your proxies. If you have no proxy, the \
        client wrote the field, and there is nothing to do. This warning is logged once.
        """)
    }
    return try await next(request, context)
  }
}

extension HTTPFields {
  /// True if they name the client of a proxy (RFC 7239, and the older `X-Forwarded-For`).
  fileprivate var nameForwardedClient: Bool {
    contains { ["x-forwarded-for", "forwarded"].contains($0.name.canonicalName) }
  }
}
