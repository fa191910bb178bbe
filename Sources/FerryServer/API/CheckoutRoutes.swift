import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryWeb
import HTTPTypes
import Hummingbird

/// The merchants' API for checkouts. `openapi.yaml` describes it.
struct CheckoutRoutes: Sendable {
  let server: CheckoutServer
  private var service: any CheckoutService { server.service }
  private var limits: FerryServerConfiguration.Limits { server.configuration.limits }

  func add<Parent: RequestContext>(to merchants: some RouterMethods<MerchantContext<Parent>>) {
    merchants.post("/v1/checkouts") { try await create($0, $1.caller) }
    merchants.checkouts(of: server).get("/v1/checkouts/{id}") { try Response.json(.ok, CheckoutBody($1.caller)) }

    let steps = merchants.checkouts(of: server, countedAs: .shop)
    steps.withoutBody(limits).post("/v1/checkouts/{id}/begin") { try await begin($1.caller.checkout.id) }
    steps.post("/v1/checkouts/{id}/claim") { try await claim($0, $1.caller) }
    steps.post("/v1/checkouts/{id}/change") { try await change($0, $1.caller.checkout.id) }
    steps.withoutBody(limits).post("/v1/checkouts/{id}/keep") {
      try Response.json(.ok, CheckoutBody(try await server.keep($1.caller.checkout.id)))
    }
    steps.post("/v1/checkouts/{id}/confirm") { try await confirm($0, $1.caller.checkout.id) }

    let decisions = merchants.checkouts(of: server, countedAs: .merchant)
    decisions.post("/v1/checkouts/{id}/resolve") { try await resolve($0, $1.caller.checkout.id) }
    let simple = decisions.withoutBody(limits)
    simple.post("/v1/checkouts/{id}/cancel") { try await outcome(of: .cancel(.buyer), $1.caller.checkout.id) }
    simple.delete("/v1/checkouts/{id}/buyer") { try await forgetBuyer($1.caller.checkout.id) }

    let hints = merchants.checkouts(of: server, countedAs: .shopHint).withoutBody(limits)
    hints.post("/v1/checkouts/{id}/check") { try await check($1.caller.checkout.id) }
  }

  private func create(_ request: Request, _ merchant: Merchant) async throws -> Response {
    let body: CreateCheckoutBody = try await request.merchantJSON(limits)
    let key = try CreationKey(request, for: body)
    var creation = NewCheckout(
      reference: OrderReference(shop: merchant.shop, mode: merchant.mode, reference: body.orderReference), key: key,
      provider: ProviderID(body.provider), account: body.account.map { AccountName($0) } ?? .main, kind: body.kind,
      language: body.language, capture: body.capture, content: body.order, app: body.app, buyer: body.buyer,
      options: body.providerOptions?[body.provider],
      problems: appProblems(body, of: merchant.shop) + browserProblems(body.buyer) + optionProblems(body),
      hasRoom: server.hasRoom)
    let (secret, now) = (service.randomness.token(bytes: 24), service.time.now)
    let token = body.kind == .app ? ClientToken(service.randomness) : nil
    // Equal for equal checkouts, so that it is known what a new one was stored with.
    let issue = { @Sendable (file: inout CheckoutFile) in
      if let token { file.roundTrips.issue(clientToken: token.digest) }
      return token != nil || file.step == .select ? file.issueTicket(secret, at: now) : nil
    }
    creation.prepare = { _ = issue(&$0) }
    var (file, isNew, buyer) = try await service.create(creation)
    let headers: HTTPFields = [.location: ("/v1/checkouts/\(file.checkout.id.text)" as Link).text]
    let ticket =
      isNew
      ? issue(&file)
      : try await service.update(file.checkout.id) { [buyer] file, change in
        if let buyer { file.learn(stated: buyer, &change, at: now) }
        return issue(&file)
      }
    return try answer(file, ticket, token, leftOut: buyer?.leftOut, isNew ? .created : .ok, headers: headers)
  }

  /// The problems of an app that is not registered for the shop, and of one that does not belong in the request.
  private func appProblems(_ body: CreateCheckoutBody, of shop: ShopID) -> [OrderProblem] {
    switch (body.kind, body.app) {
    case (.browser, nil): []
    case (.browser, _?): [OrderProblem("/app", "Leave it out, or write kind \"app\".")]
    case (.app, nil): [OrderProblem("/app", "Kind \"app\" needs the registered app and its challenge.")]
    case (.app, let app?):
      server.configuration.apps.app(app.id, of: shop) != nil
        ? [] : [OrderProblem("/app/id", "No app of this shop is registered under this name; see ferry.apps.")]
    }
  }

