import FerryCheckout
import FerryCore
public import FerryLinks
public import FerryWeb
import HTTPTypes
public import Hummingbird

extension CheckoutServer {
  /// The router of a link host that this process serves: the files by which apps claim its links, the page for browsers in
  /// which the link did not open the app, and nothing else.
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
    router.get(RouterPath(AppReturnLink.path)) { _, _ in page.response }
    router.refuseOtherMethods()
    return router
  }
}

/// Serves the files by which a host names the apps that may open its links, as iOS and Android expect them: at fixed addresses
/// without a redirect, as JSON, with a cache lifetime (Apple, "Supporting associated domains"; Android Developers, "Configure
/// website associations").
public struct WellKnownRoutes: Sendable {
  private let association: AssociationFile
  private let assetLinks: AssetLinks

  /// The lifetime in caches. Apple's cache asks again within a day, whatever this says.
  static let cacheControl = "public, max-age=3600"

  public init(association: AssociationFile, assetLinks: AssetLinks) {
    self.association = association
    self.assetLinks = assetLinks
  }

  /// Adds the files that name an app.
  public func add(to router: some RouterMethods<some RequestContext>) {
    if !association.details.isEmpty { add(association.json, at: AssociationFile.path, to: router) }
    if !assetLinks.apps.isEmpty { add(assetLinks.json, at: AssetLinks.path, to: router) }
  }

  private func add(_ json: [UInt8], at path: String, to router: some RouterMethods<some RequestContext>) {
    let headers: HTTPFields = [.contentType: "application/json", .cacheControl: Self.cacheControl]
    let file = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    router.get(RouterPath(path)) { _, _ in file }
  }
}

extension Sequence<RegisteredApp> {
  /// Nil if the app is not registered for the shop.
  func app(_ id: String, of shop: ShopID) -> RegisteredApp? { first { $0.id == id && $0.shop == shop } }

  /// The file by which a host gives its return links to the iOS apps of the sequence.
  public var association: AssociationFile { association(also: []) }

  /// - Parameter paths: Patterns of further paths whose links open the apps.
  func association(also paths: [String]) -> AssociationFile {
    AssociationFile(
      apps: compactMap { app in
        guard case .ios(let ios) = app.platform else { return nil }
        return ios.identifier
      },
      path: AppReturnLink.path + "*", others: paths)
  }

  /// The file by which a host gives its links to the Android apps of the sequence.
  public var assetLinks: AssetLinks {
    AssetLinks(
      apps: compactMap { app in
        guard case .android(let android) = app.platform else { return nil }
        return AssetLinks.App(
          package: android.package, fingerprints: android.fingerprints.compactMap { CertificateFingerprint($0) })
      })
  }

  /// The link hosts of the apps, each once and in order.
  public var linkHosts: [Origin] { Set(map(\.linkHost)).sorted { $0.text < $1.text } }
}
