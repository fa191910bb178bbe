import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import GRDB

extension Database {
  /// The checkouts that are attempts to pay an order.
  func attempts(of order: OrderID) throws -> [CheckoutID] {
    try rows("SELECT id FROM checkouts WHERE order_id = ?", [order.text]).map { CheckoutID($0[0]) }
  }

  func order(_ reference: OrderReference) throws -> Order? {
    try row(
      "SELECT body FROM orders WHERE shop = ? AND mode = ? AND reference = ?",
      [reference.shop.text, reference.mode.rawValue, reference.reference]
    )?.json(0)
  }

  func insert(_ order: Order) throws {
    try run(
      "INSERT INTO orders (id, shop, mode, reference, number, live, paid_by, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        order.id.text, order.shop.text, order.mode.rawValue, order.reference, order.number, order.live?.text,
        order.paidBy?.text, StoredJSON.text(order),
      ])
  }

  func update(_ order: Order) throws {
    try run(
      "UPDATE orders SET live = ?, paid_by = ?, body = ? WHERE id = ?",
      [order.live?.text, order.paidBy?.text, StoredJSON.text(order), order.id.text])
  }
}

// MARK: Keys of creation

extension Database {
  /// The checkout that a key opened before, or nil.
  /// - Throws: `StoreError.keyReused` if it came with another request.
  func checkout(_ key: CreationKey, of reference: OrderReference) throws -> CheckoutID? {
    let row = try row(
      "SELECT digest, checkout FROM creation_keys WHERE shop = ? AND mode = ? AND key = ?",
      [reference.shop.text, reference.mode.rawValue, key.key])
    guard let row else { return nil }
    guard equalInConstantTime(row[0], key.digest) else { throw StoreError.keyReused }
    return CheckoutID(row[1])
  }

  /// Keeps a key as long as its checkout.
  func enter(_ key: CreationKey, of reference: OrderReference, for id: CheckoutID) throws {
    try run(
      """
      INSERT INTO creation_keys (shop, mode, key, digest, checkout, created_at)
      SELECT ?, ?, ?, ?, id, created_at FROM checkouts WHERE id = ?
      """,
      [reference.shop.text, reference.mode.rawValue, key.key, key.digest, id.text])
  }
}

// MARK: References

extension Database {
  /// The checkout that a provider's reference belongs to.
  func owner(of reference: ProviderReference, _ account: ProviderAccountID) throws -> CheckoutID? {
    try row(
      """
      SELECT checkout FROM provider_references
      WHERE provider = ? AND account = ? AND mode = ? AND value = ? AND kind = ?
      """, account.columns + [reference.value, reference.kind]
    ).map { CheckoutID($0[0]) }
  }

  /// - Throws: `StoreError.referenceTaken` if it belongs to another checkout.
  func enter(_ reference: ProviderReference, of checkout: Checkout) throws {
    try run(
      """
      INSERT INTO provider_references (provider, account, mode, value, kind, checkout) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """, checkout.accountID.columns + [reference.value, reference.kind, checkout.id.text])
    guard changesCount == 0 else { return try wakeNotifications(naming: reference, checkout.accountID) }
    guard try owner(of: reference, checkout.accountID) == checkout.id else { throw StoreError.referenceTaken }
  }

  /// The number of an account's last counted reference; 0 before the first.
  func lastReferenceNumber(of account: ProviderAccountID) throws -> Int64 {
    let row = try row(
      "SELECT max(number) FROM reference_numbers WHERE provider = ? AND account = ? AND mode = ?", account.columns)
    return (row?[0] as Int64?) ?? 0
  }

  /// Keeps a number of a counted reference, which no other command of the account gets.
  func enter(referenceNumber number: Int64, of checkout: Checkout) throws {
    try run(
      "INSERT INTO reference_numbers (provider, account, mode, number, checkout) VALUES (?, ?, ?, ?, ?)",
      checkout.accountID.columns + [number, checkout.id.text])
  }
}
