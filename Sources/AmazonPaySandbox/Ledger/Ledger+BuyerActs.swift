import FerryCore
import FerrySandbox

/// The next page of a buyer's browser.
enum PageStep: Hashable {
  case leave(String)
  case signIn, select, process
  /// The card was declined: the buyer selects another one, or cancels.
  case declined
  /// The session has ended, and has no return URL. With the reason code.
  case ended(String)
}

enum BuyerRefusal: Error, Hashable {
  case unknownSession, otherBuyer, unknownCard, addressNotAllowed
  /// The address book has these names only.
  case unknownAddress([String])
  case notReady([CheckoutSession.Constraint])
}

/// The part of the selection that a buyer may change from the merchant's review page.
enum ChangeAction: String, Codable, Hashable, CaseIterable {
  case changeAddress, changePayment
}

extension Ledger {
  /// Creates the session of a click on the button.
  /// - Throws: The refusal of Create Checkout Session.
  mutating func press(_ button: ButtonPress, at now: Moment) throws(APIRefusal) -> CheckoutSession {
    advance(to: now)
    try RequestShape.createCheckoutSession(rules).check(button.payload)
    var session = try newSession(button.payload, of: button.owner, productType: button.productType, at: now)
    session.language = button.language
    session.buttonPage = button.page.flatMap { allowedButtonPage($0, session) }
    store(session)
    return session
  }

  /// The page with the button, if it is on a signed host. The page itself is not part of the signed payload.
  private func allowedButtonPage(_ page: String, _ session: CheckoutSession) -> String? {
    guard let url = ReturnURL(page) else { return nil }
    let signed = [session.web.reviewReturnURL, session.web.resultReturnURL, session.web.cancelURL]
    // A shop on the developer's own machine often has one port for http and another one for https.
    let isLocal = ["localhost", "127.0.0.1"].contains(url.host)
    let isSigned = signed.contains { signed in
      guard let signed = signed.flatMap({ ReturnURL($0) }) else { return false }
      return signed.origin == url.origin || (isLocal && signed.host == url.host)
    }
    let isRegistered = merchant(of: session.owner)?.returnHosts?.contains(url.host) == true
    return isSigned || isRegistered ? page : nil
  }

  mutating func openedSession(_ id: String, at now: Moment) throws(BuyerRefusal) -> CheckoutSession {
    advance(to: now)
    guard let session = sessions[id] else { throw .unknownSession }
    return session
  }

  /// The step of a browser that loads the selection page: signing in, the page itself, or a redirect.
  mutating func selectionStep(_ id: String, by buyer: TestBuyer?, at now: Moment) throws(BuyerRefusal) -> PageStep {
    let session = try openedSession(id, at: now)
    return try stepBeforePage(session, buyer) ?? .select
  }

  /// The step of a browser that cannot see a page of the session; nil for the session's buyer while it is open.
  private func stepBeforePage(_ session: CheckoutSession, _ buyer: TestBuyer?) throws(BuyerRefusal) -> PageStep? {
    if let over = whereOver(session) { return over }
    guard let buyer else { return .signIn }
    guard session.buyer == nil || session.buyer == buyer else { throw .otherBuyer }
    return nil
  }

  /// The buyer selects address and card, or with a change action one of them, and returns to the merchant.
  mutating func select(
    _ id: String, by buyer: TestBuyer, addressID: String?, ending: String?, change: ChangeAction? = nil, at now: Moment
  ) throws(BuyerRefusal) -> PageStep {
    var session = try openedSession(id, at: now)
    if let step = try stepBeforePage(session, buyer) { return step }
    if session.productType == .payAndShip, !session.skipsReview, change != .changePayment {
      let book = addressBook(of: session.owner)
      guard let address = book.first(where: { $0.id == addressID }) else { throw .unknownAddress(book.map(\.id)) }
      let postal = address.postal(for: buyer)
      guard session.delivers(to: postal) else { throw .addressNotAllowed }
      session.address = postal
    }
    if change != .changeAddress {
      guard let card = ending.flatMap(TestCard.init) else { throw .unknownCard }
      session.card = card
    }
    session.buyer = buyer
    session.processing = .notStarted
    session.updatedAt = now
    store(session)
    if session.skipsReview { return .process }
    return .leave(leaving(session.web.reviewReturnURL, session))
  }

