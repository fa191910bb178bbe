import FerryCore
package import FerrySandbox
package import FerryWeb
import HTTPTypes

/// The hosted page of a session, and the lightbox.
extension Sandbox: HostedPageSandbox {
  package var assets: [Asset] { [.frameScript] }

  package func console(_: PageRequest<Sandbox>) -> any ProviderConsole { Console(sandbox: self) }

  package func notFound(_ page: PageRequest<Sandbox>) -> PageAnswer {
    PageAnswer(PageShell.notAvailable(page.words, .notFound))
  }

  package func answer(_ page: inout PageRequest<Sandbox>) throws -> PageAnswer? {
    let segments = page.segments
    switch (page.request.method, segments.first, segments.count) {
    case (.get, nil, _): return PageAnswer(page.home)
    case (.get, "lightbox.min.js", 1): return PageAnswer(.asset(.lightboxScript, isForEver: false))
    case (_, "spa", 4...) where segments[1] == "session":
      // A lightbox frames the session's page, whose script tells the shop's page of the result.
      page.policy = PageAnswer.scripted(ancestors: "*")
      let session = try page.session(segments[2], segments[3])
      switch (page.request.method, segments.count) {
      case (.get, 4): return try page.show(session)
      case (.post, 5): return try page.act(segments[4], session)
      default: return nil
      }
    case (_, "spa", 5) where segments[1] == "bank":
      return try page.bank(try page.session(segments[2], segments[3]), segments[4])
    default: return nil
    }
  }

  package func refuse(_ error: any Error, _ page: PageRequest<Sandbox>) -> PageAnswer {
    guard let error = error as? InvalidField else { return notFound(page) }
    return PageAnswer(
      PageShell(page.words, status: .badRequest).message(page.words.badForm, "\(error.name): \(error.detail)"))
  }
}

extension PageRequest<Sandbox> {
  // MARK: Reading

  /// True for the page of a frame (Fetch Metadata).
  var isFramed: Bool { HTTPField.Name("Sec-Fetch-Dest").flatMap { request.headerFields[$0] } == "iframe" }

  /// The words in the language that the buyer has chosen, else in the session's.
  private func words(of session: Session) -> PageText { PageText(language: session.language) }

  /// The words in the language that the buyer has chosen, else in the first of the browser's that the sandbox has, else in the
  /// site's.
  var words: PageText {
    let asked = (request.headerFields[.acceptLanguage] ?? "").split(separator: ",").lazy
      .compactMap { Language(locale: String($0.drop(while: \.isWhitespace))) }
    return PageText(language: asked.first ?? sandbox.site.language)
  }

  fileprivate var home: Page {
    PageShell(words).message(
      words.running, "\(sandbox.origin.text)/api/session",
      actions: ConsolePage.Place.ledger.link.button(words.console, .secondary))
  }

  fileprivate func session(_ id: String, _ hash: String) throws(BuyerRefusal) -> Session {
    guard let id = Int64(id) else { throw .unknownSession }
    return try change { ledger, _ throws(BuyerRefusal) in try ledger.session(id, hash: hash) }
  }

  // MARK: Showing

