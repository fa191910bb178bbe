import FerryCore
package import FerrySandbox

/// The content of a result notification: a transaction after a change.
package struct ResultNotice: NotificationSubject {
  let orderID: String
  let accessID: String
  let status: String
  let job: String
  let amounts: YenAmounts
  /// Of the cancel or refund that it tells of; zero for others.
  let canceled: YenAmounts
  let errorInfo: String?
  let permission: String?

  package var type: String { "result" }
  package var object: String? { "transaction" }
  package var objectID: String? { orderID }
  package var members: JSONValue { ["orderId": .string(orderID), "errInfo": JSONValue(errorInfo)] }

  /// The form that the gateway posts. Both passwords are masked, so a receiver cannot tell who has sent it.
  /// - Parameter date: By the true clock.
  func form(shopID: String, at date: Moment, namesPermission: Bool) -> [UInt8] {
    let canceled = canceled.sum > 0 ? canceled : nil
    var fields: [(String, String?)] = [
      ("ShopID", shopID), ("ShopPass", String(repeating: "*", count: 10)), ("AccessID", accessID),
      ("AccessPass", String(repeating: "*", count: 32)), ("OrderID", orderID), ("Status", status), ("JobCd", job),
      ("Amount", String(amounts.amount)), ("Tax", String(amounts.tax)), ("TranDate", GatewayDate.text(date)),
      ("ErrCode", errorInfo.map(GatewayError.code)), ("ErrInfo", errorInfo), ("PayType", "38"),
      ("CancelAmount", canceled.map { String($0.amount) }), ("CancelTax", canceled.map { String($0.tax) }),
    ]
    if namesPermission { fields.append(("AmazonChargePermissionID", permission)) }
    return AnswerFields(fields).idPass(.percentEncoded)
  }
}

extension Ledger {
  /// Stores a transaction, and plans one notification of its present status.
  mutating func publish(_ transaction: Transaction, canceled: YenAmounts = .zero, at now: Moment) {
    store(transaction)
    guard notifies else { return }
    post.send(
      ResultNotice(
        orderID: transaction.orderID, accessID: transaction.accessID, status: transaction.status.rawValue,
        job: transaction.job.rawValue, amounts: transaction.amounts, canceled: canceled,
        errorInfo: transaction.errorInfo, permission: transaction.permission),
      announcing: transaction.status.rawValue, at: now)
  }

  mutating func testConnection(at now: Moment) {
    post.send(
      ResultNotice(
        orderID: "", accessID: "", status: "", job: "", amounts: .zero, canceled: .zero,
        errorInfo: GatewayError.connectivity.info(.e01), permission: nil),
      announcing: nil, at: now)
  }
}
