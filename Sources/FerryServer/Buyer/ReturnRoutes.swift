import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The addresses that providers send buyers back to. A return is a hint: the engine asks the provider, and the return itself
/// decides nothing. Afterwards the browser is sent to the shop's checkout page or into the app, never to a place that the
/// request names.
///
/// A return in another browser than the bound one commits a decision that protects the buyer, so no rate limit comes before
/// it. Returns without a valid nonce are counted by address; all others are counted by checkout.
struct ReturnRoutes: Sendable {
  let server: CheckoutServer
  private var service: any CheckoutService { server.service }

  func add<Context: RemoteAddressRequestContext>(to router: some RouterMethods<Context>) {
    let pages = server.pages(router)
    for step in ProviderReturn.Step.allCases {
      pages.group { try await browser($0, $1, step) }
        .get(step.path) { try await answer($0, $1.caller, step) }
      router.post(step.path) { try await redirect($0, $1, step) }
    }
  }

  private func answer(
    _ request: Request, _ browser: BoundBrowser, _ step: ProviderReturn.Step
  ) async throws -> Response {
    switch step {
    case .select: return try await returned(request, browser) { !$0.checkout.phase.awaitsSelection }
    case .pay:
      return try await returned(request, browser) { ![.settling, .closing].contains($0.checkout.phase.name) }
    case .cancel:
      // On the provider's selection pages its cancel link ends a first selection, and keeps the earlier selection in a change.
      // On the payment page it cancels where the provider reports no cancellation. Anywhere else it is a hint: the provider is
      // asked.
      let (file, code) = try await browser.comeBack { _ in .returnedToShop }
      return try server.leave(file, code)
    }
  }

  private func returned(
    _ request: Request, _ browser: BoundBrowser, until isKnown: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> Response {
    let session = service.session(inReturn: request.readableQuery.all, for: browser.file)
    // An app waits by itself when it claims the return. After a power cut before the provider's answer the browser loads the
    // address again, or the buyer selects again; a payment is asked about on its schedule besides.
    let waits = browser.file.checkout.kind != .app
    let (file, code) = try await browser.comeBack(mayWait: waits) { _ in .returned(session: session) }
    guard waits else { return try server.leave(file, code) }
    return try server.leave(try await server.wait(for: file.checkout.id, until: isKnown), code)
  }

  /// Answers the form of another site. It comes without the cookie, which browsers do not send then (SameSite=Lax), so the
  /// browser is redirected to the same address with a GET.
  ///
  /// The body decides nothing. Whatever a provider lets the browser carry, such as the result, `OrderID` and `CheckString`
  /// that GMO Payment Gateway posts to `RetURL`, can be forged and repeated by the buyer, and has no amount. So it can do no
  /// more than the visit does: make the engine ask the provider about the references that are stored. A form that the provider
  /// has not written is noted. The query is kept, because it names the session of a provider whose session is opened by the
  /// browser.
  private func redirect(
    _ request: Request, _ context: some RequestContext, _ step: ProviderReturn.Step
  ) async throws -> Response {
    guard let address = ProviderReturn(context, step) else { throw Problem.nothingHere }
    if step == .pay { await note(request, address) }
    return .seeOther(server.configuration.base.link(Link(address.link, query: request.readableQuery.all)))
  }

  private static let largestForm = 8_192

  /// Notes a form that is not as the provider writes it, for instance one that is too long and is not read. It changes nothing
  /// for the buyer.
  private func note(_ request: Request, _ address: ProviderReturn) async {
    guard let file = try? await service.file(address.checkout),
      equalInConstantTime(address.nonce, file.roundTrips.nonce),
      (try? server.rates.count(.checkout(address.checkout, .otherBrowser))) != nil
    else { return }
    try? await service.note(return: try await form(request), of: file)
  }

  /// The form; nothing in the place of one that is too long or compressed.
  private func form(_ request: Request) async throws -> [UInt8] {
    do {
      return try await request.bodyBytes(limit: Self.largestForm)
    } catch let problem as Problem where [.tooLarge, .unsupportedMediaType].contains(problem.type) {
      return []
    }
  }

  /// The bound browser, if the address has the checkout's nonce.
  /// - Throws: `OtherBrowser` for another browser, after that return is committed: it gets no code and is sent nowhere.
  private func browser(
    _ request: Request, _ context: some RemoteAddressRequestContext, _ step: ProviderReturn.Step
  ) async throws -> BoundBrowser {
    guard let address = ProviderReturn(context, step), let file = try await service.file(address.checkout) else {
      try server.rates.count(.address(server.client(of: request, context)))
      throw Problem.nothingHere
    }
    let (id, nonce) = (address.checkout, address.nonce)
    guard equalInConstantTime(nonce, file.roundTrips.nonce) else {
      try server.rates.count(.address(server.client(of: request, context)))
      // The nonce may belong to a session from before the checkout was restarted. Nothing is committed.
      guard let former = file.roundTrips.formerNonce, equalInConstantTime(nonce, former) else {
        throw Problem.nothingHere
      }
      throw OtherBrowser(file: file, meaning: step == .pay ? .none : .selectionDiscarded)
    }
    do {
      let browser = try BoundBrowser(server, file, request.headers, nonce: nonce)
      try server.rates.count(.checkout(id, .browser))
      return browser
    } catch is OtherBrowser {
      let unbound = UnboundReturn(server: server, address: address)
      // A return that protects the buyer is never refused. It protects once: the nonce is another one afterwards.
      if !unbound.isProtective(for: file) { try server.rates.count(.checkout(id, .otherBrowser)) }
      throw try await unbound.report()
    }
  }
}

/// A return with the right nonce in a browser that is not the bound one. Either somebody mailed the provider's page to the
/// person who returns, or an app of the provider has led the buyer into another browser.
struct UnboundReturn: Sendable {
  /// The result, as the person in that browser is told.
  enum Meaning: Sendable {
    case none
    case selectionDiscarded
    case paymentChecked
    case cookiesBlocked
  }

