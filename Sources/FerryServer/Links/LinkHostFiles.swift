import Crypto
import FerryCore
import FerryLinks
public import FerryWeb
import Foundation
public import HTTPTypes
import Hummingbird

/// A link host as a folder of files, for a static web host.
public struct LinkHostFiles: Sendable {
  public struct File: Hashable, Sendable {
    /// Relative to the folder: ".well-known/assetlinks.json".
    public let path: String
    public let content: [UInt8]
  }

  /// In the order of their paths.
  public let files: [File]

  /// - Parameters:
  ///   - host: The link host's public address.
  ///   - apps: The server's apps. Apps of other link hosts are left out.
  ///   - base: The server's public address.
  public init(of host: Origin, apps: [RegisteredApp], base: Origin) {
    let apps = apps.filter { $0.linkHost == host }
    let page = LinkPage(base: base)
    var files = [
      File(path: "README.md", content: Array(Self.instructions(host, base, page.headers).utf8)),
      File(path: String(AppReturnLink.path.dropFirst()) + "index.html", content: page.bytes),
    ]
    for (path, json) in WellKnownRoutes(association: apps.association, assetLinks: apps.assetLinks).files {
      files.append(File(path: String(path.dropFirst()), content: json))
    }
    self.files = files.sorted { $0.path < $1.path }
  }

  private static func instructions(_ host: Origin, _ base: Origin, _ headers: HTTPFields) -> String {
    let fields = headers.map { "    \($0.name.canonicalName): \($0.value)" }.joined(separator: "\n")
    return """
      # The link host \(host)

      Serve this folder at \(host)/ over https, with a certificate that devices trust. Export it again if an app or the
      server's address changes. It belongs to the checkout server at \(base).

      Answer `.well-known/apple-app-site-association` and `.well-known/assetlinks.json`, if they are here, with status 200 at
      exactly these addresses, without a redirect, a sign-in or a page that stops robots, and with

          content-type: application/json
          cache-control: \(WellKnownRoutes.cacheControl)

      The first has no extension, so most hosts need a rule for its type. iOS fetches it through Apple's cache when the app is
      installed. The cache may take a day to see a change.

      Answer \(host)\(AppReturnLink.path), with any query, with `ferry/return/index.html` and

      \(fields)

      Answer a POST there with status 303 and the same address as `location`: some banks lead buyers back by a form.

      Serve nothing else on this host: it shares its name with the links into the apps.

      """
  }
}

/// The page of a link host at `AppReturnLink.path`. A browser loads it if the system did not give the link to the app. Its script
/// goes to the server's return page, which has more ways into the app, and tells it of a tapped link, which did not open the app.
/// The page is the same for every checkout and every app, so that a link host can be a folder of files.
public struct LinkPage: Sendable, Hashable {
  /// The server's public address: the only place that the page goes to.
  public let base: Origin

  public init(base: Origin) { self.base = base }

  /// The document, in UTF-8.
  public var bytes: [UInt8] { html.bytes }

  /// The header fields of a link host. The page repeats most of them for hosts that send none.
  public var headers: HTTPFields {
    [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
      .contentSecurityPolicy: Self.policy + "; frame-ancestors 'none'",
    ]
  }

  /// Adds the page to a router. A bank's page may lead back to a wake link by a form: the browser is told to repeat it as a
  /// visit, which may open the app.
  func add(to router: some RouterMethods<some RequestContext>) {
    let page = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    router.get(RouterPath(AppReturnLink.path)) { _, _ in page }
    router.post(RouterPath(AppReturnLink.path)) { request, _ -> Response in
      .seeOther(Link(text: AppReturnLink.path + (request.uri.query.map { "?" + $0 } ?? "")))
    }
  }

  private var html: HTML {
    """
    <!doctype html>
    <html lang="en" data-base="\(base.text)">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">
    <title>\(Language.english.buyerTexts.backByButton.title)</title>
    <link rel="icon" href="data:,">
    <script>\(HTML(embeddedFile: PackageResources.link_page_js))</script>
    </head>
    <body>
    <main>
    <h1>\(Language.english.buyerTexts.backByButton.title)</h1>
    \(Language.allCases.map(Self.paragraph))</main>
    </body>
    </html>

    """
  }

  /// The page knows no buyer, so it has all languages.
  private static func paragraph(_ language: Language) -> HTML {
    """
    <p lang="\(language.rawValue)">\(language.buyerTexts.goingBackToApp)</p>

    """
  }

  private static let policy =
    "default-src 'none'; script-src 'sha256-\(scriptHash)'; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  private static let scriptHash =
    Data(SHA256.hash(data: Data(PackageResources.link_page_js))).base64EncodedString()
}
