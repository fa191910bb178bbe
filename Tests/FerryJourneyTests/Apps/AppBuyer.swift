import DemoShop
import FerryCore
import FerryTesting
import Testing

/// A buyer in an app of one of the three kinds.
struct AppBuyer: Sendable {
  let kind: AppKind
  let app: ScriptedApp

  init(_ kind: AppKind, _ served: ServedInProcess) {
    self.kind = kind
    app = served.app(kind)
  }

  init(_ kind: AppKind, _ app: ScriptedApp) {
    self.kind = kind
    self.app = app
  }

  /// A buyer who has returned with a selection that the app has claimed.
  struct Reviewing: Sendable {
    let handoff: CheckoutHandoff
    let session: ScriptedApp.Session
    let checkout: AppCheckoutBody
    /// The revision and total that the buyer was shown.
    let agreed: ConfirmCheckoutBody
  }

  func review(_ reference: String = "cart-1", key: String? = nil, card: String = "1111") async throws -> Reviewing {
    let handoff = try await app.create(reference, key: key)
    let session = try await app.select(handoff.ticket)
    try await app.act(session, "select", card: card)
    return try await claim(handoff, session, try await app.comeBackFromSelection(session))
  }

  /// The link is opened, and the app claims; in the first generation it is the purchase link.
  func claim(
    _ handoff: CheckoutHandoff, _ session: ScriptedApp.Session, _ arrival: ScriptedApp.Arrival
  ) async throws -> Reviewing {
    let isInBrowser = if case .review = arrival { true } else { false }
    guard isInBrowser == (kind == .firstGeneration) else { throw Unexpected("The review is at the wrong place.") }
    let link = try arrival.link
    let checkout = try await app.claim(handoff, link).checkout
    guard let review = checkout.review else { throw Unexpected("There is no review.") }
    guard kind != .firstGeneration || link.revision == review.revision else {
      throw Unexpected("The link names another revision.")
    }
    return Reviewing(
      handoff: handoff, session: session, checkout: checkout,
      agreed: ConfirmCheckoutBody(revision: review.revision, total: review.total))
  }

  /// Confirms, and returns the ticket for the payment page.
  func confirm(_ reviewing: Reviewing) async throws -> CheckoutHandoff.Ticket? {
    switch kind {
    case .native, .firstGeneration: try await app.confirm(reviewing.handoff, reviewing.agreed).checkout.ticket
    case .webView: try await app.shopConfirms(reviewing.handoff, reviewing.agreed).app?.ticket
    }
  }

  /// Confirms, and opens the payment page.
  func pay(_ reviewing: Reviewing) async throws {
    guard case .payment = try await app.open(try await confirm(reviewing)) else {
      throw Unexpected("The ticket does not lead to the payment page.")
    }
  }

  /// Starts a change from the review, and makes it at the provider.
  /// - Returns: The address of the browser's return.
  func change(
    _ reviewing: Reviewing, _ what: ChangeKind, address: String? = nil, card: String? = nil
  ) async throws -> ScriptedApp.Arrival {
    guard case .change(let session, let action) = try await departForChange(reviewing, what),
      session == reviewing.session.id
    else { throw Unexpected("The ticket does not lead to a change of the session.") }
    try await app.act(reviewing.session, action, card: card, address: address)
    return try await app.comeBackFromSelection(reviewing.session)
  }

  func departForChange(_ reviewing: Reviewing, _ what: ChangeKind) async throws -> ScriptedApp.Opening {
    switch kind {
    case .native: try await app.open(try await app.change(reviewing.handoff, what).checkout.ticket)
    case .webView: try await app.open(try await app.shopChanges(reviewing.handoff, what).app?.ticket)
    case .firstGeneration: try await app.changeInBrowser(reviewing.handoff, what)
    }
  }

  /// Returns from the payment page, and the app gets the result.
  func end(_ reviewing: Reviewing, _ served: ServedInProcess) async throws -> AppCheckoutBody {
    try await end(reviewing, served.world.time)
  }

  func end(_ reviewing: Reviewing, _ time: any Timekeeper) async throws -> AppCheckoutBody {
    let link = try await app.comeBackFromPayment(reviewing.session).link
    _ = try await app.claim(reviewing.handoff, link).checkout
    return try await app.read(reviewing.handoff, time) { $0.phase.isFinal }
  }
}

extension AppBuyer {
  /// A buyer who has returned; nothing is claimed yet.
  struct Returned: Sendable {
    let handoff: CheckoutHandoff
    let session: ScriptedApp.Session
    let arrival: ScriptedApp.Arrival
    let link: AppReturnLink
  }

  func selects(_ reference: String = "cart-1") async throws -> Returned {
    let handoff = try await app.create(reference)
    let session = try await app.select(handoff.ticket)
    try await app.act(session, "select")
    let arrival = try await app.comeBackFromSelection(session)
    return Returned(handoff: handoff, session: session, arrival: arrival, link: try arrival.link)
  }

  /// Pays the total that the buyer was shown; the ledger holds the same.
  func pays(_ reviewing: Reviewing, _ served: ServedInProcess) async throws {
    try await pay(reviewing)
    try await app.act(reviewing.session, "approve")
    #expect(try await end(reviewing, served).phase == .paid)
    #expect(served.money == MoneyTotals(captured: reviewing.agreed.total.minorUnits))
  }
}
