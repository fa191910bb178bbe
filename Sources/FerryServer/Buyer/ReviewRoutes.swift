import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The review inside the secure browser, for apps that want it there. What buys is a link into the app, which names what was
/// shown: the app confirms it. No other checkout is shown here.
struct ReviewRoutes: Sendable {
  let server: CheckoutServer

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/ferry/review/{id}", use: show)
    router.post("/ferry/review/{id}/change", use: change)
  }

  @Sendable private func show(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try await visit(request, context) { visit in
      let limit = server.configuration.limits.wait
      _ = try await server.service.wait(for: visit.file.checkout.id, within: limit) { file in
        if case .selecting(let selecting) = file.checkout.phase { selecting.question == nil } else { true }
      }
      let (file, code, agreement) = try await visit.codes()
      let app = server.wayBack(file, code.text)?.address
      switch file.checkout.phase {
      case .reviewing:
        let page = InBrowserReviewPage(
          file, app: app, purchase: agreement.flatMap { server.wayBack(file, $0.text)?.address },
          nonce: Nonce(server.service.randomness))
        return try (page?.page ?? waiting(file)).response(from: request, context: context)
      case .selecting(let selecting) where selecting.question != nil:
        return try waiting(file).response(from: request, context: context)
      case .selecting(let selecting) where selecting.refusal != nil:
        return try refused(file, app).response(from: request, context: context)
      default:
        // It has moved on, or nothing has come of the choice: the app shows how things stand.
        guard let app else { throw Self.nothingHere }
        return .seeOther(app)
      }
    }
  }

  /// Opens the change in the same browser, with a ticket of its own.
  @Sendable private func change(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try SameOrigin(base: server.configuration.base).require(request.headers)
    let form = try await request.form(limit: 1024)
    let what = try form.required("what", as: ChangeKind.init(rawValue:))
    return try await visit(request, context) { visit in
      let id = visit.file.checkout.id
      let now = server.service.time.now
      let ticket = StartTicket(id, forApp: true, server.service.randomness)
      do {
        _ = try await visit.commit { file in
          file.roundTrips.issue(ticket.digest, for: .change(what), at: now)
          return (.leave(change: what), ())
        }
      } catch is Refusal {
        return .seeOther(server.configuration.base.link("/ferry/review/\(id.text)"))
      }
      return Response(
        status: .seeOther, headers: [.location: server.links.start(ticket), .cacheControl: "no-store"])
    }
  }

  /// Does something for the browser that began; any other is told to go on there.
  /// - Throws: `Problem` 404 for a checkout that has no review here.
  private func visit(
    _ request: Request, _ context: some RequestContext, _ work: (BoundBrowser) async throws -> Response
  ) async throws -> Response {
    guard let id = context.parameters.get("id").flatMap(CheckoutID.init(untrusted:)),
      let file = try await server.service.file(id), file.checkout.app?.review == .browser
    else { throw Self.nothingHere }
    do {
      guard let visit = try BoundBrowser(server, file, request.headers) else { throw RoundTrips.Refusal.browser }
      try server.rates.count(id, by: .browser)
      return try await work(visit)
    } catch RoundTrips.Refusal.browser {
      return try ElsewherePage(file, server.configuration).page.response(from: request, context: context)
    }
  }

  private func waiting(_ file: CheckoutFile) -> Page {
    let language = file.checkout.language
    let title = ReviewText.title.text(language)
    return Page(
      language: language, title: title, policy: PagePolicy(), head: #"<meta http-equiv="refresh" content="2">"#,
      body: "<h1 class=\"hidden\">\(title)</h1>" + Spinner(ReviewText.asking.text(language)).html)
  }

  private func refused(_ file: CheckoutFile, _ app: Link?) -> Page {
    let language = file.checkout.language
    return Page(
      language: language, title: ReviewText.notServed.text(language), policy: PagePolicy(),
      body: Message(
        ReviewText.notServed.text(language), [ReviewText.chooseAnother.text(language)],
        actions: InBrowserReviewPage.changeForm(file.checkout.id, .address, language, style: .primary)
          + (app?.button(ReviewText.backToApp.text(language), .quiet) ?? .empty)
      ).html)
  }

  private static let nothingHere = Problem(.notFound, "There is nothing here; check the address.")
}
