import FerryCore
package import FerrySandbox

extension Ledger {
  package var money: [OrderMoney] {
    var moved: [String: [MoneyMovement]] = [:]
    for movement in movements { moved[movement.chargeID, default: []].append(movement) }
    return OrderMoney.orders(
      charges.values.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.map { charge in
        func sum(_ kind: MoneyMovement.Kind) -> Money {
          .total((moved[charge.id] ?? []).filter { $0.kind == kind }.map(\.amount), charge.amount.currency)
        }
        return OrderMoney.Entry(
          charge.merchantMetadata.merchantReferenceId, merchant: charge.owner.merchantID,
          mode: charge.owner.environment == .live ? .live : .test,
          held: charge.state == .authorized || charge.state == .captureInitiated ? charge.amount : nil,
          OrderMoney.Payment(
            id: charge.id, state: charge.state.rawValue, authorized: sum(.authorized), captured: sum(.captured),
            refunded: sum(.refunded), chargedBack: sum(.chargedBack)))
      })
  }
}

/// An entry of the ledger about money that was held, released, captured or refunded. Entries never change.
struct MoneyMovement: Codable, Hashable {
  enum Kind: String, Codable {
    /// The buyer's card holds the amount.
    case authorized
    /// A hold ended without a payment.
    case released
    /// The amount went from the buyer to the merchant.
    case captured
    /// The amount went back to the buyer.
    case refunded
    /// The buyer's bank took the amount back from the merchant.
    case chargedBack
  }

  let kind: Kind
  let amount: Money
  let chargeID: String
  let refundID: String?
  let merchantReferenceID: String?
  let owner: Owner
  let at: Moment
}
