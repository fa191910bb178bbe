import AmazonPaySandbox
import FerryCore
package import FerrySandbox
package import FerryWeb
import HTTPTypes
import Synchronization

/// The gateway's own pages. Amazon's are on the same site.
extension Sandbox: HostedPageSandbox {
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

  package var console: (any ProviderConsole)? { Console(sandbox: self) }

  package var notFound: PageAnswer {
    PageAnswer(Sandbox.shell(.notFound).message("There is nothing here", "The address may be mistyped."))
  }

  /// Nil for a page of Amazon.
  package func answer(_ page: inout PageRequest<Sandbox>) throws -> PageAnswer? {
    // The page posts its form to the shop by a script of this site, also into a frame.
    if page.segments.first == "payment" { page.policy = PageAnswer.scripted(frames: "http: https:") }
    switch (page.request.method, page.path) {
    case (.get, "/"): return home(api: "/payment/")
    case (.post, StartPage.link.text): return try page.start(page.form())
    case (_, StartPage.link.text):
      return PageAnswer(
        Sandbox.shell(.methodNotAllowed).message(
          "Only a form leads here", "The shop's page has to post AccessID and Token to this address."),
        refusal: (GatewayError.notPOST.info(.e01), "The shop's page has to post AccessID and Token."))
    case (.get, StartPage.finish.text): return try page.finish(page.query())
    case (.get, StartPage.challenge.text): return try page.showChallenge(page.query())
    case (.post, StartPage.challenge.text): return try page.answerChallenge(page.form())
    default: break
    }
    switch page.segments.first {
    case "control" where page.segments.dropFirst().first == "amazon-pay":
      return amazon.control(page.request, page.body)
    case "payment": return notFound
    default: return nil
    }
  }

  package func refuse(_ error: any Error) -> PageAnswer {
    switch error {
    case let refusal as StartRefusal:
      let code = refusal == .expired ? GatewayError.startExpired.info(.e01) : "StartRefused"
      return PageAnswer(refusal.page, refusal: (code, refusal.message))
    case let error as Problem:
      return PageAnswer(
        Sandbox.shell(.badRequest).message("The payment cannot start", error.detail),
        refusal: ("InvalidField", error.detail))
    default:
      return PageAnswer(
        Sandbox.shell(.internalServerError).message("The payment cannot start", "The address may be mistyped."))
    }
  }
}

extension StartRefusal {
  fileprivate var page: Page {
    switch self {
    case .unknown:
      Sandbox.shell(.badRequest).message(
        "The payment cannot start",
        "No transaction has these fields. If Token came through a form decoder, its plus signs are lost.",
        details: "AccessID, Token")
    case .spent:
      Sandbox.shell(.badRequest).message(
        "The payment cannot start", "This payment was started already. Go back to the shop.")
    case .expired:
      Sandbox.shell(.gone).message(
        "This payment has expired", "Nothing was charged. Start again from the shop.",
        details: GatewayError.startExpired.info(.e01))
    }
  }
}

/// The buyer's way.
extension PageRequest<Sandbox> {
  fileprivate func start(_ form: Fields) throws -> PageAnswer {
    let (_, url) = try sandbox.start(form.required("AccessID"), token: form.required("Token"))
    return PageAnswer(.seeOther(url))
  }

  fileprivate func finish(_ query: Fields) throws -> PageAnswer {
    let accessID = try query.required("AccessID")
    sandbox.settleStarted()
    let found = change { ledger, _ in ledger.transaction(accessID: accessID) }
    guard let found else { return sandbox.notFound }
    switch sandbox.destination(found) {
    case .form(let url, var fields):
      let fault = sandbox.returnFaults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if fault == .never {
        return PageAnswer(
          Sandbox.shell().message("The way ends here", "A planned fault keeps this page from going on."))
      }
      fault?.apply(&fields)
      guard let link = Link(shopAddress: url) else { return PageShell.over }
      return PageAnswer(PageShell.back(to: link, fields, postsTwice: fault == .twice))
    case .redirect(let url): return PageAnswer(.seeOther(url))
    case .nowhere: return PageShell.over
    case .undecided:
      if found.isBuyerInChallenge { return .seeOther(Link(StartPage.challenge, query: [("AccessID", accessID)])) }
      guard let session = found.session else { return PageShell.over }
      return .seeOther(Link("/checkout/processing", query: [("amazonCheckoutSessionId", session)]))
    }
  }

  fileprivate func showChallenge(_ query: Fields) throws -> PageAnswer {
    let accessID = try query.required("AccessID")
    let found = sandbox.state.advanced().0.transaction(accessID: accessID)
    guard let found, found.isBuyerInChallenge else {
      return .seeOther(Link(StartPage.finish, query: [("AccessID", accessID)]))
    }
    return PageAnswer(PageShell.challenge(found, of: sandbox.shop.name))
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
    guard ReturnURL(text) != nil else { return nil }
    self.init(text: text)
  }
}
