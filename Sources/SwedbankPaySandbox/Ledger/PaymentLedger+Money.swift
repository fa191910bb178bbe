import FerryCore
package import FerrySandbox

extension PaymentLedger {
  /// The money of every order with a payment.
  package var money: [OrderMoney] {
    var groups: [Key: [PaymentOrder]] = [:]
    var firsts: [Key] = []
    let paid = orders.values.filter { $0.payment != nil && $0.request.operation != .verify }
    for order in paid.sorted(by: { $0.number < $1.number }) {
      let key = Key(order: order.orderNumber, currency: order.currency)
      if groups[key] == nil { firsts.append(key) }
      groups[key, default: []].append(order)
    }
    return firsts.map { key in
      let orders = groups[key] ?? []
      func total(_ amount: (PaymentOrder) -> Int64) -> Money {
        Money(minorUnits: orders.reduce(0) { $0 + amount($1) }, key.currency)
      }
      return OrderMoney(
        order: key.order, merchant: payeeID, mode: .test, currency: key.currency,
        authorized: total { $0.sum(.authorization, .sale) }, held: total(\.remainingCapture),
        captured: total(\.captured), refunded: total { $0.sum(.reversal) }, chargedBack: .zero(key.currency),
        payments: orders.map { $0.money })
    }
  }

  private struct Key: Hashable {
    let order: String
    let currency: Currency
  }
}

extension PaymentOrder {
  fileprivate var money: OrderMoney.Payment {
    func amount(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency) }
    return OrderMoney.Payment(
      id: id, state: status.rawValue, authorized: amount(sum(.authorization, .sale)), captured: amount(captured),
      refunded: amount(sum(.reversal)), chargedBack: amount(0))
  }
}
