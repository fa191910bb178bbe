package import FerryCheckout
import FerryCore
package import FerryEngine
package import FerryProvider
package import GRDB

extension Database {
  /// The checkouts that are attempts to pay an order.
  func attempts(of order: OrderID) throws -> [CheckoutID] {
    try rows("SELECT id FROM checkouts WHERE order_id = $1", [.text(order.text)]).map { CheckoutID($0.text(0)) }
  }

  func order(_ reference: OrderReference) throws -> Order? {
    try row("SELECT body FROM orders WHERE shop = $1 AND mode = $2 AND reference = $3", reference.columns.values)?
      .json(0)
  }

  /// The checkout that a key opened before, or nil.
  /// - Throws: `StoreError.keyReused` if it came with another request.
  func checkout(_ key: CreationKey, of reference: OrderReference) throws -> CheckoutID? {
    let row = try row(
      "SELECT digest, checkout FROM creation_keys WHERE shop = $1 AND mode = $2 AND key = $3",
      [.text(reference.shop.text), .text(reference.mode.rawValue), .text(key.key)])
    guard let row else { return nil }
    guard equalInConstantTime(row.text(0), key.digest) else { throw StoreError.keyReused }
    return CheckoutID(row.text(1))
  }

  package func owner(of references: [ProviderReference], _ account: ProviderAccountID) throws -> CheckoutID? {
    for reference in references {
      let row = try row(
        """
        SELECT checkout FROM provider_references
        WHERE provider = $1 AND account = $2 AND mode = $3 AND value = $4 AND kind = $5
        """, account.columns.values + [.text(reference.value), .text(reference.kind)])
      if let row { return CheckoutID(row.text(0)) }
    }
    return nil
  }

  package func upsert(_ command: StoredCommand) throws {
    try insert(
      command.account.columns + [
        "checkout": .text(command.checkout.text), "number": .int(command.command.number),
        "not_before": .moment(command.notBefore), "created_at": .moment(command.createdAt),
        "body": .text(try command.body), "request_content": .bytes(command.request?.content),
      ], into: "commands",
      """
      ON CONFLICT (checkout, number) DO UPDATE SET not_before = excluded.not_before, body = excluded.body,
        request_content = excluded.request_content
      """)
  }
}

extension Database {
  /// Enters the changes that are committed together with a checkout.
  /// - Throws: `StoreError.referenceTaken`, `StoreError.notificationClosed`, `StoreError.inconsistent`.
  func enter(_ change: Change, of checkout: Checkout) throws {
    for number in change.countedReferences { try enter(referenceNumber: number, of: checkout) }
    for reference in change.references { try enter(reference, of: checkout) }
    for notification in change.notifications { try enter(notification, of: checkout) }
    for entry in change.log { try enter(entry, of: checkout) }
    for entry in change.ledger { try enter(entry, of: checkout) }
    for delivery in change.webhooks { try insert(delivery, of: checkout) }
    for update in change.deliveries { try enter(update, of: checkout) }
  }

  /// - Throws: `StoreError.referenceTaken` if it belongs to another checkout.
  private func enter(_ reference: ProviderReference, of checkout: Checkout) throws {
    try insert(
      checkout.accountID.columns + [
        "value": .text(reference.value), "kind": .text(reference.kind), "checkout": .text(checkout.id.text),
      ], into: "provider_references", "ON CONFLICT DO NOTHING")
    guard changesCount == 0 else { return try wakeNotifications(naming: reference, checkout.accountID) }
    guard try owner(of: [reference], checkout.accountID) == checkout.id else { throw StoreError.referenceTaken }
  }

  /// - Throws: `StoreError.inconsistent` if a stored entry of the same movement differs.
  private func enter(_ entry: LedgerEntry, of checkout: Checkout) throws {
    try insert(
      entry.columns(of: checkout), into: "ledger",
      "ON CONFLICT (provider, account, mode, external_id, kind) DO NOTHING")
    guard changesCount == 0 else { return }
    let stored = try row(
      """
      SELECT \(LedgerEntry.columns), checkout FROM ledger
      WHERE provider = $1 AND account = $2 AND mode = $3 AND external_id = $4 AND kind = $5
      """, checkout.accountID.columns.values + [.text(entry.externalID), .text(entry.kind.rawValue)])
    guard let stored, try LedgerEntry(row: stored) == entry, stored.text(6) == checkout.id.text else {
      throw StoreError.inconsistent("a ledger entry contradicts the stored one")
    }
  }

  /// - Throws: `StoreError.inconsistent` for a message of another checkout.
  private func enter(_ update: WebhookUpdate, of checkout: Checkout) throws {
    guard var delivery = try webhook(update.id) else { return }
    try delivery.requireBelonging(to: checkout.id)
    if delivery.apply(update.change) { try self.update(delivery) }
  }
}
