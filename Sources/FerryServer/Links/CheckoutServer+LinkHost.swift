public import FerryWeb
public import Hummingbird

extension CheckoutServer {
  /// What answers at a link host that this process serves itself: the files by which apps claim its links, and nothing else.
  /// - Parameter origin: The link host's public address.
  public func linkHost(at origin: Origin) -> Router<ClientContext> {
    let router = Router(context: ClientContext.self)
    router.add(middleware: SecurityHeaders(origin: origin))
    router.add(middleware: ErrorResponses(problemsBelow: ["/.well-known"], languages: LanguageChoice(origin: origin)))
    AssetRoutes().add(to: router)
    router.refuseOtherMethods()
    return router
  }
}
