import FerryCore
package import FerrySandbox
import FerryWeb

// MARK: Pages and buyers of every provider

extension Sandbox {
  package func open(_ action: OpenedAction, order: String?) throws(ControlRefusal) -> OpenedPage {
    guard case .redirect(let url) = action, let (token, integration) = Self.page(url) else {
      throw .invalid("nextAction", "the address of redirect-checkout or of the script view-checkout")
    }
    let opened = try asBuyer { ledger, now throws(BuyerRefusal) in
      try ledger.open(token, as: integration, order: order, at: now)
    }
    return OpenedPage(
      id: opened.token, place: .pay, returnURL: opened.request.urls.complete, cancelURL: opened.request.urls.cancel)
  }

  /// The order's secret in the address of its page, or of the script of its menu.
  private static func page(_ url: String) -> (token: String, PaymentOrder.Integration)? {
    let address = /\/(?:checkout|paymentmenu)\/(?:[^?]*(?:\/|\?token=))?([0-9a-f]{64})/
    guard let token = url.firstMatch(of: address)?.output.1 else { return nil }
    return (String(token), url.contains("client") ? .hostedView : .redirect)
  }

  /// The newest order whose page the buyer has open.
  package func page(of order: String) -> String? {
    let (ledger, now) = state.advanced()
    let open = ledger.orders.values.filter {
      $0.isPayerOnPage && $0.status == .initialized && ledger.isOpen($0, at: now)
    }
    let own = open.filter { [$0.orderNumber, $0.openedForOrder, $0.request.payeeReference].contains(order) }
    return own.max { $0.number < $1.number }?.token
  }

  /// Acts as the buyer. The details are `method`, the name of an instrument, and `card`, the number of a test card. If an
  /// attempt waits at the issuer, in an app or in a wallet, the act decides there.
  package func act(
    _ act: BuyerAct, on page: String, details: [String: String]
  ) throws(ControlRefusal) -> BuyerStep {
    let details = try BuyerDetails(details, allowed: ["card", "method"])
    switch act {
    case .select: throw .nothingToSelect
    case .leave:
      try asBuyer { ledger, _ throws(BuyerRefusal) in try ledger.leave(page) }
      return BuyerStep("left")
    case .cancel:
      let order = try asBuyer { ledger, now throws(BuyerRefusal) in
        let order = try ledger.order(token: page)
        // A buyer in an app or at the issuer cancels there.
        guard order.attempt == nil else { return try ledger.decide(page, .cancel, at: now) }
        return try ledger.cancelByPayer(page, at: now)
      }
      return Self.step(order)
    case .approve, .decline:
      let instruments = Instrument.allCases.map(\.rawValue).joined(separator: ", ")
      let instrument = try details.value("method", "one of \(instruments)") { Instrument(rawValue: $0) }
      let card = details["card"] ?? (act == .approve ? TestCard.approved : TestCard.rejected)
      return Self.step(try pay(page, with: instrument, card: card, isApproved: act == .approve))
    }
  }

  /// Pays with an instrument, or decides about the running attempt.
  private func pay(
    _ page: String, with instrument: Instrument?, card: String, isApproved: Bool
  ) throws(ControlRefusal) -> PaymentOrder {
    try asBuyer { ledger, now throws(BuyerRefusal) in
      var order = try ledger.order(token: page)
      if order.asksWhoPays { order = try ledger.checkIn(page, .fictional, at: now) }
      if order.attempt == nil {
        let instrument = instrument ?? (order.instruments.contains(.creditCard) ? .creditCard : order.instruments[0])
        switch instrument {
        case .creditCard:
          order = try ledger.pay(page, with: EnteredCard(testNumber: card, at: now), at: now)
        case .invoiceSweden, .invoiceNorway:
          let number = isApproved ? Ledger.identityNumbers[0] : "1912121212"
          order = try ledger.payByInvoice(page, identityNumber: number, at: now)
        case .swish, .vipps, .mobilePay, .clickToPay, .trustly: order = try ledger.start(page, instrument, at: now)
        }
      }
      guard order.attempt != nil else { return order }
      return try ledger.decide(page, isApproved ? .approve : .decline, at: now)
    }
  }

  /// The shop after the end, else the page with the reason of the decline.
  private static func step(_ order: PaymentOrder) -> BuyerStep {
    switch order.status {
    case .aborted: BuyerStep("leave", url: order.request.urls.cancel ?? order.request.urls.complete)
    case .initialized: BuyerStep("pay", reason: order.failedAttempts.last?.problem.type)
    case .paid, .failed, .cancelled, .reversed: BuyerStep("leave", url: order.request.urls.complete)
    }
  }
}

extension BuyerRefusal: BuyerError {
  var isUnknownPage: Bool { self == .unknownOrder }

  var message: String {
    switch self {
    case .unknownOrder: "There is no order with this page. Create one with POST /psp/paymentorders."
    case .ended: "The order has ended. Create another one."
    case .attemptRunning: "An attempt is in progress. Approve, decline or cancel it."
    case .noAttempt: "No attempt is in progress."
    case .card: "The card is malformed. Send a number of 12 to 19 digits."
    case .identityNumber: "The identity number is malformed."
    case .notCheckedIn: "The order asks who pays. Check in first."
    case .instrumentNotOffered: "The order does not offer this instrument."
    case .noCancelButton: "The menu has no cancel button. The shop aborts the order by the API."
    }
  }
}
