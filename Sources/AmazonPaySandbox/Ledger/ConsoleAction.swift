import FerryCore
import FerrySandbox

/// A change of a payment outside the API: in Seller Central, in the buyer's account, at Amazon or at the buyer's bank.
struct ConsoleAction: Hashable {
  enum Verb: String, CaseIterable {
    /// Refunds money; without an amount, all that is left of the captured amount. A reason declines it in the end.
    case refund
    /// Captures an authorization; without an amount, all of it.
    case capture
    case cancel
    /// Decides a pending authorization, capture or refund now.
    case approve
    case decline
    /// The buyer's bank opens a dispute; without an amount, about the captured one. The reason is the buyer's.
    case chargeback
    /// Of a dispute: the merchant has answered.
    case review
    /// Of a dispute: the decision, for the merchant, for the buyer or for neither.
    case win, lose, noFault
    /// Opens a dispute that has ended again.
    case reopen
    case close
    /// Blocks the permission for a reason of the documentation, such as PaymentMethodExpired.
    case block
    case unblock
  }

  /// The actor, which decides the reason code.
  enum Party: String, CaseIterable {
    case merchant, buyer, amazon
  }

  let verb: Verb
  var amount: String?
  var party = Party.merchant
  var reason: String?
  var cancelsCharges = false
  /// The time until the merchant has to answer a dispute; nil for the usual one.
  var responseTime: Duration?

  /// The reason of a decline; nil for success.
  fileprivate var declineReason: String? { verb == .decline ? reason ?? "AmazonRejected" : nil }
}

/// An object with its own page in the console.
struct ConsoleObject: Hashable {
  /// The raw value is the segment of addresses.
  enum Kind: String {
    case session = "checkoutSessions"
    case permission = "chargePermissions"
    case charge = "charges"
    case refund = "refunds"
    case dispute = "disputes"

    var verbs: [ConsoleAction.Verb] {
      switch self {
      case .session: []
      case .permission: [.close, .block, .unblock]
      case .charge: [.refund, .capture, .cancel, .approve, .decline, .chargeback]
      case .refund: [.approve, .decline]
      case .dispute: [.review, .win, .lose, .noFault, .reopen]
      }
    }
  }

  let kind: Kind
  let id: String
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
  /// - Returns: The API's answer about the object afterwards; for a chargeback, about the new dispute.
  /// - Throws: The API's refusal in the same situation; `ResourceNotFound` for an unknown id.
  mutating func perform(
    _ action: ConsoleAction, on object: ConsoleObject, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    advance(to: now)
    defer { settle(at: now) }
    switch object.kind {
    case .session: throw .notFound("action")
    case .permission: return try perform(action, onPermission: object.id, at: now)
    case .charge: return try perform(action, onCharge: object.id, at: now)
    case .dispute: return try perform(action, onDispute: object.id, at: now)
    case .refund:
      guard var refund = refunds[object.id] else { throw .notFound("refund") }
      guard refund.state == .refundInitiated else {
        throw APIRefusal(422, "InvalidRefundStatus", "The refund is in state \(refund.state.rawValue) already.")
      }
      refund.declineReason = action.declineReason
      store(refund)
      decideRefund(object.id, at: now)
      return refunds[object.id].map { body(of: $0) } ?? .null
    }
  }

  private mutating func perform(
    _ action: ConsoleAction, onPermission id: String, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    guard var permission = permissions[id] else { throw .notFound("charge permission") }
    if action.verb == .close {
      let reason = StateReason("\(action.party.rawValue.capitalizedFirst)Closed", "Closed beside the API.")
      try close(&permission, reason, cancelsCharges: action.cancelsCharges, at: now)
      return body(of: permission, at: now)
    }
    try requireOpen(permission)
    permission.blocked =
      action.verb == .block ? StateReason(action.reason ?? "PaymentMethodInvalid", "Set beside the API.") : nil
    permission.updatedAt = now
    store(permission)
    return body(of: permission, at: now)
  }

  private mutating func perform(
    _ action: ConsoleAction, onCharge id: String, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    guard var charge = charges[id] else { throw .notFound("charge") }
    switch action.verb {
    case .refund: return try refundInConsole(charge, action.amount, action.reason, at: now)
    case .chargeback: return try dispute(charge, action, at: now)
    case .capture:
      _ = try capture(&charge, price(action.amount, charge.amount), softDescriptor: nil, simulation: nil, at: now)
    case .cancel:
      let reason = StateReason("\(action.party.rawValue.capitalizedFirst)Canceled", "Canceled beside the API.")
      try cancelUncaptured(&charge, reason, "canceled", at: now)
    default:
      guard let decision = charge.decision else { throw .invalidStatus(of: charge, "decided; nothing is pending") }
      charge.decision = Charge.Decision(
        due: now, declineReason: action.declineReason, capturesAtOnce: decision.capturesAtOnce)
      store(charge)
      decideCharge(id, at: now)
    }
    return charges[id].map { body(of: $0) } ?? .null
  }

  /// An amount that a person typed, in the default's currency; without a text, the default.
  func price(_ text: String?, _ usual: Money) throws(APIRefusal) -> Money {
    guard let text else { return usual }
    return try Price.money(["amount": .string(text), "currencyCode": .string(usual.currency.code)], "amount")
  }

  private mutating func refundInConsole(
    _ charge: Charge, _ amount: String?, _ declineReason: String?, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    guard charge.state == .captured else { throw .invalidStatus(of: charge, "refunded") }
    let rest = Money(
      minorUnits: charge.captured.minorUnits.subtractingClamped(reservedRefunds(of: charge)), charge.amount.currency)
    guard amount != nil || rest.isPositive else { throw .amountExceeded("Nothing is left to be refunded.") }
    let money = try price(amount, rest)
    try checkRefundable(charge, money)
    let refund = newRefund(of: charge, money, softDescriptor: nil, declineReason: declineReason, at: now)
    return body(of: refund)
  }
}
