import AmazonPaySandbox
package import FerryCore
package import FerrySandbox
package import FerryWeb
import HTTPTypes
import Synchronization

/// The gateway's own pages. Amazon's are on the same site.
extension Sandbox: HostedPageSandbox {
  package static let languages = Language.allCases
  package var assets: [Asset] { [.returnScript] }

  /// Answers everything outside the gateway's API: its own pages, and Amazon's pages and API.
  func page(_ request: HTTPRequest, _ body: [UInt8], _ fault: SandboxFault.Kind?) -> SandboxExchange {
    guard var exchange = pageIfKnown(request, body) else {
      let exchange = amazon.execute(request, body, fault: fault)
      if request.pathWithoutQuery.hasPrefix("/checkout/") { settleStarted() }
      return exchange
    }
    if exchange.response.status == .methodNotAllowed { exchange.response.headerFields[.allow] = "POST" }
    return exchange
  }

  package func console(_ page: PageRequest<Sandbox>) -> any ProviderConsole { Console(self, page.text.language) }

  package func banner(_: PageRequest<Sandbox>, _ language: Language) -> (name: String, note: String)? {
    let text = PageText(language: language)
    return ("GMO \(text.sandbox)", text.noMoney)
  }

  package func notFound(_ page: PageRequest<Sandbox>) -> PageAnswer {
    PageAnswer(page.shell(.notFound).message(page.text.noPage, page.text.noPageNote))
  }

  /// Nil for a page of Amazon.
  package func answer(_ page: inout PageRequest<Sandbox>) throws -> PageAnswer? {
    // The page posts its form to the shop by a script of this site, also into a frame.
    if page.segments.first == "payment" { page.policy = PageAnswer.scripted(frames: "http: https:") }
    switch (page.request.method, page.path) {
    case (.get, "/"): return PageAnswer(page.home)
    case (.post, StartPage.link.text): return try page.start(page.form())
    case (_, StartPage.link.text):
      return PageAnswer(
        page.shell(.methodNotAllowed).message(page.text.noGet, page.text.noGetNote),
        refusal: (GatewayError.notPOST.info(.e01), "The shop's page has to post AccessID and Token."))
    case (.get, StartPage.finish.text): return try page.finish(page.query())
    case (.get, StartPage.challenge.text): return try page.showChallenge(page.query())
    case (.post, StartPage.challenge.text): return try page.answerChallenge(page.form())
    default: break
    }
    switch page.segments.first {
    case "control" where page.segments.dropFirst().first == "amazon-pay":
      return amazon.control(page.request, page.body)
    case "payment": return notFound(page)
    default: return nil
    }
  }

  package func refuse(_ error: any Error, _ page: PageRequest<Sandbox>) -> PageAnswer {
    let text = page.text
    switch error {
    case let refusal as StartRefusal:
      let code = refusal == .expired ? GatewayError.startExpired.info(.e01) : "StartRefused"
      return PageAnswer(page.page(refusal), refusal: (code, refusal.message))
    case let error as InvalidField:
      let note = "\(error.name): \(error.detail)"
      return PageAnswer(page.shell(.badRequest).message(text.refused, note), refusal: ("InvalidField", note))
    default: return PageAnswer(page.shell(.internalServerError).message(text.refused, text.noPageNote))
    }
  }
}

extension PageRequest<Sandbox> {
  /// The texts in the language that the buyer has chosen, else in the browser's.
  var text: PageText { PageText(language: chosenLanguage ?? Language(acceptLanguage: acceptLanguage)) }

  func shell(_ status: HTTPResponse.Status = .ok) -> PageShell { PageShell(text, status: status) }

  fileprivate var home: Page {
    shell().message(
      text.running, "\(sandbox.origin)/payment/, \(sandbox.origin)/checkout.js",
      actions: ConsolePage.Place.ledger.link.button(text.console, .secondary))
  }

  fileprivate func page(_ refusal: StartRefusal) -> Page {
    switch refusal {
    case .unknown: shell(.badRequest).message(text.refused, text.unknownStart, details: "AccessID, Token")
    case .spent: shell(.badRequest).message(text.refused, text.spentStart)
    case .expired: shell(.gone).message(text.expired, text.expiredNote, details: GatewayError.startExpired.info(.e01))
    }
  }

  // MARK: The buyer's way

  fileprivate func start(_ form: Fields) throws -> PageAnswer {
    let (_, url) = try sandbox.start(form.required("AccessID"), token: form.required("Token"))
    return PageAnswer(.seeOther(url))
  }

  fileprivate func finish(_ query: Fields) throws -> PageAnswer {
    let accessID = try query.required("AccessID")
    sandbox.settleStarted()
    let found = change { ledger, _ in ledger.transaction(accessID: accessID) }
    guard let found else { return PageAnswer(shell(.notFound).message(text.noPage, text.noPageNote)) }
    switch sandbox.destination(found) {
    case .form(let url, var fields):
      let fault = sandbox.returnFaults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if fault == .never { return PageAnswer(shell().message(text.stuck, text.stuckNote)) }
      fault?.apply(&fields)
      guard let link = Link(shopAddress: url) else { return PageAnswer(shell().message(text.over, text.overNote)) }
      return PageAnswer(ReturnPage(text: text, link: link, fields: fields, postsTwice: fault == .twice).page)
    case .redirect(let url): return PageAnswer(.seeOther(url))
    case .nowhere: return PageAnswer(shell().message(text.over, text.overNote))
    case .undecided:
      if found.isBuyerInChallenge { return .seeOther(Link(StartPage.challenge, query: [("AccessID", accessID)])) }
      guard let session = found.session else { return PageAnswer(shell().message(text.over, text.overNote)) }
      return .seeOther(Link("/checkout/processing", query: [("amazonCheckoutSessionId", session)]))
    }
  }

  fileprivate func showChallenge(_ query: Fields) throws -> PageAnswer {
    let accessID = try query.required("AccessID")
    let found = sandbox.state.advanced().0.transaction(accessID: accessID)
    guard let found, found.isBuyerInChallenge else {
      return .seeOther(Link(StartPage.finish, query: [("AccessID", accessID)]))
    }
    return PageAnswer(ChallengePage(text: text, shop: sandbox.shop.name, transaction: found).page)
  }

  fileprivate func answerChallenge(_ form: Fields) throws -> PageAnswer {
    let accessID = try form.required("AccessID")
    let isConfirmed = try form.required("answer") { ["confirm": true, "decline": false][$0] }
    if let found = sandbox.state.advanced().0.transaction(accessID: accessID) {
      sandbox.answerChallenge(found, isConfirmed: isConfirmed)
    }
    return .seeOther(Link(StartPage.finish, query: [("AccessID", accessID)]))
  }
}

extension Link {
  /// An address of the shop in a form, as the shop gave it: also http to other machines, because shops are tried out there.
  fileprivate init?(shopAddress text: String) {
    guard ReturnAddress.isAddress(text) else { return nil }
    self.init(text: text)
  }
}
