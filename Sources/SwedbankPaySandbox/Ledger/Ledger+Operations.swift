import FerryCore
import FerrySandbox

/// A capture, cancellation or reversal as the merchant asks for it.
struct OperationRequest: Sendable {
  let kind: Transaction.Kind
  /// Nil for a cancellation, which releases all that is not captured.
  var amount: Money?
  var vatAmount: Int64 = 0
  let description: String
  let payeeReference: String
  var receiptReference: String?
  var items: JSONValue?
}

extension OperationRequest {
  /// - Parameter body: `{"transaction": {…}}`.
  init(_ kind: Transaction.Kind, _ body: JSONValue, of order: PaymentOrder, _ rules: Rules) throws(APIProblem) {
    guard let transaction = body["transaction"]?.unlessNull else { throw .invalid("Transaction", "is required") }
    let reader = try MemberReader(transaction, "Transaction")
    self.kind = kind
    description = try reader.required("description", reader.text("description", 0...40))
    payeeReference = try OrderRequest.reference(reader, rules)
    receiptReference = try reader.text("receiptReference", 0...30)
    guard kind != .cancellation else { return }
    let (amount, vatAmount) = try OrderRequest.amounts(reader, order.currency)
    (self.amount, self.vatAmount) = (amount, vatAmount)
    items = try OrderRequest.items(reader, amount, vatAmount, order.version, rules)
    if kind == .capture, items != nil, order.request.items.isNull, rules.checksItems {
      throw .invalid(reader.path("orderItems"), "are possible only if the order has lines")
    }
  }
}

extension Ledger {
  // MARK: After payment

  /// Performs an operation. A refused one is kept in `postPurchaseFailedAttempts`.
  mutating func perform(
    _ request: OperationRequest, on id: String, at now: Moment
  ) throws(APIProblem) -> (PaymentOrder, Transaction) {
    var order = try order(id)
    try requireNew(request.payeeReference, "Transaction.PayeeReference")
    let number = nextNumber()
    do throws(APIProblem) {
      let amount = try allowedAmount(request, order)
      let transaction = Transaction(
        id: order.derivedID(String(number)), number: number, kind: request.kind, amount: amount,
        vatAmount: request.vatAmount, description: request.description, payeeReference: request.payeeReference,
        receiptReference: request.receiptReference, items: request.items, createdAt: now)
      if request.kind == .reversal, order.payment?.instrument.reversesLater == true {
        postpone(transaction, in: &order, at: now)
      } else {
        complete(transaction, in: &order, by: .payee, at: now)
      }
      return (order, transaction)
    } catch {
      refuse(request.kind, number, request.amount, error, in: &order, by: .payee, at: now)
      throw error
    }
  }

  /// Enters the transaction of an operation.
  mutating func complete(
    _ transaction: Transaction, in order: inout PaymentOrder, by actor: HistoryEvent.Actor, at now: Moment
  ) {
    order.transactions.append(transaction)
    order.note(
      order.historyName(of: transaction.kind), by: actor, order.payment?.instrument, number: transaction.number,
      amount: transaction.amount, at: now)
    order.concludeOperation(transaction)
    store(order)
    announce(order, transaction, at: now)
  }

  /// Enters an operation that has failed.
  mutating func refuse(
    _ kind: Transaction.Kind, _ number: Int64, _ amount: Money?, _ problem: APIProblem, in order: inout PaymentOrder,
    by actor: HistoryEvent.Actor, at now: Moment
  ) {
    order.failedOperations.append(FailedOperation(operation: kind, number: number, problem: problem, createdAt: now))
    order.note(
      "\(order.historyName(of: kind))Failed", by: actor, order.payment?.instrument, number: number, amount: amount,
      at: now)
    store(order)
  }

  private func allowedAmount(_ request: OperationRequest, _ order: PaymentOrder) throws(APIProblem) -> Money {
    let name = request.kind.rawValue
    let rest = request.kind == .reversal ? order.remainingReversal : order.remainingCapture
    guard rest > 0, order.pendingReversal == nil else {
      throw .forbidden(name, "\(name) is not possible in the present state.")
    }
    guard !order.isLocked(request.kind) else {
      throw .forbidden(name, "\(name) is locked after too many failed attempts.")
    }
    let amount = request.amount ?? Money(minorUnits: rest, order.currency)
    guard amount.minorUnits <= rest else {
      throw .forbidden(name, "\(name) amount is too high. The remaining amount is \(rest).")
    }
    return amount
  }

  // MARK: Before payment

  /// Ends an order that nobody has paid. It is refused while the payer is in another app or at their bank.
  mutating func abort(_ id: String, reason: String, at now: Moment) throws(APIProblem) -> PaymentOrder {
    var order = try initialized(id, "Abort")
    guard order.attempt == nil else { throw .forbidden("Abort", "An attempt to pay is in progress.") }
    order.end(reason, at: now)
    order.note("PaymentAborted", by: .payee, at: now)
    store(order)
    return order
  }

