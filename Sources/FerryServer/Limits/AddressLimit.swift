import FerryWeb
import HTTPTypes
import Hummingbird

/// Lets one client's address ask for so many pages in a time.
struct AddressLimit<Context: RemoteAddressRequestContext>: RouterMiddleware {
  let rates: RequestRates
  let trustedProxies: Int

  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    try rates.count(
      ClientAddress(connection: context.remoteAddress, request.headers, trustedProxies: trustedProxies))
    return try await next(request, context)
  }
}
