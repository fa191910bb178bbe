import FerryCheckout
import FerryCore

extension CheckoutFile {
  /// Writes down what is to be told of a change, to be committed with it: then nothing that happened stays untold, and
  /// nothing is told that did not happen. Where nobody wants to know, nothing is written and nothing counted.
  mutating func announce(
    since before: Checkout, _ change: inout Change, at now: Moment, to routes: [WebhookRoute]
  ) {
    guard before != checkout else { return }
    let routes = routes.filter { $0.leadsFrom(checkout) }
    guard !routes.isEmpty else { return }
    for announcement in WebhookEvent.changes(from: before, to: checkout) {
      lastMessage += 1
      let body = WebhookBody(announcement, of: self, sequence: lastMessage, at: now)
      let message = WebhookMessageID(checkout: checkout.id, sequence: lastMessage)
      change.webhooks += routes.filter { $0.takes(announcement.type) }.map {
        WebhookDelivery($0.endpoint, message, body, at: now)
      }
    }
  }
}
