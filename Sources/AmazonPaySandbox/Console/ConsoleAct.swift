import FerryCore
import FerryWeb

/// An act of the console on an object, outside the API. Each is a form with one button.
enum ConsoleAct: String, CaseIterable {
  case refund
  case declineRefundLate
  case capture
  case cancelByMerchant
  case cancelByBuyer
  case cancelByAmazon
  case approve
  case decline
  case chargeback
  case closeByMerchant
  case closeByBuyer
  case closeByAmazon
  case expireCard
  case renewCard

  var title: String {
    switch self {
    case .refund: "Refund"
    case .declineRefundLate: "Refund, declined in the end"
    case .capture: "Capture"
    case .cancelByMerchant: "Cancel, as merchant"
    case .cancelByBuyer: "Cancel, as buyer"
    case .cancelByAmazon: "Cancel, as Amazon"
    case .approve: "Let it succeed now"
    case .decline: "Decline it now"
    case .chargeback: "Charge back"
    case .closeByMerchant: "Close, as merchant"
    case .closeByBuyer: "Close, as buyer"
    case .closeByAmazon: "Close, as Amazon"
    case .expireCard: "Let the card expire"
    case .renewCard: "Give a valid card"
    }
  }

  var takesAmount: Bool { [.refund, .capture, .chargeback].contains(self) }

  static func acts(_ charge: Charge) -> [ConsoleAct] {
    switch charge.state {
    case .authorizationInitiated: [.approve, .decline, .cancelByMerchant, .cancelByBuyer, .cancelByAmazon]
    case .authorized: [.capture, .cancelByMerchant, .cancelByBuyer, .cancelByAmazon]
    case .captureInitiated: [.approve, .decline]
    case .captured: [.refund, .declineRefundLate, .chargeback]
    case .canceled, .declined: []
    }
  }

  static func acts(_ refund: Refund) -> [ConsoleAct] { refund.state == .refundInitiated ? [.approve, .decline] : [] }

  static func acts(_ permission: ChargePermission) -> [ConsoleAct] {
    guard permission.closed == nil else { return [] }
    return [.closeByMerchant, .closeByBuyer, .closeByAmazon, permission.blocked == nil ? .expireCard : .renewCard]
  }

  /// The effect on an object; nil if the act does not apply to it.
  func command(_ object: ConsoleObject, amount: String?) -> ConsoleAction? {
    switch (object, self) {
    case (.charge(let id), .refund): .refund(charge: id, amount: amount, declineReason: nil)
    case (.charge(let id), .declineRefundLate): .refund(charge: id, amount: amount, declineReason: "AmazonRejected")
    case (.charge(let id), .capture): .capture(charge: id, amount: amount)
    case (.charge(let id), .cancelByMerchant): .cancel(charge: id, by: .merchant)
    case (.charge(let id), .cancelByBuyer): .cancel(charge: id, by: .buyer)
    case (.charge(let id), .cancelByAmazon): .cancel(charge: id, by: .amazon)
    case (.charge(let id), .approve): .decideCharge(id, declineReason: nil)
    case (.charge(let id), .decline): .decideCharge(id, declineReason: "AmazonRejected")
    case (.charge(let id), .chargeback): .chargeback(charge: id, amount: amount)
    case (.refund(let id), .approve): .decideRefund(id, declineReason: nil)
    case (.refund(let id), .decline): .decideRefund(id, declineReason: "AmazonRejected")
    case (.permission(let id), .closeByMerchant): .close(permission: id, by: .merchant, cancelsCharges: false)
    case (.permission(let id), .closeByBuyer): .close(permission: id, by: .buyer, cancelsCharges: false)
    case (.permission(let id), .closeByAmazon): .close(permission: id, by: .amazon, cancelsCharges: false)
    case (.permission(let id), .expireCard): .block(permission: id, reason: "PaymentMethodExpired")
    case (.permission(let id), .renewCard): .block(permission: id, reason: nil)
    default: nil
    }
  }
}

/// An object with its own page.
enum ConsoleObject: Hashable {
  case session(String)
  case permission(String)
  case charge(String)
  case refund(String)

  /// The object of an address's segment and id.
  init?(_ kind: String, _ id: String) {
    switch kind {
    case "checkoutSessions": self = .session(id)
    case "chargePermissions": self = .permission(id)
    case "charges": self = .charge(id)
    case "refunds": self = .refund(id)
    default: return nil
    }
  }

  var link: Link {
    switch self {
    case .session(let id): "/console/checkoutSessions/\(id)"
    case .permission(let id): "/console/chargePermissions/\(id)"
    case .charge(let id): "/console/charges/\(id)"
    case .refund(let id): "/console/refunds/\(id)"
    }
  }

  var id: String {
    switch self {
    case .session(let id), .permission(let id), .charge(let id), .refund(let id): id
    }
  }
}
