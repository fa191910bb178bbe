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
    let page = StartPage(
      language: server.languages.language(of: request),
      policy: server.sites.policy(Nonce(server.service.randomness)),
      shop: server.configuration.onlyCheckoutPage, patience: server.configuration.limits.patience)
    return try page.page.response(from: request, context: context)
  }

  @Sendable private func start(_ request: Request, _ context: some RequestContext) async throws -> Response {
    do {
      try requireSameOrigin(request.headers)
      let body: StartBody = try await request.json(limit: 1024)
      guard let ticket = StartTicket(body.ticket) else { throw Crossing.Refusal.ticket }
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
    let cookie = BindingCookie(id, origin: server.configuration.base)
    let browser = try cookie.digest(in: headers)
    let fresh = server.service.randomness.token(bytes: 32)
    let freshDigest = TextDigest.sha256(fresh)
    let now = server.service.time.now
    let (step, isFresh, shop) = try await server.service.update(id) { file, _ in
      // An app is bound to its one secure browser; a page of the shop is opened wherever its buyer is.
      let startsAnew = file.checkout.kind == .browser && file.checkout.isUntouched
      let opened = try file.crossing.spend(
        ticket.digest, browser: browser, fresh: freshDigest, startsAnew: startsAnew, at: now)
      return (opened.step, opened.isFresh, file.checkout.shop)
    }
    guard let checkoutPage = server.configuration.checkoutPage(of: shop) else { throw StoreError.notFound }
    let answer = StartAnswer(try await leave(step, id, checkoutPage), shop: checkoutPage)
    return try .json(.ok, answer, headers: isFresh ? [.setCookie: cookie.setting(fresh).value] : [:])
  }

  /// Where the browser goes: to the provider, or, when the checkout has moved on meanwhile, to the shop, which shows how
  /// things stand.
  private func leave(_ step: Crossing.Step, _ id: CheckoutID, _ checkoutPage: Link) async throws -> BuyerStep {
    do {
      let file = try await server.service.submit(.leave(change: step.change), to: id)
      // A ticket of another tab, for a step that is over.
      guard file.step == step else { return .redirect(checkoutPage.text) }
      return try server.service.departure(step, for: file)
    } catch is Refusal {
      return .redirect(checkoutPage.text)
    }
  }

  /// Only the start page itself may spend a ticket: another site could put its own checkout under a buyer's nose.
  private func requireSameOrigin(_ headers: HTTPFields) throws(Problem) {
    let site = headers[.secFetchSite]
    let isSame =
      if let origin = headers[.origin] { origin == server.configuration.base.text } else { site == "same-origin" }
    guard isSame, site == nil || site == "same-origin" else {
      throw Problem(.forbidden, "Tickets are spent by this server's own start page only.")
    }
  }

  /// A checkout that does not exist and a ticket that is not good are one and the same.
  private static func problem(_ error: any Error) -> Problem {
    switch error {
    case Crossing.Refusal.browser:
      Problem(.forbidden, "This payment was begun in another browser. Continue there, or start again from the shop.")
    case Crossing.Refusal.ticket, StoreError.notFound:
      Problem(
        .codeInvalid,
        "This link has been used, or is older than two minutes. Go back to the shop and press its button again.")
    case is ProviderFailure:
      Problem(.providerUnavailable, "The payment page cannot be opened now. Nothing has been paid; try again later.")
    default: Problem(error)
    }
  }
}

extension Crossing.Step {
  fileprivate var change: ChangeKind? {
    if case .change(let kind) = self { kind } else { nil }
  }
}

extension HTTPField.Name {
  /// `Sec-Fetch-Site` (Fetch Metadata Request Headers §2.4).
  static let secFetchSite: HTTPField.Name = {
    guard let name = HTTPField.Name("Sec-Fetch-Site") else { preconditionFailure("Not a field name.") }
    return name
  }()
}
