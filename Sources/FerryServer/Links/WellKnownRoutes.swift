public import FerryLinks
import HTTPTypes
public import Hummingbird

/// Serves the files by which a host says which apps may open its links, as iOS and Android want them: at their own address
/// without a redirect, as JSON, and with a word about how long they may be kept (Apple, "Supporting associated domains";
/// Android Developers, "Configure website associations").
public struct WellKnownRoutes: Sendable {
  private let association: AssociationFile
  private let assetLinks: AssetLinks

  /// How long caches may keep the files. Apple's own asks again within a day whatever is said here.
  static let cacheControl = "public, max-age=3600"

  public init(association: AssociationFile, assetLinks: AssetLinks) {
    self.association = association
    self.assetLinks = assetLinks
  }

  /// A file is there if it names an app.
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
