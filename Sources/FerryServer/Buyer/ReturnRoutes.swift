import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// Where providers send buyers back to. A return is a hint: it makes us ask the provider, and decides nothing. Whatever
/// comes of it, the browser goes on to the shop's checkout page or into the app, and nowhere that the request could name.
///
/// A return in another browser than the one that left protects the person who comes, so no limit comes before it. Limits of
/// addresses are counted here for whatever knows no nonce; the rest is counted by checkout.
struct ReturnRoutes: Sendable {
  private let server: CheckoutServer
  private var service: any CheckoutService { server.service }
  private var limit: Duration { server.configuration.limits.wait }

  init(server: CheckoutServer) { self.server = server }

  func add(to router: some RouterMethods<some RemoteAddressRequestContext>) {
    router.get("/ferry/return/{id}/{nonce}/select") { try await select($0, $1) }
    router.get("/ferry/return/{id}/{nonce}/pay") { try await pay($0, $1) }
    router.get("/ferry/return/{id}/{nonce}/cancel") { try await cancel($0, $1) }
    router.post("/ferry/return/{id}/{nonce}/select") { try again($0, $1, "select") }
    router.post("/ferry/return/{id}/{nonce}/pay") { try again($0, $1, "pay") }
    router.post("/ferry/return/{id}/{nonce}/cancel") { try again($0, $1, "cancel") }
  }

  private func select(_ request: Request, _ context: some RemoteAddressRequestContext) async throws -> Response {
    try await visit(request, context, .choice) { visit in
      try await returned(request, visit) { file in
        // Nobody asks when the address named no session.
        if case .selecting(let selecting) = file.checkout.phase { selecting.question == nil } else { true }
      }
    }
  }

  private func pay(_ request: Request, _ context: some RemoteAddressRequestContext) async throws -> Response {
    try await visit(request, context, .payment) { visit in
      try await returned(request, visit) { file in
        switch file.checkout.phase {
        case .settling, .closing: false
        case .open, .selecting, .reviewing, .authorizing, .paying, .paid, .declined, .cancelled, .expired, .held: true
        }
      }
    }
  }

  /// The provider's own cancel link. On its selection pages it ends a first selection, and keeps the earlier selection in a
  /// change. Anywhere else it is a hint: the provider is asked.
  private func cancel(_ request: Request, _ context: some RemoteAddressRequestContext) async throws -> Response {
    try await visit(request, context, .choice) { visit in
      try await visit.comeBack { _ in .returnedToShop }
    }
  }

  private func returned(
    _ request: Request, _ visit: BoundBrowser, until isKnown: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> (file: CheckoutFile, code: ReturnCode) {
    // A query that cannot be read names no session.
    let query = (try? request.queryFields())?.all ?? []
    let session = service.session(inReturn: query, for: visit.file)
    let (file, code) = try await visit.comeBack { _ in .returned(session: session) }
    // The app waits by itself, when it claims what came back.
    guard file.checkout.kind != .app else { return (file, code) }
    return (try await service.wait(for: file.checkout.id, within: limit, until: isKnown), code)
  }

  /// A form that another site has sent comes without the cookie, which browsers keep to themselves then (SameSite=Lax). So
  /// the browser is sent to the same place once more, as a visitor.
  ///
  /// Its body is not read. What a provider lets a browser carry here, such as the result, `OrderID` and `CheckString` that
  /// GMO Payment Gateway posts to `RetURL`, has passed through the buyer's hands, can be forged and sent twice, and leaves
  /// the amount out; so it may do no more than the visit itself does: make us ask the provider, by the references that we
  /// have had since we opened the payment there. Only the query goes along, for a provider whose session is opened by the
  /// buyer's browser names it there. A provider whose form names something that we cannot know otherwise, and that may be
  /// asked about, would have it carried in a query of ours, by name; there is none.
  private func again(_ request: Request, _ context: some RequestContext, _ trip: String) throws -> Response {
    guard let id = context.parameters.get("id").flatMap(CheckoutID.init(untrusted:)),
      let nonce = context.parameters.get("nonce"), CheckoutID(untrusted: nonce) != nil
    else { throw Self.nothingHere }
    let query = (try? request.queryFields())?.all ?? []
    return .seeOther(server.configuration.base.link(Link("/ferry/return/\(id.text)/\(nonce)/\(trip)", query: query)))
  }

  /// Does something for the browser that began, and sends it on. What another one's coming says is committed as well; that
  /// one gets no code and goes nowhere.
  private func visit(
    _ request: Request, _ context: some RemoteAddressRequestContext, _ trip: StrayReturn.Leg,
    _ work: (BoundBrowser) async throws -> (file: CheckoutFile, code: ReturnCode)
  ) async throws -> Response {
    guard let id = context.parameters.get("id").flatMap(CheckoutID.init(untrusted:)),
      let nonce = context.parameters.get("nonce"), let file = try await service.file(id),
      equalInConstantTime(nonce, file.roundTrips.nonce)
    else { return try await former(request, context, trip) }
    guard let visit = try BoundBrowser(server, file, request.headers, nonce: nonce) else {
      // What lets the way to the provider go is never refused. It does so once: the nonce is another one afterwards.
      if !file.isProtectedByStrayReturn(trip) { try server.rates.count(id, by: .otherBrowser) }
      let (file, meaning) = try await StrayReturn(server, trip, nonce: nonce).report(id)
      return try elsewhere(file, request, context, meaning)
    }
    try server.rates.count(id, by: .browser)
    do {
      let (file, code) = try await work(visit)
      guard let destination = server.destination(file, code) else { throw Self.nothingHere }
      return .seeOther(destination)
    } catch RoundTrips.Refusal.browser {
      return try elsewhere(file, request, context)
    }
  }

  /// The answer where the address says nothing that is good now: it may be of a session that was begun before the checkout
  /// began anew. Nothing is committed.
  private func former(
    _ request: Request, _ context: some RemoteAddressRequestContext, _ trip: StrayReturn.Leg
  ) async throws -> Response {
    try server.rates.count(server.client(of: request, context))
    guard let id = context.parameters.get("id").flatMap(CheckoutID.init(untrusted:)),
      let nonce = context.parameters.get("nonce"), let file = try await service.file(id),
      let former = file.roundTrips.formerNonce, equalInConstantTime(nonce, former)
    else { throw Self.nothingHere }
    return try elsewhere(file, request, context, trip == .choice ? .choiceDisowned : .none)
  }

  private func elsewhere(
    _ file: CheckoutFile, _ request: Request, _ context: some RequestContext, _ meaning: StrayReturn.Meaning = .none
  ) throws -> Response {
    try ElsewherePage(file, server.configuration, meaning).page.response(from: request, context: context)
  }

  private static let nothingHere = Problem(.notFound, "There is nothing here; check the address.")
}
