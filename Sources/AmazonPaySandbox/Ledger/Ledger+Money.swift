import FerryCore
package import FerrySandbox

extension Ledger {
  package var money: [OrderMoney] {
    var moved: [String: [MoneyMovement]] = [:]
    for movement in movements { moved[movement.chargeID, default: []].append(movement) }
    let ordered = charges.values.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    var keys: [OrderKey] = []
    var groups: [OrderKey: [Charge]] = [:]
    for charge in ordered {
      let key = OrderKey(
        owner: charge.owner, reference: charge.merchantMetadata.merchantReferenceId, currency: charge.amount.currency)
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append(charge)
    }
    return keys.map { key in
      let charges = groups[key] ?? []
      func sum(_ kind: MoneyMovement.Kind, _ ids: [String]) -> Money {
        let units = ids.reduce(Int64(0)) { total, id in
          (moved[id] ?? []).reduce(total) { $1.kind == kind ? $0.addingClamped($1.amount.minorUnits) : $0 }
        }
        return Money(minorUnits: units, key.currency)
      }
      let ids = charges.map(\.id)
      let held = charges.reduce(Int64(0)) { total, charge in
        charge.state == .authorized || charge.state == .captureInitiated
          ? total.addingClamped(charge.amount.minorUnits) : total
      }
      return OrderMoney(
        order: key.reference, merchant: key.owner.merchantID, mode: key.owner.environment == .live ? .live : .test,
        currency: key.currency, authorized: sum(.authorized, ids), held: Money(minorUnits: held, key.currency),
        captured: sum(.captured, ids), refunded: sum(.refunded, ids), chargedBack: sum(.chargedBack, ids),
        payments: charges.map { charge in
          OrderMoney.Payment(
            id: charge.id, state: charge.state.rawValue, authorized: sum(.authorized, [charge.id]),
            captured: sum(.captured, [charge.id]), refunded: sum(.refunded, [charge.id]),
            chargedBack: sum(.chargedBack, [charge.id]))
        })
    }
  }

  private struct OrderKey: Hashable {
    let owner: Owner
    let reference: String?
    let currency: Currency
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
