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
