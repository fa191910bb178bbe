public import FerryCore
import HTTPTypes
public import Hummingbird

extension Problem: HTTPResponseError {
  public var status: HTTPResponse.Status {
    HTTPResponse.Status(code: (400...599).contains(statusCode) ? statusCode : 500)
  }

  public func response(from request: Request, context: some RequestContext) throws -> Response {
    try ProblemResponse(self).response(from: request, context: context)
  }
}

/// A problem with its header fields, such as `Retry-After`.
public struct ProblemResponse: HTTPResponseError, Hashable {
  public let problem: Problem
  public let headers: HTTPFields

  public init(_ problem: Problem, headers: HTTPFields = [:]) {
    self.problem = problem
    self.headers = headers
  }

  /// 401, with the scheme of keys and tokens (RFC 6750 §3).
  public static func unauthorized(_ detail: String) -> ProblemResponse {
    ProblemResponse(Problem(.unauthorized, detail), headers: [.wwwAuthenticate: "Bearer"])
  }

  /// A problem. The client may retry after `wait`.
  public init(_ problem: Problem, retryAfter wait: Duration) {
    let (seconds, attoseconds) = wait.components
    self.init(problem, headers: [.retryAfter: String(max(1, seconds + (attoseconds > 0 ? 1 : 0)))])
  }

  public var status: HTTPResponse.Status { problem.status }

  public func response(from request: Request, context: some RequestContext) throws -> Response {
    try .json(status, problem, headers: headers, mediaType: "application/problem+json")
  }
}

extension Problem {
  /// The problem for an error of a request handler. An error that is not meant for clients becomes "internal error",
  /// without details.
  public init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let response as ProblemResponse: self = response.problem
    case let other as any HTTPResponseError: self = Problem(status: other.status)
    default: self = Problem(.internalError, "Something failed here. Try again; nothing is decided by this answer.")
    }
  }

  /// For errors of the web framework, which have a status only.
  private init(status: HTTPResponse.Status) {
    switch status.code {
    case 401: self.init(.unauthorized, "Authenticate with a key or token of this server.")
    case 403: self.init(.forbidden, "This key or token does not allow it.")
    case 404: self.init(.notFound, "There is nothing here; check the address.")
    case 405: self.init(.methodNotAllowed, "The address exists, but not for this method.")
    case 408: self.init(.requestTimeout, "The request did not arrive in time. Send it again.")
    case 413: self.init(.tooLarge, "The body is too large.")
    case 415: self.init(.unsupportedMediaType, "The body's media type is not one that is read here.")
    case 429: self.init(.tooManyRequests, "Wait, then try again.")
    case 503: self.init(.unavailable, "Wait, then try again.")
    case 400..<500: self.init(.malformed, "The request cannot be read.")
    default: self.init(.internalError, "Something failed here. Try again; nothing is decided by this answer.")
    }
  }
}
