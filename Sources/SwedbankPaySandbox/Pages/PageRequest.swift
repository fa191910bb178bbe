import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension PaymentOrderSandbox {
  /// Answers everything outside the API.
  func page(_ request: HTTPRequest, _ body: [UInt8]) -> SandboxExchange {
    let path = String(request.pathWithoutQuery)
    var page = PageRequest(sandbox: self, request: request, body: body)
    let answer = page.answer(path)
    var exchange = (hasBanner(path) ? underBanner(answer, to: request) : answer).exchange(at: state.timekeeper.now)
    if let policy = page.policy, exchange.response.headerFields[.contentType]?.hasPrefix("text/html") == true {
      exchange.response.headerFields[.contentSecurityPolicy] = policy
    }
    if logs(request) {
      exchange.record = RequestRecord(
        method: request.method.rawValue, path: String(path.prefix(512)), operation: nil,
        status: exchange.response.status.code, reasonCode: nil, wasStruck: false)
    }
    return exchange
  }

  /// False for the console, and for pages in frames of the shop's page.
  private func hasBanner(_ path: String) -> Bool {
    !["/console", "/menu/", "/consumers/"].contains(where: path.hasPrefix)
  }

  private func underBanner(_ answer: PageAnswer, to request: HTTPRequest) -> PageAnswer {
    answer.under { language in
      let words = PageWords(language: PageLanguage(language.rawValue))
      return SandboxBanner(
        "Swedbank Pay sandbox", note: words.noMoney, languages: PageLanguage.allCases.map(\.language),
        backTo: page(of: request, answer))
    }
  }
}

/// One request of a browser.
struct PageRequest {
  let sandbox: PaymentOrderSandbox
  let request: HTTPRequest
  let body: [UInt8]
  /// The policy of a page with a script or in a frame; nil for the usual one.
  private(set) var policy: String?

  init(sandbox: PaymentOrderSandbox, request: HTTPRequest, body: [UInt8]) {
    self.sandbox = sandbox
    self.request = request
    self.body = body
  }

  mutating func answer(_ path: String) -> PageAnswer {
    let segments = path.split(separator: "/").map(String.init)
    do {
      switch (request.method, segments.first, segments.count) {
      case (.get, nil, _): return PageAnswer(home)
      case (.get, "assets", _): return asset(path) ?? notFound
      case (.get, "externalresourcehost", 2) where segments[1] == "trampoline":
        guard let page = TrampolinePage(try query, chosen: chosenLanguage) else { return notFound }
        return PageAnswer(page.page)
      case (.get, "checkout", 2), (.get, "paymentmenu", 2): return try show(.page, try order(segments[1]))
      case (.post, "checkout", 3): return try act(segments[2], .page, try order(segments[1]))
      case (.get, "menu", 2): return try show(.menu, try framed(segments[1]))
      case (.post, "menu", 3): return try act(segments[2], .menu, try framed(segments[1]))
      case (_, "issuer", 2): return try decision(.issuer, try order(segments[1]))
      case (_, "app", 2): return try decision(.app, try order(segments[1]))
      case (_, "wallet", 2):
        policy = Self.policy(ancestors: [])
        return try decision(.wallet, try order(segments[1]))
      case (_, "consumers", 2): return try checkin(segments[1])
      case (_, "console", _):
        return try OrderConsole(sandbox, words.language).answer(request, body, Array(segments.dropFirst()))
      case (.post, "language", 1): return try sandbox.switchLanguage(form())
      case (_, "control", _) where sandbox.isControlEnabled: return sandbox.control(request, body)
      default: return notFound
      }
    } catch let error as InvalidField {
      let shell = PaymentShell(words: words, status: .badRequest)
      return PageAnswer(shell.page(words.badForm, "<p>\(error.name): \(error.detail)</p>"))
    } catch {
      return notFound
    }
  }

  private func asset(_ path: String) -> PageAnswer? {
    let assets: [Asset] = [
      .houseStyle, .sandboxStyle, .consoleStyle, .paymentStyle, .menuScript, .appScript, .closingScript,
    ]
    return assets.first { $0.link.text == path }.map { PageAnswer(.asset($0, isForEver: true)) }
  }

