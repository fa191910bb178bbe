import FerryCore
package import FerrySandbox
package import FerryWeb

extension Sandbox {
  package func open(_ action: OpenedAction, order _: String?) throws(ControlRefusal) -> OpenedPage {
    guard case .redirect(let url) = action, let token = url.split(separator: "/").last.map(String.init) else {
      throw .invalid("nextAction", "the address of a payment page")
    }
    let payment = try asBuyer { ledger, _ throws(BankReason) in try ledger.enter(token) }
    return OpenedPage(
      id: String(payment.id), place: .pay, returnURL: payment.request.returnURL, cancelURL: payment.request.cancelURL)
  }

  package func page(of order: String) -> String? {
    let open = state.advanced().0.payments.values.first { $0.request.order == order && $0.isBuyerOnPage }
    return open.map { String($0.id) }
  }

  /// Acts as the buyer. The detail is `decision`: `later` for a payment that the buyer's own bank decides later.
  package func act(
    _ act: BuyerAct, on page: String, details: [String: String]
  ) throws(ControlRefusal) -> BuyerStep {
    guard act != .select else { throw .nothingToSelect }
    let isDecidedLater = try BuyerDetails(details, allowed: ["decision"])["decision"] == "later"
    let payment = try asBuyer { ledger, _ throws(BankReason) in
      try ledger.perform(.buyer(act, isDecidedLater: isDecidedLater), on: Int(page))
    }
    return switch act {
    case .select, .approve: BuyerStep("leave", url: payment.request.returnURL)
    case .cancel: BuyerStep("leave", url: payment.request.cancelURL)
    case .decline: BuyerStep("pay", reason: "declined")
    case .leave: BuyerStep("left")
    }
  }
}

/// An act of a person in the bank's console, or of the buyer's own bank.
private enum ConsoleAct: String {
  case refund, authorize, refuse
}

extension Sandbox {
  /// `POST /control/test-bank/payments/ID/{refund|authorize|refuse}`, where a refund may have an `amount`.
  package func answerOwnControl(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue)? {
    guard let (text, act) = request.act(on: "payments", as: ConsoleAct.self), let id = Int(text) else { return nil }
    let amount = try request.amount()
    let payment = try asBuyer { ledger, _ throws(BankReason) in
      guard act == .refund else { return try ledger.perform(.decide(isApproved: act == .authorize), on: id) }
      let payment = try ledger.payment(id)
      let money = amount.map { try? Money(decimal: $0, payment.total.currency) }
      if case .some(nil) = money { throw .invalid }
      return try ledger.perform(.refund(money ?? nil, reference: "console \(payment.refunds.count)"), on: id)
    }
    return (200, ["state": .string(payment.state.rawValue)])
  }

  /// The bank's console has no pages.
  package func consoleLink(to _: String, named _: String) -> Link? { nil }
}
