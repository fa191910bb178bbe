import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension CheckoutSandbox {
  /// Answers everything outside the API.
  func page(_ request: HTTPRequest, _ body: [UInt8]) -> SandboxExchange {
    let path = String(request.pathWithoutQuery)
    let answer = PageRequest(sandbox: self, request: request, body: body).answer(path)
    let isConsole = path.hasPrefix("/console")
    var exchange = (isConsole ? answer : underBanner(answer, to: request)).exchange(at: state.timekeeper.now)
    // A lightbox frames the session's page, whose script tells the shop's page of the result.
    if path.hasPrefix("/spa/session/"), exchange.response.headerFields[.contentType]?.hasPrefix("text/html") == true {
      exchange.response.headerFields[.contentSecurityPolicy] =
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; "
        + "frame-ancestors *"
    }
    if logs(request) {
      exchange.record = RequestRecord(
        method: request.method.rawValue, path: String(path.prefix(512)), operation: nil,
        status: exchange.response.status.code, reasonCode: nil, wasStruck: false)
    }
    return exchange
  }

  /// The pages' languages.
  static let languages: [Language] = [.spanish, .english]

  /// A lightbox's frame sends no cookie of another site's, so its banner has no switch.
  private func underBanner(_ answer: PageAnswer, to request: HTTPRequest) -> PageAnswer {
    answer.under { language in
      let words = PageWords(language: language)
      return SandboxBanner(
        "PlacetoPay \(words.sandbox)", note: words.noMoney, languages: Self.languages,
        backTo: request.isFramed ? nil : page(of: request, answer))
    }
  }
}

extension HTTPRequest {
  /// True for the page of a frame (Fetch Metadata).
  fileprivate var isFramed: Bool { HTTPField.Name("Sec-Fetch-Dest").flatMap { headerFields[$0] } == "iframe" }
}

/// One request of a browser.
struct PageRequest {
  let sandbox: CheckoutSandbox
  let request: HTTPRequest
  let body: [UInt8]

  func answer(_ path: String) -> PageAnswer {
    let segments = path.split(separator: "/").map(String.init)
    do {
      switch (request.method, segments.first) {
      case (.get, nil): return PageAnswer(home)
      case (.get, "assets"), (.get, "lightbox.min.js"): return asset(path) ?? notFound
      case (.get, "spa") where segments.count == 4 && segments[1] == "session":
        return try show(try session(segments[2], segments[3]))
      case (.post, "spa") where segments.count == 5 && segments[1] == "session":
        return try act(segments[4], try session(segments[2], segments[3]))
      case (_, "spa") where segments.count == 5 && segments[1] == "bank":
        return try bank(try session(segments[2], segments[3]), segments[4])
      case (_, "console"):
        return try CheckoutConsole(sandbox, words).answer(request, body, Array(segments.dropFirst()))
      case (.post, "language"): return try sandbox.switchLanguage(form())
      case (_, "control") where sandbox.isControlEnabled: return sandbox.control(request, body)
      default: return notFound
      }
    } catch let error as InvalidField {
      return PageAnswer(
        CheckoutPage(words: words, status: .badRequest).page(words.badForm, "<p>\(error.name): \(error.detail)</p>"))
    } catch {
      return notFound
    }
  }

  private func asset(_ path: String) -> PageAnswer? {
    if path == "/lightbox.min.js" { return PageAnswer(.asset(.lightboxScript, isForEver: false)) }
    let assets: [Asset] = [.houseStyle, .sandboxStyle, .consoleStyle, .checkoutStyle, .frameScript]
    return assets.first { $0.link.text == path }.map { PageAnswer(.asset($0, isForEver: true)) }
  }

  // MARK: Reading

  private var chosenLanguage: Language? { sandbox.chosenLanguage(request, among: CheckoutSandbox.languages) }

  /// The words in the language that the buyer has chosen, else in the session's.
  private func words(of session: Session) -> PageWords { PageWords(language: chosenLanguage ?? session.language) }

