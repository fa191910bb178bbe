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
    decision("continue", router) { id, _, _ in try await ferry.begin(id).onward }
    decision("change", router) { id, form, _ in
      try await ferry.change(try form.required("part", as: ChangeKind.init(rawValue:)), of: id).onward
    }
    decision("keep", router) { id, _, _ in
      _ = try await ferry.keep(id)
      return nil
    }
    decision("confirm", router, confirm)
    decision("cancel", router) { id, _, _ in
      _ = try await ferry.cancel(id)
      return nil
    }
    router.get("/thanks", use: thanks)
  }

  // MARK: Starting

  @Sendable private func start(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let (buyer, form) = try await shop.browsers.submission(request, context)
    let browser = buyer.browser
    let challenge = form["challenge"].flatMap(Challenge.init(text:))
    let app = challenge.flatMap { challenge in
      browser.app.map { AppBody(id: $0.id, challenge: challenge, review: $0.review) }
    }
    let button = try await button(form, browser)
    if app != nil, let id = form["unknown"] {
      do {
        try await discard(id, browser)
      } catch let failure as FerryFailure {
        return try await trouble(failure, .unknown, buyer)
      }
    }
    guard let button else { return try await outcome(.unreachable, buyer) }
    guard let purchase = try await purchase(button, form, browser) else {
      return shop.browsers.renewed(browser, try Onward.page(.delivery(for: button)).response(to: request))
    }
    return shop.browsers.renewed(browser, try await start(purchase, app, buyer))
  }

  /// The pressed pay button. A button of another page names none: it continues with that of the session's checkout, or with
  /// the first one. Nil if Ferry has never listed any account.
  private func button(_ form: Fields, _ browser: BuyerBrowser) async throws -> PayButton? {
    let catalogue = shop.catalogue(browser)
    let buttons = await shop.offers(in: catalogue).flatMap { catalogue.buttons(of: $0.body) }
    if form["provider"] != nil {
      return try form.required("provider") { value in buttons.first { $0.formValue == value } }
    }
    let started = try await shop.sessions.session(browser.session).checkout?.button
    return started.flatMap { buttons.contains($0) ? $0 : nil } ?? buttons.first
  }

  /// Cancels a checkout that the app does not know, because it was reinstalled or has lost its storage: the app could neither
  /// open its steps nor claim its return. A checkout that may still be paid stays and is shown.
  private func discard(_ id: String, _ browser: BuyerBrowser) async throws {
    guard let started = try await shop.sessions.session(browser.session).checkout, started.id == id, started.app != nil
    else { return }
    do {
      let state = try await shop.ferry.cancel(id)
      guard [.cancelled, .declined, .expired].contains(state.stage) else { return }
    } catch let failure as FerryFailure where failure.kind == .wrongPhase {
      return
    } catch let failure as FerryFailure where failure.kind == .notFound {
      // There is nothing to cancel.
    }
    try await shop.sessions.update(browser.session) { $0.forget(key: started.key) }
  }

  private func start(_ purchase: Purchase, _ app: AppBody?, _ buyer: BuyerRequest) async throws -> Response {
    let (browser, request) = (buyer.browser, buyer.request)
    // An old checkout may have to be discarded first, and the button may be pressed in another tab at the same time.
    for _ in 0..<4 {
      let key = shop.randomness.token(bytes: 16)
      let reference = shop.randomness.token(bytes: 12)
      var otherwise = OutcomePage.Kind.unknown
      do {
        let start = try await shop.sessions.update(browser.session) {
          $0.start(key: key, reference: reference, purchase: purchase, app: app)
        }
        switch start {
        case .nothing:
          return try Onward.page(try await shop.sessions.session(browser.session).afterCheckout).response(to: request)
        case .create(let started):
          // Without a checkout there is no payment.
          otherwise = .unreachable
          if let onward = try await create(started, purchase, buyer) {
            return try onward.response(to: request)
          }
        case .resume(let started, let id):
          if let onward = try await resume(started, id, purchase, browser) { return try onward.response(to: request) }
        }
      } catch let failure as FerryFailure {
        if failure.kind == .inProgress {
          try await shop.clock.sleep(for: .milliseconds(400))
          continue
        }
        return try await trouble(failure, otherwise, buyer)
      }
    }
    return try await outcome(.busy, buyer)
  }

  /// Nil if the caller has to read the session again.
  private func create(
    _ started: StartedCheckout, _ purchase: Purchase, _ buyer: BuyerRequest
  ) async throws -> Onward? {
    let browser = buyer.browser
    let state: CheckoutBody
    do {
      state = try await shop.ferry.create(
        shop.createBody(
          started.order, by: started.button, language: browser.language, app: started.app,
          buyer: BuyerFacts(started.order.delivery, buyer.request), customer: customer(browser)),
        key: started.key)
    } catch let failure as FerryFailure where failure.kind == .keyReused {
      // Prices have changed since the key was made.
      try await shop.sessions.update(browser.session) { $0.forget(key: started.key) }
      return nil
    } catch let failure as FerryFailure where !failure.refusedEntries.isEmpty {
      return .page(try await writeAgain(failure.refusedEntries, started, browser))
    } catch let failure as FerryFailure {
      // Another attempt has paid the order, or may pay it: show that one.
      guard let id = failure.otherAttempt else { throw failure }
      try await shop.sessions.update(browser.session) { $0.created(key: started.key, id: id) }
      return .checkout
    }
    try await shop.sessions.update(browser.session) { $0.created(key: started.key, id: state.id) }
    return try await proceed(started, state, purchase, browser)
  }

  func customer(_ browser: BuyerBrowser) async throws -> String {
    let new = shop.randomness.token(bytes: 16)
    return try await shop.sessions.update(browser.session) { $0.customer(orNew: new) }
  }

  private func resume(
    _ started: StartedCheckout, _ id: String, _ purchase: Purchase, _ browser: BuyerBrowser
  ) async throws -> Onward? {
    do {
      return try await proceed(started, try await shop.ferry.checkout(id), purchase, browser)
    } catch let failure as FerryFailure where failure.kind == .notFound {
      try await shop.sessions.update(browser.session) { $0.forget(key: started.key) }
      return nil
    }
  }

  /// The next page after the pay button; nil if the checkout was discarded and the caller has to start a new one.
  private func proceed(
    _ started: StartedCheckout, _ state: CheckoutBody, _ purchase: Purchase, _ browser: BuyerBrowser
  ) async throws -> Onward? {
    switch state.stage {
    case .declined, .cancelled, .expired:
      try await shop.sessions.update(browser.session) { $0.forget(key: started.key) }
      return nil
    case .selecting, .checking, .reviewing:
      let cart = try await shop.sessions.session(browser.session).cart
      if cart != started.order.cart || purchase != started.purchase {
        do {
          _ = try await shop.ferry.cancel(state.id)
        } catch let failure as FerryFailure where failure.kind == .wrongPhase {
          // The buyer continued in another tab.
          return .checkout
        }
        try await shop.sessions.update(browser.session) { $0.forget(key: started.key) }
        return nil
      }
      guard state.stage == .selecting, state.review == nil else { return state.onward ?? .checkout }
      return try await next(of: state)
    case .opening, .confirming, .paying, .closing, .paid, .held: return .checkout
    }
  }

  private func next(of state: CheckoutBody) async throws -> Onward {
    if let onward = state.onward { return onward }
    do {
      return try await shop.ferry.begin(state.id).onward ?? .checkout
    } catch let failure as FerryFailure where failure.kind == .wrongPhase {
      // The buyer continued in another tab.
      return .checkout
    }
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
    }
  }

  // MARK: Trouble

  /// - Parameter otherwise: The page if Ferry's answer does not decide.
  private func trouble(
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

  private func outcome(_ kind: OutcomePage.Kind, _ buyer: BuyerRequest) async throws -> Response {
    let session = try await shop.sessions.session(buyer.browser.session)
    let page = OutcomePage(
      frame: shop.frame(buyer.browser, .checkout, session), kind: kind,
      provider: await shop.providers.name(session.checkout?.account.provider ?? "")
    ).page
    return try buyer.response(page)
  }
}