  /// The problems of options under a misspelt provider's id. A shop may write options for providers that only another server
  /// has.
  private func optionProblems(_ body: CreateCheckoutBody) -> [OrderProblem] {
    let known = server.providers.map(\.id.provider.text) + [body.provider]
    return (body.providerOptions ?? [:]).keys.sorted().compactMap { name in
      guard !known.contains(name), let meant = Spelling.closest(to: name, among: known) else { return nil }
      return OrderProblem(
        Problem.pointer(["providerOptions", name]), "There is no such provider. Did you mean \(meant)?")
    }
  }

  /// The problems of the facts about the browser, which providers require. Others only fill in forms, and are left out if a provider
  /// cannot use them.
  private func browserProblems(_ buyer: BuyerFacts?) -> [OrderProblem] {
    var problems: [OrderProblem] = []
    if let address = buyer?.ipAddress, NetworkAddress(address) == nil {
      problems.append(OrderProblem("/buyer/ipAddress", "Write an IPv4 or IPv6 address, without a port."))
    }
    if let browser = buyer?.userAgent, !WrittenText.isSound(browser, 1...512) {
      problems.append(OrderProblem("/buyer/userAgent", "Write 1 to 512 characters, without control characters."))
    }
    return problems
  }

  private func begin(_ id: CheckoutID) async throws -> Response {
    let (file, ticket) = try await server.issueTicket(id)
    guard ticket != nil else { throw Refusal.wrongPhase(file.checkout.phase.name) }
    return try answer(file, ticket)
  }

  /// Only for checkouts of browsers. An app claims by itself, because it has the verifier.
  private func claim(_ request: Request, _ file: CheckoutFile) async throws -> Response {
    let body: ClaimBody = try await request.merchantJSON(limits)
    guard file.checkout.kind == .browser else {
      throw Problem(.forbidden, "The app claims the return itself, with its verifier. Nothing has changed.")
    }
    return try .json(.ok, CheckoutBody(try await server.claim(file.checkout.id, body.code, by: "shop")))
  }

  private func change(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let body: ChangeCheckoutBody = try await request.merchantJSON(limits)
    _ = try await server.change(id, body.what)
    let (file, ticket) = try await server.issueTicket(id)
    return try answer(file, ticket)
  }

  private func confirm(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let body: ConfirmCheckoutBody = try await request.merchantJSON(limits)
    let (file, ticket, isUnderWay) = try await server.confirm(id, body)
    guard let ticket else { return try .json(isUnderWay ? .accepted : .ok, CheckoutBody(file)) }
    return try answer(file, ticket)
  }

  private func resolve(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let body: ResolveCheckoutBody = try await request.merchantJSON(limits)
    return try await outcome(
      of: .resolve(body.decision, operation: body.operation.map { OperationID($0) }, amount: body.amount), id)
  }

  /// Asks the provider for the state of the checkout, as a notification does.
  private func check(_ id: CheckoutID) async throws -> Response {
    _ = try await service.commit(id) { file, _ in
      // A held checkout needs a person; asking the provider again cannot resolve it.
      guard file.checkout.phase.name != .held else { throw Refusal.wrongPhase(.held) }
      return (.recheckRequested, ())
    }
    let file = try await server.wait(for: id) { !$0.checkout.isBeingAsked }
    return try .json(file.checkout.isBeingAsked ? .accepted : .ok, CheckoutBody(file))
  }

  /// The checkout after an event, if the provider answers in time.
  private func outcome(of event: Event, _ id: CheckoutID) async throws -> Response {
    let file = try await server.end(id) { _ in event }
    return try .json(file.checkout.phase.isUnderWay ? .accepted : .ok, CheckoutBody(file))
  }

  private func forgetBuyer(_ id: CheckoutID) async throws -> Response {
    try await service.update(id) { file, change in try file.forgetBuyer(&change, at: service.time.now) }
    return Response(status: .noContent)
  }

  /// The shop's page of a browser's checkout gets an address to go to. An app makes the address from its own configuration.
  private func answer(
    _ file: CheckoutFile, _ ticket: CheckoutHandoff.Ticket?, _ token: ClientToken? = nil,
    leftOut: [OrderProblem]? = nil, _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    let isApp = file.checkout.kind == .app
    let handoff = CheckoutHandoff(checkout: file.checkout.id.text, clientToken: token?.text, ticket: ticket)
    var body = CheckoutBody(
      file, next: isApp ? nil : ticket.map { NextBody(url: server.links.start($0, of: file.checkout)) },
      app: isApp ? handoff : nil)
    let fields = (leftOut ?? []).map { Problem.FieldError(pointer: $0.pointer, detail: $0.detail) }
    body.leftOut = fields.isEmpty ? nil : fields
    return try .json(status, body, headers: headers)
  }
}

extension Checkout {
  var isBeingAsked: Bool {
    inquiry.command != nil || phase.awaitsProvider || payment?.isAskedAboutDisputes ?? false
  }
}
