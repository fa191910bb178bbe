import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

/// The context of a request whose caller is known and may use the route: a merchant, an app, the bound browser.
///
/// A handler that takes `context.caller` can only be mounted in a group of such callers: see `RouterMethods.group(of:)`.
struct CallerContext<Caller: Sendable, Parent: RequestContext>: ChildRequestContext {
  var coreContext: CoreRequestContextStorage
  let caller: Caller

  /// - Throws: `Problem` 401 if no middleware has recognized a caller.
  init(context: UnknownCallerContext<Caller, Parent>) throws {
    guard let caller = context.caller else {
      throw Problem(.unauthorized, "Authenticate with a key or token of this server.")
    }
    coreContext = context.coreContext
    self.caller = caller
  }
}

/// The context in between: `Recognition` sets its caller.
struct UnknownCallerContext<Caller: Sendable, Parent: RequestContext>: ChildRequestContext {
  var coreContext: CoreRequestContextStorage
  fileprivate let parent: Parent
  fileprivate(set) var caller: Caller?

  init(context: Parent) {
    coreContext = context.coreContext
    parent = context
  }
}

/// Finds out who calls, before anything of the route runs.
private struct Recognition<Caller: Sendable, Parent: RequestContext>: RouterMiddleware {
  typealias Context = UnknownCallerContext<Caller, Parent>

  let recognize: @Sendable (Request, Parent) async throws -> Caller

  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.caller = try await recognize(request, context.parent)
    return try await next(request, context)
  }
}

extension RouterMethods {
  /// A group of routes for known callers.
  /// - Parameter recognize: Returns the caller; throws for a request of anyone else.
  func group<Caller: Sendable>(
    of recognize: @escaping @Sendable (Request, Context) async throws -> Caller
  ) -> RouterGroup<CallerContext<Caller, Context>> {
    group(context: UnknownCallerContext<Caller, Context>.self)
      .add(middleware: Recognition(recognize: recognize))
      .group(context: CallerContext<Caller, Context>.self)
  }
}

/// Something that is done before the requests of a group, and about their errors.
private struct Handling<Context: RequestContext>: RouterMiddleware {
  var check: @Sendable (Request, Context) async throws -> Void = { _, _ in }
  var answer: @Sendable (any Error, Request) throws -> Response = { error, _ in throw error }

  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      try await check(request, context)
      return try await next(request, context)
    } catch {
      return try answer(error, request)
    }
  }
}

extension RouterMethods {
  /// A group of routes whose requests are checked before anything of the route runs.
  func group(checking check: @escaping @Sendable (Request, Context) async throws -> Void) -> RouterGroup<Context> {
    group().add(middleware: Handling(check: check))
  }

  /// A group of routes whose errors are answered, or replaced by others.
  func group(
    catching answer: @escaping @Sendable (any Error, Request) throws -> Response
  ) -> RouterGroup<Context> {
    group().add(middleware: Handling(answer: answer))
  }

  /// A group of routes whose errors of the service become problems for `/v1`.
  func explained() -> RouterGroup<Context> { group(catching: { error, _ in throw Problem.explaining(error) }) }
}

/// The rule that a request was sent by a page of this server. Without it another site could open its own checkout in a buyer's
/// browser.
struct SameOrigin: Sendable {
  let base: Origin

  /// False if the browser says that a page of another site, or none, has led here. Old browsers say nothing.
  func isPossible(_ headers: HTTPFields) -> Bool { [nil, "same-origin"].contains(headers[.secFetchSite]) }

  func require(_ headers: HTTPFields) throws(Problem) {
    let site = headers[.secFetchSite]
    let isSame = if let origin = headers[.origin] { origin == base.text } else { site == "same-origin" }
    guard isSame, site == nil || site == "same-origin" else {
      throw Problem(.forbidden, "Only this server's own pages may ask for this.")
    }
  }
}

extension HTTPField.Name {
  /// `Sec-Fetch-Site` (Fetch Metadata Request Headers §2.4).
  fileprivate static let secFetchSite = HTTPField.Name(known: "Sec-Fetch-Site")
}
