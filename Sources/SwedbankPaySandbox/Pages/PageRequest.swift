import FerryCore
package import FerrySandbox
package import FerryWeb
import HTTPTypes

/// The payment page, the menu in a frame of the shop's page, and the pages beside them.
extension Sandbox: HostedPageSandbox {
  package static let pageStyles = [Asset.paymentStyle]
  package var assets: [Asset] { [.menuScript, .appScript, .closingScript] }

  package var console: (any ProviderConsole)? { Console(sandbox: self) }

  /// False for pages in frames of the shop's page.
  package func hasBanner(_ page: PageRequest<Sandbox>) -> Bool {
    !["menu", "consumers"].contains(page.segments.first)
  }

  package var notFound: PageAnswer { Self.notAvailable(Self.shell(.notFound)) }

  fileprivate static func notAvailable(_ shell: PageShell) -> PageAnswer {
    PageAnswer(shell.message("This page is not available", "Go back to the shop and start again."))
  }

  package func answer(_ page: inout PageRequest<Sandbox>) throws -> PageAnswer? {
    let segments = page.segments
    switch (page.request.method, segments.first, segments.count) {
    case (.get, nil, _): return home(api: "/psp/paymentorders")
    case (.get, "externalresourcehost", 2) where segments[1] == "trampoline":
      return Sandbox.trampoline(try page.query()).map { PageAnswer($0) }
    case (.get, "checkout", 2), (.get, "paymentmenu", 2): return try page.show(.page, try page.order(segments[1]))
    case (.post, "checkout", 3): return try page.act(segments[2], .page, try page.order(segments[1]))
    case (.get, "menu", 2): return try page.show(.menu, try page.framed(segments[1]))
    case (.post, "menu", 3): return try page.act(segments[2], .menu, try page.framed(segments[1]))
    case (_, "issuer", 2): return try page.decision(.issuer, try page.order(segments[1]))
    case (_, "app", 2): return try page.decision(.app, try page.order(segments[1]))
    case (_, "wallet", 2):
      page.policy = PageAnswer.scripted()
      return try page.decision(.wallet, try page.order(segments[1]))
    case (_, "consumers", 2): return try page.checkin(segments[1])
    default: return nil
    }
  }
}

extension PageRequest<Sandbox> {
  fileprivate func order(_ token: String) throws(BuyerRefusal) -> PaymentOrder {
    try change { ledger, _ throws(BuyerRefusal) in try ledger.order(token: token) }
  }

  /// An order whose menu is in a frame: only the shop's `hostUrls` may be its parents.
  fileprivate mutating func framed(_ token: String) throws(BuyerRefusal) -> PaymentOrder {
    let order = try order(token)
    let hosts = order.request.urls.hostOrigins
    policy = PageAnswer.scripted(ancestors: hosts.isEmpty ? "'none'" : hosts.map(\.text).joined(separator: " "))
    return order
  }

  private var shop: String { sandbox.merchant.name ?? "the shop" }

  // MARK: Showing

  fileprivate mutating func show(_ surface: Surface, _ known: PaymentOrder) throws -> PageAnswer {
    let step = try query()["after"].flatMap { Step(rawValue: $0) }
    let (order, cards, now, isOpen) = try change { ledger, now throws(BuyerRefusal) in
      let order = try ledger.open(known.token, as: surface.integration, at: now)
      return (order, ledger.storedCards(order), now, ledger.isOpen(order, at: now))
    }
    guard !order.request.operation.isWithoutPayer, isOpen || order.status != .initialized else {
      return Sandbox.notAvailable(order.shell(.page, .gone))
    }
    let events = order.events(after: step)
    guard order.status == .initialized else {
      // The page waited for an app: it goes on by itself.
      if surface == .page, step == .waited, let address = order.destination { return .seeOther(address) }
      return PageAnswer(order.resultPage(on: surface, of: shop, telling: events))
    }
    if let attempt = order.attempt {
      if surface == .page { policy = PageAnswer.scripted() }
      return PageAnswer(
        WaitingPage(
          order: order, attempt: attempt, surface: surface, origin: sandbox.origin,
          pause: sandbox.place.processingPause
        ).page(events))
    }
    return PageAnswer(
      InstrumentPage(
        order: order, surface: surface, shop: shop, now: now, storedCards: cards,
        followsFailure: step == .started || step == .waited
      ).page(events))
  }

  // MARK: Acting

