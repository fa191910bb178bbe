import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging

/// The page that carries the buyer to the provider. Its ticket is spent by a POST alone: fetching the page ahead, as mail
/// programs and browsers do, spends nothing.
struct StartRoutes: Sendable {
  let server: CheckoutServer

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/ferry/start", use: show)
    router.post("/ferry/start", use: start)
  }

  @Sendable private func show(_ request: Request, _ context: some RequestContext) throws -> Response {
    let agent = BrowserAgent(request.headers[.userAgent])
    let page = StartPage(
      language: server.languages.language(of: request),
      policy: server.sites.policy(Nonce(server.service.randomness)),
      shop: server.configuration.onlyCheckoutPage, patience: server.configuration.limits.patience,
      embedded: agent.isEmbedded ? EmbeddedBrowser(agent: agent, shop: shop(of: request)) : nil)
    return try page.page.response(from: request, context: context)
  }

  /// The shop that the buyer comes from, if it is one of ours.
  private func shop(of request: Request) -> Link? {
    let origin = request.headers[.referer].flatMap { Link(external: $0)?.origin }
    let pages = server.configuration.shops.map(\.checkoutPage)
    return pages.first { $0.origin == origin } ?? server.configuration.onlyCheckoutPage
  }

  @Sendable private func start(_ request: Request, _ context: some RequestContext) async throws -> Response {
    do {
      try SameOrigin(base: server.configuration.base).require(request.headers)
      let body: StartBody = try await request.json(limit: 1024)
      guard let ticket = StartTicket(body.ticket) else { throw RoundTrips.Refusal.ticket }
      return try await open(ticket, request.headers)
    } catch StoreError.stopped {
      return try ProblemResponse.stopping.response(from: request, context: context)
    } catch {
      let problem = Self.problem(error)
      if let failure = error as? ProviderFailure {
        context.logger.error("A buyer could not leave", metadata: ["reason": "\(failure.reason)"])
      } else if problem.statusCode >= 500 {
        context.logger.error("Request failed", metadata: ["error.type": "\(type(of: error))"])
      }
      return try problem.response(from: request, context: context)
    }
  }

  private func open(_ ticket: StartTicket, _ headers: HTTPFields) async throws -> Response {
    let id = ticket.checkout
    let service = server.service
    let cookie = BindingCookie(id, origin: server.configuration.base)
    let browser = try cookie.digest(in: headers)
    let fresh = service.randomness.token(bytes: 32)
    let freshDigest = TextDigest.sha256(fresh)
    let nonce = service.randomness.token()
    let code = ReturnCode(service.randomness)
    let now = service.time.now
    let (file, opened) = try await service.commit(id) { file, _ in
      let opening = try file.roundTrips.spend(
        ticket.digest, browser: browser, fresh: freshDigest, nonce: nonce, mayRestart: file.mayRestart,
        mayTakeOver: file.mayTakeOver, at: now)
      if opening.restarts {
        file.forgetFirstBrowser()
        return (.restarted, Opened(step: .select, isFresh: true))
      }
      guard let step = opening.step, file.step == step else {
        // The way back is asked for, or it is a ticket of another tab, for a step that is over.
        file.roundTrips.comeBack(code.digest, isSelection: false, at: now)
        return (nil, Opened(step: nil, isFresh: opening.isFresh))
      }
      if step == .select, file.checkout.mustRestart {
        file.roundTrips.discard(nonce: nonce)
        file.forgetFirstBrowser()
      }
      return (.leave(change: step.change), Opened(step: step, isFresh: opening.isFresh))
    }
    let step: NextAction
    if let leaving = opened.step {
      step = try service.nextAction(leaving, for: file)
    } else {
      guard let destination = server.destination(file, code) else { throw StoreError.notFound }
      step = .redirect(destination.text)
    }
    let shop = file.checkout.kind == .app ? nil : server.configuration.checkoutPage(of: file.checkout.shop)
    let answer = StartAnswer(step, shop: shop)
    return try .json(.ok, answer, headers: opened.isFresh ? [.setCookie: cookie.setting(fresh).value] : [:])
  }

  private struct Opened {
    /// Nil when the browser goes back.
    let step: RoundTrips.Step?
    let isFresh: Bool
  }

  /// A checkout that does not exist and a ticket that is not good are one and the same.
  private static func problem(_ error: any Error) -> Problem {
    switch error {
    case RoundTrips.Refusal.browser:
      Problem(.forbidden, "This payment was begun in another browser. Continue there, or start again from the shop.")
    case RoundTrips.Refusal.ticket, StoreError.notFound:
      Problem(
        .codeInvalid,
        "This link has been used, or is older than two minutes. Go back to the shop and press its button again.")
    case is ProviderFailure:
      Problem(.providerUnavailable, "The payment page cannot be opened now. Nothing has been paid; try again later.")
    default: Problem(error)
    }
  }
}

extension RoundTrips.Step {
  fileprivate var change: ChangeKind? {
    if case .change(let kind) = self { kind } else { nil }
  }
}
