import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// What apps call. `openapi.yaml` describes it.
struct AppRoutes: Sendable {
  let server: CheckoutServer
  private var service: any CheckoutService { server.service }
  private var limits: FerryServerConfiguration.Limits { server.configuration.limits }

  init(server: CheckoutServer) { self.server = server }

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/v1/app/checkouts/{id}", use: read)
    router.post("/v1/app/checkouts/{id}/begin", use: begin)
    router.post("/v1/app/checkouts/{id}/claim", use: claim)
    router.post("/v1/app/checkouts/{id}/change", use: change)
    router.post("/v1/app/checkouts/{id}/keep", use: keep)
    router.post("/v1/app/checkouts/{id}/confirm", use: confirm)
    router.post("/v1/app/checkouts/{id}/cancel", use: cancel)
  }

  @Sendable private func read(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let caller = try await caller(request, context)
    return try .json(.ok, AppCheckoutBody(caller.file, isVerified: caller.isVerified))
  }

  @Sendable private func begin(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await verified(request, context)
    return try await explained {
      let (file, ticket) = try await server.issueTicket(id)
      guard ticket != nil else { throw Refusal.wrongPhase(file.checkout.phase.name) }
      return try answer(file, ticket)
    }
  }

  @Sendable private func claim(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id: CheckoutID
    do { id = try await verified(request, context) } catch let problem as Problem where problem.type == .forbidden {
      CheckoutServer.countClaim("wrong-verifier")
      throw problem
    }
    let body: ClaimBody = try await request.json(limit: limits.bodyBytes)
    return try await explained { try answer(try await server.claim(id, body.code, by: "app")) }
  }

  @Sendable private func change(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await verified(request, context)
    let body: ChangeCheckoutBody = try await request.json(limit: limits.bodyBytes)
    return try await explained {
      _ = try await server.change(id, body.what)
      let (file, ticket) = try await server.issueTicket(id)
      return try answer(file, ticket)
    }
  }

  @Sendable private func keep(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await verified(request, context)
    return try await explained { try answer(try await server.keep(id)) }
  }

  @Sendable private func confirm(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await verified(request, context)
    let body: ConfirmCheckoutBody = try await request.json(limit: limits.bodyBytes)
    return try await explained {
      switch try await server.confirm(id, body) {
      case .payable:
        let (file, ticket) = try await server.issueTicket(id)
        return try answer(file, ticket)
      case .underWay(let file): return try answer(file, status: .accepted)
      case .known(let file): return try answer(file)
      }
    }
  }

  /// By the phase: a first selection and a review end, a change is left, and after that the provider is asked first.
  @Sendable private func cancel(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await verified(request, context)
    return try await explained {
      let file = try await server.end(id) { file in
        if case .selecting = file.checkout.phase { .returnedToShop } else { .cancel(.buyer) }
      }
      return try answer(file, status: file.checkout.phase.isUnderWay ? .accepted : .ok)
    }
  }

  private func caller(_ request: Request, _ context: some RequestContext) async throws -> AppCaller {
    let caller = try await AppCaller(request.headers, context.parameters.get("id"), service)
    _ = try request.queryFields()
    return caller
  }

  /// The checkout of an app that has shown its verifier, for a request that does something to it.
  private func verified(_ request: Request, _ context: some RequestContext) async throws -> CheckoutID {
    let caller = try await caller(request, context)
    // Who has no verifier is counted by address alone: it uses up nothing of the app's.
    try caller.requireVerifier()
    try server.rates.count(caller.file.checkout.id, by: .app)
    return caller.file.checkout.id
  }

  private func answer(
    _ file: CheckoutFile, _ ticket: IssuedTicket? = nil, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    try .json(status, AppCheckoutBody(file, isVerified: true, ticket: ticket))
  }
}
