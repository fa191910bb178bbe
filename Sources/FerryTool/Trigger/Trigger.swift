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
    case .paid: "the buyer pays, and the money is captured"
    case .authorized: "the buyer pays, and the money waits for your capture: `ferry payments capture`"
    case .declined: "the buyer's card is declined. Where the provider's page takes another card, the checkout goes on"
    case .cancelled: "the buyer cancels on the provider's page"
    case .abandoned: "the buyer closes the browser on the provider's page; Ferry asks on until the checkout expires"
    case .pending: "the buyer pays, and the provider decides later: \"we are confirming your payment\""
    case .held: "the provider answers with another amount, and a person decides: `ferry checkouts resolve`"
    case .refunded: "the buyer pays, and you refund everything"
    case .disputed: "the buyer pays, and their bank takes the money back: a notification in the timeline"
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
