import FerryCheckout
import FerryEngine
import GRDB

extension Database {
  /// Enters what is committed together with a checkout.
  /// - Throws: `StoreError.referenceTaken`, `StoreError.notificationClosed`, `StoreError.inconsistent`.
  func enter(_ change: Change, of checkout: Checkout) throws {
    for reference in change.references { try enter(reference, of: checkout) }
    for notification in change.notifications { try enter(notification, of: checkout) }
    for entry in change.log { try enter(entry, of: checkout) }
    for entry in change.ledger { try enter(entry, of: checkout) }
    for delivery in change.webhooks { try insert(delivery, of: checkout) }
    for update in change.deliveries { try enter(update, of: checkout) }
  }
}
