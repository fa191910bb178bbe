import FerryCore
import FerrySandbox

extension OrderBody {
  /// A part of the order ("Resource models" of the documentation).
  func content(_ node: OrderNode) -> JSONValue {
    (["id": .string(address(node))] as JSONValue).appending(members(node))
  }

  private func members(_ node: OrderNode) -> JSONValue {
    switch node {
    case .orderItems: ["orderItemList": order.request.shownItems]
    case .urls: order.request.urlsAsSent
    case .payeeInfo: order.request.payeeInfo
    case .payer: payer
    case .history: ["historyList": .array(order.history.map { event($0) })]
    case .failed: order.problem.map { ["problem": $0.body()] } ?? [:]
    case .aborted: order.status == .aborted ? ["abortReason": JSONValue(order.endReason)] : [:]
    case .paid: order.payment.map { summary($0, order.transactions.first) } ?? [:]
    case .cancelled:
      order.status == .cancelled
        ? (["cancelReason": JSONValue(order.endReason)] as JSONValue).appending(ending(.cancellation)) : [:]
    case .reversed: order.status == .reversed ? ending(.reversal) : [:]
    case .financialTransactions: ["financialTransactionsList": .array(order.transactions.map { financial($0) })]
    case .failedAttempts: ["failedAttemptList": .array(order.failedAttempts.map { failed($0) })]
    case .postPurchaseFailedAttempts:
      ["postPurchaseFailedAttemptList": .array(order.failedOperations.map { failed($0) })]
    case .metadata: order.request.metadata ?? [:]
    }
  }

  private var payer: JSONValue {
    let given = order.request.payer
    let person = order.person?.details
    func known(_ name: String) -> JSONValue? { person?[name] ?? given?[name] }
    let name = [given?["firstName"]?.text, given?["lastName"]?.text].compactMap(\.self).joined(separator: " ")
    return .object(present: [
      "reference": order.request.payerReference, "name": name.isEmpty ? nil : name, "email": known("email"),
      "msisdn": known("msisdn"), "hashedFields": [:] as JSONValue, "shippingAddress": known("shippingAddress"),
      "billingAddress": known("billingAddress"), "device": [:] as JSONValue,
    ])
  }

  private func event(_ event: HistoryEvent) -> JSONValue {
    .object(present: [
      "created": ledger.date(event.createdAt), "name": event.name, "instrument": event.instrument?.rawValue,
      "number": event.number, "amount": event.amount?.minorUnits, "prefill": false,
      "initiatedBy": event.actor.rawValue,
    ])
  }

  private func ending(_ kind: Transaction.Kind) -> JSONValue {
    guard let payment = order.payment else { return [:] }
    return summary(payment, order.transactions.last { $0.kind == kind })
  }

  private func summary(_ payment: PaymentOrder.Payment, _ transaction: Transaction?) -> JSONValue {
    let request = order.request
    let tokens = payment.tokens.compactMap { ledger.tokens[$0]?.body }
    return .object(present: [
      "instrument": payment.instrument.rawValue, "number": payment.number,
      "payeeReference": transaction?.payeeReference ?? request.payeeReference,
      "orderReference": request.orderReference, "transactionType": transaction?.kind.rawValue,
      "amount": transaction?.amount.minorUnits, "submittedAmount": request.amount.minorUnits, "feeAmount": 0,
      "discountAmount": 0, "paymentTokenGenerated": !tokens.isEmpty, "tokens": tokens, "details": details(payment),
    ])
  }

  private func details(_ payment: PaymentOrder.Payment) -> JSONValue {
    guard let card = payment.card else {
      return payment.instrument.isApp ? ["msisdn": order.request.payer?["msisdn"] ?? "+46739000001"] : [:]
    }
    return .object(present: [
      "nonPaymentToken": order.derivedID("card/\(card.maskedNumber)"), "cardBrand": card.brand, "cardType": "Credit",
      "maskedPan": card.maskedNumber, "expiryDate": card.expiry, "issuerAuthorizationApprovalCode": "L00302",
      "acquirerTransactionType": "3DSECURE", "acquirerStan": "302", "acquirerTerminalId": "70101301389",
      "transactionInitiator": order.request.operation.isWithoutPayer ? "MERCHANT" : "CARDHOLDER",
      "bin": String(card.maskedNumber.prefix(6)),
    ])
  }

  func financial(_ transaction: Transaction) -> JSONValue {
    let date = ledger.date(transaction.createdAt)
    return .object(present: [
      "id": "\(address(.financialTransactions))/\(transaction.id)", "created": date, "updated": date,
      "type": transaction.kind.rawValue, "number": transaction.number, "amount": transaction.amount.minorUnits,
      "vatAmount": transaction.vatAmount, "description": transaction.description,
      "payeeReference": transaction.payeeReference, "receiptReference": transaction.receiptReference,
      "orderItems": transaction.items.map { items -> JSONValue in ["orderItemList": items] },
    ])
  }

  private func failed(_ attempt: FailedAttempt) -> JSONValue {
    .object(present: [
      "created": ledger.date(attempt.createdAt), "instrument": attempt.instrument.rawValue, "number": attempt.number,
      "status": attempt.isAborted ? "Aborted" : "Failed", "problem": attempt.problem.body(),
    ])
  }

  private func failed(_ operation: FailedOperation) -> JSONValue {
    .object(present: [
      "created": ledger.date(operation.createdAt), "operation": operation.operation.rawValue,
      "instrument": order.payment?.instrument.rawValue, "number": operation.number,
      "problem": operation.problem.body(),
    ])
  }
}
