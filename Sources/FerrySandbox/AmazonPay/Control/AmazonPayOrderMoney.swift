public import FerryCore

/// How much money moved for one order, of one merchant, as the movements say.
public struct AmazonPayOrderMoney: Hashable, Sendable {
  /// One charge of the order.
  public struct Charge: Hashable, Sendable {
    public let id: String
    public let chargePermissionID: String
    public let state: String
    public let authorized: Money
    public let captured: Money
    public let refunded: Money
    public let chargedBack: Money
  }

  /// The merchant's order number; nil for charges that came without one.
  public let merchantReferenceID: String?
  public let merchantID: String
  public let environment: AmazonPayEnvironment
  public let currency: Currency
  /// Everything that was ever held on a card for the order.
  public let authorized: Money
  /// What is held at present.
  public let held: Money
  public let captured: Money
  public let refunded: Money
  /// What the buyers' banks took back.
  public let chargedBack: Money
  /// In the order of their creation.
  public let charges: [Charge]
}

extension AmazonPaySandbox {
  /// How much money moved for which order, in the order of the first charges.
  public var orders: [AmazonPayOrderMoney] {
    change { ledger, now in
      ledger.advance(to: now)
      return ledger.orders
    }.0
  }
}

extension AmazonPayLedger {
  var orders: [AmazonPayOrderMoney] {
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
      return AmazonPayOrderMoney(
        merchantReferenceID: key.reference, merchantID: key.owner.merchantID, environment: key.owner.environment,
        currency: key.currency, authorized: sum(.authorized, ids), held: Money(minorUnits: held, key.currency),
        captured: sum(.captured, ids), refunded: sum(.refunded, ids),
        chargedBack: sum(.chargedBack, ids),
        charges: charges.map { charge in
          AmazonPayOrderMoney.Charge(
            id: charge.id, chargePermissionID: charge.permissionID, state: charge.state.rawValue,
            authorized: sum(.authorized, [charge.id]), captured: sum(.captured, [charge.id]),
            refunded: sum(.refunded, [charge.id]), chargedBack: sum(.chargedBack, [charge.id]))
        })
    }
  }

  private struct OrderKey: Hashable {
    let owner: Owner
    let reference: String?
    let currency: Currency
  }
}
