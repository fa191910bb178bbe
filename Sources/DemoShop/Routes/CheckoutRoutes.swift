import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging

/// The routes from the pay button to the thank-you page. Every POST may be repeated; it ends in a redirect to a page with the
/// checkout's present state.
struct CheckoutRoutes: Sendable {
  let shop: TabletShop

  func add(to router: some RouterMethods<some RequestContext>) {
    router.post("/checkout", use: start)
    router.get("/checkout", use: show)
    router.get("/checkout/phase", use: phase)
    let ferry = shop.ferry
    decision("continue", router) { id, _, _ in try await ferry.send(.begin, id).onward }
    decision("change", router) { id, form, _ in
      try await ferry.change(try form.required("part", as: ChangeKind.init(rawValue:)), of: id).onward
    }
    decision("keep", router) { id, _, _ in
      _ = try await ferry.send(.keep, id)
      return nil
    }
    decision("confirm", router, confirm)
    decision("cancel", router) { id, _, _ in
      _ = try await ferry.send(.cancel, id)
      return nil
    }
    router.get("/thanks", use: thanks)
  }

  // MARK: Showing

  @Sendable private func show(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let buyer = try shop.browsers.buyer(request, context)
    let browser = buyer.browser
    let session = try await shop.sessions.session(browser.session)
    guard let started = session.checkout else { return .seeOther(session.afterCheckout) }
    guard let id = started.id else { return try await outcome(.unreachable, buyer) }
    do {
      if let code = request.readableQuery["ferry_code"] { return try await claim(code, of: id) }
      let state = try await presentState(of: id, started)
      if state.stage == .paid { return try await paid(started, state, browser) }
      return try await buyer.response(page(of: state, started, browser, session))
    } catch let failure as FerryFailure where failure.kind == .notFound {
      try await shop.sessions.update(browser.session) { $0.forget(key: started.key) }
      return .seeOther("/")
    } catch let failure as FerryFailure {
      return try await trouble(failure, .unknown, buyer)
    }
  }

  private func page(
    of state: CheckoutBody, _ started: StartedCheckout, _ browser: BuyerBrowser, _ session: Session
  ) async throws -> Page {
    var session = session
    if state.stage == .reviewing, let review = state.review.map({ SeenReview($0) }), review != started.seen {
      session = try await shop.sessions.update(browser.session) { session in
        session.sees(review, key: started.key)
        return session
      }
    }
    let current = shop.catalogue(browser)
    let catalogue = shop.catalogue(started.order.catalogue) ?? current
    return CheckoutPage(
      frame: shop.frame(browser, .checkout, session), state: state, provider: await shop.providers.name(state.provider),
      journey: await shop.providers.journey(started.account), earlier: session.checkout?.earlier,
      change: catalogue.id != current.id ? .market(current) : session.cart != started.order.cart ? .cart : nil,
      delivery: started.order.delivery, catalogue: catalogue, option: catalogue.option(of: started.button)
    ).page
  }

  /// Claims the buyer's return for the checkout of their own session only: an attacker may have sent them here with a code of
  /// another checkout. Then redirects to the page's own address, where a reload claims nothing.
  private func claim(_ code: String, of id: String) async throws -> Response {
    do {
      _ = try await shop.ferry.claim(code, of: id)
    } catch let failure as FerryFailure where Self.isNoClaim(failure) {
      // The code belongs to another session, or is old. The page shows the present state.
    }
    return .seeOther("/checkout")
  }

  private static func isNoClaim(_ failure: FerryFailure) -> Bool {
    [.codeInvalid, .forbidden, .malformed, .invalidFields].contains(failure.kind)
  }

  private func paid(_ started: StartedCheckout, _ state: CheckoutBody, _ browser: BuyerBrowser) async throws
    -> Response
  {
    let receipt = Receipt(
      orderNumber: state.orderNumber, total: state.review?.total ?? state.payment?.captured, state.payment,
      checkout: state.id)
    try await shop.sessions.update(browser.session) { $0.paid(key: started.key, receipt) }
    return shop.browsers.renewed(browser, .seeOther("/thanks"))
  }

  @Sendable private func phase(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let browser = try shop.browsers.browser(of: request)
    guard let id = try await shop.sessions.session(browser.session).checkout?.id else {
      return Response(status: .notFound)
    }
    do {
      return try PhaseAnswer(phase: try await shop.ferry.checkout(id).place).response(
        from: request, context: context)
    } catch is FerryFailure {
      return Response(status: .serviceUnavailable)
    }
  }

