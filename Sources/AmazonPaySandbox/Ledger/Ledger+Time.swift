package import FerryCore
import FerrySandbox

package enum Deadline: Hashable, Sendable {
  case sessionExpires(String)
  case sessionIsDeleted(String)
  case permissionExpires(String)
  case chargeIsDecided(String)
  case authorizationExpires(String)
  case refundIsDecided(String)
  case disputeExpires(String)
}

extension Ledger {
  package mutating func perform(_ event: Deadline, at moment: Moment) {
    switch event {
    case .sessionExpires(let id): expireSession(id, at: moment)
    case .sessionIsDeleted(let id): if sessions[id] != nil { sessions[id] = nil }
    case .permissionExpires(let id): expirePermission(id, at: moment)
    case .chargeIsDecided(let id): decideCharge(id, at: moment)
    case .authorizationExpires(let id): expireAuthorization(id, at: moment)
    case .refundIsDecided(let id): decideRefund(id, at: moment)
    case .disputeExpires(let id): expireDispute(id, at: moment)
    }
    settle(at: moment)
  }

  private mutating func expireSession(_ id: String, at moment: Moment) {
    guard var session = sessions[id], session.state == .open else { return }
    cancel(&session, StateReason("Expired", "The checkout session was not completed in time."), at: moment)
  }

  private mutating func expirePermission(_ id: String, at moment: Moment) {
    guard var permission = permissions[id], permission.closed == nil else { return }
    permission.closed = StateReason("Expired", "The charge permission has expired.")
    permission.updatedAt = moment
    store(permission)
  }

  mutating func decideCharge(_ id: String, at moment: Moment) {
    guard var charge = charges[id], let decision = charge.decision, decision.due <= moment else { return }
    let wasCapturing = charge.state == .captureInitiated
    guard wasCapturing || charge.state == .authorizationInitiated else { return }
    charge.decision = nil
    charge.updatedAt = moment
    if let reason = decision.declineReason {
      charge.state = .declined
      charge.reason = StateReason(reason, "The payment was declined.")
      if wasCapturing { record(.released, charge.amount, charge, at: moment) }
    } else if wasCapturing {
      capture(&charge, charge.captureAmount ?? charge.amount, at: moment)
    } else {
      authorize(&charge, at: moment)
      if decision.capturesAtOnce { capture(&charge, charge.amount, at: moment) }
    }
    update(charge, at: moment)
  }

  private mutating func expireAuthorization(_ id: String, at moment: Moment) {
    guard var charge = charges[id], charge.state.isUncaptured else { return }
    cancel(&charge, StateReason("ExpiredUnused", "The authorization was not captured in time."), at: moment)
    update(charge, at: moment)
  }

  mutating func decideRefund(_ id: String, at moment: Moment) {
    guard var refund = refunds[id], refund.state == .refundInitiated, var charge = charges[refund.chargeID] else {
      return
    }
    refund.updatedAt = moment
    if let reason = refund.declineReason {
      refund.state = .declined
      refund.reason = StateReason(reason, "The refund was declined.")
      charge.refundIDs.removeAll { $0 == id }
    } else {
      refund.state = .refunded
      charge.refunded = Money(
        minorUnits: charge.refunded.minorUnits.addingClamped(refund.amount.minorUnits), refund.amount.currency)
      record(.refunded, refund.amount, charge, refundID: id, at: moment)
    }
    store(refund)
    store(charge)
  }

  mutating func store(_ session: CheckoutSession) { sessions.store(session) }

  mutating func store(_ permission: ChargePermission) {
    permissions.store(permission)
    touchedPermissions.insert(permission.id)
  }

  mutating func store(_ charge: Charge) {
    let before = charges[charge.id]?.state
    charges.store(charge)
    touchedPermissions.insert(charge.permissionID)
    guard before != charge.state else { return }
    announce(.charge, charge, of: charge.permissionID, charge.state.rawValue, at: charge.updatedAt)
  }

  mutating func store(_ refund: Refund) {
    let before = refunds[refund.id]?.state
    refunds.store(refund)
    guard before != refund.state, let permissionID = charges[refund.chargeID]?.permissionID else { return }
    announce(.refund, refund, of: permissionID, refund.state.rawValue, at: refund.updatedAt)
  }

  /// Updates the states of the touched charge permissions. It runs after all other changes, because their states follow from
  /// those of their charges.
  mutating func settle(at moment: Moment) {
    guard !touchedPermissions.isEmpty else { return }
    for id in touchedPermissions.sorted() {
      guard var permission = permissions[id] else { continue }
      let state = state(of: permission).state
      guard permission.announced != state else { continue }
      permission.announced = state
      store(permission)
      announce(.chargePermission, permission, of: id, state.rawValue, at: moment)
    }
    touchedPermissions.removeAll(keepingCapacity: true)
  }

  mutating func record(
    _ kind: MoneyMovement.Kind, _ amount: Money, _ charge: Charge, refundID: String? = nil, disputeID: String? = nil,
    at moment: Moment
  ) {
    movements.append(
      MoneyMovement(
        kind: kind, amount: amount, chargeID: charge.id, refundID: refundID, disputeID: disputeID,
        merchantReferenceID: charge.merchantMetadata.merchantReferenceId, owner: charge.owner, at: moment))
  }
}
