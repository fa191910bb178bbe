import FerrySandbox

/// Something that a scripted buyer brings about in the demo.
enum Trigger: String, CaseIterable, Sendable {
  case paid
  case authorized
  case declined
  case cancelled
  case abandoned
  case pending
  case held
  case refunded
  case disputed

  /// For people: the result.
  var meaning: String {
    switch self {
    case .paid: "the buyer pays, and the payment is captured"
    case .authorized: "the buyer pays; you capture the payment with `ferry payments capture`"
    case .declined: "the buyer's card is declined; if the provider's page accepts another card, the checkout continues"
    case .cancelled: "the buyer cancels on the provider's page"
    case .abandoned: "the buyer closes the browser on the provider's page; Ferry asks until the checkout expires"
    case .pending: "the buyer pays, and the provider decides later; the buyer sees \"We are confirming your payment\""
    case .held: "the provider reports another amount; you decide with `ferry checkouts resolve`"
    case .refunded: "the buyer pays, and the shop refunds the payment"
    case .disputed: "the buyer pays and later disputes the payment; the timeline has the notification"
    }
  }

  /// True if a provider's sandbox can do it.
  func isPossible(at module: any SandboxModule.Type) -> Bool {
    switch self {
    case .pending: module.laterDecision != nil
    case .disputed: module.dispute != nil
    case .paid, .authorized, .declined, .cancelled, .abandoned, .held, .refunded: true
    }
  }
}