  fileprivate func show(_ session: Session) throws -> PageAnswer {
    let query = try query()
    if let end = session.end {
      let isShown = end.status.name == .approved || end.status == .rejectedSession || end.status == .partlyExpired
      guard isShown else {
        return PageAnswer(PageShell.notAvailable(words(of: session), .gone, session))
      }
      return PageAnswer(result(session))
    }
    try change { ledger, _ throws(BuyerRefusal) in try ledger.note(session.id, isBuyerOnPage: true) }
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

  private func methods(_ session: Session, _ refusal: BuyerRefusal? = nil) -> Page {
    MethodPage(
      words: words(of: session), session: session, shop: shop(session), now: sandbox.state.now, refusal: refusal
    ).page
  }

  private func shop(_ session: Session) -> String { sandbox.site.name ?? words(of: session).yourShop }

  private func result(_ session: Session) -> Page {
    ResultPage(
      words: words(of: session), session: session, response: session.end.map { _ in response(session) },
      pause: sandbox.place.processingPause,
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

  fileprivate func act(_ act: String, _ session: Session) throws -> PageAnswer {
    let form = try form()
    let id = session.id
    let randomness = sandbox.randomness
    let part = session.remaining.flatMap { rest in
      form["part"].map { (try? Money(decimal: $0, rest.currency)) ?? .zero(rest.currency) }
    }
    do throws(BuyerRefusal) {
      switch act {
      case "payer":
        guard let person = Person(form: form) else {
          return PageAnswer(payerPage(session, Person(entered: form), isRefused: true))
        }
        try change { ledger, _ throws(BuyerRefusal) in try ledger.setPayer(id, person) }
        return .seeOther(Link(session.link, query: [("retry", "1")]))
      case "card":
        let saves = form["save"] != nil
        let result = try change { ledger, now throws(BuyerRefusal) in
          try ledger.pay(id, with: try EnteredCard(form, at: now), amount: part, saves: saves, at: now, randomness)
        }
        return result == .challenge ? .seeOther(session.link) : try made(id)
      case "challenge":
        let code = form["otp"] ?? ""
        try change { ledger, now throws(BuyerRefusal) in
          try ledger.answerChallenge(id, code: code, at: now, randomness)
        }
        return try made(id)
      case "transfer":
        let bank = form["bank"].flatMap { Instrument.banks.contains($0) ? $0 : nil } ?? Instrument.banks[0]
        try change { ledger, now throws(BuyerRefusal) in _ = try ledger.transfer(id, bank: bank, amount: part, at: now)
        }
        // The buyer still has to go to the bank.
        return .seeOther(session.link)
      case "cash":
        try change { ledger, now throws(BuyerRefusal) in _ = try ledger.makeSlip(id, amount: part, at: now) }
        return try made(id)
      case "athmv":
        try change { ledger, now throws(BuyerRefusal) in try ledger.payByATHMovil(id, amount: part, at: now) }
        return try made(id)
      case "cancel":
        let ended = try change { ledger, now throws(BuyerRefusal) in try ledger.cancelByBuyer(id, at: now) }
        return leave(ended, for: ended.request.cancelURL ?? ended.request.returnURL)
      default: throw .unknownSession
      }
    } catch {
      switch error {
      case .card, .methodNotAllowed, .amount: return PageAnswer(methods(session, error))
      case .unknownSession: throw error
      case .ended, .attemptPending, .noChallenge, .payer: return .seeOther(session.link)
      }
    }
  }

  /// After an attempt: the result, or, if the session skips it, the shop.
  private func made(_ id: Int64) throws(BuyerRefusal) -> PageAnswer {
    let session = try change { ledger, _ throws(BuyerRefusal) in try ledger.session(id, hash: nil) }
    return session.request.skipsResult ? leave(session, for: session.request.returnURL) : .seeOther(session.link)
  }

  /// Leads the browser to the shop. In a lightbox, whose frame must not show the shop, a page hands over the result instead.
  private func leave(_ session: Session, for address: String) -> PageAnswer {
    guard let address = Link(returnAddress: address) else { return .seeOther(session.link) }
    guard isFramed else { return .seeOther(address) }
    let words = words(of: session)
    var shell = PageShell(words)
    shell.script = .frameScript
    let result = LightboxResult(response: response(session), closes: true)
    return PageAnswer(shell.page(words.backAtShop, "\(result.html)\(shell.returnLink(address, words))"))
  }

  fileprivate func bank(_ session: Session, _ id: String) throws -> PageAnswer {
    guard let transaction = session.attempts.first(where: { String($0.id) == id && $0.instrument.kind == .transfer })
    else { throw BuyerRefusal.unknownSession }
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
  fileprivate init(_ form: Fields, at now: Moment) throws(BuyerRefusal) {
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
