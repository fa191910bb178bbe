import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension Sandbox {
  /// Answers everything outside the API.
  func page(_ request: HTTPRequest, _ body: [UInt8]) -> SandboxExchange {
    let answer = PageRequest(sandbox: self, request: request, body: body).answer()
    // The console has a frame of its own.
    let isConsole = request.pathWithoutQuery.hasPrefix("/console")
    var exchange = (isConsole ? answer : underBanner(answer, to: request)).exchange(at: state.timekeeper.now)
    if request.pathWithoutQuery == WindowPage.link.text[...] {
      exchange.response.headerFields[.contentSecurityPolicy] = WindowPage.policy
    }
    guard logs(request) else { return exchange }
    var record = RequestRecord(
      method: request.method.rawValue, path: String(request.pathWithoutQuery.prefix(512)),
      operation: nil, status: exchange.response.status.code, reasonCode: answer.refusal?.code, wasStruck: false)
    record.message = answer.refusal?.message
    exchange.record = record
    return exchange
  }

  private func underBanner(_ answer: PageAnswer, to request: HTTPRequest) -> PageAnswer {
    answer.under { language in
      let text = CheckoutText(language: language)
      return SandboxBanner(
        text.sandbox, note: text.noMoney, languages: Language.allCases, backTo: page(of: request, answer))
    }
  }
}

/// One request of a browser for a hosted page.
struct PageRequest {
  let sandbox: Sandbox
  let request: HTTPRequest
  let body: [UInt8]

  func answer() -> PageAnswer {
    let path = String(request.pathWithoutQuery)
    do {
      if let answer = try answerAsNotificationService(path) { return answer }
      switch (request.method, path) {
      case (.get, Asset.houseStyle.link.text): return PageAnswer(.asset(.houseStyle, isForEver: true))
      case (.get, Asset.sandboxStyle.link.text): return PageAnswer(.asset(.sandboxStyle, isForEver: true))
      case (.get, Asset.consoleStyle.link.text): return PageAnswer(.asset(.consoleStyle, isForEver: true))
      case (.get, Asset.windowScript.link.text): return PageAnswer(.asset(.windowScript, isForEver: true))
      case (.get, "/checkout.js"): return PageAnswer(.asset(.checkoutScript, isForEver: false))
      case (.get, "/"): return PageAnswer(home)
      case (.post, SandboxBanner.link.text): return try sandbox.switchLanguage(form())
      case (.post, "/checkout/start"): return try start(form())
      case (.post, "/checkout/start/signin"): return try signInProduct(form())
      case (.post, WindowPage.link.text): return try openWindow(form())
      case (.get, WindowPage.link.text): return try showWindow(query())
      case (_, WindowPage.challengeReturn.text):
        return PageAnswer(shell().message(text.challengeDone, text.challengeDoneNote))
      case (.get, "/checkout/signin"): return try showSignIn(query())
      case (.post, "/checkout/signin"): return try signIn(form())
      case (.post, "/checkout/signout"): return try signOut(form())
      case (.get, "/checkout/select"): return try showSelection(query(), .select)
      case (.get, "/checkout/change"): return try showChange(query())
      case (.post, "/checkout/select"), (.post, "/checkout/change"): return try select(form())
      case (.post, "/checkout/cancel"): return try cancel(form())
      case (.get, "/checkout/processing"): return try showProcessing(query())
      case (.get, "/checkout/processing/return"): return try process(query(), card: nil)
      case (.post, "/checkout/processing"):
        let fields = try form()
        return try process(fields, card: fields.required("card"))
      default:
        if path == "/console" || path.hasPrefix("/console/"), sandbox.configuration.hasConsole {
          let segments = path.split(separator: "/").dropFirst().map(String.init)
          return try AmazonConsole(sandbox, text.language).answer(request, body, segments)
        }
        if request.method == .get, path.hasPrefix("/reports/"), let content = reportContent(path) {
          return PageAnswer(.document(.ok, "text/plain; charset=utf-8", content))
        }
        if path.hasPrefix("/control/"), sandbox.configuration.isControlEnabled { return sandbox.control(request, body) }
        return PageAnswer(shell(status: .notFound).message(text.noPage, text.unknownNote))
      }
    } catch let refusal as BuyerRefusal {
      return PageAnswer(page(refusal), refusal: ("BuyerRefused", refusal.message))
    } catch let refusal as APIRefusal {
      return PageAnswer(
        shopError("\(refusal.reasonCode)\n\(refusal.message)"), refusal: (refusal.reasonCode, refusal.message))
    } catch let error as InvalidField {
      let note = "\(error.name): \(error.detail)"
      return PageAnswer(
        shell(status: .badRequest).message(text.shopError, note), refusal: ("InvalidField", note))
    } catch let refusal as Authenticator.InvalidButtonSignature {
      let details = """
        Signature: \(refusal.signature)
        Expected string to sign: \(refusal.expected)
        Merchant: \(refusal.merchantID)
        """
      return PageAnswer(
        shopError("InvalidSignatureError\nError session: \(sandbox.randomness.token(bytes: 12))\n\(details)"),
        refusal: ("InvalidSignatureError", details))
    } catch {
      return PageAnswer(shell(status: .internalServerError).message(text.shopError, text.shopErrorNote))
    }
  }

