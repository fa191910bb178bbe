import FerryCheckout
import FerryCore

extension WebhookBody {
  /// - Parameter file: As it is committed. Of its buyer nothing is taken.
  init(_ announcement: WebhookEvent, of file: CheckoutFile, sequence: Int, at moment: Moment) {
    let checkout = file.checkout
    let decline: DeclineReason? = if case .declined(let reason) = checkout.phase { reason } else { nil }
    self.init(
      type: announcement.type, at: moment,
      data: WebhookData(
        checkout: checkout.id.text, sequence: sequence, orderReference: file.order.reference,
        orderNumber: file.order.number, provider: checkout.provider.text, mode: checkout.mode,
        phase: checkout.phase.name, decline: decline?.rawValue, amount: announcement.amount,
        payment: checkout.payment.map { PaymentBody($0) },
        operation: checkout.payment.flatMap { payment in
          announcement.operation.map { OperationBody($0, of: payment) }
        }))
  }
}
