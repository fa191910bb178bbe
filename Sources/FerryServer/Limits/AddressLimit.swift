import FerryWeb
import HTTPTypes
import Hummingbird

/// Lets one client's address ask for so many pages in a time. It comes before everything that its routes do, so it is not for
/// routes that commit what protects a buyer.
struct AddressLimit<Context: RemoteAddressRequestContext>: RouterMiddleware {
  let server: CheckoutServer

  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    try server.rates.count(server.client(of: request, context))
    return try await next(request, context)
  }
}

extension CheckoutServer {
  /// Whom a request is counted for.
  func client(of request: Request, _ context: some RemoteAddressRequestContext) -> ClientAddress {
    ClientAddress(
      connection: context.remoteAddress, request.headers, trustedProxies: configuration.limits.trustedProxies)
  }

  /// The whole IP address of a request's sender; nil if it is unknown.
  func address(of request: Request, _ context: some RemoteAddressRequestContext) -> String? {
    ClientAddress.text(
      connection: context.remoteAddress, request.headers, trustedProxies: configuration.limits.trustedProxies)
  }
}

extension FerryServerConfiguration.Limits {
  /// Whether clients are counted by the other ends of their connections, which are a proxy's where one stands in front.
  var countsAddressesOfConnections: Bool {
    trustedProxies == 0 && (rates.address != nil || rates.notification != nil)
  }
}