  /// Selects for a script. Without an address or a card, it selects the first one.
  mutating func selectUsual(
    _ id: String, by buyer: TestBuyer, addressID: String?, ending: String?, change: ChangeAction?, at now: Moment
  ) throws(BuyerRefusal) -> PageStep {
    let usual = change == nil ? sessions[id].flatMap { addressBook(of: $0.owner).first?.id } : nil
    return try select(
      id, by: buyer, addressID: addressID ?? usual, ending: ending ?? TestCard.visa1111.rawValue, change: change,
      at: now)
  }

  /// The buyer cancels on the sign-in or selection page. They go to the cancel URL; without one, to the page with the button,
  /// if it is known. The session stays open.
  mutating func cancelSelection(_ id: String, at now: Moment) throws(BuyerRefusal) -> PageStep {
    let session = try openedSession(id, at: now)
    return session.pageToLeaveTo.map { .leave($0) } ?? .ended("BuyerCanceled")
  }

  /// The buyer cancels a change and returns to the merchant's review page. The selection stays.
  mutating func cancelChange(_ id: String, at now: Moment) throws(BuyerRefusal) -> PageStep {
    let session = try openedSession(id, at: now)
    return whereOver(session) ?? .leave(leaving(session.web.reviewReturnURL, session))
  }

  /// The step of a browser that loads the processing page. `.process` shows the page.
  mutating func processingStep(_ id: String, by buyer: TestBuyer?, at now: Moment) throws(BuyerRefusal) -> PageStep {
    let session = try openedSession(id, at: now)
    if let step = try stepBeforePage(session, buyer) { return step }
    guard session.constraints.isEmpty else { throw .notReady(session.constraints) }
    switch session.processing {
    case .notStarted: return .process
    case .declined: return .declined
    case .approved: return .leave(leaving(session.web.resultReturnURL, session))
    }
  }

  /// Ends the processing page: the card decides. After a decline, the buyer may name another card.
  mutating func process(
    _ id: String, by buyer: TestBuyer?, ending: String? = nil, at now: Moment
  ) throws(BuyerRefusal) -> PageStep {
    let step = try processingStep(id, by: buyer, at: now)
    guard step == .process || step == .declined, var session = sessions[id] else { return step }
    if let ending {
      guard let card = TestCard(rawValue: ending) else { throw .unknownCard }
      session.card = card
    } else if step == .declined {
      return .declined
    }
    switch session.card?.simulation {
    case .success: session.processing = .approved
    case .pendingThenAuthorized, .pendingThenDeclined:
      session.processing = session.allowsPending ? .approved : .declined
    case .declined, nil: session.processing = .declined
    case .buyerCancels: cancel(&session, .buyerCanceled, at: now)
    }
    session.updatedAt = now
    store(session)
    return session.processing == .declined ? .declined : .leave(leaving(session.web.resultReturnURL, session))
  }

  /// The buyer cancels on the processing page. After a decline, the session ends as declined.
  mutating func abandonProcessing(_ id: String, by buyer: TestBuyer?, at now: Moment) throws(BuyerRefusal) -> PageStep {
    let step = try processingStep(id, by: buyer, at: now)
    guard step == .process || step == .declined, var session = sessions[id] else { return step }
    let declined = StateReason("Declined", "The payment was declined.")
    cancel(&session, step == .declined ? declined : .buyerCanceled, at: now)
    return .leave(leaving(session.web.resultReturnURL, session))
  }

  mutating func cancel(_ session: inout CheckoutSession, _ reason: StateReason, at now: Moment) {
    session.state = .canceled
    session.reason = reason
    session.updatedAt = now
    store(session)
  }

  /// The step for a session that is not open any more; nil while it is open.
  private func whereOver(_ session: CheckoutSession) -> PageStep? {
    guard session.state != .open else { return nil }
    if session.reason?.code == "Expired" { return .ended("Expired") }
    guard session.web.resultReturnURL != nil else { return .ended(session.reason?.code ?? "Completed") }
    return .leave(leaving(session.web.resultReturnURL, session))
  }

  private func leaving(_ url: String?, _ session: CheckoutSession) -> String {
    url.flatMap { ReturnURL($0) }?.adding("amazonCheckoutSessionId", session.id) ?? pagesOrigin
  }
}

/// A click on the button, with a verified signature.
struct ButtonPress {
  let owner: Owner
  let payload: JSONValue
  let productType: CheckoutSession.ProductType
  let language: String?
  let page: String?
}
