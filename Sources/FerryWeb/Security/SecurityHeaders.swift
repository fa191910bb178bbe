import HTTPTypes
public import Hummingbird

/// Gives every response the headers that keep it in its place. A `Page` brings its own Content Security Policy with its
/// nonce; a response that brings none gets one that allows nothing. Likewise nothing is stored by browsers and proxies
/// unless the response says otherwise.
///
/// Add it to the router as the first middleware, so that error responses have the headers too.
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  private let isSecure: Bool

  /// - Parameter origin: The server's public address. Strict-Transport-Security is sent on https only, and not on this
  ///   machine's own names: browsers hold all ports of a host to it (RFC 6797 §8.3), so that whatever else runs there
  ///   without TLS could no longer be opened.
  public init(origin: Origin) {
    isSecure = origin.isSecure && !Origin.isLoopback(origin.host)
  }

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
  static let referrerPolicy: HTTPField.Name = {
    guard let name = HTTPField.Name("Referrer-Policy") else { preconditionFailure("Not a field name.") }
    return name
  }()
}
