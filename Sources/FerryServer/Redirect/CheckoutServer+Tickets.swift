import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

extension CheckoutFile {
  /// The step that the buyer's browser goes to in the present phase; nil when there is nothing for it to do.
  var step: RoundTrips.Step? {
    switch checkout.phase {
    case .open: checkout.profile.journey == .selectThenPay ? .select : nil
    case .selecting(let selecting): selecting.change.map { .change($0) } ?? .select
    case .paying: .pay
    case .reviewing, .authorizing, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: nil
    }
  }

  /// What a secure browser would be opened for.
  var crossingStep: RedirectStep? {
    if roundTrips.isLocked, !checkout.phase.isFinal { return .resume }
    return step.map(RedirectStep.init)
  }

  /// Whether another browser than the bound one may begin in its place: only while nothing was claimed, or while nothing is
  /// lost by it. What is locked can be claimed by the bound browser's code alone; if that browser has lost its cookie, it would
  /// stay locked for ever.
  var mayRestart: Bool {
    checkout.canRestart && (!roundTrips.isClaimed || roundTrips.isLocked || checkout.isUntouched)
  }

  /// Whether what the present way to the provider has brought, or may still bring, is let go when another browser comes back
  /// on it. What was claimed and is being reviewed stays: it has been told, and a page that is looked at again later, by a
  /// program that checks addresses for instance, is not to take it away from its buyer.
  var isDisownedByOthers: Bool {
    guard checkout.canRestart else { return false }
    return if case .reviewing = checkout.phase { roundTrips.isLocked || !roundTrips.isClaimed } else { true }
  }

  /// Whether a return in another browser has something to commit that protects the person who came. It does so once, and no
  /// limit comes before it.
  func isProtectedByStrayReturn(_ trip: StrayReturn.Leg) -> Bool {
    isDisownedByOthers || trip == .choice && checkout.canChoiceChange && !roundTrips.distrustsNewSelections
  }

  /// Whether the binding of a browser that has never shown its cookie gives way to another one.
  var mayTakeOver: Bool { checkout.profile.journey == .pay }

  /// Whether what comes back may be a choice, which has to be claimed.
  var isChoosing: Bool {
    switch checkout.phase {
    case .open, .selecting, .reviewing: true
    case .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: false
    }
  }
}

extension Checkout {
  /// Whether the provider may still be read for a choice: until there is money, or an end.
  var canChoiceChange: Bool { profile.journey == .selectThenPay && !phase.isFinal && payment == nil }
}

extension RedirectStep {
  init(_ step: RoundTrips.Step) {
    self =
      switch step {
      case .select: .select
      case .change(.address): .changeAddress
      case .change(.payment): .changePayment
      case .pay: .pay
      }
  }
}

/// A ticket, and what it opens.
struct IssuedTicket: Sendable {
  let step: RedirectStep
  let ticket: StartTicket
}

extension CheckoutServer {
  /// A fresh ticket for the step of the present phase; nil when there is nothing for the browser to do.
  func issueTicket(_ id: CheckoutID) async throws -> (file: CheckoutFile, ticket: IssuedTicket?) {
    let now = service.time.now
    return try await service.update(id) { [randomness = service.randomness] file, _ in
      guard let step = file.crossingStep else { return (file, nil) }
      let ticket = StartTicket(id, forApp: file.checkout.kind == .app, randomness)
      file.roundTrips.issue(ticket.digest, for: step == .resume ? nil : file.step, at: now)
      return (file, IssuedTicket(step: step, ticket: ticket))
    }
  }

  /// A fresh token for the app of a checkout.
  func issueClientToken(_ id: CheckoutID) async throws -> ClientToken {
    let token = ClientToken(service.randomness)
    try await service.update(id) { file, _ in file.roundTrips.issue(clientToken: token.digest) }
    return token
  }

  /// The links into the app of a checkout; nil when it has none, or the app is registered no more.
  func wayBack(_ file: CheckoutFile, _ code: String) -> WayBack? {
    guard let app = file.checkout.app.flatMap({ configuration.app($0.id, of: file.checkout.shop) }) else { return nil }
    return WayBack(
      app: app, link: AppReturnLink(checkout: file.checkout.id.text, code: code),
      base: configuration.base)
  }

  /// Where a browser goes that has come back, or has nowhere else to go: a shop's page, the review in the secure browser, or
  /// the link into the app. It is nothing that a request could name.
  /// - Parameter code: A code that was committed for it. The shop's page is given it while there is something to claim.
  func destination(_ file: CheckoutFile, _ code: ReturnCode) -> Link? {
    guard file.checkout.kind == .app else {
      let page = configuration.checkoutPage(of: file.checkout.shop)
      return file.roundTrips.isLocked ? page.map { Link($0, query: [(ReturnCode.field, code.text)]) } : page
    }
    if file.checkout.app?.review == .browser, file.isChoosing, file.roundTrips.isLocked || file.checkout.session != nil
    {
      return configuration.base.link("/ferry/review/\(file.checkout.id.text)")
    }
    return wayBack(file, code.text)?.address
  }
}
