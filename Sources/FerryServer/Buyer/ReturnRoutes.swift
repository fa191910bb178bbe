import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// Where providers send buyers back to. A return is a hint: it makes us ask the provider, and decides nothing. Whatever
/// comes of it, the browser goes on to the shop's checkout page, and nowhere that the request could name.
struct ReturnRoutes: Sendable {
  let server: CheckoutServer
  private var service: any CheckoutService { server.service }
  private var limit: Duration { server.configuration.limits.wait }

  init(server: CheckoutServer) { self.server = server }

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/ferry/return/{id}/{nonce}/select") { try await select($0, $1) }
    router.get("/ferry/return/{id}/{nonce}/pay") { try await pay($0, $1) }
    router.get("/ferry/return/{id}/{nonce}/cancel") { try await cancel($0, $1) }
  }

  private func select(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try await visit(request, context) { file in
      try await returned(request, to: file) { file in
        // Nobody asks when the address named no session.
        if case .selecting(let selecting) = file.checkout.phase { selecting.question == nil } else { true }
      }
    }
  }

  private func pay(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try await visit(request, context) { file in
      try await returned(request, to: file) { file in
        switch file.checkout.phase {
        case .settling, .closing: false
        case .open, .selecting, .reviewing, .authorizing, .paying, .paid, .declined, .cancelled, .expired, .held: true
        }
      }
    }
  }

  /// The provider's own cancel link. Off its selection pages it ends a first selection, and leaves an earlier choice as it
  /// was; anywhere else it means nothing.
  private func cancel(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try await visit(request, context) { file in
      // Whether it means anything is decided in the commit: the checkout may have moved on since it was read.
      _ = try await service.submit(.turnedBack, to: file.checkout.id)
    }
  }

  private func returned(
    _ request: Request, to file: CheckoutFile, until isKnown: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws {
    // A query that cannot be read names no session.
    let query = (try? request.queryFields())?.all ?? []
    let session = service.session(inReturn: query, for: file)
    _ = try await service.submit(.returned(session: session), to: file.checkout.id)
    _ = try await service.wait(for: file.checkout.id, within: limit, until: isKnown)
  }

  /// Does something for the browser that began, and sends it to the shop.
  private func visit(
    _ request: Request, _ context: some RequestContext, _ work: (CheckoutFile) async throws -> Void
  ) async throws -> Response {
    guard let id = context.parameters.get("id").flatMap(CheckoutID.init(untrusted:)),
      let nonce = context.parameters.get("nonce"), let file = try await service.file(id),
      equalInConstantTime(nonce, file.crossing.nonce),
      let checkoutPage = server.configuration.checkoutPage(of: file.checkout.shop)
    else { throw Problem(.notFound, "There is nothing here; check the address.") }
    let cookie = BindingCookie(id, origin: server.configuration.base)
    guard file.crossing.isBound(to: try cookie.digest(in: request.headers)) else {
      let page = ElsewherePage(language: file.checkout.language, shop: checkoutPage).page
      return try page.response(from: request, context: context)
    }
    try server.rates.count(id)
    do { try await work(file) } catch is Refusal {
      // The checkout has moved on; the shop shows where to.
    }
    return .seeOther(checkoutPage)
  }
}