  // MARK: Reading the request

  func form() throws -> Fields { try Fields(parsing: body, as: .form) }

  func query() throws -> Fields { try Fields(parsing: request.queryText.utf8, as: .query) }

  func change<Result: Sendable, Failure: Error>(
    _ change: (inout Ledger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result { try sandbox.state.change(change) }

  private func reportContent(_ path: String) -> [UInt8]? {
    guard path.hasSuffix(".txt") else { return nil }
    let id = String(path.dropFirst("/reports/".count).dropLast(".txt".count))
    let (ledger, now) = sandbox.state.advanced()
    return ledger.reportContent(id, at: now)
  }

  var cookie: HostCookie { HostCookie("amazon-pay-sandbox-buyer", origin: sandbox.origin) }

  /// The account that this browser is signed in to. The cookie names it and proves nothing: anybody may sign in as any
  /// buyer.
  var buyer: TestBuyer? {
    guard let value = try? cookie.value(in: request.headerFields), let bytes = Base64URL.decode(value) else {
      return nil
    }
    return TestBuyer(email: String(decoding: bytes, as: UTF8.self))
  }

  /// The outcome of an act of the buyer, and the session after it.
  private func act(
    _ id: String, _ act: (inout Ledger, Moment) throws(BuyerRefusal) -> PageStep
  ) throws(BuyerRefusal) -> (PageStep, CheckoutSession) {
    try change { ledger, now throws(BuyerRefusal) in (try act(&ledger, now), try ledger.openedSession(id, at: now)) }
  }

  // MARK: Words and shells

  private var chosenLanguage: Language? { sandbox.chosenLanguage(request, among: Language.allCases) }

  /// The texts in the language that the buyer has chosen, else in the button's, else in the browser's. A button of an account
  /// in Japan cannot ask for another language than Japanese, so the browser's counts there.
  func text(for session: CheckoutSession) -> CheckoutText {
    guard chosenLanguage == nil,
      let asked = session.language.flatMap({ Language(rawValue: String($0.prefix(2)).lowercased()) }),
      asked != .japanese
    else { return text }
    return CheckoutText(language: asked)
  }

  var text: CheckoutText {
    CheckoutText(language: chosenLanguage ?? Language(acceptLanguage: request.headerFields[.acceptLanguage]))
  }

  func shell(status: HTTPResponse.Status = .ok) -> CheckoutPage { CheckoutPage(text: text, status: status) }

  func merchant(_ owner: Owner) -> Merchant? { sandbox.configuration.merchants.first { $0.id == owner.merchantID } }

  private func shopName(_ session: CheckoutSession) -> String {
    session.merchantMetadata.merchantStoreName ?? merchant(session.owner)?.name ?? session.owner.merchantID
  }

  private var home: Page {
    shell().message(
      text.running, "\(sandbox.configuration.origin)/checkout.js, \(sandbox.configuration.origin)/v2",
      actions: sandbox.configuration.hasConsole
        ? ConsolePage.Place.ledger.link.button(ConsoleText(text.language).title, .secondary) : .empty)
  }

  private func shopError(_ details: String) -> Page {
    shell(status: .badRequest).message(text.shopError, text.shopErrorNote, details: details)
  }

  private func page(_ refusal: BuyerRefusal) -> Page {
    switch refusal {
    case .unknownSession: shell(status: .notFound).message(text.unknown, text.unknownNote)
    case .otherBuyer: shell(status: .forbidden).message(text.otherBuyer, text.otherBuyerNote)
    case .unknownAddress, .addressNotAllowed:
      shell(status: .unprocessableContent).message(text.selectAddress, text.chooseAddress)
    case .unknownCard: shell(status: .unprocessableContent).message(text.selectPayment, text.chooseCard)
    case .notReady(let constraints):
      shell(status: .conflict).message(
        text.notReady, text.notReadyNote, details: constraints.map(\.rawValue).joined(separator: "\n"))
    }
  }

  // MARK: From the button

  private func start(_ form: Fields) throws -> PageAnswer {
    if form["productType"] == "SignIn" { return try showSignInProduct(form) }
    let (owner, value) = try signedPayload(form)
    let button = ButtonPress(
      owner: owner, payload: value, productType: form["productType"] == "PayOnly" ? .payOnly : .payAndShip,
      language: form["checkoutLanguage"], page: form["buttonPage"])
    let randomness = sandbox.randomness
    let session = try change { ledger, now throws(APIRefusal) in try ledger.press(button, at: now, randomness) }
    // A post from another site has no cookie; the next request has it and identifies the buyer.
    var answer = PageAnswer.seeOther(CheckoutPlace.select.link(session.id))
    if form["signOut"] == "true" { answer.cookie = cookie.removing() }
    return answer
  }

  /// Verifies the payload's signature. Browsers send the line ends of forms as CR LF.
  func signedPayload(_ form: Fields) throws -> (Owner, payload: JSONValue) {
    let payload = try form.required("payloadJSON")
    func owner(_ payload: String) throws(Authenticator.InvalidButtonSignature) -> Owner {
      try sandbox.authenticator.owner(
        ofPayload: payload, signature: form["signature"] ?? "", publicKeyID: form["publicKeyId"] ?? "",
        algorithm: form["algorithm"], merchantID: form["merchantId"] ?? "", sandbox: form["sandbox"] == "true")
    }
    func parsed(_ payload: String) throws(APIRefusal) -> JSONValue {
      do {
        return try JSONValue(parsing: Array(payload.utf8))
      } catch {
        throw APIRefusal(400, "InvalidRequestFormat", "The payload is not JSON: \(error).")
      }
    }
    do {
      return (try owner(payload), try parsed(payload))
    } catch let error as Authenticator.InvalidButtonSignature {
      let unixLines = payload.replacing("\r\n", with: "\n")
      if unixLines != payload, let found = try? owner(unixLines) { return (found, try parsed(unixLines)) }
      throw error
    }
  }

  // MARK: Signing in

  private func place(_ fields: Fields, _ name: String) -> CheckoutPlace {
    fields[name].flatMap(CheckoutPlace.init) ?? .select
  }

  private func showSignIn(_ query: Fields) throws -> PageAnswer {
    let id = try query.required(CheckoutPage.idName)
    let session = try change { ledger, now throws(BuyerRefusal) in try ledger.openedSession(id, at: now) }
    return PageAnswer(
      SignInForms.page(text(for: session), shop: shopName(session), sessionID: id, next: place(query, "next")))
  }

  private func signIn(_ form: Fields) throws -> PageAnswer {
    let id = try form.required(CheckoutPage.idName)
    let session = try change { ledger, now throws(BuyerRefusal) in try ledger.openedSession(id, at: now) }
    let next = place(form, "next")
    guard let buyer = TestBuyer(email: try form.required("email")) else {
      return PageAnswer(
        SignInForms.page(text(for: session), shop: shopName(session), sessionID: id, next: next, hasBadEmail: true),
        at: next.signInLink(id))
    }
    var answer = PageAnswer.seeOther(next.link(id))
    answer.cookie = cookie.setting(Base64URL.encode(Array(buyer.email.utf8)), for: nil)
    return answer
  }

  private func signOut(_ form: Fields) throws -> PageAnswer {
    let id = try form.required(CheckoutPage.idName)
    var answer = PageAnswer.seeOther(place(form, "next").signInLink(id))
    answer.cookie = cookie.removing()
    return answer
  }

  // MARK: Selecting

  private func showChange(_ query: Fields) throws -> PageAnswer {
    let action = try query.required("changeAction") { ChangeAction(rawValue: $0) }
    return try showSelection(query, CheckoutPlace(rawValue: action.rawValue) ?? .select)
  }

  private func showSelection(_ query: Fields, _ place: CheckoutPlace) throws -> PageAnswer {
    let id = try query.required(CheckoutPage.idName)
    let signedIn = buyer
    let (step, session) = try act(id) { ledger, now throws(BuyerRefusal) in
      try ledger.selectionStep(id, by: signedIn, at: now)
    }
    guard step == .select, let signedIn else { return follow(step, session, place) }
    return PageAnswer(selectionPage(session, signedIn, place))
  }

  private func selectionPage(
    _ session: CheckoutSession, _ buyer: TestBuyer, _ place: CheckoutPlace, problem: String? = nil
  ) -> Page {
    SelectionPage(
      text: text(for: session), shop: shopName(session), session: session, buyer: buyer,
      region: merchant(session.owner)?.region ?? .japan,
      place: place, problem: problem
    ).page
  }

  private func select(_ form: Fields) throws -> PageAnswer {
    let id = try form.required(CheckoutPage.idName)
    let place = place(form, "changeAction")
    let before = try change { ledger, now throws(BuyerRefusal) in try ledger.openedSession(id, at: now) }
    guard let buyer else { return .seeOther(place.signInLink(id)) }
    do throws(BuyerRefusal) {
      let step = try change { ledger, now throws(BuyerRefusal) in
        try ledger.select(
          id, by: buyer, addressID: form["address"], ending: form["card"], change: place.change, at: now)
      }
      return follow(step, before, place)
    } catch {
      let words = text(for: before)
      switch error {
      case .unknownAddress, .addressNotAllowed:
        return PageAnswer(selectionPage(before, buyer, place, problem: words.chooseAddress), at: place.link(id))
      case .unknownCard:
        return PageAnswer(selectionPage(before, buyer, place, problem: words.chooseCard), at: place.link(id))
      case .unknownSession, .otherBuyer, .notReady: throw error
      }
    }
  }

  private func cancel(_ form: Fields) throws -> PageAnswer {
    let id = try form.required(CheckoutPage.idName)
    let place = place(form, "from")
    let signedIn = buyer
    let (step, session) = try act(id) { ledger, now throws(BuyerRefusal) in
      switch place {
      case .select: try ledger.cancelSelection(id, at: now)
      case .changeAddress, .changePayment: try ledger.cancelChange(id, at: now)
      case .processing: try ledger.abandonProcessing(id, by: signedIn, at: now)
      }
    }
    return follow(step, session, place)
  }

  // MARK: Paying

  private func showProcessing(_ query: Fields) throws -> PageAnswer {
    let id = try query.required(CheckoutPage.idName)
    let signedIn = buyer
    let (step, session) = try act(id) { ledger, now throws(BuyerRefusal) in
      try ledger.processingStep(id, by: signedIn, at: now)
    }
    guard step == .process, let amount = session.payment.chargeAmount else { return follow(step, session, .processing) }
    let pause = sandbox.configuration.processingPause
    guard pause > .zero else {
      return .seeOther(Link("/checkout/processing/return", query: [(CheckoutPage.idName, id)]))
    }
    return PageAnswer(
      ProcessingPage(
        text: text(for: session), shop: shopName(session), session: session, amount: amount,
        seconds: max(1, pause.components.seconds)
      ).page)
  }

  private func process(_ fields: Fields, card: String?) throws -> PageAnswer {
    let id = try fields.required(CheckoutPage.idName)
    let signedIn = buyer
    let (step, session) = try act(id) { ledger, now throws(BuyerRefusal) in
      try ledger.process(id, by: signedIn, ending: card, at: now)
    }
    // The redirect keeps a reload of the page from sending the form again.
    if step == .declined, request.method == .post { return .seeOther(CheckoutPlace.processing.link(id)) }
    return follow(step, session, .processing)
  }

  // MARK: Going on

  private func follow(_ step: PageStep, _ session: CheckoutSession, _ place: CheckoutPlace) -> PageAnswer {
    let words = text(for: session)
    switch step {
    case .leave(let address): return PageAnswer(.seeOther(address))
    case .signIn: return .seeOther(place.signInLink(session.id))
    case .select: return .seeOther(CheckoutPlace.select.link(session.id))
    case .process: return .seeOther(CheckoutPlace.processing.link(session.id))
    case .declined: return PageAnswer(DeclinedPage(text: words, session: session).page)
    case .ended(let reason):
      let isExpired = reason == "Expired"
      let shell = CheckoutPage(text: words, status: isExpired ? .gone : .ok)
      let back = (session.web.cancelURL ?? session.buttonPage).flatMap { Link(external: $0) }
      return PageAnswer(
        shell.message(
          isExpired ? words.expired : words.over, isExpired ? words.expiredNote : words.overNote,
          actions: back.map { $0.button(words.backToShop) } ?? .empty))
    }
  }
}
