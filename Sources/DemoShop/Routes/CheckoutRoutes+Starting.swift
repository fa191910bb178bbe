import FerryCore
import FerryWeb
import Hummingbird

/// From the pay button to the buyer's next page.
extension CheckoutRoutes {
  @Sendable func start(_ request: Request, _ context: some RequestContext) async throws -> Response {
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
      let state = try await shop.ferry.send(.cancel, id)
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
      var otherwise = OutcomePage.Kind.unreachable
      do {
        if try await takeUpOrder(browser) { return try Onward.checkout.response(to: request) }
        otherwise = .unknown
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

  /// Returns true if the session's checkout is again one that was set aside, because it can still be paid and the cart has
  /// products of it.
  private func takeUpOrder(_ browser: BuyerBrowser) async throws -> Bool {
    let session = try await shop.sessions.session(browser.session)
    guard session.checkout == nil else { return false }
    for started in session.setAside where started.order.cart.shares(session.cart) {
      guard let id = started.id, try await shop.ferry.checkout(id).isUnderWay else { continue }
      try await shop.sessions.update(browser.session) { $0.takeUp(started) }
      return true
    }
    return false
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
    } catch let failure as FerryFailure where failure.kind == .nothingToPay {
      return try await finishFree(started, browser)
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

  /// Nothing is left to pay, so that the order is complete without a payment.
  func finishFree(_ started: StartedCheckout, _ browser: BuyerBrowser) async throws -> Onward {
    let catalogue = shop.catalogue(started.order.catalogue) ?? shop.catalogue(browser)
    try await shop.sessions.update(browser.session) { session in
      session.paid(key: started.key, Receipt(free: started.order, catalogue.currency))
    }
    return .page("/thanks")
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
    let cart = try await shop.sessions.session(browser.session).cart
    switch state.stage {
    case .declined, .cancelled, .expired:
      try await shop.sessions.update(browser.session) { $0.forget(key: started.key) }
      return nil
    // The buyer has cancelled that order, and the provider may decide about it for days. A cart without its products does not
    // wait for that. With them the buyer could pay them twice.
    case .closing where state.isPending && !cart.isEmpty && !cart.shares(started.order.cart):
      try await shop.sessions.update(browser.session) { $0.setAside(key: started.key) }
      return nil
    case .selecting, .checking, .reviewing:
      if cart != started.order.cart || purchase != started.purchase {
        do {
          _ = try await shop.ferry.send(.cancel, state.id)
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
      return try await shop.ferry.send(.begin, state.id).onward ?? .checkout
    } catch let failure as FerryFailure where failure.kind == .wrongPhase {
      // The buyer continued in another tab.
      return .checkout
    }
  }
}