  fileprivate func act(_ act: String, _ surface: Surface, _ order: PaymentOrder) throws -> PageAnswer {
    let form = try form()
    let person = act == "checkin" ? try Consumer.Person(form) : nil
    let token = order.token
    do throws(BuyerRefusal) {
      let (changed, step) = try change { ledger, now throws(BuyerRefusal) -> (PaymentOrder, Step) in
        _ = try ledger.open(token, as: surface.integration, at: now)
        if let person { return (try ledger.checkIn(token, person, at: now), .identified) }
        return try perform(act, token, form, &ledger, at: now)
      }
      if surface == .page {
        if changed.attempt?.place == .issuer { return .seeOther(.decision(changed, .issuer)) }
        if changed.status != .initialized, let address = changed.destination { return .seeOther(address) }
      }
      return .seeOther(surface.link(changed, after: step))
    } catch {
      switch error {
      case .unknownOrder: throw error
      case .card, .identityNumber, .instrumentNotOffered:
        let cards = change { ledger, _ in ledger.storedCards(order) }
        let events = order.events(after: nil)
        let page = InstrumentPage(
          order: try self.order(token), surface: surface, shop: shop, now: sandbox.state.now, storedCards: cards,
          refusal: error)
        return PageAnswer(page.page(events))
      case .ended, .attemptRunning, .noAttempt, .noCancelButton, .notCheckedIn: return .seeOther(surface.link(order))
      }
    }
  }

  private func perform(
    _ act: String, _ token: String, _ form: Fields, _ ledger: inout Ledger, at now: Moment
  ) throws(BuyerRefusal) -> (PaymentOrder, Step) {
    let instrument = form["instrument"].flatMap { Instrument(rawValue: $0) }
    switch act {
    case "select": return (try ledger.select(token, instrument, at: now), .selected)
    case "card":
      let card = try EnteredCard(
        number: form["number"] ?? "", expiry: form["expiry"] ?? "", code: form["code"] ?? "", at: now)
      return (try ledger.pay(token, with: card, saves: form["save"] != nil, at: now), .started)
    case "stored": return (try ledger.pay(token, stored: form["token"] ?? "", at: now), .started)
    case "invoice":
      return (try ledger.payByInvoice(token, identityNumber: form["identity"] ?? "", at: now), .started)
    case "start":
      guard let instrument else { throw .instrumentNotOffered }
      return (try ledger.start(token, instrument, at: now), .started)
    case "stop": return (try ledger.decide(token, .cancel, at: now), .stopped)
    case "cancel": return (try ledger.cancelByPayer(token, at: now), .stopped)
    default: throw .unknownOrder
    }
  }

  // MARK: Beside the menu

  /// The page of the issuer, the app or the wallet.
  fileprivate func decision(_ place: PaymentOrder.Attempt.Place, _ order: PaymentOrder) throws -> PageAnswer {
    guard let attempt = order.attempt, attempt.place == place else { return decided(order, place) }
    guard request.method == .post else { return PageAnswer(DecisionPage(order: order, attempt: attempt).page) }
    let form = try form()
    let decision = try form.required("act") { Decision(rawValue: $0) }
    if place == .issuer, decision == .approve, form["otp"] != DecisionPage.oneTimeCode {
      return PageAnswer(DecisionPage(order: order, attempt: attempt, isRefused: true).page)
    }
    let changed = try change { ledger, now throws(BuyerRefusal) in
      try ledger.decide(order.token, decision, at: now)
    }
    return decided(changed, place)
  }

  /// The issuer's page leads on by itself; app and wallet are another window or another app.
  private func decided(_ order: PaymentOrder, _ place: PaymentOrder.Attempt.Place) -> PageAnswer {
    if place == .issuer, let next = order.continuation(sandbox.origin) { return .seeOther(next) }
    return PageAnswer(order.decidedPage(sandbox.origin, isWallet: place == .wallet))
  }

  fileprivate mutating func checkin(_ token: String) throws -> PageAnswer {
    // A check-in names no pages that may embed it.
    policy = PageAnswer.scripted(ancestors: "*")
    guard var consumer = sandbox.state.reading({ $0.consumers[token] }) else { throw BuyerRefusal.unknownOrder }
    if request.method == .post {
      let person = try Consumer.Person(try form())
      let randomness = sandbox.randomness
      consumer = try change { ledger, now throws(BuyerRefusal) in
        try ledger.identify(token, person, at: now, randomness)
      }
    }
    return PageAnswer(consumer.page)
  }
}
