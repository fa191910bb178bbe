import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// The checkout to which a provider's reference belongs.
  func owner(of reference: String, _ provider: ProviderID, _ mode: Mode) throws -> CheckoutID? {
    try row(
      "SELECT checkout FROM provider_references WHERE provider = ? AND mode = ? AND reference = ?",
      [provider.text, mode.rawValue, reference]
    ).map { CheckoutID($0[0]) }
  }

  /// - Throws: `StoreError.referenceTaken` when it belongs to another checkout.
  func enter(_ reference: String, of checkout: Checkout) throws {
    try run(
      "INSERT INTO provider_references (provider, mode, reference, checkout) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [checkout.provider.text, checkout.mode.rawValue, reference, checkout.id.text])
    guard changesCount == 0 else {
      return try wakeNotifications(naming: reference, checkout.provider, checkout.mode)
    }
    guard try owner(of: reference, checkout.provider, checkout.mode) == checkout.id else {
      throw StoreError.referenceTaken
    }
  }
}
