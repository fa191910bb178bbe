public import FerryCore
package import FerrySandbox
import FerryWeb

// MARK: Pages and buyers of every provider

extension Sandbox {
  public static let laterDecision: (card: String, capture: CapturePolicy)? = (TestCard.pending, .automatic)

  package func open(_ action: OpenedAction, order: String?) throws(ControlRefusal) -> OpenedPage {
    guard case .redirect(let url) = action,
      let path = url.prefix(while: { $0 != "?" }).firstMatch(of: /\/spa\/session\/([0-9]+)\/([^\/]+)$/)?.output,
      let id = Int64(path.1)
    else { throw .invalid("nextAction", "the processUrl of a session") }
    let session = try asBuyer { ledger, _ throws(BuyerRefusal) in
      let session = try ledger.session(id, hash: String(path.2))
      try ledger.note(session.id, isBuyerOnPage: session.end == nil, order: order)
      return session
    }
    return OpenedPage(
      id: String(session.id), place: .pay, returnURL: session.request.returnURL, cancelURL: session.request.cancelURL)
  }

  /// The newest session of an order whose page the buyer has open.
  package func page(of order: String) -> String? {
    let open = state.advanced().0.sessions.values.filter { $0.end == nil && $0.isBuyerOnPage }
    let own = open.filter { $0.order == order || $0.openedForOrder == order || $0.request.reference == order }
    return own.max { $0.id < $1.id }.map { String($0.id) }
  }

  /// Acts as the buyer. The details are `card`, the number of a test card; `method`: `card`, `transfer`, `cash` or
  /// `athmv`; and `part`, the decimal amount to pay by card, if the session allows parts.
  package func act(
    _ act: BuyerAct, on page: String, details: [String: String]
  ) throws(ControlRefusal) -> BuyerStep {
    let details = try BuyerDetails(details, allowed: ["card", "method", "part"])
    guard let id = Int64(page) else { throw .invalid("page", "the requestId of a session") }
    let part = try details["part"].map { text throws(ControlRefusal) in try self.part(text, of: id) }
    switch act {
    case .select: throw .nothingToSelect
    case .leave:
      try asBuyer { ledger, _ throws(BuyerRefusal) in try ledger.note(id, isBuyerOnPage: false) }
      return BuyerStep("left")
    case .cancel:
      let session = try asBuyer { ledger, now throws(BuyerRefusal) in try ledger.cancelByBuyer(id, at: now) }
      return BuyerStep("leave", url: session.request.cancelURL ?? session.request.returnURL)
    case .approve, .decline:
      let isApproved = act == .approve
      let number = details["card"] ?? (isApproved ? TestCard.approved : TestCard.declined)
      let method = try details.value("method", "card, transfer, cash or athmv") { BuyerMethod(rawValue: $0) } ?? .card
      try asBuyer { ledger, now throws(BuyerRefusal) in
        switch method {
        case .transfer:
          let transaction = try ledger.transfer(id, bank: Instrument.banks[0], at: now)
          ledger.decide(transaction, isApproved ? .approved : .declined, at: now)
        case .cash: try ledger.makeSlip(id, at: now)
        case .athmv: try ledger.payByATHMovil(id, isDeclined: !isApproved, at: now)
        case .card:
          let card = try EnteredCard(testNumber: number, at: now)
          try ledger.pay(id, with: card, amount: part, answersChallenge: true, at: now, randomness)
        }
      }
      return try step(after: id)
    }
  }

  private func part(_ text: String, of id: Int64) throws(ControlRefusal) -> Money {
    let total = try asBuyer { ledger, _ throws(BuyerRefusal) in try ledger.session(id, hash: nil).total }
    guard let currency = total?.currency, let part = try? Money(decimal: text, currency) else {
      throw .invalid("details.part", "a decimal in the session's currency")
    }
    return part
  }

  /// The shop for a payment that is approved or pending; the page after a decline, unless the session skips its results.
  private func step(after id: Int64) throws(ControlRefusal) -> BuyerStep {
    let session = try asBuyer { ledger, _ throws(BuyerRefusal) in
      let session = try ledger.session(id, hash: nil)
      if session.pendingAttempt != nil { try ledger.note(id, isBuyerOnPage: false) }
      return session
    }
    let status = session.attempts.last?.status
    let isDeclined = status?.name == .rejected || status?.name == .failed || (status == nil && session.end == nil)
    return isDeclined && session.end == nil && !session.request.skipsResult
      ? BuyerStep("pay", reason: status?.reason ?? session.refusal?.reason)
      : BuyerStep("leave", url: session.request.returnURL, reason: status?.reason)
  }
}

/// The means of payment of a buyer's act.
private enum BuyerMethod: String {
  case card, transfer, cash, athmv
}

extension BuyerRefusal: BuyerError {
  var isUnknownPage: Bool { self == .unknownSession }

  var message: String {
    switch self {
    case .unknownSession: "There is no session with this id. Create one with POST /api/session."
    case .ended: "The session has ended. Create another one."
    case .attemptPending: "An attempt is pending. Approve or reject it, or advance the clock."
    case .card: "The card is malformed. Send a number of 12 to 19 digits."
    case .methodNotAllowed: "The session does not allow this means of payment."
    case .amount: "The amount is above the rest."
    case .payer: "The payer's data are not valid."
    case .noChallenge: "No code is asked for."
    }
  }
}
