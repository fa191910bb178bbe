import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging

/// The page that sends the bound browser to the provider. Its Content Security Policy allows the sources of that provider
/// alone.
struct NextActionRoutes: Sendable {
  let server: CheckoutServer
  private var service: any CheckoutService { server.service }

  func add(to router: some RouterMethods<some RequestContext>) {
    let pages = server.pages(router)
    pages.group { try await browser($0, $1) }.get("/ferry/next/{id}") { try await next($0, $1) }
    pages.post("/ferry/next/{id}") { try await post($0, $1) }
  }

  /// A bank's page may lead the buyer back by a form. A form of another site comes without the binding cookie, so the browser
  /// is told to repeat it as a visit, which has the cookie. Our own form cancels.
  private func post(_ request: Request, _ context: some RequestContext) async throws -> Response {
    if let id = context.checkoutID, Self.isReturn(request) { return .seeOther(server.links.paymentPage(id)) }
    return try await cancel(request, try await browser(request, context))
  }

  private static func isReturn(_ request: Request) -> Bool { request.readableQuery[ServerLinks.returned] == "1" }

  private func browser(_ request: Request, _ context: some RequestContext) async throws -> BoundBrowser {
    guard let id = context.checkoutID, let file = try await service.file(id) else { throw Problem.nothingHere }
    do {
      let browser = try BoundBrowser(server, file, request.headers)
      try server.rates.count(.checkout(id, .browser))
      return browser
    } catch var other as OtherBrowser {
      if file.roundTrips.binding != nil, try isWithoutCookies(request.headers, id) { other.meaning = .cookiesBlocked }
      throw other
    }
  }

  /// True for a browser that has lost the cookie since the start page set it, as the start page leads here. Another browser
  /// says that it comes from elsewhere.
  private func isWithoutCookies(_ headers: HTTPFields, _ id: CheckoutID) throws -> Bool {
    let cookie = try BindingCookie(id, origin: server.configuration.base).digest(in: headers)
    return cookie == nil && SameOrigin(base: server.configuration.base).isPossible(headers)
  }

  private func next(
    _ request: Request, _ context: CallerContext<BoundBrowser, some RequestContext>
  ) async throws -> Response {
    let browser = try await whenReturnIsKnown(try await whenPageIsMade(context.caller, request), request)
    guard !browser.file.awaitsPage else { return page(browser.file).waiting.response }
    guard let step = browser.file.openStep else { return try await back(browser) }
    do {
      let action = try await service.nextAction(step, for: browser.file)
      // The provider may have been asked, and the payment be finished.
      if action == .spent, let file = try await service.file(browser.file.checkout.id), file.openStep == nil {
        return try await back(try BoundBrowser(server, file, request.headers))
      }
      return try answer(action, browser.file)
    } catch let failure as ProviderFailure {
      context.logger.error("A buyer could not leave", metadata: ["reason": "\(failure.reason)"])
      if let misconfiguration = failure.misconfiguration {
        do { try await show("\(misconfiguration)", in: browser.file.checkout.id) } catch {
          context.logger.error("A misconfiguration could not be recorded", metadata: ["reason": "\(error)"])
        }
      }
      return page(browser.file).failure.response
    }
  }

  /// Shows in the timeline what a person must fix: once, however often the buyer tries.
  private func show(_ misconfiguration: String, in id: CheckoutID) async throws {
    let entry = LogEntry(at: service.time.now, .misconfigured(misconfiguration))
    let shown = try await service.log(id, after: 0, limit: 1_000)
    guard !shown.contains(where: { $0.entry.what == entry.what }) else { return }
    try await service.update(id) { _, change in change.log.append(entry) }
  }

  /// The browser once the provider has answered the request for the payment page, or the wait is over.
  private func whenPageIsMade(_ browser: BoundBrowser, _ request: Request) async throws -> BoundBrowser {
    guard browser.file.awaitsPage else { return browser }
    let file = try await server.wait(for: browser.file.checkout.id) { !$0.awaitsPage }
    return try BoundBrowser(server, file, request.headers)
  }

  /// The browser once the provider has said whether the payment is finished, or the wait is over. The provider is asked for a
  /// buyer whom a bank's page or app has led back to the payment page; its notification may have come first, so that it is
  /// being asked already. The return is a hint: it decides nothing.
  private func whenReturnIsKnown(_ browser: BoundBrowser, _ request: Request) async throws -> BoundBrowser {
    guard browser.file.isOnPaymentPage else { return browser }
    if Self.isReturn(request) {
      _ = try await browser.commit { file in (file.isOnPaymentPage ? .recheckRequested : nil, ()) }
    } else if browser.file.checkout.phase.name == .paying {
      return browser
    }
    let known = try await server.wait(for: browser.file.checkout.id) { file in
      if case .settling(let settling) = file.checkout.phase { settling.command == nil } else { true }
    }
    return try BoundBrowser(server, known, request.headers)
  }

  /// The buyer cancels beside a payment form of ours. The provider is told, and its word counts: the buyer may have paid.
  private func cancel(_ request: Request, _ browser: BoundBrowser) async throws -> Response {
    try SameOrigin(base: server.configuration.base).require(request.headers)
    let (file, code) = try await browser.comeBack { $0.isOnPaymentPage ? .cancel(.buyer) : nil }
    let known = try await server.wait(for: file.checkout.id) { $0.checkout.phase.isFinal }
    return try server.leave(known, code)
  }

  private func answer(_ action: NextAction, _ file: CheckoutFile) throws -> Response {
    switch action {
    case .redirect(let url): return Response(status: .seeOther, headers: [.location: url, .cacheControl: "no-store"])
    case .form(let form): return try page(file).form(form).response
    case .script(let script): return page(file).script(script).response
    case .page(let payment):
      let id = file.checkout.id
      return page(file).payment(
        payment, at: server.links.paymentPage(id), cancel: server.links.next(id),
        destination: server.destinationAfterCancelling(file)
      ).response
    case .spent: return page(file).spent.response
    case .askFirst: throw ProviderFailure.transient(reason: "The provider has to be asked first.", retryAfter: nil)
    }
  }

  private func page(_ file: CheckoutFile) -> NextActionPage {
    NextActionPage(
      language: file.checkout.language, nonce: Nonce(service.randomness),
      sources: service.pagePolicy(of: file.checkout.accountID) ?? PagePolicySources(),
      shop: file.checkout.kind == .app ? nil : server.configuration.checkoutPage(of: file.checkout.shop),
      patience: server.configuration.limits.patience)
  }

  private func back(_ browser: BoundBrowser) async throws -> Response {
    let (file, code) = try await browser.comeBack { _ in nil }
    return try server.leave(file, code)
  }
}

extension CheckoutFile {
  /// The step that a spent ticket has opened; nil once the browser has come back from it.
  fileprivate var openStep: RoundTrips.Step? {
    switch checkout.phase {
    case .open, .confirmed: nil
    default: roundTrips.hasComeBack ? nil : step
    }
  }

  /// True while the browser has not come back from a payment page, also while the provider is asked about the payment.
  var isOnPaymentPage: Bool {
    switch checkout.phase {
    case .paying, .settling: !roundTrips.hasComeBack
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .closing, .paid, .declined, .cancelled, .expired,
      .held:
      false
    }
  }

  /// True while the provider is asked for the payment page that the browser waits for.
  fileprivate var awaitsPage: Bool { checkout.phase.name == .authorizing && openStep != nil }
}
