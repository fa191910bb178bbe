import FerryCore
import FerrySandbox

/// An attempt to pay as a resource of its own, which old versions and callbacks name (`/psp/creditcard/payments/<id>`).
struct PaymentAttempt {
  let instrument: Instrument
  let number: Int64
  /// "Ready" for the payment that succeeded.
  let state: String
}

extension PaymentOrder {
  /// The attempts that have ended, the successful one last.
  var attempts: [PaymentAttempt] {
    failedAttempts.map {
      PaymentAttempt(instrument: $0.instrument, number: $0.number, state: $0.isAborted ? "Aborted" : "Failed")
    } + (payment.map { [PaymentAttempt(instrument: $0.instrument, number: $0.number, state: "Ready")] } ?? [])
  }

  /// The transactions of an attempt, with the reversal that a bank decides about.
  fileprivate func transactions(of attempt: PaymentAttempt) -> [Transaction] {
    attempt.number == payment?.number ? transactions + (pendingReversal.map { [$0] } ?? []) : []
  }
}

extension Ledger {
  /// The order of an attempt to pay.
  func order(payment id: String) -> (order: PaymentOrder, attempt: PaymentAttempt)? {
    for order in orders.values {
      if let attempt = order.attempts.first(where: { order.derivedID(String($0.number)) == id }) {
        return (order, attempt)
      }
    }
    return nil
  }
}

/// Bodies of version 2.0 ("Payments" of the old technical reference), and of the answers to operations before version 3.1.
extension OrderBody {
  /// A part of the order by its segment, or nil: `payments`, `currentpayment`, which is the last attempt to pay, or a node.
  func resource(_ segment: String) -> JSONValue? {
    switch segment {
    case "payments":
      let list = order.attempts.map { attempt -> JSONValue in ["id": .string(path(attempt))] }
      return [
        "paymentOrder": .string(order.path),
        "payments": ["id": .string("\(order.path)/payments"), "paymentList": .array(list)],
      ]
    case "currentpayment":
      let attempt = order.attempts.last
      return .object(present: [
        "paymentOrder": order.path, "id": "\(order.path)/currentpayment",
        "menuElementName": attempt?.instrument.segment, "payment": attempt.map(payment),
      ])
    default:
      return OrderNode.allCases.first { $0.segment == segment }.map {
        ["paymentOrder": .string(order.path), $0.rawValue: content($0)]
      }
    }
  }

  /// - Parameter rest: The path below the attempt's, in lower case: nothing, `transactions`, or a transaction with the kind of
  ///   its list.
  /// - Returns: Nil if there is no such resource.
  func body(of attempt: PaymentAttempt, _ rest: [String]) -> JSONValue? {
    let path = self.path(attempt)
    let transactions = order.transactions(of: attempt)
    switch rest.count {
    case 0: return ["payment": payment(attempt), "operations": []]
    case 1 where rest[0] == "transactions":
      return [
        "payment": .string(path),
        "transactions": [
          "id": .string("\(path)/transactions"), "transactionList": .array(transactions.map { content($0, path) }),
        ],
      ]
    case 2:
      guard let found = transactions.first(where: { $0.id == rest[1] }) else { return nil }
      if rest[0] == "transactions" { return ["payment": .string(path), "transaction": content(found, path)] }
      return rest[0] == found.kind.segment ? operation(found) : nil
    default: return nil
    }
  }

  /// The answer to an operation before version 3.1.
  func operation(_ transaction: Transaction) -> JSONValue {
    let path = order.payment.map { order.paymentPath($0.instrument, $0.number) } ?? order.path
    return [
      "payment": .string(path),
      transaction.kind.rawValue.lowercased(): [
        "id": .string("\(path)/\(transaction.kind.segment)/\(transaction.id)"),
        "transaction": content(transaction, path),
      ],
    ]
  }

  /// `…/financialtransactions/<id>`; nil if there is none.
  func financialTransaction(_ id: String) -> JSONValue? {
    order.transactions.first { $0.id == id }.map {
      ["paymentOrder": .string(order.path), "financialTransaction": financial($0)]
    }
  }

  private func path(_ attempt: PaymentAttempt) -> String { order.paymentPath(attempt.instrument, attempt.number) }

  private func payment(_ attempt: PaymentAttempt) -> JSONValue {
    let isPaid = attempt.number == order.payment?.number
    let request = order.request
    return .object(present: [
      "id": path(attempt), "number": attempt.number, "instrument": attempt.instrument.rawValue,
      "created": ledger.date(order.createdAt), "updated": ledger.date(order.updatedAt),
      "operation": request.operation.rawValue, "intent": attempt.instrument.isSale ? "Sale" : "Authorization",
      "state": attempt.state, "currency": order.currency.code, "amount": request.amount.minorUnits,
      "remainingCaptureAmount": isPaid ? order.remainingCapture : nil,
      "remainingReversalAmount": isPaid ? order.remainingReversal : nil, "description": request.description,
      "language": request.language, "transactions": ["id": .string("\(path(attempt))/transactions")] as JSONValue,
    ])
  }

  private func content(_ transaction: Transaction, _ payment: String) -> JSONValue {
    let isPending = transaction.number == order.pendingReversal?.number
    let date = ledger.date(transaction.createdAt)
    return .object(present: [
      "id": "\(payment)/transactions/\(transaction.id)", "created": date, "updated": date,
      "type": transaction.kind.rawValue, "state": isPending ? "Initialized" : "Completed",
      "number": transaction.number, "amount": transaction.amount.minorUnits, "vatAmount": transaction.vatAmount,
      "description": transaction.description, "payeeReference": transaction.payeeReference,
      "receiptReference": transaction.receiptReference, "isOperational": false, "operations": [] as JSONValue,
    ])
  }
}
