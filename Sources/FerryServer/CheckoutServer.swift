public import FerryEngine
public import FerryWeb
public import Hummingbird

/// Ferry's face: the merchants' JSON API below `/v1`, the pages that carry a buyer between shop and provider below `/ferry`,
/// what providers send unasked, and what those who operate it ask for.
public struct CheckoutServer: Sendable {
  let configuration: FerryServerConfiguration
  let service: any CheckoutService
  let sites: ProviderSites
  let freeDisk: FreeDisk
  let freeDescriptors: FreeDescriptors
  let metrics: PrometheusMetrics?
  let rates: RequestRates

  /// - Parameters:
  ///   - sites: What the providers' scripts need in the start page: `ProviderSites` of each, merged. A provider that is left
  ///     out has a page that its browser refuses to run.
  ///   - freeDisk: How much room is left where the store is.
  ///   - freeDescriptors: How many connections more can be taken.
  ///   - metrics: What `/metrics` shows; nil leaves the route out.
  public init(
    configuration: FerryServerConfiguration, service: any CheckoutService, sites: ProviderSites,
    freeDisk: FreeDisk, freeDescriptors: FreeDescriptors = .ofThisProcess, metrics: PrometheusMetrics? = nil
  ) {
    self.configuration = configuration
    self.service = service
    self.sites = sites
    self.freeDisk = freeDisk
    self.freeDescriptors = freeDescriptors
    self.metrics = metrics
    rates = RequestRates(configuration.limits.rates, service.time)
  }

  /// Where programs are the readers: errors are problem documents there, and pages elsewhere.
  public static let problemPaths = ["/v1", "/health", "/ready", "/metrics", "/ferry/notify"]

  /// A router with everything on it.
  public func router() -> Router<ClientContext> {
    let router = Router(context: ClientContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders(origin: configuration.base))
    router.add(
      middleware: ErrorResponses(
        problemsBelow: Self.problemPaths, languages: languages, shop: configuration.onlyCheckoutPage))
    AssetRoutes().add(to: router)
    addRoutes(to: router)
    router.refuseOtherMethods()
    return router
  }

  /// Adds the routes to a router that has `SecurityHeaders`, `ErrorResponses` and `AssetRoutes`, and on which
  /// `refuseOtherMethods` is called when it is complete.
  ///
  /// `HEAD` is answered where the router makes it from `GET`: give it the option `.autoGenerateHeadEndpoints`.
  ///
  /// Its context tells where connections come from, as `ClientContext` does, for requests are counted by that.
  public func addRoutes<Context: RemoteAddressRequestContext>(to router: some RouterMethods<Context>) {
    let routes = router.group().add(middleware: StoppingAnswers())
    if configuration.limits.countsAddressesOfConnections { routes.add(middleware: ForwardedNotice()) }
    CheckoutRoutes(server: self).add(to: routes)
    WebhookRoutes(server: self).add(to: routes)
    RecordRoutes(server: self).add(to: routes)
    ReturnRoutes(server: self).add(to: routes)
    let buyers = routes.group().add(middleware: AddressLimit<Context>(server: self))
    StartRoutes(server: self).add(to: buyers)
    BackRoutes(server: self).add(to: buyers)
    ReviewRoutes(server: self).add(to: buyers)
    ButtonRoutes(images: configuration.buttons).add(to: buyers)
    AppRoutes(server: self).add(to: buyers)
    NotificationRoutes(server: self).add(to: routes)
    BridgeRoutes().add(to: routes)
    OperationsRoutes(server: self).add(to: routes)
    WellKnownRoutes(association: configuration.apps.association, assetLinks: configuration.apps.assetLinks).add(
      to: routes)
  }

  /// Whether the disk has room for another checkout; so it has where nobody can say.
  var hasRoom: Bool { freeDisk.bytes().map { $0 >= configuration.limits.leastFreeDisk } ?? true }

  var languages: LanguageChoice { LanguageChoice(origin: configuration.base) }

  var links: ServerLinks { ServerLinks(base: configuration.base) }
}
