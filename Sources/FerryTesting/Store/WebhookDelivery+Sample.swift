package import FerryCheckout
import FerryCore
package import FerryEngine

extension WebhookDelivery.ID {
  package static func sample(
    _ checkout: CheckoutID, _ sequence: Int, endpoint: WebhookEndpointID = "orders"
  ) -> WebhookDelivery.ID {
    WebhookDelivery.ID(endpoint: endpoint, message: WebhookMessageID(checkout: checkout, sequence: sequence))
  }
}

extension WebhookDelivery {
  /// - Parameter seconds: How long after the samples' start it happened.
  package static func sample(
    _ checkout: CheckoutID, _ sequence: Int, endpoint: WebhookEndpointID = "orders", after seconds: Int = 0
  ) -> WebhookDelivery {
    let moment = SampleAttempt.start + .seconds(seconds)
    let body = WebhookBody(
      type: .paymentCaptured, at: moment,
      data: WebhookData(
        checkout: checkout.text, sequence: sequence, orderReference: "ref-\(checkout)", orderNumber: "F-1",
        provider: SampleAttempt.provider.text, mode: .test, phase: .paid, amount: .yen(4400),
        payment: PaymentBody(
          authorized: .yen(4400), captured: .yen(4400), refunded: .yen(0), capturable: .yen(0), reference: "C-1"),
        operation: OperationBody(
          id: "capture-1", kind: "capture", amount: .yen(4400), state: .succeeded, reason: nil, reference: "C-1",
          requestedAt: moment)))
    return WebhookDelivery(
      endpoint, WebhookMessageID(checkout: checkout, sequence: sequence), body, at: moment)
  }
}