  /// Ends the running attempt; the order goes on.
  mutating func abortAttempt(_ id: String, at now: Moment) throws(APIProblem) -> PaymentOrder {
    let order = try initialized(id, "PaymentAttemptAborted")
    guard order.attempt != nil else { throw .forbidden("PaymentAttemptAborted", "No attempt to pay is in progress.") }
    fail(order, .cancelledByUser, by: .payee, at: now)
    return try self.order(id)
  }

  /// Changes amount and lines.
  mutating func update(
    _ id: String, amount: Money, vatAmount: Int64, description: String?, items: JSONValue?, at now: Moment
  ) throws(APIProblem) -> PaymentOrder {
    var order = try initialized(id, "UpdateOrder")
    guard order.attempt == nil else { throw .forbidden("UpdateOrder", "An attempt to pay is in progress.") }
    guard order.request.operation == .purchase else { throw .forbidden("UpdateOrder", "The order has no amount.") }
    order.request.amount = amount
    order.request.vatAmount = vatAmount
    order.request.description = description ?? order.request.description
    order.request.items = items ?? .null
    order.updatedAt = now
    store(order)
    return order
  }

  mutating func setInstrument(_ id: String, _ name: String, at now: Moment) throws(APIProblem) -> PaymentOrder {
    var order = try initialized(id, "SetInstrument")
    guard order.request.instrument != nil else {
      throw .forbidden("SetInstrument", "The order is not in instrument mode.")
    }
    guard let instrument = Instrument(rawValue: name), instrument.isOffered(in: order.currency) else {
      throw .invalid("PaymentOrder.Instrument", "is not one of the order's available instruments")
    }
    order.request.instrument = instrument
    order.selected = nil
    order.note("PaymentInstrumentSet", by: .payee, instrument, at: now)
    store(order)
    return order
  }

  private func initialized(_ id: String, _ operation: String) throws(APIProblem) -> PaymentOrder {
    let order = try order(id)
    guard order.status == .initialized else { throw .forbidden(operation, "The order is \(order.status.rawValue).") }
    return order
  }
}

/// Reversals that a bank decides about after the API has accepted them. Until then the order offers no operations and shows no
/// transaction; a failure is among `postPurchaseFailedAttempts`. Both ends are called back ("Reversal" of the documentation).
extension Ledger {
  /// Keeps an accepted reversal until the bank decides.
  mutating func postpone(_ reversal: Transaction, in order: inout PaymentOrder, at now: Moment) {
    order.pendingReversal = reversal
    order.updatedAt = now
    store(order)
    deadlines.add(.reversalEnds(order.id, reversal.number), at: now + rules.reversalTime)
  }

  /// The bank carries out the pending reversal, or refuses it.
  mutating func decideReversal(_ id: String, succeeds: Bool, at now: Moment) throws(APIProblem) -> PaymentOrder {
    var order = try order(id)
    guard var reversal = order.pendingReversal else { throw .forbidden("Reversal", "No reversal is pending.") }
    order.pendingReversal = nil
    if succeeds {
      reversal.createdAt = now
      complete(reversal, in: &order, by: .gateway, at: now)
    } else {
      refuse(
        .reversal, reversal.number, reversal.amount, .refusedByBank, in: &order, by: .gateway, at: now)
      announce(order, nil, at: now)
    }
    return order
  }
}

extension APIProblem {
  /// The problem of a reversal that a bank refuses; its type is not documented.
  fileprivate static let refusedByBank = forbidden("Reversal", "The payer's bank refused the reversal.")
}

extension PaymentOrder {
  mutating func end(_ reason: String, at now: Moment) {
    status = .aborted
    endReason = reason
    attempt = nil
    isPayerOnPage = false
    updatedAt = now
  }

  fileprivate func historyName(of kind: Transaction.Kind) -> String {
    switch kind {
    case .capture: remainingCapture == 0 ? "PaymentCaptured" : "PaymentPartiallyCaptured"
    case .cancellation: captured == 0 ? "PaymentCancelled" : "PaymentPartiallyCancelled"
    default: remainingReversal == 0 ? "PaymentReversed" : "PaymentPartiallyReversed"
    }
  }

  /// An order stays paid, unless all of it was cancelled or reversed ("Status model" of the documentation).
  fileprivate mutating func concludeOperation(_ transaction: Transaction) {
    switch transaction.kind {
    case .cancellation where captured == 0:
      status = .cancelled
      endReason = transaction.description
    case .reversal where remainingReversal == 0 && remainingCapture == 0: status = .reversed
    default: break
    }
  }
}
