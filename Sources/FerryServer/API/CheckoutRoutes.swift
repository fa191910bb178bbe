import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The merchants' API. `openapi.yaml` describes it.
struct CheckoutRoutes: Sendable {
  private let server: CheckoutServer
  private let keys: MerchantKeys
  var service: any CheckoutService { server.service }
  var limits: FerryServerConfiguration.Limits { server.configuration.limits }

  init(server: CheckoutServer) {
    self.server = server
    keys = MerchantKeys(server.configuration.shops)
  }

  func add(to router: some RouterMethods<some RequestContext>) {
    router.post("/v1/checkouts", use: create)
    router.get("/v1/checkouts/{id}", use: read)
    router.post("/v1/checkouts/{id}/begin", use: begin)
    router.post("/v1/checkouts/{id}/claim", use: claim)
    router.post("/v1/checkouts/{id}/change", use: change)
    router.post("/v1/checkouts/{id}/keep", use: keep)
    router.post("/v1/checkouts/{id}/confirm", use: confirm)
    router.post("/v1/checkouts/{id}/cancel", use: cancel)
    router.post("/v1/checkouts/{id}/resolve", use: resolve)
    router.post("/v1/checkouts/{id}/check", use: check)
    router.delete("/v1/checkouts/{id}/buyer", use: forgetBuyer)
    addPayments(to: router)
  }

  @Sendable private func create(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let merchant = try merchant(of: request)
    let body: CreateCheckoutBody = try await request.json(limit: limits.bodyBytes)
    let key = try CreationKey(request, for: body)
    let creation = NewCheckout(
      reference: OrderReference(shop: merchant.shop, mode: merchant.mode, reference: body.orderReference), key: key,
      provider: ProviderID(body.provider), kind: body.kind, language: body.language, capture: body.capture,
      content: body.order, app: body.app, problems: appProblems(body, of: merchant.shop),
      hasRoom: server.hasRoom)
    return try await explained {
      let (file, isNew) = try await service.create(creation)
      let headers: HTTPFields = [.location: ("/v1/checkouts/\(file.checkout.id.text)" as Link).text]
      let status: HTTPResponse.Status = isNew ? .created : .ok
      guard file.checkout.kind == .app else {
        guard file.step == .select else { return try .json(status, CheckoutBody(file), headers: headers) }
        return try await answerWithTicket(file.checkout.id, nil, status, headers: headers)
      }
      let token = try await server.issueClientToken(file.checkout.id)
      return try await answerWithTicket(file.checkout.id, token, status, headers: headers)
    }
  }

  /// What is wrong with an app that is not registered for the shop, and with one where none belongs.
  private func appProblems(_ body: CreateCheckoutBody, of shop: ShopID) -> [OrderProblem] {
    switch (body.kind, body.app) {
    case (.browser, nil): []
    case (.browser, _?): [OrderProblem("/app", "Leave it out, or write kind \"app\".")]
    case (.app, nil): [OrderProblem("/app", "Kind \"app\" needs the registered app and its challenge.")]
    case (.app, let app?):
      server.configuration.app(app.id, of: shop) != nil
        ? [] : [OrderProblem("/app/id", "No app of this shop is registered under this name; see ferry.apps.")]
    }
  }

  @Sendable private func read(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try .json(.ok, CheckoutBody(try await file(of: request, context)))
  }

