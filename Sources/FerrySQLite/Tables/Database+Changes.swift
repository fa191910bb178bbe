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
  package func enter(_ references: [ProviderReference], of checkout: Checkout) throws {
    for reference in references { try enter(reference, of: checkout) }
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

  /// Makes the notifications due that wait for a reference.
  private func wakeNotifications(naming reference: ProviderReference, _ account: ProviderAccountID) throws {
    let waiting = try rows(
      """
      SELECT number FROM inbox_references JOIN inbox USING (number)
      WHERE inbox_references.value = $1 AND inbox_references.kind = $2
        AND provider = $3 AND account = $4 AND mode = $5 AND due_at IS NOT NULL
      """, [.text(reference.value), .text(reference.kind)] + account.columns.values)
    try change(waiting.map { $0.int(0) }) { $0.becomeDue() }
  }

  package func insert(_ entry: InboxEntry) throws {
    try insert(entry.columns, into: "inbox")
    let number = lastInsertedRowID
    for (place, reference) in entry.references.enumerated() {
      try insert(
        [
          "number": .int(number), "place": .int(place), "kind": .text(reference.kind),
          "value": .text(reference.value),
        ], into: "inbox_references")
    }
  }
}
