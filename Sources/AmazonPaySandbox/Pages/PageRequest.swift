import FerryCore
package import FerrySandbox
package import FerryWeb
import HTTPTypes

/// The pages of Amazon Pay: for the buyer, for notifications and for reports.
extension Sandbox: HostedPageSandbox {
  package var isControlEnabled: Bool { configuration.isControlEnabled }
  package var assets: [Asset] { [.windowScript] }

  package func console(_: PageRequest<Sandbox>) -> (any ProviderConsole)? {
    configuration.hasConsole ? Console(self) : nil
  }

  package func notFound(_ page: PageRequest<Sandbox>) -> PageAnswer {
    PageAnswer(
      Sandbox.shell(.notFound).message(
        "There is nothing here", "The address may be mistyped, or the checkout is long over."))
  }

  package func answer(_ page: inout PageRequest<Sandbox>) throws -> PageAnswer? {
    if let answer = try page.answerAsNotificationService() { return answer }
    switch (page.request.method, page.path) {
    case (.get, "/checkout.js"): return PageAnswer(.asset(.checkoutScript, isForEver: false))
    case (.get, "/"): return home(page, api: "/v2")
    case (.post, "/checkout/start"): return try page.start(page.form())
    case (.post, "/checkout/start/signin"): return try page.signInProduct(page.form())
    case (.post, WindowPage.link.text): return try page.openWindow(page.form())
    case (.get, WindowPage.link.text):
      // The page tells the outcome by a script of this site.
      page.policy = PageAnswer.scripted()
      return try page.showWindow(page.query())
    case (_, WindowPage.challengeReturn.text):
      return PageAnswer(
        Sandbox.shell().message("You have confirmed", "You can close this page and go back to the shop."))
    case (.get, "/checkout/signin"): return try page.showSignIn(page.query())
    case (.post, "/checkout/signin"): return try page.signIn(page.form())
    case (.post, "/checkout/signout"): return try page.signOut(page.form())
    case (.get, "/checkout/select"): return try page.showSelection(page.query(), .select)
    case (.get, "/checkout/change"): return try page.showChange(page.query())
    case (.post, "/checkout/select"), (.post, "/checkout/change"): return try page.select(page.form())
    case (.post, "/checkout/cancel"): return try page.cancel(page.form())
    case (.get, "/checkout/processing"): return try page.showProcessing(page.query())
    case (.get, "/checkout/processing/return"): return try page.process(page.query(), card: nil)
    case (.post, "/checkout/processing"):
      let fields = try page.form()
      return try page.process(fields, card: fields.required("card"))
    case (.get, let path) where path.hasPrefix("/reports/"):
      return page.reportContent.map { PageAnswer(.document(.ok, "text/plain; charset=utf-8", $0)) }
    default: return nil
    }
  }

  package func refuse(_ error: any Error, _ page: PageRequest<Sandbox>) -> PageAnswer {
    switch error {
    case let refusal as BuyerRefusal:
      return PageAnswer(page.page(refusal), refusal: ("BuyerRefused", refusal.message))
    case let refusal as APIRefusal:
      return PageAnswer(
        page.shopError("\(refusal.reasonCode)\n\(refusal.message)"), refusal: (refusal.reasonCode, refusal.message))
    case let error as Problem:
      return PageAnswer(
        Sandbox.shell(.badRequest).message("The shop's request was refused", error.detail),
        refusal: ("InvalidField", error.detail))
    case let refusal as Authenticator.InvalidButtonSignature:
      let details = """
        Signature: \(refusal.signature)
        Expected string to sign: \(refusal.expected)
        Merchant: \(refusal.merchantID)
        """
      return PageAnswer(
        page.shopError("InvalidSignatureError\nError session: \(randomness.token(bytes: 12))\n\(details)"),
        refusal: ("InvalidSignatureError", details))
    default:
      return PageAnswer(
        Sandbox.shell(.internalServerError).message(
          "The shop's request was refused",
          "You can do nothing about it; whoever builds the shop can, with these details."))
    }
  }
}

extension PageRequest<Sandbox> {
  // MARK: Reading the request

