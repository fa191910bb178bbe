import FerryCore
import FerryEngine
import FerryWeb
import Hummingbird

/// Answers whoever comes while the server is stopping: 503, and when to try again.
struct StoppingAnswers<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch StoreError.stopped { throw ProblemResponse.stopping }
  }
}

extension ProblemResponse {
  /// The store takes nothing any more; the next process of this server will.
  static let stopping = ProblemResponse(
    Problem(.unavailable, "The server is stopping. Nothing is decided by this answer; try again."),
    retryAfter: .seconds(5))
}
