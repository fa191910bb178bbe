import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging

/// The page that spends a ticket. Only a POST spends it: mail programs and browsers that fetch the page in advance spend
/// nothing.
struct StartRoutes: Sendable {
  private struct Body: Decodable {
    let ticket: String
  }

  private struct Answer: Encodable {
    /// The browser's next address: the page of the next action, or the return to the shop.
    let url: String
  }

  let server: CheckoutServer

  func add(to router: some RouterMethods<some RemoteAddressRequestContext>) {
    router.get("/ferry/start") { request, _ in show(request) }
    router.post("/ferry/start") { try await start($0, $1) }
  }

  private func show(_ request: Request) -> Page {
    let fields = request.readableQuery
    let agent = BrowserAgent(request.headers[.userAgent])
    // Beside an app the address has no shop.
    let shop = fields["shop"].flatMap { server.configuration.checkoutPage(of: ShopID($0)) }
    return StartPage(
      language: fields["language"].flatMap(Language.init(rawValue:)) ?? server.languages.language(of: request),
      nonce: Nonce(server.service.randomness), shop: shop, patience: server.configuration.limits.patience,
      embedded: agent.isEmbedded ? EmbeddedBrowser(agent: agent, shop: shop) : nil
    ).page
  }

  private func start(_ request: Request, _ context: some RemoteAddressRequestContext) async throws -> Response {
    do {
      try SameOrigin(base: server.configuration.base).require(request.headers)
      let body: Body = try await request.json(limit: 1024)
      guard let ticket = CheckoutTicket(body.ticket) else { throw RoundTrips.Refusal.ticket }
      let facts = BuyerFacts(
        ipAddress: server.address(of: request, context),
        userAgent: request.headers[.userAgent].map { String($0.prefix(512)) })
      return try await spend(ticket, request.headers, facts)
    } catch {
      if let answer = ProblemResponse(unavailable: error) {
        return try answer.response(from: request, context: context)
      }
      let problem = Self.problem(error)
      if problem.statusCode >= 500 {
        context.logger.error("Request failed", metadata: ["error.type": "\(type(of: error))"])
      }
      return try problem.response(from: request, context: context)
    }
  }

  private func spend(_ ticket: CheckoutTicket, _ headers: HTTPFields, _ facts: BuyerFacts) async throws -> Response {
    let id = ticket.checkout
    let service = server.service
    let cookie = BindingCookie(id, origin: server.configuration.base)
    let browser = try cookie.digest(in: headers)
    let fresh = service.randomness.token(bytes: 32)
    let freshDigest = TextDigest.sha256(fresh)
    let nonce = service.randomness.token()
    let code = ReturnCode(service.randomness)
    let now = service.time.now
    let mayWait = try await service.file(id)?.maySpendAgain(in: browser) ?? false
    // leaves: False if the browser goes back. isFresh: True if the browser is bound by this ticket.
    let (file, opened) = try await service.commit(id, mayWait: mayWait) {
      file, change -> (event: Event?, result: (leaves: Bool, isFresh: Bool)) in
      let waits = file.maySpendAgain(in: browser)
      let opening = try file.roundTrips.spend(
        ticket.digest, browser: browser, fresh: freshDigest, nonce: nonce, mayRestart: file.mayRestart,
        mayTakeOver: file.mayTakeOver, at: now)
      guard let step = opening.step, opening.restarts || file.step == step else {
        // A ticket to resume, or a ticket of another tab for a step that is over.
        file.roundTrips.comeBack(code.digest, isSelection: false, at: now)
        return (nil, (leaves: false, isFresh: opening.isFresh))
      }
      let mustRestart = step == .select && file.checkout.mustRestart
      if mustRestart, !opening.restarts { file.roundTrips.discard(nonce: nonce) }
      if mustRestart || opening.restarts { file.forgetFirstBrowser() }
      file.learn(facts, needed: service.needs(of: file.checkout.accountID))
      change.waits = waits
      return (opening.restarts ? .restarted : .leave(change: step.change), (leaves: true, isFresh: opening.isFresh))
    }
    guard let next = opened.leaves ? server.links.next(id) : server.destination(file, code) else {
      throw StoreError.notFound
    }
    var cookies: HTTPFields = [:]
    if opened.isFresh { cookies.append(cookie.setting(fresh)) }
    for ended in await endedCheckouts(headers, besides: id) {
      cookies.append(BindingCookie(ended, origin: server.configuration.base).removing())
    }
    return try .json(.ok, Answer(url: next.text), headers: cookies)
  }

  /// The most cookies that one start removes.
  private static let mostRemoved = 50

  /// The checkouts that the browser has cookies for and that have ended. Else a buyer who orders often would send a day's
  /// cookies with each request.
  private func endedCheckouts(_ headers: HTTPFields, besides id: CheckoutID) async -> [CheckoutID] {
    var ended: [CheckoutID] = []
    let others = BindingCookie.checkouts(in: headers, origin: server.configuration.base).filter { $0 != id }
    for other in others.prefix(Self.mostRemoved) {
      if let file = try? await server.service.file(other), file.checkout.phase.isFinal { ended.append(other) }
    }
    return ended
  }

  /// An unknown checkout and an invalid ticket have the same problem.
  private static func problem(_ error: any Error) -> Problem {
    switch error {
    case RoundTrips.Refusal.browser:
      Problem(.forbidden, "This payment was started in another browser. Continue there, or start again from the shop.")
    case RoundTrips.Refusal.ticket, StoreError.notFound:
      Problem(
        .codeInvalid,
        "This link has been used, or is older than two minutes. Go back to the shop and press its button again.")
    default: Problem(error)
    }
  }
}

extension CheckoutFile {
  /// True if a power cut that undoes the spending of a ticket does no harm: no other browser can spend it then, and this one
  /// is led to the same page.
  fileprivate func maySpendAgain(in browser: String?) -> Bool {
    step == .pay && !mayTakeOver && roundTrips.isBound(to: browser)
  }
}

extension RoundTrips.Step {
  fileprivate var change: ChangeKind? { if case .change(let kind) = self { kind } else { nil } }
}
