public import FerryCore
public import HTTPTypes
public import Hummingbird
import Logging

/// Turns every error of a request into an answer for its reader: a problem document below the given paths, elsewhere a page
/// that says what happened and what to do. Neither shows internal details, nor whether something else exists.
///
/// Add it to the router right after `SecurityHeaders`.
public struct ErrorResponses<Context: RequestContext>: RouterMiddleware {
  private let problemPaths: [String]
  private let languages: LanguagePreference
  private let page: @Sendable (HTTPResponse.Status, Language, Request) -> Page

  /// - Parameters:
  ///   - paths: Paths whose readers are programs, such as "/v1", with all paths below them.
  ///   - page: The page for an error of a request, in a language.
  public init(
    problemsBelow paths: [String] = [], languages: LanguagePreference,
    page: @escaping @Sendable (HTTPResponse.Status, Language, Request) -> Page
  ) {
    problemPaths = paths
    self.languages = languages
    self.page = page
  }

  /// Pages for buyers.
  /// - Parameters:
  ///   - paths: Paths whose readers are programs, such as "/v1", with all paths below them.
  ///   - shop: The address that a page's button leads to; without it pages have no button.
  ///   - frame: The site's header and footer; nil for a site that has none of its own.
  public init(problemsBelow paths: [String], languages: LanguagePreference, shop: Link?, frame: SiteFrame? = nil) {
    self.init(problemsBelow: paths, languages: languages) { status, language, _ in
      Page(error: status, language, shop: shop, frame: frame)
    }
  }

  public func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let response = try await answer(request, context, next)
    // A client would take a body for the next answer on the connection (RFC 9112 §6.3); HTTP/2 resets the stream.
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func answer(
    _ request: Request, _ context: Context, _ next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Problem(error)
      // An unavailable server says so once in its log, not for each request.
      if problem.statusCode >= 500, problem.type != .unavailable {
        // The type only: an error's text may hold secrets.
        context.logger.error("Request failed", metadata: ["error.type": "\(type(of: error))"])
      }
      let headers = (error as? ProblemResponse)?.headers ?? [:]
      if isProblemPath(request.uri.path) {
        return try ProblemResponse(problem, headers: headers).response(from: request, context: context)
      }
      let language = languages.language(of: request)
      let page = page(HTTPResponse.Status(code: problem.statusCode), language, request)
      var response = page.response
      for name: HTTPField.Name in [.retryAfter, .allow] { response.headers[name] = headers[name] }
      return response
    }
  }

  private func isProblemPath(_ path: String) -> Bool {
    problemPaths.contains { path == $0 || path.hasPrefix($0 + "/") }
  }
}

extension Router where Context == ClientContext {
  /// A router with the middlewares of a site, whose assets and routes the caller adds.
  /// - Parameters:
  ///   - origin: The public address.
  ///   - routes: Adds all routes. All other methods of their paths are refused.
  public static func site(
    _ origin: Origin, errors: ErrorResponses<ClientContext>, assets: [Asset] = [], routes: (Router) -> Void
  ) -> Router {
    let router = Router(context: ClientContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders(origin: origin))
    router.add(middleware: errors)
    AssetRoutes(assets).add(to: router)
    routes(router)
    router.refuseOtherMethods()
    return router
  }
}

extension Router {
  /// Answers a method that a path does not have with 405 and the methods that it has (RFC 9110 §15.5.6). By itself the
  /// router would answer 404.
  ///
  /// Make the router with `autoGenerateHeadEndpoints`, so that it answers HEAD wherever it answers GET. Call this after all
  /// routes and middlewares have been added: it reads the router's routes, and its answers pass those middlewares.
  public func refuseOtherMethods() {
    for (_, routes) in Dictionary(grouping: routes, by: \.path.description) {
      let own = Set(routes.map(\.method))
      let allowed = own.union(own.contains(.get) ? [.head] : []).sorted { $0.rawValue < $1.rawValue }
      let refusal = ProblemResponse(
        Problem(.methodNotAllowed, "The address exists, but not for this method."),
        headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
      for method in HTTPRequest.Method.known where !allowed.contains(method) {
        on(routes[0].path, method: method) { _, _ -> Response in throw refusal }
      }
    }
  }
}

extension HTTPRequest.Method {
  /// RFC 9110 §9.3 without CONNECT, PATCH (RFC 5789), and QUERY, which is a draft.
  fileprivate static let known: [HTTPRequest.Method] = {
    guard let query = HTTPRequest.Method("QUERY") else { preconditionFailure("Not a method's name.") }
    return [.get, .head, .post, .put, .delete, .options, .trace, .patch, query]
  }()
}

/// The header and footer of every page of a site, error pages included.
public struct SiteFrame: Sendable {
  let header: @Sendable (Language) -> HTML
  let footer: @Sendable (Language) -> HTML

  public init(
    header: @escaping @Sendable (Language) -> HTML, footer: @escaping @Sendable (Language) -> HTML = { _ in .empty }
  ) {
    self.header = header
    self.footer = footer
  }
}

extension Page {
  /// The page for an error: it says what happened and what to do.
  /// - Parameter shop: The shop's first page; nil if there is no single shop to go to.
  init(error status: HTTPResponse.Status, _ language: Language, shop: Link?, frame: SiteFrame?) {
    let texts = language.webTexts
    let error = texts.error(status.code)
    let paragraphs = [error.advice] + (shop == nil ? [texts.withoutShop] : [])
    self.init(
      status: status, language: language, title: error.title, policy: PagePolicy(),
      header: frame?.header(language) ?? .empty,
      body: Message(error.title, paragraphs, actions: shop?.button(texts.toShop) ?? .empty).html,
      footer: frame?.footer(language) ?? .empty)
  }
}
