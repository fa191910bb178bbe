public import FerryWeb
public import Hummingbird

extension CheckoutServer {
  /// The paths whose errors are problem documents. Errors of all others are pages.
  public static let problemPaths = ["/v1", "/health", "/ready", "/metrics", "/ferry/notify", "/ferry/sdk"]

  /// A router with all routes and middlewares, and the reference of the API.
  public func router() -> Router<ClientContext> {
    .site(
      configuration.base,
      errors: ErrorResponses(
        problemsBelow: Self.problemPaths, languages: languages, shop: configuration.onlyCheckoutPage)
    ) { router in
      ReferenceRoutes().add(to: router)
      addRoutes(to: router)
    }
  }

  /// Adds the routes to a router that has `SecurityHeaders`, `ErrorResponses` and `AssetRoutes`. Call `refuseOtherMethods` when
  /// the router is complete, and create it with `.autoGenerateHeadEndpoints`, which answers `HEAD`.
  ///
  /// The context has the address of the connection, as `ClientContext` does, because requests are counted by it.
  public func addRoutes<Context: RemoteAddressRequestContext>(to router: some RouterMethods<Context>) {
    let routes = router.group(catching: { error, _ in throw ProblemResponse(unavailable: error) ?? error })
    if configuration.limits.countsAddressesOfConnections {
      routes.add(middleware: ForwardedWarning(ServerSettings.trustedProxies))
    }

    let merchants = routes.merchants(of: self)
    let lists = routes.merchants(of: self, readingQuery: true)
    ProviderRoutes(server: self).add(to: merchants)
    CheckoutRoutes(server: self).add(to: merchants)
    PaymentRoutes(server: self).add(to: merchants, lists: lists)
    RecordRoutes(server: self).add(to: merchants, lists: lists)

    // Routes that commit decisions which protect a buyer are not limited so.
    let buyers = routes.group(checking: { try rates.count(.address(client(of: $0, $1))) })
    StartRoutes(server: self).add(to: buyers)
    NextActionRoutes(server: self).add(to: buyers)
    ReviewRoutes(server: self).add(to: buyers)
    ReturnToAppRoutes(server: self).add(to: buyers)
    ButtonRoutes(images: configuration.buttons).add(to: buyers)
    AppRoutes(server: self).add(to: buyers)

    ReturnRoutes(server: self).add(to: routes)
    NotificationRoutes(server: self).add(to: routes)
    SDKRoutes(server: self).add(to: routes)
    BridgeRoutes().add(to: routes)
    OperationsRoutes(server: self).add(to: routes)
    let apps = configuration.apps
    WellKnownRoutes(association: apps.association(also: sdkCallbackPaths), assetLinks: apps.assetLinks)
      .add(to: routes)
    DomainFileRoutes(providers: providers).add(to: routes)
  }
}
