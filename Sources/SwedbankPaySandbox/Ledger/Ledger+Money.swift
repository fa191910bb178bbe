import FerryCore
package import FerrySandbox

extension Ledger {
  /// The money of every order with a payment.
  package var money: [OrderMoney] {
    let paid = orders.values.filter { $0.payment != nil && $0.request.operation != .verify }
    return OrderMoney.orders(
      paid.sorted { $0.number < $1.number }.map { order in
        func amount(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, order.currency) }
        return OrderMoney.Entry(
          order.orderNumber, merchant: payeeID, held: amount(order.remainingCapture),
          OrderMoney.Payment(
            id: order.id, state: order.status.rawValue, authorized: amount(order.sum(.authorization, .sale)),
            captured: amount(order.captured), refunded: amount(order.sum(.reversal))))
      })
  }
}
