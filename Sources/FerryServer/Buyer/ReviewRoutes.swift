import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The review inside the secure browser, for apps that are registered for it. Its purchase button is a link into the app that
/// names what was shown; the app confirms it.
struct ReviewRoutes: Sendable {
  let server: CheckoutServer

  func add(to router: some RouterMethods<some RequestContext>) {
    let pages = router.group().add(middleware: OtherBrowserPages(server: server))
    pages.group { try await browser($0, $1) }
      .get("/ferry/review/{id}") { try await show($0, $1) }
    pages.group { request, context in
      try SameOrigin(base: server.configuration.base).require(request.headers)
      return try await browser(request, context)
    }
    .post("/ferry/review/{id}/change") { try await change($0, $1.caller) }
  }

  private func show(
    _ request: Request, _ context: CallerContext<BoundBrowser, some RequestContext>
  ) async throws -> Response {
    let browser = context.caller
    _ = try await server.service.wait(
      for: browser.file.checkout.id, within: server.configuration.limits.wait
    ) { file in
      if case .selecting(let selecting) = file.checkout.phase { selecting.question == nil } else { true }
    }
    let (file, code, agreement) = try await browser.reviewCodes()
    let app = server.deepLinks(file, code.text)?.universal
    switch file.checkout.phase {
    case .reviewing:
      let page = InBrowserReviewPage(
        file, app: app, purchase: agreement.flatMap { server.deepLinks(file, $0.text)?.universal },
        nonce: Nonce(server.service.randomness))
      return try (page?.page ?? waiting(file)).response(from: request, context: context)
    case .selecting(let selecting) where selecting.question != nil:
      return try waiting(file).response(from: request, context: context)
    case .selecting(let selecting) where selecting.refusal != nil:
      return try refused(file, app).response(from: request, context: context)
    default:
      // There is nothing to review: the app shows the state of the checkout.
      guard let app else { throw Problem.nothingHere }
      return .seeOther(app)
    }
  }

  /// Opens the change in the same browser, with a ticket of its own.
  private func change(_ request: Request, _ browser: BoundBrowser) async throws -> Response {
    let form = try await request.form(limit: 1024)
    let what = try form.required("what", as: ChangeKind.init(rawValue:))
    let id = browser.file.checkout.id
    let now = server.service.time.now
    let secret = StartTicket.Secret(server.service.randomness)
    do {
      let (_, issued) = try await browser.commit { file in
        (.leave(change: what), file.issueTicket(secret, for: .change(what), at: now))
      }
      return Response(
        status: .seeOther, headers: [.location: server.links.start(issued.ticket), .cacheControl: "no-store"])
    } catch is Refusal {
      return .seeOther(server.configuration.base.link("/ferry/review/\(id.text)"))
    }
  }

  /// - Throws: `Problem` 404 for a checkout whose review is not here; `OtherBrowser`.
  private func browser(_ request: Request, _ context: some RequestContext) async throws -> BoundBrowser {
    guard let id = context.checkoutID,
      let file = try await server.service.file(id), file.checkout.app?.review == .browser
    else { throw Problem.nothingHere }
    let browser = try BoundBrowser(server, file, request.headers)
    try server.rates.count(id, by: .browser)
    return browser
  }

  private func waiting(_ file: CheckoutFile) -> Page {
    let texts = file.checkout.language.buyerTexts
    return .waiting(texts.reviewTitle, texts.loadingSelection, file.checkout.language)
  }

  private func refused(_ file: CheckoutFile, _ app: Link?) -> Page {
    let language = file.checkout.language
    let texts = language.buyerTexts
    return Page(
      language: language, title: texts.notServed, policy: PagePolicy(),
      body: Message(
        texts.notServed, [texts.selectAnother],
        actions: InBrowserReviewPage.changeForm(file.checkout.id, .address, language, style: .primary)
          + (app?.button(texts.backToApp, .quiet) ?? .empty)
      ).html)
  }
}
