import FerryCore
import FerryLinks
public import FerryWeb
import HTTPTypes

/// A link host as a folder of files, for a static web host.
public struct LinkHostFiles: Sendable {
  public struct File: Hashable, Sendable {
    /// Below the folder: ".well-known/assetlinks.json".
    public let path: String
    public let content: [UInt8]
  }

  /// In the order of their paths.
  public let files: [File]

  /// - Parameters:
  ///   - host: The link host's public address.
  ///   - apps: The server's; those of other link hosts are left out.
  ///   - base: The server's public address.
  public init(of host: Origin, apps: [RegisteredApp], base: Origin) {
    let apps = apps.filter { $0.linkHost == host }
    let page = LinkPage(base: base)
    var files = [
      File(path: "README.md", content: Array(Self.instructions(host, base, page.headers).utf8)),
      File(path: String(AppReturnLink.path.dropFirst()) + "index.html", content: page.bytes),
    ]
    let association = apps.association
    if !association.details.isEmpty {
      files.append(File(path: String(AssociationFile.path.dropFirst()), content: association.json))
    }
    let assetLinks = apps.assetLinks
    if !assetLinks.apps.isEmpty {
      files.append(File(path: String(AssetLinks.path.dropFirst()), content: assetLinks.json))
    }
    self.files = files.sorted { $0.path < $1.path }
  }

  private static func instructions(_ host: Origin, _ base: Origin, _ headers: HTTPFields) -> String {
    let fields = headers.map { "    \($0.name.canonicalName): \($0.value)" }.joined(separator: "\n")
    return """
      # The link host \(host)

      Serve this folder at \(host)/, over https with a certificate that devices know, and export it again whenever an app or
      the server's address changes. It belongs to the checkout server at \(base).

      `.well-known/apple-app-site-association` and `.well-known/assetlinks.json`, as far as they are here: answered with 200
      at exactly these addresses, with no redirect, no sign-in and no page for robots in front, and with

          content-type: application/json
          cache-control: \(WellKnownRoutes.cacheControl)

      The first has no extension, so most hosts need to be told its type. iOS asks for it when the app is installed, and
      by way of a cache of Apple's, which may take a day to see a change.

      `ferry/return/index.html`: answered at \(host)\(AppReturnLink.path), whatever stands after the question mark, with

      \(fields)

      Nothing else belongs on this host: what stands on it shares its name with the links that lead into the apps.

      """
  }
}
