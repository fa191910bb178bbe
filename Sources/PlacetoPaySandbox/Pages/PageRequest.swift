import FerryCore
package import FerrySandbox
package import FerryWeb
import HTTPTypes

extension Sandbox: HostedPageSandbox {
  package var assets: [Asset] { [.frameScript] }

  package var console: (any ProviderConsole)? { Console(sandbox: self) }

  package var notFound: PageAnswer { PageAnswer(Self.shell(.notFound).notAvailable()) }

  package func answer(_ page: inout PageRequest<Sandbox>) throws -> PageAnswer? {
    let segments = page.segments
    switch (page.request.method, segments.first, segments.count) {
    case (.get, nil, _): return home(api: "/api/session")
    case (.get, "lightbox.min.js", 1): return PageAnswer(.asset(.lightboxScript, isForEver: false))
    case (_, "spa", 4...) where segments[1] == "session":
      // A lightbox frames the session's page, whose script tells the shop's page of the result.
      page.policy = PageAnswer.scripted(ancestors: "*")
      let session = try page.session(segments[2], segments[3])
      switch (page.request.method, segments.count) {
      case (.get, 4): return PageAnswer(try page.show(session))
      case (.post, 5): return try page.act(segments[4], session)
      default: return nil
      }
    case (_, "spa", 5) where segments[1] == "bank":
      return try page.bank(try page.session(segments[2], segments[3]), segments[4])
    default: return nil
    }
  }
}

extension PageRequest<Sandbox> {
  /// True for the page of a frame (Fetch Metadata).
  private var isFramed: Bool { HTTPField.Name("Sec-Fetch-Dest").flatMap { request.headerFields[$0] } == "iframe" }

  fileprivate func session(_ id: String, _ hash: String) throws(BuyerRefusal) -> Session {
    guard let id = Int64(id) else { throw .unknownSession }
    return try change { ledger, _ throws(BuyerRefusal) in try ledger.session(id, hash: hash) }
  }

  // MARK: Showing

  fileprivate func show(_ session: Session) throws -> Page {
    let query = try query()
    if let end = session.end {
      let isShown = end.status.name == .approved || end.status == .rejectedSession || end.status == .partlyExpired
      return isShown ? result(session) : session.shell(.gone).notAvailable(backTo: session.request.returnURL)
    }
    try change { ledger, _ throws(BuyerRefusal) in try ledger.note(session.id, isBuyerOnPage: true) }
    if session.pendingAttempt != nil { return result(session) }
    if session.challenge != nil { return session.challengePage }
    if session.payer == nil || (query["payer"] != nil && !session.isLocked) { return payerPage(session) }
    let hasResult = session.attempts.last != nil || session.refusal != nil
    return hasResult && query["retry"] == nil ? result(session) : methods(session)
  }

  /// - Parameter refused: The data of a form that breaks a rule.
  private func payerPage(_ session: Session, refused: Person? = nil) -> Page {
    let filled = session.request.fillsBuyer ? session.request.buyer : nil
    return PayerPage(
      session: session, shop: shop, person: refused ?? session.payer ?? filled ?? Person(), isRefused: refused != nil
    ).page
  }

  private func methods(_ session: Session, _ refusal: BuyerRefusal? = nil) -> Page {
    MethodPage(session: session, shop: shop, now: sandbox.state.now, refusal: refusal).page
  }

  private var shop: String { sandbox.site.name ?? "Your shop" }

  private func result(_ session: Session) -> Page {
    ResultPage(
      session: session, response: session.end.map { _ in response(session) }, pause: sandbox.place.processingPause,
      expiresAt: sandbox.state.reading { $0.date(session.expiresAt) }
    ).page
  }

  /// The body that a lightbox hands to the shop's page: a notification's.
  private func response(_ session: Session) -> String {
    let body = SessionNotice(session).body(
      at: sandbox.state.timekeeper.now, sandbox.site.secret, isLegacy: sandbox.state.reading(\.flags.isLegacy))
    return String(decoding: body.bytes, as: UTF8.self)
  }

