import FerryCore
import FerrySandbox

/// A change of a payment outside the API: in Seller Central, in the buyer's account, at Amazon or at the buyer's bank.
enum ConsoleAction: Hashable {
  /// The actor, which decides the reason code.
  enum Party: String, CaseIterable {
    case merchant
    case buyer
    case amazon

    /// The beginning of the reason code.
    var prefix: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// Refunds money; without an amount, all that is left of the captured amount.
  case refund(charge: String, amount: String?, declineReason: String?)
  /// Captures an authorization; without an amount, all of it.
  case capture(charge: String, amount: String?)
  case cancel(charge: String, by: Party)
  /// Decides a pending authorization or capture now; nil for success.
  case decideCharge(String, declineReason: String?)
  /// Decides a pending refund now; nil for success.
  case decideRefund(String, declineReason: String?)
  /// The buyer's bank takes the money back; without an amount, the captured one.
  case chargeback(charge: String, amount: String?)
  case close(permission: String, by: Party, cancelsCharges: Bool)
  /// Blocks the permission for a reason of the documentation, such as PaymentMethodExpired; nil unblocks it.
  case block(permission: String, reason: String?)
}

extension Ledger {
  /// The reasons of a NonChargeable permission without a pending charge ("Charge Permission" in the Amazon Pay
  /// documentation).
  static let blockingReasons = [
    "PaymentMethodNotSet", "PaymentMethodInvalid", "PaymentMethodExpired", "PaymentMethodDeleted",
    "PaymentMethodNotAllowed", "BillingAddressDeleted", "MFAFailed",
  ]

  /// The possible reasons for the decline of a pending authorization, capture or refund.
  static let lateDeclineReasons = [
    "SoftDeclined", "HardDeclined", "AmazonRejected", "ProcessingFailure", "TransactionTimedOut",
  ]

  /// Performs the action.
  /// - Returns: The API's answer about the object afterwards; for a chargeback, which the API does not have, its members.
  /// - Throws: The API's refusal in the same situation; `ResourceNotFound` for an unknown id.
  mutating func perform(_ action: ConsoleAction, at now: Moment) throws(APIRefusal) -> JSONValue {
    advance(to: now)
    defer { settle(at: now) }
    switch action {
    case .refund(let id, let amount, let declineReason):
      return try refundInConsole(id, amount, declineReason, at: now)
    case .capture(let id, let amount):
      var charge = try anyCharge(id)
      let money = try price(amount, charge.amount)
      _ = try capture(&charge, money, softDescriptor: nil, simulation: nil, at: now)
      return body(of: charge)
    case .cancel(let id, let party):
      var charge = try anyCharge(id)
      guard charge.state == .authorized || charge.state == .authorizationInitiated else {
        throw .invalidChargeStatus(charge.state.rawValue, "canceled")
      }
      cancel(&charge, StateReason("\(party.prefix)Canceled", "Canceled beside the API."), at: now)
      store(charge)
      chargeChanged(charge, at: now)
      return body(of: charge)
    case .decideCharge(let id, let declineReason):
      var charge = try anyCharge(id)
      guard let decision = charge.decision else {
        throw .invalidChargeStatus(charge.state.rawValue, "decided; nothing is pending")
      }
      try checkLateDecline(declineReason)
      charge.decision = Charge.Decision(due: now, declineReason: declineReason, capturesAtOnce: decision.capturesAtOnce)
      store(charge)
      decideCharge(id, at: now)
      return body(of: try anyCharge(id))
    case .decideRefund(let id, let declineReason):
      guard var refund = refunds[id] else { throw .notFound("refund") }
      guard refund.state == .refundInitiated else {
        throw APIRefusal(422, "InvalidRefundStatus", "The refund is in state \(refund.state.rawValue) already.")
      }
      try checkLateDecline(declineReason)
      refund.declineReason = declineReason
      store(refund)
      decideRefund(id, at: now)
      return refunds[id].map { body(of: $0) } ?? .null
    case .chargeback(let id, let amount): return try takeBack(id, amount, at: now)
    case .close(let id, let party, let cancelsCharges):
      guard var permission = permissions[id] else { throw .notFound("charge permission") }
      try close(
        &permission, StateReason("\(party.prefix)Closed", "Closed beside the API."), cancelsCharges: cancelsCharges,
        at: now)
      return body(of: permission, at: now)
    case .block(let id, let reason):
      guard var permission = permissions[id] else { throw .notFound("charge permission") }
      guard permission.closed == nil else { throw .invalidPermissionStatus("The charge permission is Closed.") }
      if let reason, !Self.blockingReasons.contains(reason) {
        throw .invalidValue("reasonCode", "one of \(Self.blockingReasons.joined(separator: ", ")) is expected")
      }
      permission.blocked = reason.map { StateReason($0, "Set beside the API.") }
      permission.updatedAt = now
      store(permission)
      return body(of: permission, at: now)
    }
  }

