import FerryCore
package import FerrySandbox

/// The content of a callback ("Callback" of the documentation). It is not signed, and does not name the change.
package struct CallbackNotice: NotificationSubject {
  let order: String
  let url: String
  let version: APIVersion
  let orderReference: String?
  let instrument: Instrument
  /// The number of the attempt.
  let number: Int64
  let paymentPath: String
  let transactionPath: String?
  let transactionNumber: Int64?

  package var type: String { "callback" }
  package var object: String? { "paymentOrder" }
  package var objectName: String? { "Payment order" }
  package var objectID: String? { order }
  package var members: JSONValue { ["paymentOrder": .string(order), "url": .string(url)] }

  var body: JSONValue {
    let subject: JSONValue = ["id": .string(order), "instrument": .string(instrument.rawValue)]
    if version == .v31 {
      return .object(present: [
        "orderReference": orderReference, "paymentOrder": subject.appending(["number": JSONValue(number)]),
      ])
    }
    return .object(present: [
      "paymentOrder": subject, "payment": ["id": .string(paymentPath), "number": JSONValue(number)] as JSONValue,
      "transaction": transactionPath.map { path -> JSONValue in
        ["id": .string(path), "number": JSONValue(transactionNumber ?? number)]
      },
    ])
  }
}

extension Ledger {
  /// Plans the callback of a transaction or a failed attempt. Charges of a token without the payer have none.
  mutating func announce(_ order: PaymentOrder, _ transaction: Transaction?, at now: Moment) {
    let isFirstCharge = order.request.operation.isWithoutPayer && transaction?.kind == .authorization
    guard rules.sendsCallbacks, let url = order.request.urls.callback, !isFirstCharge,
      let (instrument, number) = order.payment.map({ ($0.instrument, $0.number) })
        ?? order.failedAttempts.last.map({ ($0.instrument, $0.number) })
    else { return }
    let path = order.paymentPath(instrument, number)
    post.send(
      CallbackNotice(
        order: order.path, url: url, version: order.version, orderReference: order.request.orderReference,
        instrument: instrument, number: number, paymentPath: path,
        transactionPath: transaction.map { "\(path)/\($0.kind.segment)/\($0.id)" },
        transactionNumber: transaction?.number),
      announcing: transaction?.kind.rawValue ?? "FailedAttempt", at: now)
  }
}
