import AmazonPaySandbox
import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes
import Synchronization

extension GatewaySandbox {
  /// Answers everything outside the gateway's API: its own pages, and Amazon's pages and API.
  func page(_ request: HTTPRequest, _ body: [UInt8], _ fault: SandboxFault.Kind?) -> SandboxExchange {
    let path = String(request.pathWithoutQuery)
    guard let answer = PageRequest(sandbox: self, request: request, body: body).answer(path) else {
      let exchange = amazon.execute(request, body, fault: fault)
      if path.hasPrefix("/checkout/") { settleStarted() }
      return exchange
    }
    let isConsole = path.hasPrefix("/console")
    var exchange = (isConsole ? answer : underBanner(answer, to: request)).exchange(at: state.timekeeper.now)
    if path.hasPrefix("/payment/"), exchange.response.headerFields[.contentType]?.hasPrefix("text/html") == true {
      // The page posts its form to the shop by a script of this site, also into a frame.
      exchange.response.headerFields[.contentSecurityPolicy] =
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        + "frame-src http: https:; base-uri 'none'; frame-ancestors 'none'"
    }
    if exchange.response.status == .methodNotAllowed { exchange.response.headerFields[.allow] = "POST" }
    if path.hasPrefix("/payment/") || path.hasPrefix("/control/") {
      var record = RequestRecord(
        method: request.method.rawValue, path: path, operation: nil,
        status: exchange.response.status.code, reasonCode: answer.refusal?.code, wasStruck: false)
      record.message = answer.refusal?.message
      exchange.record = record
    }
    return exchange
  }

  private func underBanner(_ answer: PageAnswer, to request: HTTPRequest) -> PageAnswer {
    answer.under { language in
      let text = GatewayText(language: language)
      return SandboxBanner(
        "GMO \(text.sandbox)", note: text.noMoney, languages: Language.allCases, backTo: page(of: request, answer))
    }
  }
}

/// One request of a browser for a page of the gateway, its console or its control API.
struct PageRequest {
  let sandbox: GatewaySandbox
  let request: HTTPRequest
  let body: [UInt8]

  /// Nil for a page of Amazon.
  func answer(_ path: String) -> PageAnswer? {
    let segments = path.split(separator: "/").map(String.init)
    do {
      switch (request.method, path) {
      case (.get, "/"): return PageAnswer(home)
      case (.get, Asset.returnScript.link.text): return PageAnswer(.asset(.returnScript, isForEver: true))
      case (.post, StartPage.link.text): return try start(form())
      case (_, StartPage.link.text):
        return PageAnswer(
          shell(.methodNotAllowed).message(text.noGet, text.noGetNote),
          refusal: (GatewayError.notPOST.info(.e01), "The shop's page has to post AccessID and Token."))
      case (.get, StartPage.finish.text): return try finish(query())
      case (.get, StartPage.challenge.text): return try showChallenge(query())
      case (.post, StartPage.challenge.text): return try answerChallenge(form())
      default: break
      }
      switch segments.first {
      case "console":
        return try GatewayConsole(sandbox, text).answer(request, body, Array(segments.dropFirst()))
      case "control" where sandbox.isControlEnabled:
        return segments.dropFirst().first == "amazon-pay"
          ? sandbox.amazon.control(request, body) : sandbox.control(request, body)
      case "payment": return PageAnswer(shell(.notFound).message(text.noPage, text.noPageNote))
      default: return nil
      }
    } catch let refusal as StartRefusal {
      let code = refusal == .expired ? GatewayError.startExpired.info(.e01) : "StartRefused"
      return PageAnswer(page(refusal), refusal: (code, refusal.message))
    } catch let error as InvalidField {
      let note = "\(error.name): \(error.detail)"
      return PageAnswer(shell(.badRequest).message(text.refused, note), refusal: ("InvalidField", note))
    } catch {
      return PageAnswer(shell(.internalServerError).message(text.refused, text.noPageNote))
    }
  }

  func form() throws(InvalidField) -> Fields { try Fields(parsing: body) }

  func query() throws(InvalidField) -> Fields { try Fields(parsing: request.queryText.utf8, as: .query) }

  /// The texts in the language that the buyer has chosen, else in the browser's.
  var text: GatewayText {
    let chosen = sandbox.chosenLanguage(request, among: Language.allCases)
    return GatewayText(language: chosen ?? Language(acceptLanguage: request.headerFields[.acceptLanguage]))
  }

  func shell(_ status: HTTPResponse.Status = .ok) -> GatewayPage { GatewayPage(text: text, status: status) }

  private var home: Page {
    shell().message(
      text.running, "\(sandbox.origin)/payment/, \(sandbox.origin)/checkout.js",
      actions: ConsolePage.Place.ledger.link.button(text.console, .secondary))
  }

  private func page(_ refusal: StartRefusal) -> Page {
    switch refusal {
    case .unknown: shell(.badRequest).message(text.refused, text.unknownStart, details: "AccessID, Token")
    case .spent: shell(.badRequest).message(text.refused, text.spentStart)
    case .expired: shell(.gone).message(text.expired, text.expiredNote, details: GatewayError.startExpired.info(.e01))
    }
  }

  // MARK: The buyer's way

  private func start(_ form: Fields) throws -> PageAnswer {
    let (_, url) = try sandbox.start(form.required("AccessID"), token: form.required("Token"))
    return PageAnswer(.seeOther(url))
  }

  private func finish(_ query: Fields) throws -> PageAnswer {
    let accessID = try query.required("AccessID")
    sandbox.settleStarted()
    let found = sandbox.change { ledger, _ in ledger.transaction(accessID: accessID) }
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

  private func showChallenge(_ query: Fields) throws -> PageAnswer {
    let accessID = try query.required("AccessID")
    let found = sandbox.state.advanced().0.transaction(accessID: accessID)
    guard let found, found.isBuyerInChallenge else {
      return .seeOther(Link(StartPage.finish, query: [("AccessID", accessID)]))
    }
    return PageAnswer(ChallengePage(text: text, shop: sandbox.shop.name, transaction: found).page)
  }

  private func answerChallenge(_ form: Fields) throws -> PageAnswer {
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