  // MARK: Acting

  fileprivate func act(_ act: String, _ session: Session) throws -> PageAnswer {
    let form = try form()
    let id = session.id
    let part = session.remaining.flatMap { rest in
      form["part"].map { (try? Money(decimal: $0, rest.currency)) ?? .zero(rest.currency) }
    }
    do throws(BuyerRefusal) {
      switch act {
      case "payer":
        let entered = Person(form: form)
        guard let payer = entered.payer else { return PageAnswer(payerPage(session, refused: entered)) }
        try change { ledger, _ throws(BuyerRefusal) in try ledger.setPayer(id, payer) }
        return .seeOther(Link(session.link, query: [("retry", "1")]))
      case "cancel":
        let ended = try change { ledger, now throws(BuyerRefusal) in try ledger.cancelByBuyer(id, at: now) }
        return leave(ended, for: ended.request.cancelURL ?? ended.request.returnURL)
      default: break
      }
      let changed = try change { ledger, now throws(BuyerRefusal) in
        try perform(act, id, form, part, &ledger, at: now)
        return try ledger.session(id, hash: nil)
      }
      // The result, or, if the session skips it, the shop. After a transfer, the buyer still has to go to the bank.
      return changed.request.skipsResult && changed.challenge == nil && act != "transfer"
        ? leave(changed, for: changed.request.returnURL) : .seeOther(session.link)
    } catch {
      switch error {
      case .card, .methodNotAllowed, .amount: return PageAnswer(methods(session, error))
      case .unknownSession: throw error
      case .ended, .attemptPending, .noChallenge, .payer: return .seeOther(session.link)
      }
    }
  }

  /// Makes an attempt.
  private func perform(
    _ act: String, _ id: Int64, _ form: Fields, _ part: Money?, _ ledger: inout Ledger, at now: Moment
  ) throws(BuyerRefusal) {
    switch act {
    case "card":
      let installments = form["installments"].flatMap { Int($0) }.map { max(1, min($0, 99)) } ?? 1
      let card = try EnteredCard(
        number: form["number"] ?? "", expiry: form["expiry"] ?? "", code: form["code"] ?? "",
        installments: installments, at: now)
      try ledger.pay(id, with: card, amount: part, saves: form["save"] != nil, at: now, sandbox.randomness)
    case "challenge": try ledger.answerChallenge(id, code: form["otp"] ?? "", at: now, sandbox.randomness)
    case "transfer":
      let bank = form["bank"].flatMap { Instrument.banks.contains($0) ? $0 : nil } ?? Instrument.banks[0]
      _ = try ledger.transfer(id, bank: bank, amount: part, at: now)
    case "cash": try ledger.makeSlip(id, amount: part, at: now)
    case "athmv": try ledger.payByATHMovil(id, amount: part, at: now)
    default: throw .unknownSession
    }
  }

  /// Leads the browser to the shop. In a lightbox, whose frame must not show the shop, a page hands over the result instead.
  private func leave(_ session: Session, for address: String) -> PageAnswer {
    guard let address = Link(returnAddress: address) else { return .seeOther(session.link) }
    guard isFramed else { return .seeOther(address) }
    var shell = session.shell()
    shell.script = .frameScript
    let result = ResultPage.handedOver(response(session), closes: true)
    return PageAnswer(shell.page("You are going back to the merchant", "\(result)\(shell.returnLink(address))"))
  }

  fileprivate func bank(_ session: Session, _ id: String) throws -> PageAnswer {
    guard let transaction = session.attempts.first(where: { String($0.id) == id && $0.instrument.kind == .transfer })
    else { throw BuyerRefusal.unknownSession }
    guard request.method == .post else { return PageAnswer(BankPage(session: session, transaction: transaction).page) }
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