  // MARK: Reading

  private var chosenLanguage: PageLanguage? {
    sandbox.chosenLanguage(request, among: PageLanguage.allCases.map(\.language)).map { PageLanguage($0.rawValue) }
  }

  /// The words in the language that the payer has chosen, else in the order's.
  private func words(of order: PaymentOrder) -> PageWords { PageWords(language: chosenLanguage ?? order.language) }

  /// The words in the language that the payer has chosen, else in Swedish if the browser asks for it first.
  var words: PageWords {
    PageWords(language: chosenLanguage ?? PageLanguage(request.headerFields[.acceptLanguage] ?? ""))
  }

  var notFound: PageAnswer { PageAnswer(PaymentShell(words: words, status: .notFound).notAvailable()) }

  private var home: Page {
    PaymentShell(words: words).page(
      words.running,
      """
      <p>\(sandbox.origin.text)/psp/paymentorders</p>\
      <div class="actions">\(ConsolePage.Place.ledger.link.button(words.console, .secondary))</div>
      """)
  }

  private var query: Fields {
    get throws(InvalidField) { try Fields(parsing: request.queryText.utf8, as: .query) }
  }

  func form() throws(InvalidField) -> Fields { try Fields(parsing: body) }

  private func order(_ token: String) throws(PageRefusal) -> PaymentOrder {
    try sandbox.change { ledger, _ throws(PageRefusal) in try ledger.order(token: token) }
  }

  /// An order whose menu is in a frame: only the shop's `hostUrls` may be its parents.
  private mutating func framed(_ token: String) throws(PageRefusal) -> PaymentOrder {
    let order = try order(token)
    policy = Self.policy(ancestors: order.request.urls.hostOrigins)
    return order
  }

  /// The usual policy with the sandbox's own scripts.
  private static func policy(ancestors: [Origin]) -> String {
    let parents = ancestors.isEmpty ? "'none'" : ancestors.map(\.text).joined(separator: " ")
    return "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; "
      + "frame-ancestors \(parents)"
  }

  func shop(_ order: PaymentOrder) -> String {
    sandbox.merchant.name ?? words(of: order).shop
  }

  // MARK: Showing

  private mutating func show(_ surface: Surface, _ known: PaymentOrder) throws -> PageAnswer {
    let step = try query["after"].flatMap { Step(rawValue: $0) }
    let (order, cards, now, isOpen) = try sandbox.change { ledger, now throws(PageRefusal) in
      let order = try ledger.open(known.token, as: surface.integration, at: now)
      return (order, ledger.storedCards(order), now, ledger.isOpen(order, at: now))
    }
    guard !order.request.operation.isWithoutPayer, isOpen || order.status != .initialized else { return gone(order) }
    let events = order.events(after: step)
    guard order.status == .initialized else {
      // The page waited for an app: it goes on by itself.
      if surface == .page, step == .waited, let address = order.destination { return .seeOther(address.link) }
      return PageAnswer(
        ResultPage(words: words(of: order), order: order, surface: surface, shop: shop(order)).page(events))
    }
    if let attempt = order.attempt {
      if surface == .page { policy = Self.policy(ancestors: []) }
      return PageAnswer(
        WaitingPage(
          words: words(of: order), order: order, attempt: attempt, surface: surface, origin: sandbox.origin,
          pause: sandbox.pause
        ).page(events))
    }
    return PageAnswer(
      InstrumentPage(
        words: words(of: order), order: order, surface: surface, shop: shop(order), now: now, storedCards: cards,
        followsFailure: step == .started || step == .waited
      ).page(events))
  }

  private func gone(_ order: PaymentOrder) -> PageAnswer {
    PageAnswer(PaymentShell(words: words(of: order), status: .gone).notAvailable())
  }

  // MARK: Acting

