import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// The checkout that a key opened before, or nil.
  /// - Throws: `StoreError.keyReused` when it came with another request.
  func checkout(_ key: CreationKey, of reference: OrderReference) throws -> CheckoutID? {
    let row = try row(
      "SELECT digest, checkout FROM creation_keys WHERE shop = ? AND mode = ? AND key = ?",
      [reference.shop.text, reference.mode.rawValue, key.key])
    guard let row else { return nil }
    guard equalInConstantTime(row[0], key.digest) else { throw StoreError.keyReused }
    return CheckoutID(row[1])
  }

  /// Keeps a key for as long as the checkout that it names.
  func enter(_ key: CreationKey, of reference: OrderReference, for id: CheckoutID) throws {
    try run(
      """
      INSERT INTO creation_keys (shop, mode, key, digest, checkout, created_at)
      SELECT ?, ?, ?, ?, id, created_at FROM checkouts WHERE id = ?
      """,
      [reference.shop.text, reference.mode.rawValue, key.key, key.digest, id.text])
  }
}
