import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird
import Metrics

/// The API for apps. `openapi.yaml` describes it.
struct AppRoutes: Sendable {
  let server: CheckoutServer
  private var limits: FerryServerConfiguration.Limits { server.configuration.limits }

  func add(to router: some RouterMethods<some RequestContext>) {
    let apps = router.explained().group { request, context in
      let caller = try await AppCaller(request.headers, context.checkoutID, server.service)
      _ = try request.queryFields()
      return caller
    }
    apps.get("/v1/app/checkouts/{id}") {
      try Response.json(.ok, AppCheckoutBody($1.caller.file, isVerified: $1.caller.isVerified))
    }

    let verified = apps.group { _, context in try context.caller.verified(server.rates) }
    verified.post("/v1/app/checkouts/{id}/begin") { try await begin($0, $1.caller) }
    verified.post("/v1/app/checkouts/{id}/change") { try await change($0, $1.caller) }
    verified.post("/v1/app/checkouts/{id}/keep") { try answer(try await server.keep($1.caller)) }
    verified.post("/v1/app/checkouts/{id}/confirm") { try await confirm($0, $1.caller) }
    verified.post("/v1/app/checkouts/{id}/sdk") { try await sdk($1.caller) }
    verified.post("/v1/app/checkouts/{id}/cancel") { try await cancel($1.caller) }

    let hinting = apps.group { _, context in try context.caller.verified(server.rates, as: .appHint) }
    hinting.post("/v1/app/checkouts/{id}/closed") { try await closed($1.caller) }

    let claiming = apps.group { _, context in
      if !context.caller.isVerified { CheckoutServer.countClaim("wrong-verifier") }
      return try context.caller.verified(server.rates)
    }
    claiming.post("/v1/app/checkouts/{id}/claim") { try await claim($0, $1.caller) }
  }

  private func begin(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let isNew = try request.headers.nameNewBrowser()
    let (file, ticket) = try await server.issueTicket(id, inNewBrowser: isNew)
    guard ticket != nil else { throw Refusal.wrongPhase(file.checkout.phase.name) }
    return try answer(file, ticket)
  }

  private func claim(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let body: ClaimBody = try await request.json(limit: limits.bodyBytes)
    return try answer(try await server.claim(id, body.code, by: "app"))
  }

  /// A hint decides nothing: while the provider has not answered, neither has anything changed.
  private func closed(_ id: CheckoutID) async throws -> Response {
    let file = try await server.closed(id)
    return try answer(file, status: file.checkout.phase.isUnderWay ? .accepted : .ok)
  }

  private func change(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let isNew = try request.headers.nameNewBrowser()
    let body: ChangeCheckoutBody = try await request.json(limit: limits.bodyBytes)
    _ = try await server.change(id, body.what)
    let (file, ticket) = try await server.issueTicket(id, inNewBrowser: isNew)
    return try answer(file, ticket)
  }

  private func confirm(_ request: Request, _ id: CheckoutID) async throws -> Response {
    let isNew = try request.headers.nameNewBrowser()
    let body: ConfirmCheckoutBody = try await request.json(limit: limits.bodyBytes)
    let (file, ticket, isUnderWay) = try await server.confirm(id, body, inNewBrowser: isNew)
    return try answer(file, ticket, status: isUnderWay ? .accepted : .ok)
  }

  /// Ends a first selection or a review, and leaves a change. In later phases the provider is asked first.
  private func cancel(_ id: CheckoutID) async throws -> Response {
    let file = try await server.end(id) { file in
      if case .selecting = file.checkout.phase { .returnedToShop } else { .cancel(.buyer) }
    }
    return try answer(file, status: file.checkout.phase.isUnderWay ? .accepted : .ok)
  }

  /// A code that lets the provider's own SDK pay the checkout in place of a browser.
  private func sdk(_ id: CheckoutID) async throws -> Response {
    let code = CheckoutTicket(id, server.service.randomness.token(bytes: 16))
    let now = server.service.time.now
    let provider = try await server.service.update(id) { [server] file, _ in
      let account = file.checkout.accountID
      guard server.providers.contains(where: { $0.id == account && $0.sdk != nil }) else {
        throw Problem(.notFound, "The checkout's provider has no SDK of its own here.")
      }
      guard !file.checkout.phase.isFinal else { throw Refusal.wrongPhase(file.checkout.phase.name) }
      file.roundTrips.issue(sdkCode: code.digest, at: now)
      return account.provider
    }
    return try .json(.ok, SDKAccess(backendUrl: server.links.sdkBackend(of: provider).text, code: code.text))
  }

  private func answer(
    _ file: CheckoutFile, _ ticket: CheckoutHandoff.Ticket? = nil, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    try .json(status, AppCheckoutBody(file, isVerified: true, ticket: ticket))
  }
}

/// An app that has shown the client token of its checkout.
private struct AppCaller: Sendable {
  let file: CheckoutFile
  /// True if the app has shown the verifier that the checkout's challenge was made of.
  let isVerified: Bool

  /// - Throws: `ProblemResponse` 401, the same one for an unknown checkout, an unknown token, and one of another checkout.
  init(_ headers: HTTPFields, _ id: CheckoutID?, _ service: any CheckoutService) async throws {
    guard let token = headers.bearer, let id, let file = try await service.file(id), let app = file.checkout.app,
      file.roundTrips.knows(clientToken: TextDigest.sha256(token)),
      !Self.haveTokensExpired(file.checkout, at: service.time.now)
    else { throw Self.refusal }
    try await service.flush(file.checkout.id)
    self.file = file
    let verifiers = headers[values: .ferryVerifier]
    isVerified = verifiers.count == 1 && Verifier(text: verifiers[0]).map { app.challenge.isMet(by: $0) } ?? false
    if !verifiers.isEmpty, !isVerified { Counter(label: "ferry_wrong_verifiers_total").increment() }
  }

  /// If a checkout has ended, its tokens expire thirty days after the last moment when it could be paid.
  private static func haveTokensExpired(_ checkout: Checkout, at now: Moment) -> Bool {
    checkout.phase.isFinal && checkout.expiresAt + .seconds(30 * 86_400) <= now
  }

  private static let refusal = ProblemResponse.unauthorized(
    "Send the client token of this checkout: \"Authorization: Bearer\" and the token.")

  /// The id of the checkout, for requests that change it. A caller without the verifier is counted by address only, and uses
  /// up nothing of the app's rate.
  /// - Throws: `Problem` 403 without the verifier; `ProblemResponse` 429.
  func verified(_ rates: RequestRates, as side: CheckoutSide = .app) throws -> CheckoutID {
    guard isVerified else {
      throw Problem(
        .forbidden, "Send the checkout's verifier: \"\(Verifier.fieldName)\" and its text. Nothing has changed.")
    }
    try rates.count(.checkout(file.checkout.id, side))
    return file.checkout.id
  }
}

extension HTTPFields {
  /// True if the app opens the step in a browser without cookies.
  /// - Throws: `Problem` 400 for another value than `AppBrowserField.new`.
  fileprivate func nameNewBrowser() throws(Problem) -> Bool {
    let values = self[values: .ferryBrowser]
    guard values.isEmpty || values == [AppBrowserField.new] else {
      throw Problem(
        .malformed,
        "Send \"\(AppBrowserField.name): \(AppBrowserField.new)\" once, or leave it out. Nothing has changed.")
    }
    return !values.isEmpty
  }
}

extension HTTPField.Name {
  fileprivate static let ferryBrowser = HTTPField.Name(known: AppBrowserField.name)
  fileprivate static let ferryVerifier = HTTPField.Name(known: Verifier.fieldName)
}
