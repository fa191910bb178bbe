import FerryModule
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Tells the operator, once in the life of a process, that requests seem to come through a proxy that the settings know
/// nothing of.
final class ForwardedNotice<Context: RequestContext>: RouterMiddleware {
  private let isTold = Atomic(false)

  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    if request.headers.nameClients, !isTold.exchange(true, ordering: .relaxed) {
      let setting = ServerConfigurationReading.trustedProxies
      context.logger.warning(
        """
        A request carries X-Forwarded-For or Forwarded, which are not read: \(setting.name) (\(setting.variable)) is 0. \
        If it came through a proxy of yours, all buyers behind that share one limit of requests: let the proxy write \
        X-Forwarded-For, and set the number of your proxies. If you have none, the client wrote it, and all is well. \
        This is said once.
        """)
    }
    return try await next(request, context)
  }
}

extension HTTPFields {
  /// Whether they say for whom a proxy has sent the request (RFC 7239, and the field that was there before it).
  fileprivate var nameClients: Bool {
    contains { ["x-forwarded-for", "forwarded"].contains($0.name.canonicalName) }
  }
}