  fileprivate var reportContent: [UInt8]? {
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

  private func session(_ fields: Fields) throws -> CheckoutSession {
    let id = try fields.required(PageShell.idName)
    return try change { ledger, now throws(BuyerRefusal) in try ledger.openedSession(id, at: now) }
  }

  /// The outcome of an act of the browser's buyer on the session that the fields name, and the session after it.
  private func act(
    _ fields: Fields, _ act: (inout Ledger, String, TestBuyer?, Moment) throws(BuyerRefusal) -> PageStep
  ) throws -> (PageStep, CheckoutSession) {
    let id = try fields.required(PageShell.idName)
    let signedIn = buyer
    return try change { ledger, now throws(BuyerRefusal) in
      (try act(&ledger, id, signedIn, now), try ledger.openedSession(id, at: now))
    }
  }

  func merchant(_ owner: Owner) -> Merchant? { sandbox.configuration.merchants.first { $0.id == owner.merchantID } }

  private func shopName(_ session: CheckoutSession) -> String {
    session.merchantMetadata.merchantStoreName ?? merchant(session.owner)?.name ?? session.owner.merchantID
  }

  fileprivate func shopError(_ details: String) -> Page {
    Sandbox.shell(.badRequest).message(
      "The shop's request was refused", "You can do nothing about it; whoever builds the shop can, with these details.",
      details: details)
  }

  fileprivate func page(_ refusal: BuyerRefusal) -> Page {
    switch refusal {
    case .unknownSession:
      Sandbox.shell(.notFound).message(
        "There is no such checkout", "The address may be mistyped, or the checkout is long over.")
    case .otherBuyer:
      Sandbox.shell(.forbidden).message(
        "This checkout belongs to another account", "Sign out, then sign in with the account that began it.")
    case .unknownAddress, .addressNotAllowed:
      Sandbox.shell(.unprocessableContent).message("Address", "Choose an address.")
    case .unknownCard: Sandbox.shell(.unprocessableContent).message("Payment", "Choose a card.")
    case .notReady(let constraints):
      Sandbox.shell(.conflict).message(
        "There is nothing to pay yet", "The shop has still to say:",
        details: constraints.map(\.rawValue).joined(separator: "\n"))
    }
  }

  // MARK: From the button

  fileprivate func start(_ form: Fields) throws -> PageAnswer {
    if form["productType"] == "SignIn" { return try showSignInProduct(form) }
    let (owner, value) = try signedPayload(form)
    let button = ButtonPress(
      owner: owner, payload: value, productType: form["productType"] == "PayOnly" ? .payOnly : .payAndShip,
      language: form["checkoutLanguage"], page: form["buttonPage"])
    let session = try change { ledger, now throws(APIRefusal) in try ledger.press(button, at: now) }
    // A post from another site has no cookie; the next request has it and identifies the buyer.
    var answer = PageAnswer.seeOther(CheckoutPlace.select.link(session.id))
    if form["signOut"] == "true" { answer.cookie = cookie.removing() }
    return answer
  }

  // MARK: Signing in

  private func place(_ fields: Fields, _ name: String) -> CheckoutPlace {
    fields[name].flatMap(CheckoutPlace.init) ?? .select
  }

  fileprivate func showSignIn(_ query: Fields) throws -> PageAnswer {
    let session = try session(query)
    return PageAnswer(SignInForms.page(session, shop: shopName(session), next: place(query, "next")))
  }

  fileprivate func signIn(_ form: Fields) throws -> PageAnswer {
    let session = try session(form)
    let next = place(form, "next")
    guard let buyer = TestBuyer(email: try form.required("email")) else {
      return PageAnswer(SignInForms.page(session, shop: shopName(session), next: next, hasBadEmail: true))
    }
    var answer = PageAnswer.seeOther(next.link(session.id))
    answer.cookie = cookie.setting(Base64URL.encode(Array(buyer.email.utf8)), for: nil)
    return answer
  }

  fileprivate func signOut(_ form: Fields) throws -> PageAnswer {
    let id = try form.required(PageShell.idName)
    var answer = PageAnswer.seeOther(place(form, "next").signInLink(id))
    answer.cookie = cookie.removing()
    return answer
  }

  // MARK: Selecting

  fileprivate func showChange(_ query: Fields) throws -> PageAnswer {
    let action = try query.required("changeAction") { ChangeAction(rawValue: $0) }
    return try showSelection(query, CheckoutPlace(rawValue: action.rawValue) ?? .select)
  }

  fileprivate func showSelection(_ query: Fields, _ place: CheckoutPlace) throws -> PageAnswer {
    let (step, session) = try act(query) { ledger, id, buyer, now throws(BuyerRefusal) in
      try ledger.selectionStep(id, by: buyer, at: now)
    }
    guard step == .select, let signedIn = buyer else { return follow(step, session, place) }
    return PageAnswer(selectionPage(session, signedIn, place))
  }

  private func selectionPage(
    _ session: CheckoutSession, _ buyer: TestBuyer, _ place: CheckoutPlace, problem: String? = nil
  ) -> Page {
    SelectionPage(
      shop: shopName(session), session: session, buyer: buyer,
      region: merchant(session.owner)?.region ?? .japan,
      place: place, problem: problem
    ).page
  }

  fileprivate func select(_ form: Fields) throws -> PageAnswer {
    let place = place(form, "changeAction")
    let before = try session(form)
    guard let buyer else { return .seeOther(place.signInLink(before.id)) }
    do throws(BuyerRefusal) {
      let step = try change { ledger, now throws(BuyerRefusal) in
        try ledger.select(
          before.id, by: buyer, addressID: form["address"], ending: form["card"], change: place.change, at: now)
      }
      return follow(step, before, place)
    } catch {
      switch error {
      case .unknownAddress, .addressNotAllowed:
        return PageAnswer(selectionPage(before, buyer, place, problem: "Choose an address."))
      case .unknownCard:
        return PageAnswer(selectionPage(before, buyer, place, problem: "Choose a card."))
      case .unknownSession, .otherBuyer, .notReady: throw error
      }
    }
  }

  fileprivate func cancel(_ form: Fields) throws -> PageAnswer {
    let place = place(form, "from")
    let (step, session) = try act(form) { ledger, id, buyer, now throws(BuyerRefusal) in
      switch place {
      case .select: try ledger.cancelSelection(id, at: now)
      case .changeAddress, .changePayment: try ledger.cancelChange(id, at: now)
      case .processing: try ledger.abandonProcessing(id, by: buyer, at: now)
      }
    }
    return follow(step, session, place)
  }

  // MARK: Paying

  fileprivate func showProcessing(_ query: Fields) throws -> PageAnswer {
    let (step, session) = try act(query) { ledger, id, buyer, now throws(BuyerRefusal) in
      try ledger.processingStep(id, by: buyer, at: now)
    }
    guard step == .process, let amount = session.payment.chargeAmount else { return follow(step, session, .processing) }
    let pause = sandbox.configuration.processingPause
    guard pause > .zero else {
      return .seeOther(Link("/checkout/processing/return", query: [(PageShell.idName, session.id)]))
    }
    return PageAnswer(session.processingPage(amount, to: shopName(session), seconds: max(1, pause.components.seconds)))
  }

  fileprivate func process(_ fields: Fields, card: String?) throws -> PageAnswer {
    let (step, session) = try act(fields) { ledger, id, buyer, now throws(BuyerRefusal) in
      try ledger.process(id, by: buyer, ending: card, at: now)
    }
    // The redirect keeps a reload of the page from sending the form again.
    if step == .declined, request.method == .post { return .seeOther(CheckoutPlace.processing.link(session.id)) }
    return follow(step, session, .processing)
  }

  // MARK: Going on

  private func follow(_ step: PageStep, _ session: CheckoutSession, _ place: CheckoutPlace) -> PageAnswer {
    switch step {
    case .leave(let address): return PageAnswer(.seeOther(address))
    case .signIn: return .seeOther(place.signInLink(session.id))
    case .select: return .seeOther(CheckoutPlace.select.link(session.id))
    case .process: return .seeOther(CheckoutPlace.processing.link(session.id))
    case .declined: return PageAnswer(session.declinedPage)
    case .ended(let reason):
      let isExpired = reason == "Expired"
      let shell = session.shell(isExpired ? .gone : .ok)
      let back = (session.web.cancelURL ?? session.buttonPage).flatMap { Link(external: $0) }
      return PageAnswer(
        shell.message(
          isExpired ? "This checkout has expired" : "This checkout is over",
          isExpired
            ? "It was left alone for too long. Nothing was charged. Start again from the shop."
            : "You can close this page and go back to the shop.",
          actions: back.map { $0.button("Back to the shop") } ?? .empty))
    }
  }
}
