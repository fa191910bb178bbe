import FerryCore
import FerryHTTP
package import FerrySandbox

/// A payment of the ledger.
struct Payment: Codable, Identifiable, Sendable {
  let id: Int
  let request: BankCall.NewPayment
  let createdAt: Moment
  var state = BankPayment.State.open
  /// The transactions of declined attempts.
  var declined: [String] = []
  var isBuyerOnPage = false
  var transaction: String?
  var isCancelledByShop = false
  /// By the shop's references.
  var refunds: [String: Money] = [:]

  var total: Money { request.total }
  var captured: Money { state == .captured ? total : .zero(total.currency) }
  var refunded: Money { .total(Array(refunds.values), total.currency) }

  /// The answer to every call.
  /// - Parameter page: The address of the payment page.
  func shown(page: String?) -> BankPayment {
    BankPayment(
      id: String(id), reference: request.reference, state: .known(state), total: total, captured: captured,
      refunded: refunded, page: page, declined: declined, transaction: transaction,
      isCancelledByShop: isCancelledByShop, refunds: refunds.keys.sorted(),
      account: state == .pending
        ? nil
        : transaction.map { .init(bank: "Bank of Invention", lastDigits: "4711", authorization: "A\($0)") })
  }
}

/// The content of a notification: something has changed at a payment.
package struct PaymentNotice: NotificationSubject {
  let payment: String
  let state: String

  package var type: String { "payment" }
  package var object: String? { "payment" }
  package var objectID: String? { payment }
  package var members: JSONValue { ["payment": .string(payment)] }
}
