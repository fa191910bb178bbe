import FerryWeb

/// A button of the console, which performs an action on an object.
enum ConsoleAct: String {
  case refund, declineRefundLate, capture, chargeback
  case cancelByMerchant, cancelByBuyer, cancelByAmazon
  case approve, decline
  case closeByMerchant, closeByBuyer, closeByAmazon
  case expireCard, renewCard

  var title: String { content.title }
  var action: ConsoleAction { content.action }
  var takesAmount: Bool { [.refund, .capture, .chargeback].contains(self) }

  private var content: (title: String, action: ConsoleAction) {
    switch self {
    case .refund: ("Refund", ConsoleAction(verb: .refund))
    case .declineRefundLate: ("Refund, declined in the end", ConsoleAction(verb: .refund, reason: "AmazonRejected"))
    case .capture: ("Capture", ConsoleAction(verb: .capture))
    case .chargeback: ("Charge back", ConsoleAction(verb: .chargeback))
    case .cancelByMerchant: ("Cancel, as merchant", ConsoleAction(verb: .cancel, party: .merchant))
    case .cancelByBuyer: ("Cancel, as buyer", ConsoleAction(verb: .cancel, party: .buyer))
    case .cancelByAmazon: ("Cancel, as Amazon", ConsoleAction(verb: .cancel, party: .amazon))
    case .approve: ("Let it succeed now", ConsoleAction(verb: .approve))
    case .decline: ("Decline it now", ConsoleAction(verb: .decline))
    case .closeByMerchant: ("Close, as merchant", ConsoleAction(verb: .close, party: .merchant))
    case .closeByBuyer: ("Close, as buyer", ConsoleAction(verb: .close, party: .buyer))
    case .closeByAmazon: ("Close, as Amazon", ConsoleAction(verb: .close, party: .amazon))
    case .expireCard: ("Let the card expire", ConsoleAction(verb: .block, reason: "PaymentMethodExpired"))
    case .renewCard: ("Give a valid card", ConsoleAction(verb: .unblock))
    }
  }

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
}

extension ConsoleObject {
  /// The object of a path below `/console`; nil for another path.
  init?(_ segments: [String]) {
    guard segments.count == 2, let kind = Kind(rawValue: segments[0]) else { return nil }
    self.init(kind: kind, id: segments[1])
  }

  var link: Link { "/console/\(kind.rawValue)/\(id)" }
}
