import FerryCore
package import FerrySandbox
package import FerryWeb

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
