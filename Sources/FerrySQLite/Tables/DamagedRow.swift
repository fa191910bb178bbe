import FerryCheckout

/// A row that holds something else than this version of Ferry writes.
struct DamagedRow: Error {
  /// The checkout that it belongs to, where that is known.
  let checkout: CheckoutID?
  /// What is wrong, without data.
  let reason: String

  init(_ reason: String, of checkout: CheckoutID? = nil) {
    self.checkout = checkout
    self.reason = reason
  }
}
