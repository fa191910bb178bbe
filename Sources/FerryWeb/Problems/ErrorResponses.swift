import FerryCore
import HTTPTypes
public import Hummingbird
import Logging

/// Turns every error of a request into an answer for its reader: a problem document below the given paths, and elsewhere
/// a page that says what happened and what to do. Neither shows what failed inside, nor whether something else exists.
///
/// Add it to the router right after `SecurityHeaders`.
public struct ErrorResponses<Context: RequestContext>: RouterMiddleware {
  private let problemPaths: [String]
  private let languages: LanguageChoice
  private let shop: Link?
  private let frame: SiteFrame?

  /// - Parameters:
  ///   - paths: Where programs are the readers, such as "/v1". All paths below belong to them.
  ///   - languages: How the reader's language is found.
  ///   - shop: Where a page's button leads to; without it pages have none.
  ///   - frame: The site's header and footer; nil for a site that has none of its own.
  public init(problemsBelow paths: [String], languages: LanguageChoice, shop: Link?, frame: SiteFrame? = nil) {
    problemPaths = paths
    self.languages = languages
    self.shop = shop
    self.frame = frame
  }

  public func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let response = try await answer(request, context, next)
    // What came after the fields would be taken for the next answer on the connection (RFC 9112 §6.3); HTTP/2 breaks off.
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func answer(
    _ request: Request, _ context: Context, _ next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Problem(error)
      if problem.statusCode >= 500 {
        // The type only: an error's text may hold what a log must not.
        context.logger.error("Request failed", metadata: ["error.type": "\(type(of: error))"])
      }
      let headers = (error as? ProblemResponse)?.headers ?? [:]
      if isProblemPath(request.uri.path) {
        return try ProblemResponse(problem, headers: headers).response(from: request, context: context)
      }
      let language = languages.language(of: request)
      let page = ErrorPage(status: problem.statusCode, language: language, shop: shop, frame: frame).page
      var response = try page.response(from: request, context: context)
      for name: HTTPField.Name in [.retryAfter, .allow] { response.headers[name] = headers[name] }
      return response
    }
  }

  private func isProblemPath(_ path: String) -> Bool {
    problemPaths.contains { path == $0 || path.hasPrefix($0 + "/") }
  }
}