  private struct PhaseAnswer: ResponseEncodable { let phase: String }

  @Sendable private func thanks(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let browser = try shop.browsers.browser(of: request)
    let session = try await shop.sessions.session(browser.session)
    guard let receipt = session.receipt else { return .seeOther("/") }
    var state: CheckoutBody?
    if let id = receipt.checkout { state = try? await shop.ferry.checkout(id) }
    let operations = browser.app == nil ? shop.configuration.operations : nil
    let page = ThanksPage(
      frame: shop.frame(browser, .thanks, session), receipt: receipt, state: state,
      catalogue: shop.catalogue(receipt.order?.catalogue) ?? shop.catalogue(browser),
      timeline: receipt.checkout.flatMap { id in operations?.link("/checkouts/\(id)") }
    ).page
    return try page.response(from: request, context: context)
  }

  // MARK: Deciding

  /// Adds a route for a decision about the session's checkout. A late or repeated one ends at the checkout's page.
  /// - Parameter decide: Returns the buyer's next page; nil for the checkout's.
  private func decision(
    _ name: String, _ router: some RouterMethods<some RequestContext>,
    _ decide: @escaping @Sendable (_ id: String, _ form: Fields, BuyerRequest) async throws -> Onward?
  ) {
    router.post(RouterPath("/checkout/\(name)")) { request, context in
      let (buyer, form) = try await shop.browsers.submission(request, context)
      let session = try await shop.sessions.session(buyer.browser.session)
      guard let id = session.checkout?.id else { return try Onward.page(session.afterCheckout).response(to: request) }
      do {
        return try await (decide(id, form, buyer) ?? .checkout).response(to: request)
      } catch let failure as FerryFailure where [.wrongPhase, .inProgress, .notFound].contains(failure.kind) {
        return try Onward.checkout.response(to: request)
      } catch let failure as FerryFailure {
        return try await trouble(failure, .unknown, buyer)
      }
    }
  }

  @Sendable private func confirm(_ id: String, _ form: Fields, _ buyer: BuyerRequest) async throws -> Onward? {
    let revision = try form.required("revision", as: { Int($0) })
    let currency = try form.required("currency", as: { Currency($0) })
    let total = try form.required("total", as: { try? Money(decimal: $0, currency) })
    let seen = form["seen"].flatMap { SeenReview(digests: $0, total: total) }
    let id = try await inLanguage(of: buyer, id)
    do {
      let state = try await shop.ferry.confirm(id, revision: revision, total: total)
      return state.stage == .paying ? state.onward : nil
    } catch let failure as FerryFailure where failure.kind == .reviewChanged {
      if let now = try await shop.ferry.checkout(id).review.map({ SeenReview($0) }) {
        try await shop.sessions.update(buyer.browser.session) { $0.refusedBuy(seen, now: now, id: id) }
      }
      return nil
    } catch let failure as FerryFailure where failure.kind == .nothingToPay {
      // The address has made the order free.
      try await shop.completeFree(id)
      guard let started = try await shop.sessions.session(buyer.browser.session).checkout else { return nil }
      return try await finishFree(started, buyer.browser)
    }
  }

  // MARK: Trouble

  /// - Parameter otherwise: The page if Ferry's answer does not decide.
  func trouble(
    _ failure: FerryFailure, _ otherwise: OutcomePage.Kind, _ buyer: BuyerRequest
  ) async throws -> Response {
    guard case .problem(let problem, let retryAfter) = failure else {
      buyer.context.logger.warning("No answer from Ferry")
      return try await outcome(otherwise, buyer)
    }
    buyer.context.logger.warning("Ferry refused", metadata: ["problem": "\(problem.type.rawValue)"])
    var response = try await outcome(kind(of: problem, otherwise), buyer)
    if let retryAfter { response.headers[.retryAfter] = String(retryAfter.components.seconds) }
    return response
  }

  private func kind(of problem: Problem, _ otherwise: OutcomePage.Kind) -> OutcomePage.Kind {
    switch problem.type {
    case .tooManyRequests: .busy
    case .invalidFields, .malformed: .refused
    case .wrongPhase, .attemptLive: .unknown
    default: otherwise
    }
  }

  func outcome(_ kind: OutcomePage.Kind, _ buyer: BuyerRequest) async throws -> Response {
    let session = try await shop.sessions.session(buyer.browser.session)
    let page = OutcomePage(
      frame: shop.frame(buyer.browser, .checkout, session), kind: kind,
      provider: await shop.providers.name(session.checkout?.account.provider ?? "")
    ).page
    return try buyer.response(page)
  }
}