  private func act(_ act: String, _ surface: Surface, _ order: PaymentOrder) throws -> PageAnswer {
    let form = try form()
    let person = act == "checkin" ? try Consumer.Person(form) : nil
    let token = order.token
    do throws(PageRefusal) {
      let (changed, step) = try sandbox.change { ledger, now throws(PageRefusal) -> (PaymentOrder, Step) in
        _ = try ledger.open(token, as: surface.integration, at: now)
        if let person { return (try ledger.checkIn(token, person, at: now), .identified) }
        return try perform(act, token, form, &ledger, at: now)
      }
      if surface == .page {
        if changed.attempt?.place == .issuer { return .seeOther(.issuer(changed)) }
        if changed.status != .initialized, let address = changed.destination { return .seeOther(address.link) }
      }
      return .seeOther(surface.link(changed, after: step))
    } catch {
      switch error {
      case .unknownOrder: throw error
      case .card, .identityNumber, .instrumentNotOffered:
        let cards = sandbox.change { ledger, _ in ledger.storedCards(order) }
        let events = order.events(after: nil)
        let page = InstrumentPage(
          words: words(of: order), order: try self.order(token), surface: surface, shop: shop(order),
          now: sandbox.state.now, storedCards: cards,
          refusal: error)
        return PageAnswer(page.page(events), at: surface.link(order))
      case .ended, .attemptRunning, .noAttempt, .noCancelButton, .notCheckedIn: return .seeOther(surface.link(order))
      }
    }
  }

  private func perform(
    _ act: String, _ token: String, _ form: Fields, _ ledger: inout PaymentLedger, at now: Moment
  ) throws(PageRefusal) -> (PaymentOrder, Step) {
    let instrument = form["instrument"].flatMap { Instrument(rawValue: $0) }
    switch act {
    case "select": return (try ledger.select(token, instrument, at: now), .selected)
    case "card":
      let card: EnteredCard
      do throws(EnteredCard.Problem) {
        card = try EnteredCard(
          number: form["number"] ?? "", expiry: form["expiry"] ?? "", code: form["code"] ?? "", at: now)
      } catch {
        throw .card(error)
      }
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
  private func decision(_ place: PaymentOrder.Attempt.Place, _ order: PaymentOrder) throws -> PageAnswer {
    guard let attempt = order.attempt, attempt.place == place else { return decided(order, place) }
    let words = words(of: order)
    let page = DecisionPage(words: words, order: order, attempt: attempt)
    guard request.method == .post else { return PageAnswer(page.page) }
    let form = try form()
    let decision = try form.required("act") { Decision(rawValue: $0) }
    if place == .issuer, decision == .approve, form["otp"] != Self.oneTimeCode {
      return PageAnswer(
        DecisionPage(words: words, order: order, attempt: attempt, isRefused: true).page,
        at: DecisionPage.link(order, place))
    }
    let changed = try sandbox.change { ledger, now throws(PageRefusal) in
      try ledger.decide(order.token, decision, at: now)
    }
    return decided(changed, place)
  }

  /// The code of the issuer's question.
  static let oneTimeCode = "1234"

  /// The issuer's page leads on by itself; app and wallet are another window or another app.
  private func decided(_ order: PaymentOrder, _ place: PaymentOrder.Attempt.Place) -> PageAnswer {
    if place == .issuer, let next = order.continuation(sandbox.origin) { return .seeOther(next.link) }
    let page = DecidedPage(words: words(of: order), order: order, origin: sandbox.origin, isWallet: place == .wallet)
    return PageAnswer(page.page, at: DecisionPage.link(order, place))
  }

  private mutating func checkin(_ token: String) throws -> PageAnswer {
    // A check-in names no pages that may embed it.
    policy = Self.policy(ancestors: []).replacing("frame-ancestors 'none'", with: "frame-ancestors *")
    guard var consumer = sandbox.state.reading({ $0.consumers[token] }) else { throw PageRefusal.unknownOrder }
    if request.method == .post {
      let person = try Consumer.Person(try form())
      let randomness = sandbox.randomness
      consumer = try sandbox.change { ledger, now throws(PageRefusal) in
        try ledger.identify(token, person, at: now, randomness)
      }
    }
    return PageAnswer(CheckinPage(consumer: consumer).page)
  }
}
