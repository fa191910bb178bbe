import FerryCheckout
import FerryCore
public import FerryEngine
import FerryWeb
import Hummingbird

/// The HTTP side of Ferry: the JSON API below `/v1`, the pages between shop and provider below `/ferry`, the addresses for
/// providers' notifications, and the routes for operators.
public struct CheckoutServer: Sendable {
  let configuration: FerryServerConfiguration
  let service: any CheckoutService
  let providers: [OfferedProvider]
  let freeDisk: FreeDisk
  let freeDescriptors: FreeDescriptors
  let metrics: PrometheusMetrics?
  let rates: RequestRates

  /// - Parameters:
  ///   - providers: The accounts of the service's providers, as shops show them.
  ///   - freeDisk: The disk of the store.
  ///   - freeDescriptors: The limit of open connections.
  ///   - metrics: The source of `/metrics`; nil leaves the route out.
  public init(
    configuration: FerryServerConfiguration, service: any CheckoutService, providers: [OfferedProvider],
    freeDisk: FreeDisk, freeDescriptors: FreeDescriptors = .ofThisProcess, metrics: PrometheusMetrics? = nil
  ) {
    self.configuration = configuration
    self.service = service
    self.providers = providers
    self.freeDisk = freeDisk
    self.freeDescriptors = freeDescriptors
    self.metrics = metrics
    rates = RequestRates(configuration.limits.rates, service.time)
  }

  /// The checkout once the provider has answered, or the longest wait of a request is over.
  func wait(
    for id: CheckoutID, until isKnown: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> CheckoutFile {
    try await service.wait(for: id, within: configuration.limits.wait, until: isKnown)
  }

  /// True if the disk has room for another checkout, or its free bytes are not known.
  var hasRoom: Bool { freeDisk.bytes().map { $0 >= configuration.limits.leastFreeDisk } ?? true }

  var languages: LanguagePreference { LanguagePreference(origin: configuration.base) }

  var links: ServerLinks { ServerLinks(base: configuration.base, apps: configuration.apps) }
}

extension CheckoutServer {
  /// The address that a request is counted for.
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
