public import FerryCore

/// Something that happened to a checkout.
public enum Event: Codable, Hashable, Sendable {
  // Intents of buyer and merchant: ordered by commit, and may be refused.

  /// The buyer leaves for the provider to select, or to change the selection.
  case leave(change: ChangeKind?)
  case confirm(revision: Int, total: Money)
  /// The buyer leaves a change: the earlier selection stays.
  case keep
  case cancel(Party)
  /// The buyer followed the provider's cancel link. While they select, it ends a first selection, and keeps the earlier
  /// selection in a change. In any other phase the link may be an old one: it is a hint.
  case returnedToShop
  /// The buyer restarts in another browser: everything that the first browser has brought back is discarded.
  case restarted
  /// The merchant captures authorized money; all that is left if no amount is named.
  case capture(OperationID, Money?)
  case refund(OperationID, Money)
  case void(OperationID)
  /// A person has decided about a held or overdue checkout.
  case resolve(Resolution)

  // Hints: they say nothing about money. The provider is asked.

  /// The buyer came back from the provider with the id of its session.
  case returned(session: String?)
  /// The provider has notified of a change, or somebody wants to know the present state.
  case recheckRequested
  /// The time `wakeAt` was reached.
  case timerFired

  // Answers.

  case performed(CommandNumber, Outcome)
}

/// The commands and ledger entries of an event, committed together with the new state.
public struct Decision: Hashable, Sendable {
  public var commands: [Command]
  public var ledger: [LedgerEntry]

  public init(commands: [Command] = [], ledger: [LedgerEntry] = []) {
    self.commands = commands
    self.ledger = ledger
  }
}

/// Why an intent was not accepted. A refusal changes nothing.
public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not possible in this phase.
  case wrongPhase(PhaseName)
  /// The agreement is not about the present review.
  case reviewChanged
  /// Another money operation is under way.
  case operationUnderWay
  /// The amount is above what is left.
  case amountExceeded(Money)
  /// The provider's rules allow no partial capture: this is the whole amount.
  case capturedInWhole(Money)
  /// The provider's rules allow no partial refund, at any time or until this moment: this is the whole amount.
  case refundedInWhole(Money, until: Moment?)
  /// There is nothing (more) to capture, void or refund.
  case nothingLeft(Shortage)
  /// The amount is not above zero, or of another currency.
  case invalidAmount
  /// An operation with this id exists with another amount or kind.
  case operationReused
  /// Another checkout has paid the order.
  case orderPaid
  /// No known money of a held checkout could be accepted.
  case nothingToAccept
  case notOverdue
  /// An amount is too large for its type.
  case money(MoneyError)

  /// Why there is nothing left.
  public enum Shortage: Hashable, Sendable {
    /// The provider is still deciding about the authorization.
    case notAuthorized
    case captured
    /// The uncaptured rest was released.
    case released(Payment.Release)
    case declined
    /// A refund needs captured money.
    case notCaptured
    /// Everything was refunded, or is being refunded.
    case refunded
  }

  public var description: String {
    switch self {
    case .wrongPhase(let phase): "This is not possible while the checkout is \(phase.rawValue)."
    case .reviewChanged: "The order has changed since it was shown. Show the new review and let the buyer agree again."
    case .operationUnderWay: "Another operation on this payment is under way. Try again when it has finished."
    case .amountExceeded(let left): "That is more than is left: \(left)."
    case .capturedInWhole(let amount): "This provider allows no partial capture. Capture the whole amount: \(amount)."
    case .refundedInWhole(let amount, until: nil):
      "This provider allows no partial refund. Refund the whole amount: \(amount)."
    case .refundedInWhole(let amount, let end?):
      "Until \(end) this provider allows no partial refund. Refund the whole amount, \(amount), or wait."
    case .nothingLeft(let shortage): shortage.text
    case .invalidAmount: "Name an amount above zero in the order's currency."
    case .operationReused: "An operation with this id exists with another kind or amount. Use a new id."
    case .orderPaid: "Another checkout has paid this order. This one's money can only be returned."
    case .nothingToAccept:
      "There is no money that could be accepted. Have the provider asked again, or reject the checkout."
    case .notOverdue:
      "Nothing of this checkout takes longer than it should. Wait, or have the provider asked: POST /v1/checkouts/{id}/check."
    case .money(let error): error.description
    }
  }
}

extension Refusal.Shortage {
  fileprivate var text: String {
    switch self {
    case .notAuthorized: "Nothing is authorized yet: the provider is still deciding. Try again when it has."
    case .captured: "All of it is captured already."
    case .released(.afterCapture):
      "The payment was captured in part, and the provider released the rest: it captures once."
    case .released(.lapsed):
      "The authorization has lapsed because it was not captured in time. The buyer must pay again."
    case .released(.byBuyer): "The buyer has had the authorization released; nothing is held any more."
    case .released(.byMerchant): "The merchant has voided the authorization; nothing is held any more."
    case .released(.byProvider): "The provider has released the authorization; nothing is held any more."
    case .declined: "The provider has refused the payment; nothing is held any more."
    case .notCaptured: "Nothing is captured, so there is nothing to refund. Void the authorization instead."
    case .refunded: "All of it is refunded already, or being refunded."
    }
  }
}