  @Sendable private func begin(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .shop)
    return try await explained {
      let (file, ticket) = try await server.issueTicket(id)
      guard ticket != nil else { throw Refusal.wrongPhase(file.checkout.phase.name) }
      return try answer(file, ticket)
    }
  }

  /// Of a browser's checkout. An app claims by itself, for it has the verifier.
  @Sendable private func claim(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let file = try await file(of: request, context)
    let id = file.checkout.id
    try server.rates.count(id, by: .shop)
    let body: ClaimBody = try await request.json(limit: limits.bodyBytes)
    guard file.checkout.kind == .browser else {
      throw Problem(.forbidden, "The app claims what comes back, with its verifier. Nothing has changed.")
    }
    return try await explained { try .json(.ok, CheckoutBody(try await server.claim(id, body.code, by: "shop"))) }
  }

  @Sendable private func change(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .shop)
    let body: ChangeCheckoutBody = try await request.json(limit: limits.bodyBytes)
    return try await explained {
      _ = try await server.change(id, body.what)
      return try await answerWithTicket(id)
    }
  }

  @Sendable private func keep(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .shop)
    return try await explained { try .json(.ok, CheckoutBody(try await server.keep(id))) }
  }

  @Sendable private func confirm(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .shop)
    let body: ConfirmCheckoutBody = try await request.json(limit: limits.bodyBytes)
    return try await explained {
      switch try await server.confirm(id, body) {
      case .payable: return try await answerWithTicket(id)
      case .underWay(let file): return try .json(.accepted, CheckoutBody(file))
      case .known(let file): return try .json(.ok, CheckoutBody(file))
      }
    }
  }

  @Sendable private func cancel(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .merchant)
    return try await explained { try await outcome(of: .cancel(.buyer), id) }
  }

  @Sendable private func resolve(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .merchant)
    let body: ResolveCheckoutBody = try await request.json(limit: limits.bodyBytes)
    return try await explained { try await outcome(of: .resolve(body.decision), id) }
  }

  /// Has the provider asked how the checkout stands, as a notification of the provider does.
  @Sendable private func check(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .merchant)
    return try await explained {
      _ = try await service.commit(id) { file, _ in
        // Its provider's word cannot be gone by: a person decides, and may have it asked.
        guard file.checkout.phase.name != .held else { throw Refusal.wrongPhase(.held) }
        return (.recheckRequested, ())
      }
      let file = try await service.wait(for: id, within: limits.wait) { !$0.checkout.isBeingAsked }
      return try .json(file.checkout.isBeingAsked ? .accepted : .ok, CheckoutBody(file))
    }
  }

  /// Where an event has led, as far as the provider says so in time.
  private func outcome(of event: Event, _ id: CheckoutID) async throws -> Response {
    let file = try await server.end(id) { _ in event }
    return try .json(file.checkout.phase.isUnderWay ? .accepted : .ok, CheckoutBody(file))
  }

  @Sendable private func forgetBuyer(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try await counted(request, context, as: .merchant)
    return try await explained {
      try await service.update(id) { file, change in try file.forgetBuyer(&change, at: service.time.now) }
      return Response(status: .noContent)
    }
  }

  /// Who calls. The query must be well formed, though its parameters have a meaning in lists only.
  func merchant(of request: Request) throws -> Merchant {
    let (merchant, key) = try keys.caller(of: request)
    try server.rates.count(key: key)
    _ = try request.queryFields()
    return merchant
  }

  /// The checkout that a request names.
  /// - Parameter check: What is wrong with the request whatever its checkout is; done once it is known who calls.
  /// - Throws: `Problem`, the same one for an unknown checkout and for one of another shop or mode.
  func file(
    of request: Request, _ context: some RequestContext, after check: () throws -> Void = {}
  ) async throws -> CheckoutFile {
    let merchant = try merchant(of: request)
    try check()
    guard let id = context.parameters.get("id").flatMap(CheckoutID.init(untrusted:)),
      let file = try await service.file(id), file.checkout.shop == merchant.shop, file.checkout.mode == merchant.mode
    else { throw Problem.noCheckout }
    return file
  }

  /// The same, for a request that does something to it.
  /// - Parameter side: Whether it is a step of the buyer, or the shop decides.
  func counted(
    _ request: Request, _ context: some RequestContext, as side: CheckoutSide, after check: () throws -> Void = {}
  ) async throws -> CheckoutID {
    let id = try await file(of: request, context, after: check).checkout.id
    try server.rates.count(id, by: side)
    return id
  }

  /// The checkout with the right to open its next step, if it still has one.
  private func answerWithTicket(
    _ id: CheckoutID, _ token: ClientToken? = nil, _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) async throws -> Response {
    let (file, ticket) = try await server.issueTicket(id)
    return try answer(file, ticket, token, status, headers: headers)
  }

  /// A browser is given an address to go to; an app makes it out of its own configuration.
  private func answer(
    _ file: CheckoutFile, _ ticket: IssuedTicket?, _ token: ClientToken? = nil, _ status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) throws -> Response {
    guard file.checkout.kind == .app else {
      let next = ticket.map { NextBody(url: server.links.start($0.ticket)) }
      return try .json(status, CheckoutBody(file, next: next), headers: headers)
    }
    let handoff = CheckoutHandoff(
      checkout: file.checkout.id.text, clientToken: token?.text,
      ticket: ticket.map { CheckoutHandoff.Ticket(step: $0.step, text: $0.ticket.text) })
    return try .json(status, CheckoutBody(file, app: handoff), headers: headers)
  }
}

extension Checkout {
  /// A question to the provider is not answered yet.
  fileprivate var isBeingAsked: Bool { inquiry.command != nil || phase.awaitsProvider }
}
