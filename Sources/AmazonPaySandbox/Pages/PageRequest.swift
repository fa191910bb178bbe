import FerryCore
package import FerrySandbox
package import FerryWeb
import HTTPTypes

/// The pages of Amazon Pay: for the buyer, for notifications and for reports.
extension Sandbox: HostedPageSandbox {
  package var assets: [Asset] { [.windowScript] }

  package var console: (any ProviderConsole)? { Console(self) }

  package var notFound: PageAnswer {
    PageAnswer(
      Self.shell(.notFound).message(
        "There is nothing here", "The address may be mistyped, or the checkout is long over."))
  }

  package func answer(_ page: inout PageRequest<Sandbox>) throws -> PageAnswer? {
    if let answer = try page.answerAsNotificationService() { return answer }
    switch (page.request.method, page.path) {
    case (.get, "/checkout.js"): return PageAnswer(.asset(.checkoutScript, isForEver: false))
    case (.get, "/"): return home(api: "/v2")
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
    case (.put, _) where page.segments.count == 3 && page.segments[0] == "files" && page.segments[2] == "contents":
      let (id, size) = (page.segments[1], page.body.count)
      let isTaken = page.change { ledger, now in ledger.upload(id, size, at: now) }
      return PageAnswer(
        .document(isTaken ? .ok : .forbidden, "text/plain", Array((isTaken ? "" : "Request has expired").utf8)))
    case (.get, let path) where path.hasPrefix("/reports/"):
      return page.reportContent.map { PageAnswer(.document(.ok, "text/plain; charset=utf-8", $0)) }
    default: return nil
    }
  }

  package func refuse(_ error: any Error) -> PageAnswer {
    let (title, advice) = (
      "The shop's request was refused", "You can do nothing about it; whoever builds the shop can, with these details."
    )
    func ofShop(_ code: String, _ message: String, _ session: String = "") -> PageAnswer {
      let page = Self.shell(.badRequest).message(title, advice, details: "\(code)\n\(session)\(message)")
      return PageAnswer(page, refusal: (code, message))
    }
    switch error {
    case let refusal as BuyerRefusal: return PageAnswer(refusal.page, refusal: ("BuyerRefused", refusal.message))
    case let refusal as APIRefusal: return ofShop(refusal.reasonCode, refusal.message)
    case let error as Problem:
      return PageAnswer(
        Self.shell(.badRequest).message(title, error.detail), refusal: ("InvalidField", error.detail))
    case let refusal as Authenticator.InvalidButtonSignature:
      let details = """
        Signature: \(refusal.signature)
        Expected string to sign: \(refusal.expected)
        Merchant: \(refusal.merchantID)
        """
      return ofShop("InvalidSignatureError", details, "Error session: \(randomness.token(bytes: 12))\n")
    default: return PageAnswer(Self.shell(.internalServerError).message(title, advice))
    }
  }
}

extension BuyerRefusal {
  fileprivate var page: Page {
    switch self {
    case .unknownSession:
      Sandbox.shell(.notFound).message(
        "There is no such checkout", "The address may be mistyped, or the checkout is long over.")
    case .otherBuyer:
      Sandbox.shell(.forbidden).message(
        "This checkout belongs to another account", "Sign out, then sign in with the account that began it.")
    case .unknownAddress, .addressNotAllowed:
      Sandbox.shell(.unprocessableContent).message("Address", Self.chooseAddress)
    case .unknownCard: Sandbox.shell(.unprocessableContent).message("Payment", Self.chooseCard)
    case .notReady(let constraints):
      Sandbox.shell(.conflict).message(
        "There is nothing to pay yet", "The shop has still to say:",
        details: constraints.map(\.rawValue).joined(separator: "\n"))
    }
  }

  private static let chooseAddress = "Choose an address."
  private static let chooseCard = "Choose a card."

  /// The problem of a selection, on the page that it was made on; nil for another refusal.
  fileprivate var problemOfSelection: String? {
    switch self {
    case .unknownAddress, .addressNotAllowed: Self.chooseAddress
    case .unknownCard: Self.chooseCard
    case .unknownSession, .otherBuyer, .notReady: nil
    }
  }
}

extension PageRequest<Sandbox> {
  // MARK: Reading the request

  fileprivate var reportContent: [UInt8]? {
    guard let id = path.wholeMatch(of: /\/reports\/(.*)\.txt/)?.output.1 else { return nil }
    let (ledger, now) = sandbox.state.advanced()
    return ledger.reportContent(String(id), at: now)
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

  private func shopName(_ session: CheckoutSession) -> String {
    session.merchantMetadata.merchantStoreName ?? sandbox.merchant(session.owner)?.name ?? session.owner.merchantID
  }

  // MARK: From the button

  fileprivate func start(_ form: Fields) throws -> PageAnswer {
    if form["productType"] == "SignIn" { return try showSignInProduct(form) }
    let (owner, value) = try signedPayload(form)
    let button = ButtonPress(
      owner: owner, payload: value, productType: form["productType"] == "PayOnly" ? .payOnly : .payAndShip,
      language: form["checkoutLanguage"], page: form["buttonPage"])
    return begin(try change { ledger, now throws(APIRefusal) in try ledger.press(button, at: now) }, form)
  }

  /// Leads to the selection in a new session. The button's page may want the buyer to be signed out.
  func begin(_ session: CheckoutSession, _ form: Fields) -> PageAnswer {
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
      region: sandbox.merchant(session.owner)?.region ?? .japan, place: place, problem: problem
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
      guard let problem = error.problemOfSelection else { throw error }
      return PageAnswer(selectionPage(before, buyer, place, problem: problem))
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
    let pause = sandbox.place.processingPause
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
      let (status, title, note): (HTTPResponse.Status, String, String) =
        reason == "Expired"
        ? (
          .gone, "This checkout has expired",
          "It was left alone for too long. Nothing was charged. Start again from the shop."
        ) : (.ok, "This checkout is over", "You can close this page and go back to the shop.")
      let back = session.pageToLeaveTo.flatMap { Link(external: $0) }
      return PageAnswer(
        session.shell(status).message(title, note, actions: back.map { $0.button("Back to the shop") } ?? .empty))
    }
  }
}
