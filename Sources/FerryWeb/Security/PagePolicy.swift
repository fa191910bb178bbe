public import FerryCore
// Pages are made of links: FerryWeb's users have `Origin`, `Link` and `PageSource` with it.
@_exported public import FerryHTTP
import HTTPTypes
public import Hummingbird

/// A page's Content Security Policy. It allows the site itself and scripts with the nonce; everything else is added as a
/// source. Each provider says which sources its script needs.
public struct PagePolicy: Sendable, Hashable {
  /// The nonce of this page's own scripts and styles; nil for a page that has none.
  public let nonce: Nonce?
  /// Sites whose scripts run without the nonce, such as those that a provider's script loads.
  public var scripts: [PageSource] = []
  /// Sites that scripts may call.
  public var connections: [PageSource] = []
  public var images: [PageSource] = []
  public var styles: [PageSource] = []
  /// Sites that the page may embed.
  public var frames: [PageSource] = []
  /// Sites that forms may be sent to. Browsers apply the list to the redirects that follow a form too.
  public var formActions: [PageSource]
  /// Allows style attributes and style elements without the nonce, which some providers' buttons need.
  public var allowsInlineStyles = false

  public init(nonce: Nonce? = nil, formActions: [PageSource] = []) {
    self.nonce = nonce
    self.formActions = formActions
  }

  /// The policy of a page with a provider's script. A source that cannot be read is left out, so the browser refuses it.
  public init(_ sources: PageSourcesBody, nonce: Nonce? = nil, formActions: [String] = []) {
    func list(_ texts: [String]) -> [PageSource] { texts.compactMap { PageSource($0) } }
    self.init(nonce: nonce, formActions: list(formActions))
    scripts = list(sources.scripts)
    connections = list(sources.connections)
    images = list(sources.images)
    styles = list(sources.styles)
    frames = list(sources.frames)
    allowsInlineStyles = sources.needsInlineStyles
  }

  /// The value of the `Content-Security-Policy` header.
  public var headerValue: String {
    func directive(_ name: String, _ own: [String], _ sources: [PageSource]) -> String {
      ([name] + own + sources.map(\.text)).joined(separator: " ")
    }
    let ofNonce = nonce.map { ["'nonce-\($0.text)'"] } ?? []
    var directives = ["default-src 'none'"]
    if nonce != nil || !scripts.isEmpty { directives.append(directive("script-src", ofNonce, scripts)) }
    // A nonce in the list would switch 'unsafe-inline' off.
    let ofStyles = allowsInlineStyles ? ["'unsafe-inline'"] : ofNonce
    directives.append(directive("style-src", ["'self'"] + ofStyles, styles))
    directives.append(directive("img-src", ["'self'", "data:"], images))
    directives.append(directive("connect-src", ["'self'"], connections))
    if !frames.isEmpty { directives.append(directive("frame-src", [], frames)) }
    directives.append(directive("form-action", ["'self'"], formActions))
    return (directives + ["base-uri 'none'", "frame-ancestors 'none'"]).joined(separator: "; ")
  }

  /// The policy of a response that is not a page: nothing may be loaded, sent or framed.
  static let nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

/// A number used once. It lets only the scripts of one page run (Content Security Policy Level 3 §2.3).
public struct Nonce: Sendable, Hashable {
  /// In base64url, 16 random bytes.
  public let text: String

  public init(_ randomness: some Randomness) { text = randomness.token(bytes: 16) }
}

/// Adds the security headers to every response. A `Page` has its own Content Security Policy with its nonce; another
/// response gets a policy that allows nothing. Browsers and proxies store nothing unless the response says otherwise.
///
/// Add it to the router as the first middleware, so that error responses have the headers too.
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  private let isSecure: Bool

  /// - Parameter origin: The server's public address. Strict-Transport-Security is sent on https only, and not on loopback:
  ///   browsers apply it to all ports of a host (RFC 6797 §8.3), so that other servers there without TLS could no longer be
  ///   opened.
  public init(origin: Origin) { isSecure = origin.isSecure && !Loopback.isHost(origin.host) }

  public func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.xContentTypeOptions] = "nosniff"
    if response.headers[.contentSecurityPolicy] == nil { response.headers[.contentSecurityPolicy] = PagePolicy.nothing }
    if response.headers[.referrerPolicy] == nil { response.headers[.referrerPolicy] = "strict-origin" }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    return response
  }
}

extension HTTPField.Name {
  /// `Referrer-Policy`.
  static let referrerPolicy = HTTPField.Name(known: "Referrer-Policy")
}
