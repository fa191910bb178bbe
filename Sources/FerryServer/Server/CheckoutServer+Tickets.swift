import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import Hummingbird

extension CheckoutServer {
  /// A new ticket for the step of the present phase; nil if the buyer's browser has nothing to do.
  /// - Parameter inNewBrowser: True if the app opens it in a browser without cookies.
  func issueTicket(
    _ id: CheckoutID, inNewBrowser: Bool = false
  ) async throws -> (file: CheckoutFile, ticket: CheckoutHandoff.Ticket?) {
    let (secret, now) = (service.randomness.token(bytes: 24), service.time.now)
    return try await service.update(id) { file, _ in
      // A first selection restarts in another browser by itself, with a new return URL.
      // A pending payment waits for longer than the cookie lives.
      if inNewBrowser && file.step != .select || file.checkout.hasPendingPage { file.roundTrips.releaseBrowser() }
      let ticket = file.issueTicket(secret, at: now)
      return (file, ticket)
    }
  }

  /// The place for a browser that has returned, or has no step to do: a shop's page, the review in the secure browser, or the
  /// link into the app. No request can name another place.
  /// - Parameter code: A committed return code. The shop's page is given it while there is something to claim.
  func destination(_ file: CheckoutFile, _ code: ReturnCode) -> Link? {
    guard file.checkout.kind == .app else {
      let page = configuration.checkoutPage(of: file.checkout.shop)
      return file.roundTrips.isLocked ? page.map { Link($0, query: [(ReturnCode.field, code.text)]) } : page
    }
    if file.checkout.app?.review == .browser, file.checkout.phase.isBeforeConfirmation,
      file.roundTrips.isLocked || file.checkout.session != nil
    {
      return configuration.base.link("/ferry/review/\(file.checkout.id.text)")
    }
    return links.deepLinks(file.checkout, code.text)?.universal
  }

  /// Sends the browser to its destination.
  /// - Throws: `Problem` 404 if there is none.
  func leave(_ file: CheckoutFile, _ code: ReturnCode) throws(Problem) -> Response {
    guard let destination = destination(file, code) else { throw .nothingHere }
    return .seeOther(destination)
  }

  /// The site of the place for a browser that cancels at the payment page: the shop's site, or the app's link host.
  func destinationAfterCancelling(_ file: CheckoutFile) -> Origin? {
    file.checkout.kind == .app
      ? links.deepLinks(file.checkout, nil)?.app.linkHost : configuration.checkoutPage(of: file.checkout.shop)?.origin
  }
}

extension CheckoutFile {
  /// The step of the buyer's browser in the present phase; nil if it has nothing to do.
  var step: RoundTrips.Step? {
    switch checkout.phase {
    case .open: checkout.profile.journey == .selectThenPay ? .select : nil
    case .selecting(let selecting): selecting.change.map { .change($0) } ?? .select
    case .confirmed, .paying: .pay
    case .settling where checkout.hasPendingPage: .pay
    // Another ticket for a page that is being made.
    case .authorizing(let authorizing) where checkout.profile.journey == .pay && authorizing.ending == nil: .pay
    case .reviewing, .authorizing, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: nil
    }
  }

  /// True if a ticket can be issued.
  var canBegin: Bool { roundTrips.isLocked && !checkout.phase.isFinal || step != nil }

  /// Issues a ticket for the step of the present phase.
  /// - Returns: Nil if the buyer's browser has nothing to do.
  mutating func issueTicket(_ secret: String, at now: Moment) -> CheckoutHandoff.Ticket? {
    if roundTrips.isLocked, !checkout.phase.isFinal { return issueTicket(secret, for: nil, at: now) }
    return step.map { issueTicket(secret, for: $0, at: now) }
  }

  /// - Parameter step: Nil to show the return page again.
  mutating func issueTicket(_ secret: String, for step: RoundTrips.Step?, at now: Moment) -> CheckoutHandoff.Ticket {
    let ticket = CheckoutTicket(checkout.id, secret, isForApp: checkout.kind == .app)
    roundTrips.issue(ticket.digest, for: step, at: now)
    return CheckoutHandoff.Ticket(step: step.map(RedirectStep.init) ?? .resume, text: ticket.text)
  }

  /// True if another browser may start over in place of the bound one: before anything is claimed, or if nothing is lost by it.
  /// Only a code of the bound browser unlocks a locked checkout; if that browser has lost its cookie, the checkout would stay
  /// locked for ever.
  var mayRestart: Bool {
    checkout.canRestart && (!roundTrips.isClaimed || roundTrips.isLocked || checkout.isUntouched)
  }

  /// True if a return in another browser discards the selection. A claimed selection that is under review stays: it has been
  /// shown, and a later visit of the address, for example by a program that checks links, must not take it from its buyer.
  var isDiscardedByOtherBrowser: Bool {
    guard checkout.canRestart else { return false }
    return if case .reviewing = checkout.phase { roundTrips.isLocked || !roundTrips.isClaimed } else { true }
  }

  /// True if another browser may replace the bound one before that has ever shown its cookie.
  var mayTakeOver: Bool { checkout.profile.journey == .pay }
}

extension RedirectStep {
  fileprivate init(_ step: RoundTrips.Step) {
    self =
      switch step {
      case .select: .select
      case .change(.address): .changeAddress
      case .change(.payment): .changePayment
      case .pay: .pay
      }
  }
}
