import FerryCore
import FerrySandbox

/// Reversals that a bank decides about after the API has accepted them. Until then the order offers no operations and shows no
/// transaction; a failure is among `postPurchaseFailedAttempts`. Both ends are called back ("Reversal" of the documentation).
extension Ledger {
  /// Keeps an accepted reversal until the bank decides.
  mutating func postpone(_ reversal: Transaction, in order: inout PaymentOrder, at now: Moment) {
    order.pendingReversal = reversal
    order.updatedAt = now
    store(order)
    deadlines.add(.reversalEnds(order.id, reversal.number), at: now + rules.reversalTime)
  }

  /// The bank carries out the pending reversal, or refuses it.
  mutating func decideReversal(_ id: String, succeeds: Bool, at now: Moment) throws(APIProblem) -> PaymentOrder {
    var order = try order(id)
    guard let reversal = order.pendingReversal else { throw .forbidden("Reversal", "No reversal is pending.") }
    order.pendingReversal = nil
    if succeeds {
      complete(reversal.completed(at: now), in: &order, by: .gateway, at: now)
    } else {
      refuse(
        .reversal, reversal.number, reversal.amount, .refusedByBank, in: &order, by: .gateway, at: now)
      announce(order, nil, at: now)
    }
    return order
  }
}

extension APIProblem {
  /// The problem of a reversal that a bank refuses; its type is not documented.
  fileprivate static let refusedByBank = forbidden("Reversal", "The payer's bank refused the reversal.")
}
