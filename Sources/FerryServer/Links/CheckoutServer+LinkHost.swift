import FerryCore
public import FerryWeb
import HTTPTypes
public import Hummingbird

extension CheckoutServer {
  /// What answers at a link host that this process serves itself: the files by which apps claim its links, the page that
  /// those see whose system opened the browser all the same, and nothing else.
  /// - Parameter origin: The link host's public address.
  public func linkHost(at origin: Origin) -> Router<ClientContext> {
    let router = Router(context: ClientContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders(origin: origin))
    router.add(
      middleware: ErrorResponses(
        problemsBelow: ["/.well-known"], languages: LanguagePreference(origin: origin),
        shop: configuration.onlyCheckoutPage))
    AssetRoutes().add(to: router)
    let apps = configuration.apps.filter { $0.linkHost == origin }
    WellKnownRoutes(association: apps.association, assetLinks: apps.assetLinks).add(to: router)
    let page = LinkPage(base: configuration.base)
    let body = ByteBuffer(bytes: page.bytes)
    router.get(RouterPath(AppReturnLink.path)) { _, _ in
      Response(status: .ok, headers: page.headers, body: ResponseBody(byteBuffer: body))
    }
    router.refuseOtherMethods()
    return router
  }
}
