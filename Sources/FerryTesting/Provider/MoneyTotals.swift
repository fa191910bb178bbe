package import FerryCore

/// The sums of a provider's orders in minor units.
package struct MoneyTotals: Hashable, Sendable {
  /// Ever held.
  package var authorized: Int64
  /// Held now.
  package var held: Int64
  package var captured: Int64
  package var refunded: Int64

  /// - Parameter authorized: Nil if nothing was released.
  package init(authorized: Int64? = nil, held: Int64 = 0, captured: Int64 = 0, refunded: Int64 = 0) {
    self.authorized = authorized ?? held + captured
    self.held = held
    self.captured = captured
    self.refunded = refunded
  }

  package init(_ orders: [(authorized: Money, held: Money, captured: Money, refunded: Money)]) {
    self.init()
    for order in orders {
      authorized += order.authorized.minorUnits
      held += order.held.minorUnits
      captured += order.captured.minorUnits
      refunded += order.refunded.minorUnits
    }
  }
}