  /// The words in the language that the buyer has chosen, else in the first of the browser's that the sandbox has, else in the
  /// site's.
  var words: PageWords {
    if let chosenLanguage { return PageWords(language: chosenLanguage) }
    let asked = (request.headerFields[.acceptLanguage] ?? "").split(separator: ",").lazy
      .compactMap { Language(locale: String($0.drop(while: \.isWhitespace))) }
    return PageWords(language: asked.first ?? sandbox.site.language)
  }

  var notFound: PageAnswer { PageAnswer(CheckoutPage(words: words, status: .notFound).notAvailable()) }

  private var home: Page {
    CheckoutPage(words: words).page(
      words.running,
      """
      <p>\(sandbox.origin.text)/api/session</p>\
      <div class="actions">\(ConsolePage.Place.ledger.link.button(words.console, .secondary))</div>
      """)
  }

  func form() throws(InvalidField) -> Fields { try Fields(parsing: body) }

  func change<Result: Sendable, Failure: Error>(
    _ change: (inout CheckoutLedger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result { try sandbox.change(change) }

  private func session(_ id: String, _ hash: String) throws(PageRefusal) -> Session {
    guard let id = Int64(id) else { throw .unknownSession }
    return try change { ledger, _ throws(PageRefusal) in try ledger.session(id, hash: hash) }
  }

  // MARK: Showing

  private func show(_ session: Session) throws -> PageAnswer {
    let query = try Fields(parsing: request.queryText.utf8, as: .query)
    if let end = session.end {
      let isShown = end.status.name == .approved || end.status == .rejectedSession || end.status == .partlyExpired
      guard isShown else {
        return PageAnswer(
          CheckoutPage(words: words(of: session), status: .gone).notAvailable(session))
      }
      return PageAnswer(result(session))
    }
    try change { ledger, _ throws(PageRefusal) in try ledger.note(session.id, isBuyerOnPage: true) }
    if session.pendingAttempt != nil { return PageAnswer(result(session)) }
    if session.challenge != nil { return PageAnswer(ChallengePage(words: words(of: session), session: session).page) }
    if session.payer == nil || (query["payer"] != nil && !session.isLocked) { return PageAnswer(payerPage(session)) }
    let hasResult = session.attempts.last != nil || session.refusal != nil
    return PageAnswer(hasResult && query["retry"] == nil ? result(session) : methods(session))
  }

  private func payerPage(_ session: Session, _ person: Person? = nil, isRefused: Bool = false) -> Page {
    let filled = session.request.fillsBuyer ? session.request.buyer : nil
    return PayerPage(
      words: words(of: session), session: session, shop: shop(session),
      person: person ?? session.payer ?? filled ?? Person(),
      isRefused: isRefused
    ).page
  }

  private func methods(_ session: Session, _ refusal: PageRefusal? = nil) -> Page {
    MethodPage(
      words: words(of: session), session: session, shop: shop(session), now: sandbox.state.now, refusal: refusal
    ).page
  }

  private func shop(_ session: Session) -> String {
    sandbox.site.name ?? words(of: session).yourShop
  }

  private func result(_ session: Session) -> Page {
    ResultPage(
      words: words(of: session), session: session, response: session.end.map { _ in response(session) },
      pause: sandbox.pause,
      expiresAt: sandbox.state.reading { $0.date(session.expiresAt) }
    ).page
  }

  /// The body that a lightbox hands to the shop's page: a notification's.
  private func response(_ session: Session) -> String {
    let notice = SessionNotice(
      session: session.id, reference: session.request.reference, status: session.status, language: session.language)
    let body = notice.body(
      at: sandbox.state.timekeeper.now, sandbox.site.secret, isLegacy: sandbox.state.reading(\.flags.isLegacy))
    return String(decoding: body.bytes, as: UTF8.self)
  }

  // MARK: Acting

  private func act(_ act: String, _ session: Session) throws -> PageAnswer {
    let form = try form()
    let id = session.id
    let randomness = sandbox.randomness
    let part = session.remaining.flatMap { rest in
      form["part"].map { (try? Money(decimal: $0, rest.currency)) ?? .zero(rest.currency) }
    }
    do throws(PageRefusal) {
      switch act {
      case "payer":
        guard let person = Person(form: form) else {
          return PageAnswer(payerPage(session, Person(entered: form), isRefused: true), at: session.link)
        }
        try change { ledger, _ throws(PageRefusal) in try ledger.setPayer(id, person) }
        return .seeOther(Link(session.link, query: [("retry", "1")]))
      case "card":
        let saves = form["save"] != nil
        let result = try change { ledger, now throws(PageRefusal) in
          try ledger.pay(id, with: try EnteredCard(form, at: now), amount: part, saves: saves, at: now, randomness)
        }
        return result == .challenge ? .seeOther(session.link) : try made(id)
      case "challenge":
        let code = form["otp"] ?? ""
        try change { ledger, now throws(PageRefusal) in
          try ledger.answerChallenge(id, code: code, at: now, randomness)
        }
        return try made(id)
      case "transfer":
        let bank = form["bank"].flatMap { Instrument.banks.contains($0) ? $0 : nil } ?? Instrument.banks[0]
        try change { ledger, now throws(PageRefusal) in _ = try ledger.transfer(id, bank: bank, amount: part, at: now) }
        // The buyer still has to go to the bank.
        return .seeOther(session.link)
      case "cash":
        try change { ledger, now throws(PageRefusal) in _ = try ledger.makeSlip(id, amount: part, at: now) }
        return try made(id)
      case "athmv":
        try change { ledger, now throws(PageRefusal) in try ledger.payByATHMovil(id, amount: part, at: now) }
        return try made(id)
      case "cancel":
        let ended = try change { ledger, now throws(PageRefusal) in try ledger.cancelByBuyer(id, at: now) }
        return leave(ended, for: ended.request.cancelURL ?? ended.request.returnURL)
      default: throw .unknownSession
      }
    } catch {
      switch error {
      case .card, .methodNotAllowed, .amount: return PageAnswer(methods(session, error), at: session.link)
      case .unknownSession: throw error
      case .ended, .attemptPending, .noChallenge, .payer: return .seeOther(session.link)
      }
    }
  }

  /// After an attempt: the result, or, if the session skips it, the shop.
  private func made(_ id: Int64) throws(PageRefusal) -> PageAnswer {
    let session = try change { ledger, _ throws(PageRefusal) in try ledger.session(id, hash: nil) }
    return session.request.skipsResult ? leave(session, for: session.request.returnURL) : .seeOther(session.link)
  }

  /// Leads the browser to the shop. In a lightbox, whose frame must not show the shop, a page hands over the result instead.
  private func leave(_ session: Session, for address: String) -> PageAnswer {
    guard let address = ReturnAddress(address) else { return .seeOther(session.link) }
    guard request.isFramed else { return .seeOther(address.link) }
    let words = words(of: session)
    let shell = CheckoutPage(words: words, response: response(session), closesLightbox: true)
    return PageAnswer(shell.page(words.backAtShop, shell.returnLink(address)))
  }

  private func bank(_ session: Session, _ id: String) throws -> PageAnswer {
    guard let transaction = session.attempts.first(where: { String($0.id) == id && $0.instrument.kind == .transfer })
    else { throw PageRefusal.unknownSession }
    guard request.method == .post else {
      return PageAnswer(BankPage(words: words(of: session), session: session, transaction: transaction).page)
    }
    let act = try form()["act"]
    change { ledger, now in
      switch act {
      case "approve": ledger.decide(transaction, .approved, at: now)
      case "decline": ledger.decide(transaction, .declined, at: now)
      case "later": ledger.postpone(transaction, at: now)
      default: break
      }
    }
    return .seeOther(BankPage.link(session, transaction))
  }
}

extension EnteredCard {
  fileprivate init(_ form: Fields, at now: Moment) throws(PageRefusal) {
    do throws(Problem) {
      try self.init(
        number: form["number"] ?? "", expiry: form["expiry"] ?? "", code: form["code"] ?? "",
        installments: form["installments"].flatMap { Int($0) }.map { max(1, min($0, 99)) } ?? 1, at: now)
    } catch {
      throw .card(error)
    }
  }
}

extension Person {
  /// The form's data as the buyer entered them, to show them again.
  fileprivate init(entered form: Fields) {
    self.init()
    name = form["name"]
    surname = form["surname"]
    email = form["email"]
    mobile = form["mobile"]
    document = form["document"]
    documentType = form["documentType"]
  }
}
