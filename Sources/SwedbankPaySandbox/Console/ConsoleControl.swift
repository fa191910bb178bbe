import FerryCore
package import FerrySandbox
import FerryWeb
import HTTPTypes

/// An act of a clerk in the merchant's portal, or of a bank.
enum ConsoleAct: String, CaseIterable, Sendable {
  case capture, cancel, reversal
  /// Ends an order that nobody has paid.
  case abort
  /// The bank carries out the reversal that it is deciding about.
  case confirmReversal
  case failReversal

  var title: String {
    switch self {
    case .capture: "Capture"
    case .cancel: "Cancel the authorization"
    case .reversal: "Reverse"
    case .abort: "Abort the order"
    case .confirmReversal: "Let the pending reversal succeed"
    case .failReversal: "Let the pending reversal fail"
    }
  }
}

extension Sandbox {
  /// `POST /control/swedbank-pay/orders/{id}/{capture|cancel|reversal|abort|confirmReversal|failReversal}`, where capture and
  /// reversal may have an `amount`, a decimal: "5.00".
  package func answerOwnControl(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue)? {
    guard let (id, act) = request.act(on: "orders", as: ConsoleAct.self) else { return nil }
    let amount = try request.json()["amount"]?.unlessNull
    guard amount == nil || amount?.text != nil else { throw .invalid("amount", "a decimal, as a text") }
    do throws(APIProblem) {
      let units = try amount?.text.map { text throws(APIProblem) in try minorUnits(text, of: id) }
      let order = try perform(act, on: id, amount: units)
      return (200, ["status": .string(order.status.rawValue)])
    } catch {
      throw ControlRefusal(error.http, error.type, error.message)
    }
  }

  private func minorUnits(_ decimal: String, of id: String) throws(APIProblem) -> Int64 {
    let order = try state.advanced().0.order(id)
    guard let money = try? Money(decimal: decimal, order.currency) else {
      throw .invalid("Transaction.Amount", "is no decimal in \(order.currency)")
    }
    return money.minorUnits
  }

  /// - Parameter amount: Of a capture or reversal, in minor units; nil for all that is left.
  func perform(_ act: ConsoleAct, on id: String, amount: Int64?) throws(APIProblem) -> PaymentOrder {
    try change { ledger, now throws(APIProblem) in
      let order = try ledger.order(id)
      let kind: Transaction.Kind
      switch act {
      case .capture: kind = .capture
      case .cancel: kind = .cancellation
      case .reversal: kind = .reversal
      case .abort: return try ledger.abort(order.id, reason: "AbortedByUser", at: now)
      case .confirmReversal, .failReversal:
        return try ledger.decideReversal(order.id, succeeds: act == .confirmReversal, at: now)
      }
      let rest = kind == .reversal ? order.remainingReversal : order.remainingCapture
      guard amount.map({ $0 > 0 }) ?? true else { throw .invalid("Transaction.Amount", "is not positive") }
      let money = Money(minorUnits: amount ?? max(1, rest), order.currency)
      let vat = Money(minorUnits: order.request.vatAmount, order.currency)
      let share = try? vat.scaled(by: money.minorUnits, over: max(1, order.request.amount.minorUnits), .down)
      let request = OperationRequest(
        kind: kind, amount: kind == .cancellation ? nil : money, vatAmount: share?.minorUnits ?? 0,
        description: "Merchant portal",
        payeeReference: "portal\(order.transactions.count)\(order.derivedID("portal").prefix(8))")
      return try ledger.perform(request, on: order.id, at: now).0
    }
  }
}
