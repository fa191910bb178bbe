import FerryCore
import FerrySandbox

extension OrderBody {
  /// A part of the order ("Resource models" of the documentation).
  func content(_ node: OrderNode) -> JSONValue {
    .object([.init(name: "id", value: .string(address(node)))] + (members(node).members ?? []))
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
        ? .object(
          [.init(name: "cancelReason", value: JSONValue(order.endReason))] + (ending(.cancellation).members ?? []))
        : [:]
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
    let name = [given?["firstName"]?.text, given?["lastName"]?.text].compactMap(\.self).joined(separator: " ")
    return .object(
      present: [
        ("reference", order.request.payerReference.map { .string($0) }),
        ("name", name.isEmpty ? .none : .some(.string(name))),
        ("email", person?["email"] ?? given?["email"]), ("msisdn", person?["msisdn"] ?? given?["msisdn"]),
        ("hashedFields", [:]), ("shippingAddress", person?["shippingAddress"] ?? given?["shippingAddress"]),
        ("billingAddress", person?["billingAddress"] ?? given?["billingAddress"]), ("device", [:]),
      ])
  }

  private func event(_ event: HistoryEvent) -> JSONValue {
    .object(
      present: [
        ("created", .string(ledger.date(event.createdAt))), ("name", .string(event.name)),
        ("instrument", event.instrument.map { .string($0.rawValue) }), ("number", event.number.map { JSONValue($0) }),
        ("amount", event.amount.map { JSONValue($0.minorUnits) }), ("prefill", false),
        ("initiatedBy", .string(event.actor.rawValue)),
      ])
  }

  private func ending(_ kind: Transaction.Kind) -> JSONValue {
    guard let payment = order.payment else { return [:] }
    return summary(payment, order.transactions.last { $0.kind == kind })
  }

  private func summary(_ payment: PaymentOrder.Payment, _ transaction: Transaction?) -> JSONValue {
    let tokens = payment.tokens.compactMap { ledger.tokens[$0]?.body }
    return .object(
      present: [
        ("instrument", .string(payment.instrument.rawValue)), ("number", JSONValue(payment.number)),
        ("payeeReference", .string(transaction?.payeeReference ?? order.request.payeeReference)),
        ("orderReference", order.request.orderReference.map { .string($0) }),
        ("transactionType", transaction.map { .string($0.kind.rawValue) }),
        ("amount", transaction.map { JSONValue($0.amount.minorUnits) }),
        ("submittedAmount", JSONValue(order.request.amount.minorUnits)), ("feeAmount", 0), ("discountAmount", 0),
        ("paymentTokenGenerated", .bool(!tokens.isEmpty)), ("tokens", .array(tokens)),
        ("details", details(payment)),
      ])
  }

  private func details(_ payment: PaymentOrder.Payment) -> JSONValue {
    guard let card = payment.card else {
      return payment.instrument.isApp ? ["msisdn": order.request.payer?["msisdn"] ?? "+46739000001"] : [:]
    }
    return [
      "nonPaymentToken": .string(order.derivedID("card/\(card.maskedNumber)")), "cardBrand": .string(card.brand),
      "cardType": "Credit", "maskedPan": .string(card.maskedNumber), "expiryDate": .string(card.expiry),
      "issuerAuthorizationApprovalCode": "L00302", "acquirerTransactionType": "3DSECURE", "acquirerStan": "302",
      "acquirerTerminalId": "70101301389",
      "transactionInitiator": order.request.operation.isWithoutPayer ? "MERCHANT" : "CARDHOLDER",
      "bin": .string(String(card.maskedNumber.prefix(6))),
    ]
  }

  func financial(_ transaction: Transaction) -> JSONValue {
    let date = ledger.date(transaction.createdAt)
    return .object(
      present: [
        ("id", .string("\(address(.financialTransactions))/\(transaction.id)")), ("created", .string(date)),
        ("updated", .string(date)), ("type", .string(transaction.kind.rawValue)),
        ("number", JSONValue(transaction.number)), ("amount", JSONValue(transaction.amount.minorUnits)),
        ("vatAmount", JSONValue(transaction.vatAmount)), ("description", .string(transaction.description)),
        ("payeeReference", .string(transaction.payeeReference)),
        ("receiptReference", transaction.receiptReference.map { .string($0) }),
        ("orderItems", transaction.items.map { ["orderItemList": $0] }),
      ])
  }

  private func failed(_ attempt: FailedAttempt) -> JSONValue {
    [
      "created": .string(ledger.date(attempt.createdAt)), "instrument": .string(attempt.instrument.rawValue),
      "number": JSONValue(attempt.number), "status": attempt.isAborted ? "Aborted" : "Failed",
      "problem": attempt.problem.body(),
    ]
  }

  private func failed(_ operation: FailedOperation) -> JSONValue {
    .object(
      present: [
        ("created", .string(ledger.date(operation.createdAt))),
        ("operation", .string(operation.operation.rawValue)),
        ("instrument", order.payment.map { .string($0.instrument.rawValue) }),
        ("number", JSONValue(operation.number)), ("problem", operation.problem.body()),
      ])
  }
}
