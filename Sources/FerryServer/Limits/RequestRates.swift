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
  private let key, address, checkout, notification: RateLimiter<CountedUse>?

  init(_ limits: RateLimits, _ time: any Timekeeper) {
    key = limits.key.map { RateLimiter($0, time) }
    address = limits.address.map { RateLimiter($0, time) }
    checkout = limits.checkout.map { RateLimiter($0, time) }
    notification = limits.notification.map { RateLimiter($0, time) }
  }

  /// - Throws: `ProblemResponse` with `Retry-After`: 429, or 503 for a notification.
  func count(_ use: CountedUse) throws(ProblemResponse) {
    // The name is a dimension of the metric.
    let (limiter, name, kind, detail): (RateLimiter<CountedUse>?, String, Problem.Kind, String) =
      switch use {
      case .key:
        (key, "key", .tooManyRequests, "This key is used too often. Wait for the time in Retry-After, then continue.")
      case .address:
        (address, "address", .tooManyRequests, "There were too many requests in a short time. Wait, then try again.")
      case .checkout:
        (
          checkout, "checkout", .tooManyRequests,
          "This checkout is changed too often. Wait for the time in Retry-After, then continue. Reading is not counted."
        )
      case .notification:
        // Providers do not repeat a notification after a 4xx.
        (notification, "notification", .unavailable, "Too many notifications in a short time. Send it again later.")
      }
    guard let wait = limiter?.take(use) else { return }
    Counter(label: "ferry_requests_limited_total", dimensions: [("limit", name)]).increment()
    throw ProblemResponse(Problem(kind, detail), retryAfter: wait)
  }
}

/// A use of the server that a rate limit counts.
enum CountedUse: Hashable, Sendable {
  /// The index of a secret key among all keys of all shops.
  case key(Int)
  case address(ClientAddress)
  /// A change of a checkout by a side that was recognized.
  case checkout(CheckoutID, CheckoutSide)
  case notification(ClientAddress)
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
