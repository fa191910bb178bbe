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
  /// `…/payments` of an order.
  var payments: JSONValue {
    [
      "paymentOrder": .string(order.path),
      "payments": [
        "id": .string("\(order.path)/payments"),
        "paymentList": .array(order.attempts.map { ["id": .string(path($0))] }),
      ],
    ]
  }

  /// `…/currentpayment` of an order: the last attempt to pay, if there is one.
  var currentPayment: JSONValue {
    let attempt = order.attempts.last
    return .object(
      present: [
        ("paymentOrder", .string(order.path)), ("id", .string("\(order.path)/currentpayment")),
        ("menuElementName", attempt.map { .string($0.instrument.segment) }), ("payment", attempt.map(payment)),
      ])
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
    return .object(
      present: [
        ("id", .string(path(attempt))), ("number", JSONValue(attempt.number)),
        ("instrument", .string(attempt.instrument.rawValue)), ("created", .string(ledger.date(order.createdAt))),
        ("updated", .string(ledger.date(order.updatedAt))), ("operation", .string(request.operation.rawValue)),
        ("intent", .string(attempt.instrument.isSale ? "Sale" : "Authorization")), ("state", .string(attempt.state)),
        ("currency", .string(order.currency.code)), ("amount", JSONValue(request.amount.minorUnits)),
        ("remainingCaptureAmount", isPaid ? .some(JSONValue(order.remainingCapture)) : .none),
        ("remainingReversalAmount", isPaid ? .some(JSONValue(order.remainingReversal)) : .none),
        ("description", .string(request.description)), ("language", .string(request.language)),
        ("transactions", ["id": .string("\(path(attempt))/transactions")]),
      ])
  }

  private func content(_ transaction: Transaction, _ payment: String) -> JSONValue {
    let isPending = transaction.number == order.pendingReversal?.number
    return .object(
      present: [
        ("id", .string("\(payment)/transactions/\(transaction.id)")),
        ("created", .string(ledger.date(transaction.createdAt))),
        ("updated", .string(ledger.date(transaction.createdAt))), ("type", .string(transaction.kind.rawValue)),
        ("state", isPending ? "Initialized" : "Completed"), ("number", JSONValue(transaction.number)),
        ("amount", JSONValue(transaction.amount.minorUnits)), ("vatAmount", JSONValue(transaction.vatAmount)),
        ("description", .string(transaction.description)), ("payeeReference", .string(transaction.payeeReference)),
        ("receiptReference", transaction.receiptReference.map { .string($0) }), ("isOperational", false),
        ("operations", []),
      ])
  }
}
