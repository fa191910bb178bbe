package import FerryCheckout
package import FerryCore

extension PaymentBody {
  package init(_ payment: Payment) {
    self.init(
      authorized: payment.authorized, captured: payment.captured, refunded: payment.refunded,
      capturable: payment.capturable, reference: payment.reference, refundable: payment.refundable,
      released: payment.voided.isPositive ? payment.voided : nil,
      release: payment.voided.isPositive ? payment.declined.map { _ in "declined" } ?? payment.release?.rawValue : nil,
      lapsesAt: payment.capturable.isPositive ? payment.lapsesAt : nil, method: payment.facts?.body,
      authorizationCode: payment.facts?.authorizationCode,
      disputed: payment.disputed.isPositive ? payment.disputed : nil,
      disputes: payment.disputes.isEmpty ? nil : payment.disputes.map { DisputeBody($0) })
  }
}

extension PaymentFacts {
  /// Nil if the provider names no method.
  fileprivate var body: PaymentMethodBody? {
    let body = PaymentMethodBody(code: method, name: methodName, issuer: issuer)
    return body == PaymentMethodBody() ? nil : body
  }
}

extension DisputeBody {
  package init(_ dispute: Dispute) {
    self.init(
      id: dispute.id.text, state: dispute.state, reason: dispute.reason, amount: dispute.amount,
      openedAt: dispute.openedAt, respondBy: dispute.respondBy, source: dispute.source.rawValue,
      answer: dispute.answer.map { answer in
        DisputeAnswerBody(
          state: answer.state.rawValue, at: answer.at, evidence: answer.parts.map(\.type.rawValue))
      })
  }
}

extension Dispute {
  /// The dispute as merchants see it.
  var content: DisputeBody { DisputeBody(self) }

  /// True if a merchant who knows an earlier state knows this one. Of a dispute that has ended, its end and its amount matter.
  func isTold(by earlier: Dispute?) -> Bool {
    guard let earlier else { return false }
    if !state.isOpen, !earlier.state.isOpen { return state == earlier.state && amount == earlier.amount }
    var (known, now) = (earlier.content, content)
    (known.source, now.source) = ("", "")
    (known.answer, now.answer) = (nil, nil)
    return known == now
  }
}

extension OperationsBody {
  package init(_ checkout: Checkout) {
    self.init(
      payment: checkout.payment.map { PaymentBody($0) },
      operations: checkout.payment.map { payment in payment.operations.map { OperationBody($0, of: payment) } } ?? [])
  }
}

extension ListedPaymentBody {
  /// Nil for a checkout without money.
  package init?(_ file: CheckoutFile) {
    let checkout = file.checkout
    guard let payment = checkout.payment else { return nil }
    self.init(
      checkout: checkout.id.text, orderReference: file.order.reference, orderNumber: file.order.number,
      provider: checkout.provider.text, mode: checkout.mode, capture: checkout.capture, phase: checkout.phase.name,
      createdAt: checkout.createdAt, payment: PaymentBody(payment),
      operation: payment.current.map { OperationBody($0, of: payment) })
  }
}

extension OperationBody {
  package init(_ operation: Operation, of payment: Payment) {
    let state: OperationState =
      switch operation.state {
      case .requested, .pending: .pending
      case .unknown: .unknown
      case .succeeded: .succeeded
      case .failed: .failed
      }
    self.init(
      id: operation.id.text, kind: operation.kind.rawValue, amount: operation.amount, state: state,
      reason: operation.failure(of: payment), reference: operation.reference, requestedAt: operation.requestedAt,
      reportedAmount: operation.reportedAmount, lines: operation.parts?.lines, taxes: operation.parts?.taxes,
      refundReason: operation.reason?.word, refundNote: operation.reason?.note)
  }
}

extension Operation {
  /// A stable word for why it failed; nil if it has not.
  fileprivate func failure(of payment: Payment) -> String? {
    guard case .failed(let rejection) = state else { return nil }
    return switch rejection {
    case .declined(let reason): reason.rawValue
    case .notYet, .alreadyDone, .sessionEnded, .foreignSession, .notAllowed:
      kind == .capture && payment.release == .lapsed ? "lapsed" : "not-allowed"
    }
  }
}
