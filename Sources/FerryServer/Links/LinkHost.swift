import FerryCheckout
import FerryCore
public import FerryLinks
import FerryModule
public import FerryWeb
import HTTPTypes
public import Hummingbird

extension CheckoutServer {
  /// The router of a link host that this process serves. It serves the files that let apps claim its links, and the page for
  /// browsers where the link did not open the app. It serves nothing else.
  /// - Parameter origin: The link host's public address.
  public func linkHost(at origin: Origin) -> Router<ClientContext> {
    let apps = configuration.apps.filter { $0.linkHost == origin }
    return .site(
      origin,
      errors: ErrorResponses(
        problemsBelow: ["/.well-known"], languages: LanguagePreference(origin: origin),
        shop: configuration.onlyCheckoutPage)
    ) { router in
      WellKnownRoutes(association: apps.association, assetLinks: apps.assetLinks).add(to: router)
      LinkPage(base: configuration.base).add(to: router)
    }
  }
}

/// Serves a host's files with the apps that may open its links. iOS and Android expect the files at fixed addresses without a
/// redirect, as JSON, with a cache lifetime (Apple, "Supporting associated domains"; Android Developers, "Configure website
/// associations").
public struct WellKnownRoutes: Sendable {
  private let association: AssociationFile
  private let assetLinks: AssetLinks

  /// The lifetime in caches. Apple's cache asks again within a day, whatever this says.
  static let cacheControl = "public, max-age=3600"

  public init(association: AssociationFile, assetLinks: AssetLinks) {
    self.association = association
    self.assetLinks = assetLinks
  }

  /// The files that name an app, by their paths.
  var files: [(path: String, json: [UInt8])] {
    (association.details.isEmpty ? [] : [(AssociationFile.path, association.json)])
      + (assetLinks.apps.isEmpty ? [] : [(AssetLinks.path, assetLinks.json)])
  }

  public func add(to router: some RouterMethods<some RequestContext>) {
    for (path, json) in files {
      let file = Response("application/json", json, headers: [.cacheControl: Self.cacheControl])
      router.get(RouterPath(path)) { _, _ in file }
    }
  }
}

/// Serves the providers' files about the server's host as they are. Their readers follow no redirect.
struct DomainFileRoutes: Sendable {
  let providers: [OfferedProvider]

  /// One for each path. If accounts have different files, a live account's counts.
  private var files: [DomainFile] {
    var paths: Set<String> = []
    return (providers.filter { $0.id.mode == .live } + providers).compactMap(\.domainFile).filter {
      paths.insert($0.path).inserted
    }
  }

  func add(to router: some RouterMethods<some RequestContext>) {
    for file in files {
      let answer = Response("text/plain", file.content, headers: [.cacheControl: WellKnownRoutes.cacheControl])
      router.get(RouterPath(file.path)) { _, _ in answer }
    }
  }
}

extension Sequence<RegisteredApp> {
  /// The file that gives a host's return links to the iOS apps of the sequence.
  public var association: AssociationFile { association(also: []) }

  /// The file gives away the path of the return links as it is, without paths below. Providers' return addresses lie below it
  /// on the server's host: an app that got those would keep the return from the server.
  /// - Parameter callbackPaths: Patterns of the paths that providers' SDKs use to lead buyers back. An app gets the links with
  ///   its own scheme in the query, and no other app's. The form before iOS 13 knows no query, so it leaves these links to the
  ///   browser.
  func association(also callbackPaths: [String]) -> AssociationFile {
    let apps = compactMap { app -> (identifier: String, scheme: String)? in
      guard case .ios(let ios) = app.platform else { return nil }
      return (ios.identifier, app.scheme)
    }
    let details = apps.map { app in
      let callbacks = callbackPaths.map {
        AssociationFile.Component(path: $0, query: .items(["scheme": app.scheme]))
      }
      return AssociationFile.Details(
        apps: [app.identifier], components: [AssociationFile.Component(path: AppReturnLink.path)] + callbacks,
        paths: [AppReturnLink.path])
    }
    return AssociationFile(details: details, credentials: apps.map(\.identifier))
  }

  /// The file that gives a host's links to the Android apps of the sequence.
  public var assetLinks: AssetLinks {
    AssetLinks(
      apps: compactMap { app in
        guard case .android(let android) = app.platform else { return nil }
        return AssetLinks.App(
          package: android.package, fingerprints: android.fingerprints.compactMap { CertificateFingerprint($0) })
      })
  }
}