  private func anyCharge(_ id: String) throws(APIRefusal) -> Charge {
    guard let charge = charges[id] else { throw .notFound("charge") }
    return charge
  }

  private func checkLateDecline(_ reason: String?) throws(APIRefusal) {
    guard let reason, !Self.lateDeclineReasons.contains(reason) else { return }
    throw .invalidValue("reasonCode", "one of \(Self.lateDeclineReasons.joined(separator: ", ")) is expected")
  }

  /// An amount that a person typed, in the default's currency; without a text, the default.
  private func price(_ text: String?, _ usual: Money) throws(APIRefusal) -> Money {
    guard let text else { return usual }
    return try Price.money(["amount": .string(text), "currencyCode": .string(usual.currency.code)], "amount")
  }

  private mutating func refundInConsole(
    _ id: String, _ amount: String?, _ declineReason: String?, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    let charge = try anyCharge(id)
    try checkLateDecline(declineReason)
    let under = charge.refundIDs.reduce(Int64(0)) { $0.addingClamped(refunds[$1]?.amount.minorUnits ?? 0) }
    let rest = Money(minorUnits: charge.captured.minorUnits.subtractingClamped(under), charge.amount.currency)
    guard charge.state == .captured else { throw .invalidChargeStatus(charge.state.rawValue, "refunded") }
    guard amount != nil || rest.isPositive else { throw .amountExceeded("Nothing is left to be refunded.") }
    let money = try price(amount, rest)
    try checkRefundable(charge, money)
    let refund = newRefund(of: charge, money, softDescriptor: nil, declineReason: declineReason, at: now)
    return body(of: refund)
  }

  private mutating func takeBack(_ id: String, _ amount: String?, at now: Moment) throws(APIRefusal) -> JSONValue {
    let charge = try anyCharge(id)
    guard charge.state == .captured else { throw .invalidChargeStatus(charge.state.rawValue, "charged back") }
    let money = try price(amount, charge.captured)
    let before = chargebacks.values.reduce(Int64(0)) {
      $1.chargeID == id ? $0.addingClamped($1.amount.minorUnits) : $0
    }
    guard money.minorUnits <= charge.captured.minorUnits.subtractingClamped(before) else {
      throw .amountExceeded("The chargebacks would exceed what was captured.")
    }
    var number: String
    repeat {
      number = "\(charge.permissionID)-B\(randomness.text(6, of: Self.digits))"
    } while chargebacks[number] != nil
    let chargeback = Chargeback(
      id: number, owner: charge.owner, chargeID: id, permissionID: charge.permissionID, createdAt: now, amount: money)
    store(chargeback)
    record(.chargedBack, money, charge, at: now)
    return [
      "disputeId": .string(number), "chargeId": .string(id), "chargePermissionId": .string(charge.permissionID),
      "amount": Price.body(money), "creationTimestamp": .string(AmazonTimestamp.text(now)),
    ]
  }
}

/// A payment that the buyer's bank has taken back. Merchants learn of it by a notification; the API shows it to partners
/// only.
struct Chargeback: Codable, Hashable {
  /// The charge permission's id with "-B" and six digits.
  let id: String
  let owner: Owner
  let chargeID: String
  let permissionID: String
  let createdAt: Moment
  let amount: Money
}