  let server: CheckoutServer
  let address: ProviderReturn
  private var isPayment: Bool { address.step == .pay }

  /// True if there is something to commit that protects the person who returns.
  func isProtective(for file: CheckoutFile) -> Bool {
    file.isDiscardedByOtherBrowser
      || !isPayment && file.checkout.canSelectionChange && !file.roundTrips.distrustsNewSelections
  }

  /// Commits the return. Before the buyer has agreed, the selection may be another person's: it is discarded, and the buyer
  /// starts over. Afterwards a return from the payment page is a hint, as every return: the provider is asked.
  func report() async throws -> OtherBrowser {
    let fresh = server.service.randomness.token()
    let now = server.service.time.now
    let (file, meaning) = try await server.service.commit(address.checkout) {
      [isPayment, nonce = address.nonce] file, change -> (event: Event?, result: Meaning) in
      // If the checkout was restarted in between, the return says nothing about its present selection.
      guard equalInConstantTime(nonce, file.roundTrips.nonce) else { return (nil, .none) }
      if file.isDiscardedByOtherBrowser {
        file.roundTrips.discard(nonce: fresh)
        file.forgetFirstBrowser()
        change.log.append(
          LogEntry(at: now, .remark("The provider was used in another browser than the one that left.")))
        return (.restarted, .selectionDiscarded)
      }
      if isPayment { return (.recheckRequested, .paymentChecked) }
      // A claimed selection stays. But the provider's next answer may bring the selection of the person who returned.
      if file.checkout.canSelectionChange { file.roundTrips.distrustNewSelections() }
      return (nil, .none)
    }
    return OtherBrowser(file: file, meaning: meaning)
  }
}

extension Checkout {
  /// True while an answer of the provider may bring another selection: until there is money, or an end.
  fileprivate var canSelectionChange: Bool { profile.journey == .selectThenPay && !phase.isFinal && payment == nil }
}
